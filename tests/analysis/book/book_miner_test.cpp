// Values on graphs with cycles, and a book that grows from them.
#include "analysis/book/book_miner.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <random>

#include "analysis/book/book_score.h"
#include "rules/sfen.h"
#include "rules/start.h"
#include "tests/analysis/play.h"
#include "tests/support/catch.h"
#include "tests/support/effort.h"

namespace yari::test {

namespace {

using Graph = std::vector<std::vector<GraphChoice>>;

Graph random_graph(std::mt19937_64& random, bool with_cycles) {
  const auto below = [&](std::size_t n) { return random() % n; };
  Graph graph(2 + below(12));
  for (std::size_t node = 0; node < graph.size(); ++node) {
    for (std::size_t n = below(4); n > 0; --n) {
      const std::size_t first = with_cycles ? 0 : node + 1;
      if (first < graph.size() && below(3) > 0)
        graph[node].push_back({.to = first + below(graph.size() - first)});
      else
        graph[node].push_back({.score = static_cast<int>(below(9)) - 4, .depth = 3});
    }
  }
  return graph;
}

/// The same values as plain reasoning finds them: a side has more than `least` if it can force the
/// play out of the graph there.
int plain_value(const Graph& graph, std::size_t node) {
  for (int least = 4; least > 0; --least) {
    std::vector<bool> wins(graph.size()), loses(graph.size());
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t i = 0; i < graph.size(); ++i) {
        const bool win = std::ranges::any_of(
            graph[i], [&](const GraphChoice& c) { return c.to ? loses[*c.to] : c.score >= least; });
        const bool loss =
            !graph[i].empty() && std::ranges::all_of(graph[i], [&](const GraphChoice& c) {
              return c.to ? wins[*c.to] : c.score <= -least;
            });
        changed = changed || win != wins[i] || loss != loses[i];
        wins[i] = win;
        loses[i] = loss;
      }
    }
    if (wins[node]) return least;
    if (loses[node]) return -least;
  }
  return 0;
}

int plain_minimax(const Graph& graph, std::size_t node, int drop) {
  int best = graph[node].empty() ? 0 : -book_mate;
  for (const GraphChoice& c : graph[node])
    best =
        std::max(best, c.to ? one_ply_before(-plain_minimax(graph, *c.to, drop), drop) : c.score);
  return best;
}

/// An engine whose scores are made of the position alone.
Analysis made_up(const Setup& position) {
  Analysis analysis;
  std::mt19937_64 random(std::hash<std::string>()(write_sfen_without_number(position)));
  const MoveList legal = Position<Shogi>::from(position)->legal_moves();
  std::vector<Move> moves(legal.begin(), legal.end());
  std::ranges::sort(moves, {}, &Move::bits);
  std::ranges::shuffle(moves, random);
  moves.resize(std::min<std::size_t>(moves.size(), 3));
  std::vector<int> scores;
  for (std::size_t i = 0; i < moves.size(); ++i)
    scores.push_back(static_cast<int>(random() % 200) - 100);
  std::ranges::sort(scores, std::greater<>());
  for (std::size_t i = 0; i < moves.size(); ++i)
    analysis.lines.push_back({{scores[i], false}, 5, {moves[i]}});
  if (!scores.empty()) analysis.score = {scores.front(), false};
  return analysis;
}

using Answers = std::map<std::string, Analysis>;

BookMiner miner_of(const Answers& answers, const BookMinerOptions& options = {}) {
  return BookMiner(
      start_setup(Variant::shogi), options,
      [&answers](const Setup& position) -> std::optional<Analysis> {
        const auto known = answers.find(write_sfen_without_number(position));
        return known == answers.end() ? std::nullopt : std::optional(known->second);
      },
      [](const Setup&) { return std::vector<PlayedMove>(); });
}

void dig(BookMiner& miner, Answers& answers, int positions) {
  for (; positions > 0; --positions) {
    const auto task = miner.next();
    REQUIRE(task);
    const Analysis analysis = made_up(task->position);
    CHECK(answers.emplace(write_sfen_without_number(task->position), analysis).second);
    miner.answer(*task, analysis);
  }
}

