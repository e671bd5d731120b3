// Annotations stay with their games whatever happens to these.
#include "db/reports/judgements.h"

#include "db/change/annotations.h"
#include "db/change/upkeep.h"
#include "rules/sfen.h"
#include "tests/db/tools/ask.h"
#include "tests/db/tools/support.h"
#include "tests/support/catch.h"
#include "tests/support/sqlite.h"

using namespace yari;
using namespace yari::test;

namespace {

Move usi(const char* text) { return *read_usi_move(text, Variant::yari); }

StoredAnnotation sample_judgement() {
  StoredAnnotation a;
  a.engine = "builtin";
  a.limits = "nodes=1000";
  a.coefficient = 2500;
  a.book_plies = 1;
  a.players[0] = {{2, 8123}, 1050, {{{2, 8123}, {0, 10000}, {0, 10000}}}};
  a.players[1] = {{1, 10000}, 0, {{{1, 10000}, {0, 10000}, {0, 10000}}}};
  a.judgements = {
      {0, JudgedKind::blunder, Color::black, 2100, 5000, 2900, {}, usi("7g7f"), usi("2g2f")},
      {1, JudgedKind::allowed_mate, Color::white, 600, 900, 0, 3, usi("3c3d"), usi("1c1d")},
      {1, JudgedKind::lost_win, Color::black, 0, 9500, 9500, {}, usi("3c3d"), Move::none()}};
  return a;
}

Database with_games(const TempFolder& folder, const char* file) {
  Database database(folder / file, OpenMode::create);
  Game game = game_of(Variant::yari, "7g7f 3c3d 2g2f");
  game.tags = {{"Black", "Ann"}, {"White", "Bob"}};
  import_all(database, {game_of(Variant::shogi, "7g7f"), game});
  return database;
}

std::int64_t games_with(Database& database, const char* words) {
  GameFilter filter;
  filter.text = words;
  return database.count(filter);
}

}  // namespace

TEST_CASE("an annotation comes back as it was stored, and a new one replaces it") {
  TempFolder folder;
  Database database = with_games(folder, "a.db");
  CHECK_FALSE(load_annotation(database, 2));
  StoredAnnotation a = sample_judgement();
  store_annotation(database, 2, a);
  CHECK(load_annotation(database, 2) == a);
  CHECK_FALSE(load_annotation(database, 1));
  a.judgements.pop_back();
  a.limits = "nodes=2000";
  store_annotation(database, 2, a);
  CHECK(load_annotation(database, 2) == a);
  CHECK(database.verify().problems.empty());
}

TEST_CASE("a record and its annotation are stored together or not at all") {
  TempFolder folder;
  Database database = with_games(folder, "a.db");
  MoveTree tree = database.load_game(2)->moves;
  tree.edit_note(root_node).comment = "judged";
  const Game own = *database.load_game(2);
  StoredAnnotation with_own = sample_judgement();
  with_own.own_notes = Bytes{};
  AnnotationChange change(database, "annotate");
  change.store(2, own, tree, sample_judgement());
  CHECK(database.load_game(2)->moves == tree);
  CHECK(load_annotation(database, 2) == with_own);
  CHECK_THROWS_AS(change.store(1, own, tree, sample_judgement()), DatabaseError);
  CHECK_FALSE(load_annotation(database, 1));
  tree.edit_note(root_node).comment = "twice";
  StoredAnnotation twice = sample_judgement();
  twice.judgements.push_back(twice.judgements.back());
  CHECK_THROWS_AS(change.store(2, own, tree, twice), DatabaseError);
  CHECK(database.load_game(2)->moves.note(root_node)->comment == "judged");
  CHECK(load_annotation(database, 2) == with_own);
  // The failure has undone the entry of the journal, too: the next one makes it again.
  change.store(2, own, tree, sample_judgement());
  CHECK(journal(database).size() == 1);
}

TEST_CASE("annotations go and come back with their games") {
  TempFolder folder;
  Database database = with_games(folder, "a.db");
  store_annotation(database, 2, sample_judgement());
  REQUIRE(delete_games(database, {2}) == 1);
  CHECK_FALSE(load_annotation(database, 2));
  CHECK(ask(folder / "a.db", "SELECT count(*) FROM judgements_view").text() == "0;");
  SECTION("undo") {
    REQUIRE(undo(database));
    CHECK(load_annotation(database, 2) == sample_judgement());
  }
  SECTION("compact") {
    database.compact();
    CHECK(connection_of(database).integer("SELECT count(*) FROM judgements") == 0);
    CHECK(connection_of(database).integer("SELECT count(*) FROM annotated_players") == 0);
  }
  CHECK(database.verify().problems.empty());
}

