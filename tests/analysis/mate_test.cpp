// Mates that are there are found, and none is claimed that every defence does
// not confirm.
#include "analysis/mate/mate.h"

#include <sstream>

#include "analysis/engine/checking_moves.h"
#include "rules/start.h"
#include "tests/analysis/mate_support.h"
#include "tests/support/catch.h"
#include "tests/support/cpu_time.h"
#include "tests/support/data.h"
#include "tests/support/effort.h"
#include "tests/support/random_game.h"

namespace yari::test {
namespace {

std::string usi(const std::vector<Move>& moves, Variant v) {
  std::string text;
  for (Move m : moves) text += (text.empty() ? "" : " ") + write_usi_move(m, v);
  return text;
}

template <class V>
MateResult solve(std::string_view sfen, const MateLimits& limits = {}) {
  MateSolver solver(16);
  return solver.solve(problem_of(position_of<V>(sfen)), limits);
}

/// Every verdict on `position` agrees with a plain search of `plies`.
template <class V>
void compare_with_plain_search(MateSolver& solver, const Position<V>& position, int plies) {
  const bool there_is = mates_within(position, plies);
  INFO(write_sfen(position.setup()));
  const MateResult within = solver.solve(problem_of(position), {.plies = plies});
  REQUIRE(within.verdict == (there_is ? MateVerdict::mate : MateVerdict::no_mate));
  const MateResult any = solver.solve(problem_of(position), {.nodes = 20'000, .shortest = true});
  if (there_is) REQUIRE(any.verdict == MateVerdict::mate);
  for (const MateResult& result : {within, any}) {
    if (result.verdict != MateVerdict::mate) continue;
    REQUIRE(fault_of_mate(position, result.line) == "");
    if (!result.shortest) continue;
    const int length = static_cast<int>(result.line.size());
    REQUIRE((length <= plies) == there_is);
    if (length > 1 && length <= plies + 2) REQUIRE_FALSE(mates_within(position, length - 2));
  }
}

/// Composed for these tests by changing random positions until the mate was
/// long; in each of them one first move alone mates in time, and a plain search
/// to that depth found no shorter mate.
struct ComposedProblem {
  std::size_t plies;
  std::string_view sfen;
};
constexpr ComposedProblem problems[]{
    {1, "7pk/9/7+P1/9/9/9/9/9/9 b G 1"},
    {11, "9/3r2p2/3n1PPkL/9/6Gn1/4SslPb/9/9/9 b 2S2N3Prb3g2l11p 1"},
    {13, "3B1g3/5nnsk/3G2sN1/3R1rgP+L/4lP2l/3Nb1GLs/9/9/9 b S7P9p 1"},
    {13, "3G1r1pl/4p1k2/6l2/4L1G2/3Lg1ns1/3SB2bn/9/9/9 b N8Prg2sn8p 1"},
    {13, "3GsngBk/6p1l/3G3Pn/3gs1S2/6sp1/4N4/9/9/9 b 2RN3L7Pb8p 1"},
    {13, "3psg2g/5GPbr/4+Bgk2/3N1s3/5L3/3l1L3/9/9/9 b 13Pr2s3nl3p 1"},
    {13, "3rs3g/5k3/3LP3l/3BLsG2/3gpBn2/5NP2/9/9/9 b 7Prg2s2nl8p 1"},
    {15, "3l1SG2/4L1Bl1/4S1N1k/3n4n/5P1P1/3pg1LG1/9/9/9 b GN9P2rb2s6p 1"},
    {15, "4sg2s/3lS2n1/4p2lk/3+P4n/3R2+S1p/4N4/9/9/9 b RB2Lb3gn15p 1"},
    {15, "5R1p1/3B2SS1/3l1LrPn/7s1/7k1/3NGs2n/9/9/9 b G12Pb2gn2l4p 1"},
    {15, "5p1k1/3L2n2/3P1sp2/3G2b1G/3BP1lg1/4R3L/9/9/9 b 2SPrgs3nl13p 1"},
};

}  // namespace

TEMPLATE_TEST_CASE("the checking moves are the legal moves that give check", "", YariShogi, Shogi) {
  Rng rng(1);
  for (int game = 0; game < 40; ++game) {
    play_random_game<TestType>(rng, 200, [](const Position<TestType>& position) {
      MoveList found;
      checking_moves(position, found);
      int expected = 0;
      for (Move m : position.legal_moves()) {
        if (!position.gives_check(m)) continue;
        ++expected;
        REQUIRE(found.has(m));
      }
      REQUIRE(found.size() == expected);
    });
  }
}

TEMPLATE_TEST_CASE("no mate and no escape is claimed that a plain search refutes", "", YariShogi,
                   Shogi) {
  Rng rng(2);
  MateSolver solver(16);
  int mates = 0;
  for (int game = 0; game < 25; ++game) {
    play_random_game<TestType>(rng, 300, [&](const Position<TestType>& position) {
      if (rng() % 24 != 0) return;
      compare_with_plain_search(solver, position, 3);
      mates += mates_within(position, 3);
    });
  }
  CHECK(mates > 5);
}

TEST_CASE("mates at the end of real games are found, short ones within a second", "[slow]") {
  const auto path = shared_data("yari/selfplay-1.truth.tsv");
  if (!path) return;
  MateSolver solver;
  int short_mates = 0;
  for (const std::vector<std::string>& row : read_tsv(*path)) {
    if (row[2] != "checkmate") continue;
    std::istringstream text(row[4]);
    std::vector<Move> moves;
    for (std::string word; text >> word;) {
      moves.push_back(read_usi_move(word, Variant::yari).value());
    }
    for (std::size_t back = 1; back <= 9 && back <= moves.size(); back += 2) {
      const std::vector<Move> before(moves.begin(),
                                     moves.end() - static_cast<std::ptrdiff_t>(back));
      Line<YariShogi> line(Position<YariShogi>::start());
      for (Move m : before) line.play(m);
      const GamePosition problem{start_setup(Variant::yari), before, RuleSet::standard};
      const double begun = cpu_seconds();
      const MateResult within = solver.solve(problem, {.plies = 7});
      const MateResult any = solver.solve(problem, {.nodes = 100'000});
      const double seconds = cpu_seconds() - begun;
      INFO("game " << row[0] << ", " << back << " plies before the end");
      if (back == 1) REQUIRE(within.line.size() == 1);
      if (within.verdict == MateVerdict::mate) {
        ++short_mates;
        CHECK(seconds < 1);
        REQUIRE(any.verdict == MateVerdict::mate);
        REQUIRE(fault_of_mate(line.position(), within.line) == "");
      } else {
        REQUIRE(within.verdict == MateVerdict::no_mate);
      }
      if (any.verdict == MateVerdict::mate) {
        REQUIRE(fault_of_mate(line.position(), any.line) == "");
      }
    }
  }
  CHECK(short_mates >= 190);
}

/// A few pieces anywhere, many of which can give check for ever.
template <class V>
Setup sparse_setup(Rng& rng) {
  Setup setup;
  setup.variant = V::info.variant;
  const auto below = [&](int n) { return static_cast<int>(rng() % static_cast<unsigned>(n)); };
  const auto put = [&](Color c, Kind k) {
    Piece& square = setup[Square::at(below(V::files), below(6))];
    if (square.empty()) square = Piece(c, k);
  };
  setup[Square::at(below(V::files), below(3))] = Piece(Color::white, general);
  put(Color::black, general);
  for (int i = 1 + below(3); i > 0; --i) {
    const Kind k = Kind(below(kind_count));
    if (V::info[k].exists) put(Color::black, k);
  }
  for (int i = below(3); i > 0; --i) put(Color::white, pawn);
  if (below(2) == 0) setup.hands[0].add(Kind(below(static_cast<int>(V::info.hand_order.size()))));
  return setup;
}

TEMPLATE_TEST_CASE("verdicts hold on every path through a cycle", "[slow]", YariShogi, Shogi) {
  Rng rng(3);
  MateSolver solver(1);
  int mates = 0;
  int escapes = 0;
  while (mates < effort(25, 10) || escapes < effort(100, 40)) {
    const auto position = Position<TestType>::from(sparse_setup<TestType>(rng));
    if (!position) continue;
    const std::optional<bool> truth = mates_at_all(*position, 250);
    if (!truth) continue;
    INFO(write_sfen(position->setup()));
    const MateResult result = solver.solve(problem_of(*position), {.nodes = 1'000'000});
    REQUIRE(result.verdict == (*truth ? MateVerdict::mate : MateVerdict::no_mate));
    if (*truth) REQUIRE(fault_of_mate(*position, result.line) == "");
    ++(*truth ? mates : escapes);
  }
}

TEST_CASE("composed Shogi problems are solved in as few plies as they take") {
  MateSolver solver(16);
  for (const ComposedProblem& problem : problems) {
    const auto start = position_of<Shogi>(problem.sfen);
    INFO(problem.sfen);
    const MateResult solved = solver.solve(problem_of(start), {.shortest = true});
    REQUIRE(solved.line.size() == problem.plies);
    REQUIRE(solved.shortest);
    REQUIRE(fault_of_mate(start, solved.line) == "");
    // Both sides of the line play their best: what is left after every two
    // plies is two shorter.
    Position<Shogi> position = start;
    for (std::size_t ply = 2; ply < solved.line.size(); ply += 2) {
      position.play(solved.line[ply - 2]);
      position.play(solved.line[ply - 1]);
      const MateResult rest = solver.solve(problem_of(position), {.shortest = true});
      REQUIRE(rest.line.size() == problem.plies - ply);
      if (rest.line.size() <= 5) {
        REQUIRE(mates_within(position, static_cast<int>(rest.line.size())));
        REQUIRE_FALSE(mates_within(position, static_cast<int>(rest.line.size()) - 2));
      }
    }
  }
}

TEST_CASE("a dropped pawn mates in Yari Shogi and not in Shogi") {
  const MateResult yari = solve<YariShogi>("5rk/7/6K/7/7/7/7/7/7 b P 1");
  CHECK(usi(yari.line, Variant::yari) == "P*1b");
  const MateResult shogi = solve<Shogi>("7rk/9/8K/9/9/9/9/9/9 b P 1");
  CHECK(shogi.verdict == MateVerdict::no_mate);
}

TEST_CASE("the attacker's king may be missing in a Shogi problem") {
  CHECK(usi(solve<Shogi>("7pk/9/7+P1/9/9/9/9/9/9 b G 1").line, Variant::shogi) == "G*1b");
  CHECK(solve<Shogi>("9/9/7+P1/9/9/9/9/9/8K b G 1").verdict == MateVerdict::no_mate);
}

TEMPLATE_TEST_CASE("an interposition that only puts off the mate counts as a ply", "", YariShogi,
                   Shogi) {
  const std::string start =
      TestType::files == 7 ? "6k/5pp/7/7/7/7/7/7/R5K b " : "8k/7pp/9/9/9/9/9/9/R7K b ";
  const MateResult at_once = solve<TestType>(start + "- 1", {.shortest = true});
  CHECK(at_once.line.size() == 1);
  CHECK(at_once.shortest);
  const MateResult put_off = solve<TestType>(start + "p 1", {.shortest = true});
  CHECK(put_off.line.size() == 3);
  CHECK(put_off.shortest);
}

TEST_CASE("a check that repeats the position for the last time is no mate") {
  struct Case {
    Variant variant;
    RuleSet rules;
    std::string_view sfen;
    std::vector<std::string_view> cycle;
    int needed;
  };
  const Case cases[]{
      {Variant::yari,
       RuleSet::standard,
       "5+R1/7/3K+N1k/7/7/7/7/7/7 b - 1",
       {"3c2c", "1c1d", "2c3c", "1d1c"},
       3},
      {Variant::shogi,
       RuleSet::standard,
       "6k2/9/+P5K2/9/9/7+R1/9/9/9 b - 1",
       {"2f2b", "3a4a", "2b2f", "4a3a"},
       4},
      {Variant::shogi,
       RuleSet::classic,
       "6k2/9/+P5K2/9/9/7+R1/9/9/9 b - 1",
       {"2f2b", "3a4a", "2b2f", "4a3a"},
       3},
  };
  for (const Case& c : cases) {
    MateSolver solver(1);
    GamePosition problem{read_sfen(c.sfen, c.variant).value(), {}, c.rules};
    for (int times = 1; times <= c.needed; ++times) {
      // The mating check has been given `times - 1` times before.
      const MateResult result = solver.solve(problem, {.plies = 3});
      CHECK(result.verdict == (times < c.needed ? MateVerdict::mate : MateVerdict::no_mate));
      for (std::string_view word : c.cycle) {
        problem.moves.push_back(read_usi_move(word, c.variant).value());
      }
    }
  }
}

TEST_CASE("the same problem has the same answer, whatever was solved before") {
  const GamePosition problem = problem_of(
      position_of<Shogi>("l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL b GR5pnsg 1"));
  MateSolver solver(1);
  const MateResult first = solver.solve(problem, {.nodes = 50'000, .shortest = true});
  for (int i = 0; i < 300; ++i) {
    const MateResult again = solver.solve(problem, {.nodes = 50'000, .shortest = true});
    REQUIRE(again.line == first.line);
    REQUIRE(again.nodes == first.nodes);
  }
}

TEST_CASE("a proof that meets its own positions again gives a line that ends") {
  // From a game of the engine: the first proof went in a circle, and its line had no end.
  const auto position =
      position_of<YariShogi>("1r5/4P1R/p2p2+N/1Pp4/P2+r1P1/BKP4/2B1N2/1B5/3+pk+p1 w 2Prb2n2p 178");
  const MateResult result =
      MateSolver().solve(problem_of(position), {.nodes = 100'000, .shortest = true});
  REQUIRE(result.verdict == MateVerdict::mate);
  CHECK(fault_of_mate(position, result.line).empty());
}

/// Depends on each node that is searched, and on what a full table forgets.
TEST_CASE(
    "the signature of the search for mate is the one that is written here, on every machine") {
  MateSolver solver(1);
  std::uint64_t signature = 0;
  const auto add = [&](const GamePosition& problem, const MateLimits& limits) {
    const MateResult found = solver.solve(problem, limits);
    signature = signature * 31 + found.nodes * 1000 + found.line.size();
  };
  for (const bool shortest : {false, true})
    for (const int plies : {0, 9}) {
      const MateLimits limits{.nodes = 20'000, .plies = plies, .shortest = shortest};
      for (const ComposedProblem& problem : problems)
        add(problem_of(position_of<Shogi>(problem.sfen)), limits);
      for (const char* sfen : {"1r5/4P1R/p2p2+N/1Pp4/P2+r1P1/BKP4/2B1N2/1B5/3+pk+p1 w 2Prb2n2p 1",
                               "3k3/7/7/7/4+R2/7/7/7/3K3 b 2R2B2N4Pr2b2n10p 1"})
        add(problem_of(position_of<YariShogi>(sfen)), limits);
    }
  CHECK(signature == 11'258'044'956'334'317'484U);
}

TEST_CASE("a search for mate ends when it is told to") {
  // Long, for the general can run.
  const GamePosition problem =
      problem_of(position_of<YariShogi>("3k3/7/7/7/4+R2/7/7/7/3K3 b 2R2B2N4Pr2b2n10p 1"));
  MateSolver solver(1);
  SECTION("by nodes") {
    const MateResult result = solver.solve(problem, {.nodes = 3});
    CHECK(result.nodes <= 3);
    CHECK(result.verdict == MateVerdict::unknown);
    CHECK(result.line.empty());
  }
  SECTION("by a stop") {
    std::stop_source stop;
    stop.request_stop();
    const MateResult result = solver.solve(problem, {}, stop.get_token());
    CHECK(result.nodes == 1);
    CHECK(result.verdict == MateVerdict::unknown);
  }
}

}  // namespace yari::test
