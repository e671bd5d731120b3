// What engines find, field by field as people read it.
#include "answers/engine_json.h"

#include <nlohmann/json.hpp>

#include "rules/sfen.h"
#include "rules/start.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

Move json_move(std::string_view move, Variant v = Variant::shogi) {
  return *read_usi_move(move, v);
}

GamePosition json_start(Variant v = Variant::shogi) {
  return {start_setup(v), {}, RuleSet::standard};
}

/// Without the braces: a field after the other.
std::string field_text(const Json& json) { return json.dump(); }

JudgedMove judged_blunder() {
  JudgedMove m;
  m.ply = 3;
  m.mover = Color::white;
  m.move = json_move("3c3d");
  m.before = {120, false};
  m.after = {-3, true};
  m.chance_before = 55.556;
  m.chance_after = 0;
  m.loss = 55.556;
  m.accuracy = 12.344;
  m.judgement = Judgement::blunder;
  m.mate = MateChange::allowed;
  m.phase = Phase::middlegame;
  m.better = {json_move("8c8d"), json_move("2g2f")};
  return m;
}

}  // namespace

TEST_CASE("an analysis is its score, the work, and each line in three notations") {
  Analysis analysis;
  analysis.lines = {{{150, false}, 9, {json_move("7g7f"), json_move("3c3d")}},
                    {{-5, true}, 4, {json_move("2g2f")}}};
  analysis.score = {150, false};
  analysis.depth = 9;
  analysis.nodes = 10'000;
  analysis.time = std::chrono::milliseconds(1250);
  const std::string engine = "YaneuraOu 8";
  CHECK(field_text(analysis_json(json_start(), analysis, engine)) ==
        R"({"engine":"YaneuraOu 8","score":{"cp":150},"depth":9,"nodes":10000,"seconds":1.25,)"
        R"("lines":[{"score":{"cp":150},"chance":56.22,"depth":9,"usi":["7g7f","3c3d"],)"
        R"("moves":"P-7f P-3d","japanese":"▲７六歩 △３四歩"},)"
        R"({"score":{"mate":-5},"chance":0.0,"depth":4,"usi":["2g2f"],"moves":"P-2f",)"
        R"("japanese":"▲２六歩"}]})");
  analysis.scored = false;
  const Json unscored = analysis_json(json_start(), analysis, engine);
  CHECK(unscored["score"].is_null());
  CHECK(unscored["lines"][0]["score"].is_null());
  CHECK(unscored["lines"][0]["chance"].is_null());
  CHECK(unscored["lines"][0]["moves"] == "P-7f P-3d");
}

TEST_CASE("the moves of a line are written where they are played") {
  GamePosition position = json_start();
  position.moves = {json_move("7g7f"), json_move("3c3d")};
  Analysis analysis;
  analysis.lines = {{{}, 1, {json_move("8h2b+"), json_move("3a2b")}}};
  CHECK(analysis_json(position, analysis, "")["lines"][0]["japanese"] == "▲２二角成 △同　銀");
}

TEST_CASE("a search for mate says what it found, in how many plies, and whether none is shorter") {
  MateResult result;
  result.verdict = MateVerdict::mate;
  result.line = {json_move("7g7f"), json_move("3c3d"), json_move("2g2f")};
  result.nodes = 77;
  result.time = std::chrono::milliseconds(20);
  CHECK(field_text(mate_json(json_start(), result)) ==
        R"({"verdict":"mate","plies":3,"shortest":false,"usi":["7g7f","3c3d","2g2f"],)"
        R"("moves":"P-7f P-3d P-2f","japanese":"▲７六歩 △３四歩 ▲２六歩","nodes":77,)"
        R"("seconds":0.02})");
}

TEST_CASE("a puzzle says how many plies its mate takes, and of others nothing") {
  Puzzle puzzle;
  puzzle.position = start_setup(Variant::yari);
  puzzle.solution = {json_move("7g7f", Variant::yari)};
  puzzle.mate = true;
  puzzle.chance = 98.765;
  puzzle.next_best = 40.123;
  puzzle.nodes = 2000;
  puzzle.themes = {PuzzleTheme::mate, PuzzleTheme::drop};
  const std::string head = R"({"game":12,"ply":30,"sfen":")" + write_sfen(puzzle.position) + '"';
  CHECK(field_text(puzzle_json(puzzle, 12, 30)) ==
        head + R"(,"side":"black","mate":1,"solution":["7g7f"],"moves":"P-7f","chance":98.77,)"
               R"("next_best":40.12,"themes":["mate","drop"],"nodes":2000,"rating":1920})");
  puzzle.mate = false;
  CHECK(puzzle_json(puzzle, 12, 30)["mate"].is_null());
}

