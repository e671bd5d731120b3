// What the journal lost, or what somebody changed in it, is never taken back in silence.
#include <fmt/format.h>

#include "db/change/annotations.h"
#include "db/change/change.h"
#include "db/change/renaming.h"
#include "db/change/tree_edits.h"
#include "db/explore/explorer.h"
#include "db/reports/judgements.h"
#include "db/store/shared/journal_content.h"
#include "rules/sfen.h"
#include "tests/db/tools/back_ends.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

#ifdef YARI_TEST_POSTGRES
/// Runs a statement in whatever schemas have its tables; "@." stands for one.
void spoil_journal(Database& database, const std::string& sql) {
  pg::Shards& shards = dynamic_cast<pg::PostgresStore&>(store_of(database)).shards();
  const bool of_entry = sql.find("@.journal ") != sql.npos;
  if (of_entry)
    shards.home().statement(sql).run({});
  else
    pg::Fan(shards, sql).run({});
  for (const auto& connection : shards.connections()) connection->sync();
}
#define FOR_EACH_SQL_BACK_END(name) TEMPLATE_TEST_CASE(name, "[store]", InPostgres, InCluster)
#else
void spoil_journal(Database& database, const std::string& sql) {
  std::string text = sql;
  for (std::size_t at = text.find("@."); at != text.npos; at = text.find("@.")) text.erase(at, 2);
  connection_of(database).execute(text);
}
#define FOR_EACH_SQL_BACK_END(name) TEMPLATE_TEST_CASE(name, "[store]", InSqlite)
#endif

StoredAnnotation blunder_in(const Game& game) {
  StoredAnnotation a;
  a.engine = "builtin";
  a.limits = "nodes=1000";
  a.coefficient = 2500;
  a.judgements = {{0,
                   JudgedKind::blunder,
                   Color::black,
                   2100,
                   5000,
                   2900,
                   {},
                   game.moves.main_moves().front(),
                   Move::none()}};
  return a;
}

void annotate_once(Database& database, GameId id) {
  const Game game = *database.load_game(id);
  Game annotated = game;
  annotated.moves.edit_note(root_node).comment = "by an engine";
  AnnotationChange(database, "annotate 1 game").store(id, game, annotated.moves, blunder_in(game));
}

/// Games with their comments and judgements.
std::string whole_content(Database& database) {
  std::string text = content_of(database);
  for (const GameId id : database.ids({})) {
    text += searched_text(*database.load_game(id));
    if (const auto annotation = load_annotation(database, id))
      text += fmt::format("{} {}", annotation->engine, annotation->judgements.size());
  }
  return text;
}

std::string refusal_of_undo(Database& database) {
  try {
    undo(database);
    return "taken back";
  } catch (const DamagedFile& error) {
    return error.what();
  }
}

/// Undo refuses and changes nothing, and verify says what is wrong.
void check_undo_refused(Database& database, const std::string& sql) {
  INFO(sql);
  const std::size_t changes = journal(database).size();
  spoil_journal(database, sql);
  const std::string before = whole_content(database);
  CHECK_THAT(refusal_of_undo(database), Contains("cannot be taken back"));
  CHECK(whole_content(database) == before);
  CHECK(journal(database).size() == changes);
  const std::vector<std::string> problems = database.verify().problems;
  CHECK(std::ranges::any_of(problems,
                            [](const std::string& p) { return p.starts_with("journal: entry"); }));
}

}  // namespace

