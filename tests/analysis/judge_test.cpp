// Judgements without an engine: what is written into a record, taken out again, and summed up.
#include "analysis/annotate/judge.h"

#include <algorithm>

#include "analysis/annotate/accuracy.h"
#include "analysis/annotate/doubt.h"
#include "analysis/annotate/ply_table.h"
#include "analysis/annotate/record_chances.h"
#include "rules/sfen.h"
#include "tests/support/catch.h"

using namespace yari;

namespace {

Game game_of(std::string_view sfen, Variant v, std::initializer_list<const char*> moves) {
  Game game = new_game(v);
  if (!sfen.empty()) game.start = *read_sfen(sfen, v);
  NodeId node = root_node;
  for (const char* move : moves) node = game.moves.add(node, *read_usi_move(move, v));
  return game;
}

/// A game of one move with this note.
Game noted(const std::string& comment, std::vector<std::uint8_t> glyphs) {
  Game game = game_of("", Variant::yari, {"7g7f"});
  game.moves.edit_note(1).comment = comment;
  game.moves.edit_note(1).glyphs = std::move(glyphs);
  return game;
}

JudgedMove mistaken(Judgement judgement, bool brilliant) {
  JudgedMove m;
  m.node = 1;
  m.ply = 1;
  m.move = *read_usi_move("7g7f", Variant::yari);
  m.chance_before = 62;
  m.chance_after = 12;
  m.judgement = judgement;
  m.brilliant = brilliant;
  return m;
}

Game judged(Game game, const JudgedMove& m, const AnnotateOptions& options = {}) {
  write_judgement(game, m, options, {"P-6f"});
  return game;
}

}  // namespace

TEST_CASE("what annotation wrote is taken out again, and what was there before stays") {
  const std::string own = "my own words\nin two lines";
  const auto [comment, glyphs] = GENERATE_COPY(table<std::string, std::vector<std::uint8_t>>(
      {{"", {}}, {own, {}}, {own, {4, 14}}, {"", {4}}, {"", {3}}, {own, {3, 6}}}));
  const Game before = noted(comment, glyphs);
  for (const Judgement j :
       {Judgement::none, Judgement::inaccuracy, Judgement::mistake, Judgement::blunder}) {
    for (const bool brilliant : {false, true}) {
      Game game = judged(before, mistaken(j, brilliant));
      // A sign of praise that was there needs no words.
      const bool praised = brilliant && std::ranges::count(glyphs, 3) == 0;
      CHECK((game != before) == (j != Judgement::none || praised));
      // Not where other plies were judged.
      remove_annotation(game, "Engine", [](int ply) { return ply == 0; });
      CHECK((game != before) == (j != Judgement::none || praised));
      remove_annotation(game, "Engine", [](int) { return true; });
      CHECK(game == before);
    }
  }
}

TEST_CASE("glyphs and comments are written as they are wanted, and once") {
  for (const bool brilliant : {false, true}) {
    const Judgement judgement = brilliant ? Judgement::none : Judgement::blunder;
    const JudgedMove m = mistaken(judgement, brilliant);
    for (const bool glyphs : {false, true}) {
      for (const bool comments : {false, true}) {
        AnnotateOptions options;
        options.write_glyphs = glyphs;
        options.write_comments = comments;
        const Game game = judged(noted("", {}), m, options);
        const Note note = game.moves.note(1) ? *game.moves.note(1) : Note{};
        CHECK(note.glyphs.size() == (glyphs ? 1U : 0U));
        CHECK(note.comment.empty() == !comments);
        // With the sign there, the words say that somebody else gave it.
        if (!glyphs) CHECK(judged(game, m, options) == game);
      }
    }
  }
}

TEST_CASE("evaluations are an engine's by its name, with its options or without") {
  const std::vector<std::string> names{"Engine 1", "Engine 1 (fast)", "Engine 1 (fast); Threads=2",
                                       "Engine",   "Engine 12",       "Engine 1 (",
                                       "Motor 12", "Other",           ""};
  Game game = noted("", {});
  for (const std::string& name : names)
    game.moves.edit_note(1).evaluations.push_back({0, false, 1, 1, name, {}});
  remove_annotation(game, "Engine 1 (fast); Threads=2", [](int) { return false; });
  std::vector<std::string> left;
  for (const Evaluation& e : game.moves.note(1)->evaluations) left.push_back(e.engine);
  CHECK(left == std::vector<std::string>(names.begin() + 3, names.end()));
}

TEST_CASE("no moves have no summary, no turn and no swings") {
  for (const PlayerSummary& p : summarize({})) {
    CHECK(p.moves == 0);
    CHECK(p.accuracy == 100);
  }
  CHECK(turning_point({}, GameResult::black_wins) == 0);
  CHECK(volatilities({}).empty());
  CHECK(volatilities(std::vector<double>{50}).empty());
}