std::map<std::string, std::vector<std::pair<Move, int>>> book_of(BookMiner& miner) {
  std::map<std::string, std::vector<std::pair<Move, int>>> book;
  std::string last;
  miner.each([&](const BookEntry& entry) {
    const std::string sfen = write_sfen_without_number(entry.position);
    CHECK(last < sfen);
    last = sfen;
    for (const BookMove& move : entry.moves) book[sfen].emplace_back(move.move, *move.score);
  });
  return book;
}

ScoredLine scored(const char* move, int score) {
  return {{score, false}, 7, {*read_usi_move(move, Variant::shogi)}};
}

}  // namespace

TEST_CASE("values of random graphs are those that plain reasoning finds") {
  std::mt19937_64 random(1);
  int drawn = 0, deep = 0;
  for (int round = 0; round < effort(20'000, 5'000); ++round) {
    const Graph graph = random_graph(random, true);
    const std::vector<GraphValue> values = graph_values(graph);
    REQUIRE(values.size() == graph.size());
    for (std::size_t node = 0; node < graph.size(); ++node) {
      INFO("round " << round << ", node " << node);
      REQUIRE(values[node].score == plain_value(graph, node));
      drawn += values[node].score == 0 ? 1 : 0;
      deep += values[node].depth > 5 ? 1 : 0;
    }
  }
  CHECK(drawn > 1000);
  CHECK(deep > effort(1000, 300));
}

TEST_CASE("the numbers of the nodes and the order of the choices decide nothing") {
  std::mt19937_64 random(3);
  for (int round = 0; round < 5'000; ++round) {
    const Graph graph = random_graph(random, true);
    std::vector<std::size_t> to(graph.size());
    std::iota(to.begin(), to.end(), std::size_t{0});
    std::ranges::shuffle(to, random);
    Graph other(graph.size());
    for (std::size_t node = 0; node < graph.size(); ++node) {
      for (GraphChoice choice : graph[node]) {
        if (choice.to) choice.to = to[*choice.to];
        choice.depth += choice.to ? 0 : choice.score + 4;
        other[to[node]].push_back(choice);
      }
      std::ranges::shuffle(other[to[node]], random);
    }
    Graph same = graph;
    for (auto& choices : same)
      for (GraphChoice& choice : choices) choice.depth += choice.to ? 0 : choice.score + 4;
    const std::vector<GraphValue> a = graph_values(same), b = graph_values(other);
    for (std::size_t node = 0; node < graph.size(); ++node) {
      REQUIRE(a[node].score == b[to[node]].score);
      REQUIRE(a[node].depth == b[to[node]].depth);
    }
  }
}

TEST_CASE("without cycles values are minimax, and a drop takes something off for each ply") {
  std::mt19937_64 random(2);
  for (int round = 0; round < 5'000; ++round) {
    const Graph graph = random_graph(random, false);
    for (const int drop : {0, 1, 3}) {
      const std::vector<GraphValue> values = graph_values(graph, drop);
      for (std::size_t node = 0; node < graph.size(); ++node)
        REQUIRE(values[node].score == plain_minimax(graph, node, drop));
    }
  }
  CHECK(one_ply_before(50, 3) == 47);
  CHECK(one_ply_before(-2, 3) == 0);
  CHECK(one_ply_before(book_mate - 4, 3) == book_mate - 5);
  CHECK(one_ply_before(4 - book_mate, 0) == 5 - book_mate);
}