TEST_CASE("an annotation can be taken out and taken back, and leaves what is not the engine's") {
  TempFolder folder;
  Database database = with_games(folder, "a.db");
  MoveTree mine = database.load_game(2)->moves;
  const NodeId first = mine.first_child(root_node);
  mine.edit_note(first).comment = "Blunder: win chance as I see it";
  mine.edit_note(first).glyphs = {4};
  mine.add(first, *read_usi_move("1c1d", Variant::yari));
  database.replace_notes(2, mine);
  const Game own = *database.load_game(2);

  const auto annotate_with = [&](const std::string& text) {
    MoveTree tree = mine;
    tree.edit_note(first).comment += "\n" + text;
    StoredAnnotation annotation = sample_judgement();
    annotation.limits = text;
    AnnotationChange(database, "annotate")
        .store(2, load_own_game(database, 2)->game, tree, annotation);
    return tree;
  };
  const MoveTree once = annotate_with("Blunder: win chance 60 % to 10 %. Better: x");
  CHECK(load_own_game(database, 2)->game == own);
  CHECK_FALSE(load_own_game(database, 2)->mixed);
  const MoveTree again = annotate_with("Mistake: win chance 60 % to 40 %. Better: x");
  CHECK(load_own_game(database, 2)->game == own);
  CHECK(games_with(database, "Mistake") == 1);

  AnnotationChange(database, "clear annotations").clear(2, load_own_game(database, 2)->game);
  CHECK(*database.load_game(2) == own);
  CHECK_FALSE(load_annotation(database, 2));
  CHECK(games_with(database, "Mistake") == 0);
  CHECK(database.verify().problems.empty());

  CHECK(undo(database)->what == "clear annotations");
  CHECK(database.load_game(2)->moves == again);
  CHECK(load_annotation(database, 2)->limits.starts_with("Mistake"));
  CHECK(load_own_game(database, 2)->game == own);
  CHECK(games_with(database, "Mistake") == 1);
  CHECK(undo(database)->what == "annotate");
  CHECK(database.load_game(2)->moves == once);
  CHECK(load_annotation(database, 2)->limits.starts_with("Blunder"));
  REQUIRE(undo(database));
  CHECK(*database.load_game(2) == own);
  CHECK_FALSE(load_annotation(database, 2));
  CHECK_FALSE(undo(database));
  CHECK(database.verify().problems.empty());
}

TEST_CASE("taking back a change of tags leaves notes and annotations as they are") {
  TempFolder folder;
  Database database = with_games(folder, "a.db");
  store_annotation(database, 2, sample_judgement());
  REQUIRE(set_tags(database, {2}, {{"Event", "Open"}}).games == 1);
  SECTION("annotated before the change") {
    REQUIRE(undo(database));
    CHECK(load_annotation(database, 2) == sample_judgement());
  }
  SECTION("annotated again after the change") {
    MoveTree tree = database.load_game(2)->moves;
    tree.edit_note(root_node).comment = "judged";
    database.replace_notes(2, tree);
    store_annotation(database, 2, sample_judgement());
    REQUIRE(undo(database));
    REQUIRE(database.load_game(2)->moves.note(root_node));
    CHECK(database.load_game(2)->moves.note(root_node)->comment == "judged");
    CHECK(load_annotation(database, 2) == sample_judgement());
  }
  CHECK(database.load_game(2)->tag(tags::event) != "Open");
  CHECK(database.verify().problems.empty());
}

TEST_CASE("merging takes annotations along") {
  TempFolder folder;
  Database from = with_games(folder, "from.db");
  store_annotation(from, 2, sample_judgement());
  Database to(folder / "to.db", OpenMode::create);
  merge(to, from);
  CHECK(load_annotation(to, 2) == sample_judgement());
  StoredAnnotation other = sample_judgement();
  other.engine = "another";
  store_annotation(to, 2, other);
  merge(to, from);
  CHECK(load_annotation(to, 2) == other);
  CHECK(to.verify().problems.empty());
}