TEST_CASE("a forced move, a known one and one that the engine would play are no mistakes") {
  JudgedMove m = mistaken(Judgement::none, false);
  const AnnotateOptions options;
  const auto judgement_with = [&](bool only, bool book, const char* better) {
    m.only_move = only;
    m.book = book;
    m.better = {*read_usi_move(better, Variant::yari)};
    judge(m, options);
    return m.judgement;
  };
  CHECK(judgement_with(false, false, "6g6f") == Judgement::blunder);
  CHECK(m.loss == 50);
  CHECK(judgement_with(true, false, "6g6f") == Judgement::none);
  CHECK(m.loss == 0);
  CHECK(judgement_with(false, true, "6g6f") == Judgement::none);
  CHECK(m.loss == 50);
  CHECK(judgement_with(false, false, "7g7f") == Judgement::none);
  CHECK(may_be_only_good(m, options));
  m.book = true;
  CHECK_FALSE(may_be_only_good(m, options));
  m.book = false;
  m.only_move = true;
  CHECK_FALSE(may_be_only_good(m, options));
}

TEST_CASE("the last position of a record is worth what the rules make of it") {
  struct Row {
    const char* sfen;
    Variant variant;
    std::vector<const char*> moves;
    /// Of the side to move.
    double chance;
  };
  const char* check = "8k/9/9/9/9/9/9/9/K7R w - 1";
  const char* calm = "8k/9/9/9/9/9/9/9/K6R1 b - 1";
  const Row rows[] = {{"4k4/9/4G4/9/9/9/9/9/4K4 b G 1", Variant::shogi, {"G*5b"}, 0},
                      // Stalemate is a draw in Yari Shogi, and lost in Shogi.
                      {"k4+r1/7/7/7/7/7/+r6/7/6K w - 1", Variant::yari, {"7g7h"}, 50},
                      {"k6+r1/9/9/9/9/9/+r8/9/8K w - 1", Variant::shogi, {"9g9h"}, 0},
                      {"4k4/9/9/9/9/9/9/9/4K4 b - 1",
                       Variant::shogi,
                       {"5i5h", "5a5b", "5h5i", "5b5a", "5i5h", "5a5b", "5h5i", "5b5a", "5i5h",
                        "5a5b", "5h5i", "5b5a"},
                       50},
                      // Black gives check again and again, and loses.
                      {check,
                       Variant::shogi,
                       {"1a2a", "1i2i", "2a1a", "2i1i", "1a2a", "1i2i", "2a1a", "2i1i", "1a2a",
                        "1i2i", "2a1a", "2i1i"},
                       100},
                      {calm,
                       Variant::shogi,
                       {"2i1i", "1a2a", "1i2i", "2a1a", "2i1i", "1a2a", "1i2i", "2a1a", "2i1i",
                        "1a2a", "1i2i", "2a1a", "2i1i", "1a2a", "1i2i", "2a1a"},
                       0}};
  for (const Row& row : rows) {
    INFO(row.sfen);
    Game game = game_of(row.sfen, row.variant, {});
    NodeId node = root_node;
    for (const char* move : row.moves)
      node = game.moves.add(node, *read_usi_move(move, row.variant));
    CHECK_FALSE(known_scores(game, 0).back());
    game.moves.edit_note(root_node).evaluations.push_back({0, false, 1, 1, "", {}});
    const auto scores = known_scores(game, 0);
    REQUIRE(scores.back());
    CHECK(scores.back()->chance == row.chance);
    const Score score = scores.back()->score;
    CHECK(score.mate == (std::string_view(row.moves.back()) == "G*5b"));
    CHECK((score.value > 0) == (row.chance == 100));
    CHECK((score.value < 0) == (row.chance == 0 && !score.mate));
    CHECK(summarize_players(game, 0).has_value() == (row.moves.size() == 1));
  }
}

TEST_CASE("a record of no moves, and better moves that are illegal, say nothing about players") {
  Game game = game_of("", Variant::yari, {});
  game.moves.edit_note(root_node).evaluations.push_back({0, false, 1, 1, "", {}});
  CHECK_FALSE(summarize_players(game, 0));
  game = game_of("", Variant::yari, {"7g7f"});
  game.moves.edit_note(root_node).evaluations.push_back(
      {0, false, 1, 1, "", {*read_usi_move("5a5i", Variant::yari)}});
  const std::vector<PlyRow> rows = ply_table(game);
  REQUIRE(rows.size() == 1);
  CHECK_FALSE(rows[0].best);
  CHECK(rows[0].best_text.empty());
}