TEST_CASE("scores of a book mean what an engine said") {
  for (const int number : {-32'000, -31'999, -31'000, -30'999, -1, 0, 1, 30'999, 31'000, 31'999}) {
    INFO(number);
    CHECK(book_score(read_book_score(number)) == number);
  }
  CHECK(read_book_score(31'996) == Score{4, true});
  CHECK(read_book_score(-31'997) == Score{-3, true});
  CHECK(read_book_score(-32'000) == Score{0, true});
  // Nobody mates in no ply.
  CHECK(read_book_score(40'000) == Score{1, true});
  CHECK(read_book_score(-40'000) == Score{0, true});
  CHECK(read_book_score(std::numeric_limits<int>::min()) == Score{0, true});
  CHECK(book_score({31'500, false}) == 30'999);
  CHECK(book_score({5'000, true}) == 31'000);
}

TEST_CASE("what is found deeper changes what a move is worth") {
  Answers answers;
  BookMiner miner = miner_of(answers);
  const auto first = miner.next();
  REQUIRE(first);
  CHECK(first->line.empty());
  CHECK_FALSE(miner.next());
  CHECK(miner.waiting() == 1);
  Analysis start;
  start.lines = {scored("7g7f", 30), scored("2g2f", 20)};
  miner.answer(*first, start);
  CHECK(miner.value().score == 30);
  CHECK(miner.best_line() == scored("7g7f", 0).pv);
  CHECK(miner.next_line() == scored("7g7f", 0).pv);

  // The opponent has something against the move that looked best.
  const auto second = miner.next();
  REQUIRE(second);
  CHECK(second->line == scored("7g7f", 0).pv);
  CHECK(second->position.move_number == 2);
  Analysis reply;
  reply.lines = {{{100, false}, 9, scored("3c3d", 0).pv}};
  miner.answer(*second, reply);
  CHECK(miner.value().score == 20);
  CHECK(miner.value().depth == 7);
  CHECK(miner.best_line() == scored("2g2f", 0).pv);
  const auto book = book_of(miner);
  const auto& moves = book.at(write_sfen_without_number(start_setup(Variant::shogi)));
  CHECK(moves == std::vector{std::pair(scored("2g2f", 0).pv[0], 20)});
}

TEST_CASE("an answer without a score leaves the position as it was") {
  Answers answers;
  BookMiner miner = miner_of(answers);
  Analysis start;
  start.lines = {scored("7g7f", 30), scored("2g2f", 20)};
  miner.answer(*miner.next(), start);
  const auto task = miner.next();
  REQUIRE(task);
  Analysis useless;
  useless.scored = false;
  miner.answer(*task, useless);
  CHECK(miner.value().score == 30);
  CHECK(miner.positions() == 1);
  const auto other = miner.next();
  REQUIRE(other);
  CHECK(other->line == scored("2g2f", 0).pv);
}

TEST_CASE("a book that goes on from what is stored has lost nothing") {
  Answers answers;
  BookMiner whole = miner_of(answers);
  dig(whole, answers, 300);
  const Answers all = answers;

  // Another one, cut after 120 positions; then a new one goes on.
  answers.clear();
  BookMiner cut = miner_of(answers);
  dig(cut, answers, 120);
  BookMiner again = miner_of(answers);
  CHECK(again.positions() == 120);
  CHECK(book_of(again) == book_of(cut));
  CHECK(again.value().score == cut.value().score);
  dig(again, answers, 180);
  CHECK(again.positions() == 300);

  // Known evaluations that hang together are found wherever they come from.
  BookMiner stored = miner_of(all);
  CHECK(book_of(stored) == book_of(whole));
}

TEST_CASE("a mined book goes deeper where play is good, and no further than it may") {
  Answers answers;
  BookMiner miner = miner_of(answers, {.max_ply = 3});
  std::size_t longest = 0;
  int lines = 0;
  while (const auto task = miner.next()) {
    longest = std::max(longest, task->line.size());
    ++lines;
    miner.answer(*task, made_up(task->position));
  }
  CHECK(longest == 3);
  // All of them: 1, 3, 9 and 27, where none are the same.
  CHECK(lines > 30);
  CHECK(lines <= 40);
}

TEST_CASE("moves that were played are looked at, though the engine did not name them") {
  const Move edge = scored("1g1f", 0).pv[0];
  const Setup start = start_setup(Variant::shogi);
  BookMiner miner(
      start, {}, [](const Setup&) { return std::nullopt; },
      [&](const Setup& position) {
        return position == start ? std::vector<PlayedMove>{{edge, 30}, {scored("7g7f", 0).pv[0], 2}}
                                 : std::vector<PlayedMove>{};
      });
  Analysis analysis;
  analysis.lines = {scored("7g7f", 30), scored("2g2f", -400)};
  miner.answer(*miner.next(), analysis);
  const auto second = miner.next(), third = miner.next();
  REQUIRE(second);
  REQUIRE(third);
  CHECK(second->line == scored("7g7f", 0).pv);
  CHECK(third->line == std::vector{edge});
  // Nobody says what it is worth, so the book does not have it yet.
  CHECK(book_of(miner).at(write_sfen_without_number(start)).size() == 1);
}

}  // namespace yari::test