FOR_EACH_SQL_BACK_END("a deletion of which the journal lost or changed anything is not undone") {
  SKIP_WITHOUT_SERVER;
  for (const char* const sql :
       {"DELETE FROM @.journal_games", "DELETE FROM @.journal_games WHERE id = 2",
        "UPDATE @.journal_games SET moves = substr(moves, 1, 1) WHERE length(moves) > 1",
        "UPDATE @.journal_games SET plies = plies + 1 WHERE id = 3",
        "UPDATE @.journal_games SET black = NULL, white = NULL",
        "UPDATE @.journal_games SET id = 99 WHERE id = 2",
        "UPDATE @.journal_games SET entry = 1 WHERE id = 3",
        "UPDATE @.journal_games SET other_record = 1 WHERE id = 2",
        "UPDATE @.journal SET games = games + 1"}) {
    TestType back_end;
    Database database(back_end.open());
    import_all(database, mixed_games(8));
    set_tags(database, {1}, {{"Event", "A cup"}});
    REQUIRE(delete_games(database, {2, 3, 4}) == 3);
    check_undo_refused(database, sql);
    database.compact();
    CHECK(database.verify().problems == std::vector<std::string>{});
  }
}

FOR_EACH_SQL_BACK_END("an annotation of which the journal lost or changed anything is not undone") {
  SKIP_WITHOUT_SERVER;
  for (const char* const sql :
       {"DELETE FROM @.journal_games", "DELETE FROM @.journal_annotations",
        "DELETE FROM @.journal_judgements", "UPDATE @.journal_judgements SET loss = 1",
        "UPDATE @.journal_annotations SET engine = 'other'",
        "UPDATE @.journal_annotations SET own_notes = NULL",
        "UPDATE @.journal_games SET notes = NULL"}) {
    TestType back_end;
    Database database(back_end.open());
    std::vector<Game> games = mixed_games(12);
    std::erase_if(games, [](const Game& game) { return game.moves.main_moves().empty(); });
    import_all(database, games);
    annotate_once(database, 2);
    annotate_once(database, 2);
    check_undo_refused(database, sql);
  }
}

FOR_EACH_SQL_BACK_END("every kind of change is undone, and the undoing leaves no entry") {
  SKIP_WITHOUT_SERVER;
  TestType back_end;
  Database database(back_end.open());
  std::vector<Game> games = mixed_games(12);
  std::erase_if(games, [](const Game& game) { return game.moves.main_moves().empty(); });
  import_all(database, games);
  std::vector<std::string> states{whole_content(database)};
  const auto changed = [&] {
    CHECK(whole_content(database) != states.back());
    CHECK(database.verify().problems == std::vector<std::string>{});
    states.push_back(whole_content(database));
  };
  set_tags(database, {1, 2}, {{"Event", "A cup"}});
  changed();
  rename(database, {{NameKind::event, "A cup", "The cup"}});
  changed();
  annotate_once(database, 2);
  changed();
  annotate_once(database, 3);
  changed();
  delete_games(database, {2, 3});
  changed();
  edit_games(database, "other moves", {1}, [&](GameId, Game& game) {
    game.moves = MoveTree();
    return true;
  });
  changed();
  REQUIRE(journal(database).size() == 6);
  for (int step = 0; step < 6; ++step) {
    states.pop_back();
    REQUIRE(undo(database));
    CHECK(whole_content(database) == states.back());
    CHECK(database.verify().problems == std::vector<std::string>{});
  }
  CHECK_FALSE(undo(database));
}

#ifndef YARI_TEST_POSTGRES
TEST_CASE("a sum of the journal counts in its bits alone, as SQL leaves it after an addition") {
  const store::JournalContent found{2, 5};
  constexpr std::int64_t beyond = store::JournalContent::mask + 1;
  CHECK_FALSE(store::fault_of(found, store::JournalContent{2, beyond + 5}));
  CHECK_THAT(store::fault_of(found, store::JournalContent{2, beyond + 6}).value_or(""),
             Contains("as they were kept"));
}
#endif

FOR_EACH_SQL_BACK_END("a change that kept no game is undone like any other") {
  SKIP_WITHOUT_SERVER;
  for (const store::JournalKind kind :
       {store::JournalKind::games, store::JournalKind::annotations}) {
    TestType back_end;
    Database database(back_end.open());
    import_all(database, mixed_games(4));
    {
      const auto batch = store_of(database).batch();
      batch->journal().begin("nothing was kept", kind);
      batch->commit();
    }
    CHECK(database.verify().problems == std::vector<std::string>{});
    CHECK(undo(database));
    CHECK(journal(database).empty());
  }
}