TEST_CASE("merging does not take what an engine wrote for a game's own notes") {
  TempFolder folder;
  const Game game = game_of(Variant::shogi, "7g7f 3c3d 2g2f");
  Game noted = game;
  noted.moves.edit_note(1).comment = "its own";
  Database from(folder / "from.db", OpenMode::create);
  import_all(from, {game});
  MoveTree judged = game.moves;
  judged.edit_note(2).comment = "the engine's";
  {
    AnnotationChange change(from, "annotate");
    change.store(1, game, judged, sample_judgement());
  }
  SECTION("the game is new") {
    Database to(folder / "to.db", OpenMode::create);
    merge(to, from);
    CHECK(to.load_game(1)->moves == judged);
    CHECK(load_own_game(to, 1)->game.moves == game.moves);
    CHECK(to.verify().problems.empty());
  }
  SECTION("the game is there with notes of its own") {
    Database to(folder / "to.db", OpenMode::create);
    import_all(to, {noted});
    merge(to, from);
    CHECK(to.load_game(1)->moves == noted.moves);
    CHECK(load_own_game(to, 1)->game.moves == noted.moves);
    CHECK(to.verify().problems.empty());
  }
}

TEST_CASE("verify names judgements that do not fit their games") {
  TempFolder folder;
  Database database = with_games(folder, "a.db");
  store_annotation(database, 2, sample_judgement());
  connection_of(database).execute("UPDATE judgements SET color = 1 WHERE ply = 0");
  CHECK_THAT(database.verify().problems.at(0), Contains("game 2") && Contains("ply 0"));
  connection_of(database).execute("UPDATE judgements SET color = 0, ply = 3 WHERE ply = 0");
  CHECK_THAT(database.verify().problems.at(0), Contains("ply 3"));
}

TEST_CASE("verify names numbers and moves of annotations that cannot be") {
  const auto [change, place] = GENERATE(table<const char*, const char*>({
      {"UPDATE annotated_players SET accuracy = 99999999 WHERE color = 1", "number out of range"},
      {"UPDATE annotated_players SET end_accuracy = -1 WHERE color = 0", "number out of range"},
      {"UPDATE annotated_players SET moves = 4 WHERE color = 0", "number out of range"},
      {"UPDATE annotated_players SET mean_loss = 10001 WHERE color = 0", "number out of range"},
      {"UPDATE annotations SET book_plies = 4", "number out of range"},
      {"UPDATE annotations SET coefficient = 0", "number out of range"},
      {"DELETE FROM annotated_players WHERE color = 1", "lacks the numbers of a player"},
      {"UPDATE judgements SET loss = -5 WHERE ply = 0", "ply 0 has a number out of range"},
      {"UPDATE judgements SET after = 10001 WHERE ply = 0", "ply 0 has a number out of range"},
      {"UPDATE judgements SET mate = -1 WHERE kind = 5", "ply 1 has a number out of range"},
      {"UPDATE judgements SET move = '9z9z' WHERE ply = 0", "ply 0 is of another move"},
      {"UPDATE judgements SET move = '2g2f' WHERE ply = 0", "ply 0 is of another move"},
      {"UPDATE judgements SET better = 'zz' WHERE ply = 0", "better move at ply 0 is none"},
  }));
  INFO(change);
  TempFolder folder;
  Database database = with_games(folder, "a.db");
  store_annotation(database, 2, sample_judgement());
  REQUIRE(database.verify().problems.empty());
  connection_of(database).execute(change);
  const VerifyReport report = database.verify();
  REQUIRE(report.problems.size() == 1);
  CHECK_THAT(report.problems.front(), Contains("game 2: ") && Contains(place));
}

TEST_CASE("SQL can ask for judgements and for players in numbers") {
  TempFolder folder;
  Database database = with_games(folder, "a.db");
  store_annotation(database, 2, sample_judgement());
  const auto rows = [&](const std::string& sql) { return ask(folder / "a.db", sql).text(); };
  CHECK(rows("SELECT concat_row FROM (SELECT game || ' ' || ply || ' ' || side || ' ' || player || "
             "' ' || judgement || ' ' || loss || ' ' || before || ' ' || move AS concat_row FROM "
             "judgements_view)") ==
        "2 0 black Ann blunder 21.0 50.0 7g7f;2 1 white Bob allowed-mate 6.0 9.0 3c3d;"
        "2 1 black Ann lost-win 0.0 95.0 3c3d;");
  CHECK(rows("SELECT player || ' ' || moves || ' ' || accuracy || ' ' || blunders || ' ' || "
             "allowed_mates || ' ' || lost_wins FROM annotations_view") ==
        "Ann 2 81.23 1 0 1;Bob 1 100.0 0 1 0;");
  CHECK(rows("SELECT name FROM judgement_kinds ORDER BY id") ==
        "inaccuracy;mistake;blunder;missed-mate;allowed-mate;only-move;brilliant;turned;lost-win;");
}