TEST_CASE("a row of a game names its player, and says null where the record says nothing") {
  Game game = new_game(Variant::shogi);
  game.set_tag(tags::black, "Abe");
  PlyRow row;
  row.ply = 1;
  row.move = json_move("7g7f");
  row.text = "P-7f";
  row.after = Score{-50, false};
  row.chance_before = 50;
  row.chance_after = 44.444;
  row.loss = 5.556;
  row.judgement = Judgement::inaccuracy;
  row.best = json_move("2g2f");
  row.best_text = "P-2f";
  row.spent_ms = 1500;
  CHECK(field_text(ply_json(3, game, row)) ==
        R"({"game":3,"ply":1,"side":"black","player":"Abe","move":"P-7f","usi":"7g7f",)"
        R"("after":{"cp":-50},"chance_before":50.0,"chance_after":44.44,"loss":5.56,)"
        R"("judgement":"inaccuracy","best":"P-2f","best_usi":"2g2f","spent_ms":1500})");
  PlyRow empty;
  empty.ply = 2;
  empty.mover = Color::white;
  empty.move = json_move("3c3d");
  empty.text = "P-3d";
  CHECK(field_text(ply_json(3, game, empty)) ==
        R"({"game":3,"ply":2,"side":"white","player":null,"move":"P-3d","usi":"3c3d",)"
        R"("after":null,"chance_before":null,"chance_after":null,"loss":null,"judgement":null,)"
        R"("best":null,"best_usi":null,"spent_ms":null})");
}

TEST_CASE("an annotation has each judged move with what is known of it") {
  Annotation a;
  a.game = new_game(Variant::shogi);
  a.engine = "E";
  a.analysed = 4;
  a.from_store = 2;
  a.nodes = 900;
  a.moves = {judged_blunder()};
  CHECK(field_text(annotation_json(a)["moves"][0]) ==
        R"({"ply":3,"side":"white","usi":"3c3d","before":{"cp":120},"after":{"mate":-3},)"
        R"("chance_before":55.56,"chance_after":0.0,"loss":55.56,"accuracy":12.34,)"
        R"("judgement":"blunder","mate":"allowed","only_move":false,"only_good":false,)"
        R"("brilliant":false,"book":false,"phase":"middlegame","better":["8c8d","2g2f"]})");
  Json json = annotation_json(a);
  for (const char* const field : {"black", "white", "moves"}) json.erase(field);
  CHECK(field_text(json) ==
        R"({"engine":"E","analysed":4,"from_store":2,"nodes":900,"turned_at":null,"unscored":[]})");
  a.turned_at = 1;
  a.unscored = {{7, "no score"}};
  CHECK(annotation_json(a)["turned_at"] == 1);
  CHECK(field_text(annotation_json(a)["unscored"]) == R"([{"ply":7,"why":"no score"}])");
}

TEST_CASE("of a move between positions without scores neither loss nor accuracy is said") {
  Annotation a;
  a.game = new_game(Variant::shogi);
  const auto nulls = [&](bool before, bool after) {
    a.moves = {judged_blunder()};
    a.moves[0].before_known = before;
    a.moves[0].after_known = after;
    std::string names;
    const Json json = annotation_json(a);
    for (const auto& [name, value] : json["moves"][0].items())
      if (value.is_null()) names += name + ' ';
    return names;
  };
  CHECK(nulls(true, true).empty());
  CHECK(nulls(false, true) == "before chance_before loss accuracy ");
  CHECK(nulls(true, false) == "after chance_after loss accuracy ");
  a.moves = {judged_blunder()};
  a.moves[0].mate = MateChange::none;
  a.moves[0].judgement = Judgement::none;
  CHECK(annotation_json(a)["moves"][0]["mate"].is_null());
  CHECK(annotation_json(a)["moves"][0]["judgement"].is_null());
  a.moves[0].mate = MateChange::missed;
  CHECK(annotation_json(a)["moves"][0]["mate"] == "missed");
}

TEST_CASE("a player's sums have a field each, and no accuracy without moves") {
  Annotation a;
  a.game = new_game(Variant::yari);
  PlayerSummary& p = a.players[0];
  p.moves = 10;
  p.accuracy = 91.236;
  p.mean_loss = 1.234;
  p.inaccuracies = 1;
  p.mistakes = 2;
  p.blunders = 3;
  p.missed_mates = 4;
  p.allowed_mates = 5;
  p.only_good = 6;
  p.brilliant = 7;
  p.book = 8;
  p.phases[1] = {10, 91.236};
  CHECK(field_text(annotation_json(a)["black"]) ==
        R"({"moves":10,"accuracy":91.24,"mean_loss":1.23,"inaccuracies":1,"mistakes":2,)"
        R"("blunders":3,"missed_mates":4,"allowed_mates":5,"only_good":6,"brilliant":7,"book":8,)"
        R"("phases":{"opening":{"moves":0,"accuracy":null},)"
        R"("middlegame":{"moves":10,"accuracy":91.24},"endgame":{"moves":0,"accuracy":null}}})");
  CHECK(annotation_json(a)["white"]["accuracy"].is_null());
}

}  // namespace yari::test