FOR_EACH_SQL_BACK_END("games are added one by one without end, and many at once") {
  SKIP_WITHOUT_SERVER;
  TestType back_end;
  Database database(back_end.open());
  const Game game = game_of(Variant::yari, "7g7f 3c3d");
  for (int i = 0; i < 40; ++i) add_game(database, "begin a game", game);
  const std::vector<Game> many(50, game);
  CHECK(add_games(database, "many", many).size() == many.size());
  // What one change adds takes many runs where little memory is set aside.
  DatabaseParts::of(database).reindex_postings = 3;
  CHECK(add_games(database, "many", many).size() == many.size());
  CHECK(database.verify().problems == std::vector<std::string>{});
  int found = 0;
  database.find_position(*database.position(1, 2), {}, [&](const Hit&) { return ++found, true; });
  CHECK(found == 140);
  CHECK(explore(database, *database.position(1, 0)).all.games == 140);
  for (int i = 0; i < 42; ++i) REQUIRE(undo(database));
  CHECK(database.count({}) == 0);
  CHECK(database.verify().problems == std::vector<std::string>{});
}

FOR_EACH_SQL_BACK_END("a game that was added is taken back, with what was done to it since") {
  SKIP_WITHOUT_SERVER;
  TestType back_end;
  Database database(back_end.open());
  import_all(database, mixed_games(8));
  const std::string before = whole_content(database);
  Game game = game_of(Variant::yari, "7g7f 3c3d");
  game.set_tag(tags::black, "Aoki");
  const GameId id = add_game(database, "begin a game", game);
  CHECK(*database.load_game(id) == game);
  CHECK(journal(database).front().what == "begin a game");
  CHECK(journal(database).front().games == 1);
  // The same again is another game.
  CHECK(add_game(database, "begin a game", game) == id + 1);
  CHECK(add_game(database, "begin a game", new_game(Variant::shogi)) == id + 2);
  TreeEdit edit{.kind = TreeEdit::Kind::add,
                .moves = game_of(Variant::yari, "7g7f 3c3d 2g2f").moves.main_moves()};
  edit.comment = "a quiet move";
  edit.spent_ms = 90'000;
  edit.outcome = yari::Outcome{GameResult::draw, Ending::draw_agreed};
  REQUIRE(edit_tree(database, id, "game 9: 2g2f", edit).changed);
  const Game longer = *database.load_game(id);
  CHECK(longer.moves.main_plies() == 3);
  CHECK(longer.result == GameResult::draw);
  CHECK(longer.ending == Ending::draw_agreed);
  CHECK(longer.moves.note(3)->comment == "a quiet move");
  CHECK(longer.moves.note(3)->spent_ms == 90'000u);
  int found = 0;
  database.find_position(*database.position(id, 3), {}, [&](const Hit& hit) {
    CHECK(hit.game == id);
    return ++found, true;
  });
  CHECK(found == 1);
  CHECK(database.verify().problems == std::vector<std::string>{});
  REQUIRE(undo(database));
  CHECK(*database.load_game(id) == game);
  for (int i = 0; i < 3; ++i) REQUIRE(undo(database));
  CHECK(whole_content(database) == before);
  CHECK(database.verify().problems == std::vector<std::string>{});
  CHECK(journal(database).empty());
}

FOR_EACH_SQL_BACK_END("a change that an earlier version kept is undone as before") {
  SKIP_WITHOUT_SERVER;
  TestType back_end;
  Database database(back_end.open());
  import_all(database, mixed_games(8));
  const std::string before = whole_content(database);
  delete_games(database, {2, 3});
  spoil_journal(database, "UPDATE @.journal SET games = NULL");
  CHECK(database.verify().problems == std::vector<std::string>{});
  REQUIRE(undo(database));
  CHECK(whole_content(database) == before);
  delete_games(database, {2});
  spoil_journal(database, "UPDATE @.journal SET games = NULL");
  check_undo_refused(database, "DELETE FROM @.journal_games");
}

}  // namespace yari::test
