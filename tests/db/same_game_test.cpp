// No real game is lost as a duplicate of another, and no game is stored twice.
#include <fstream>

#include "db/change/upkeep.h"
#include "db/database_impl.h"
#include "db/import/united_game.h"
#include "db/reports/judgements.h"
#include "record/tree_edit.h"
#include "tests/db/tools/support.h"
#include "tests/support/catch.h"
#include "tests/support/cpu_time.h"

namespace yari::test {

namespace {

constexpr const char* short_line = "7g7f 3c3d 2g2f";

Game short_game(const std::vector<Tag>& tags, GameResult result = GameResult::unknown) {
  Game game = game_of(Variant::shogi, short_line);
  game.tags = tags;
  game.result = result;
  return game;
}

/// A database of these games, in this order.
struct Stored {
  TempFolder folder;
  Database database{folder / "a.db", OpenMode::create};
  std::vector<AddResult> results;

  explicit Stored(const std::vector<Game>& games) { results = import_all(database, games); }
  std::int64_t count() { return database.count(); }
  std::string tag(GameId id, const char* name) {
    return std::string(database.load_game(id)->tag(name));
  }
};

std::vector<Game> players(int from, int to) {
  std::vector<Game> games;
  for (int i = from; i < to; ++i)
    games.push_back(short_game({{"Black", "B" + std::to_string(i)}, {"White", "W"}}));
  return games;
}

}  // namespace

TEST_CASE("the same moves with another player, date or result are another game") {
  const Game first =
      short_game({{"Black", "A"}, {"White", "B"}, {"Date", "1995.08.23"}}, GameResult::black_wins);
  for (const auto& [what, tags, result] :
       {std::tuple("Black", std::vector<Tag>{{"Black", "C"}}, GameResult::unknown),
        std::tuple("White", std::vector<Tag>{{"White", "C"}}, GameResult::unknown),
        std::tuple("day", std::vector<Tag>{{"Date", "1995.08.24"}}, GameResult::unknown),
        std::tuple("month", std::vector<Tag>{{"Date", "1995.07"}}, GameResult::unknown),
        std::tuple("year", std::vector<Tag>{{"Date", "1996"}}, GameResult::unknown),
        std::tuple("result", std::vector<Tag>{}, GameResult::draw)}) {
    INFO(what);
    Stored games({first, short_game(tags, result), first, short_game(tags, result)});
    CHECK(games.count() == 2);
    CHECK(games.results[0].same_moves == 0);
    CHECK(games.results[1].added == Added::imported);
    CHECK(games.results[1].same_moves == 1);
    CHECK(games.results[2].game == 1);
    CHECK(games.results[3].game == 2);
    std::vector<Twins> twins;
    find_twins(games.database, [&](const Twins& t) {
      twins.push_back(t);
      return true;
    });
    CHECK(twins == std::vector<Twins>{{Twins::Kind::same, 1, 2}});
  }
}

TEST_CASE("an unknown player, date or result contradicts nothing") {
  const Game first =
      short_game({{"Black", "A"}, {"White", "B"}, {"Date", "1995.08.23"}}, GameResult::black_wins);
  for (const std::vector<Tag>& tags :
       {std::vector<Tag>{}, std::vector<Tag>{{"Black", "?"}, {"White", " "}, {"Date", "?"}},
        std::vector<Tag>{{"Date", "1995.08.??"}}, std::vector<Tag>{{"Date", "1995"}}}) {
    Stored games({first, short_game(tags)});
    CHECK(games.count() == 1);
    CHECK(games.results[1].added == Added::duplicate);
    CHECK(*games.database.load_game(1) == first);
  }
}

TEST_CASE("a stored game takes over the players, the date and the result that it lacks") {
  const Game known =
      short_game({{"Black", "A"}, {"White", "B"}, {"Date", "1995.08.23"}}, GameResult::black_wins);
  Stored games({short_game({{"Event", "Cup"}, {"Black", "?"}, {"Date", "1995"}}), known, known});
  CHECK(games.count() == 1);
  CHECK(games.results[1].added == Added::duplicate_with_more);
  CHECK(games.results[2].added == Added::duplicate);
  CHECK(games.database.load_game(1)->result == GameResult::black_wins);
  CHECK(games.tag(1, "Black") == "A");
  CHECK(games.tag(1, "White") == "B");
  CHECK(games.tag(1, "Date") == "1995.08.23");
  CHECK(games.tag(1, "Event") == "Cup");
  CHECK(games.database.verify().ok());
}

namespace {

/// Two records of one game, each of which knows what the other does not, and some of it otherwise.
std::vector<Game> two_records() {
  Game one = short_game({{"Black", "Aoki"},
                         {"White", "Baba"},
                         {"Event", "Spring cup"},
                         {"Date", "2019.04"},
                         {"Round", "?"},
                         {"Opening", "Static rook"}},
                        GameResult::black_wins);
  one.moves.edit_note(1).comment = "first";
  one.moves.edit_note(1).spent_ms = 3000;
  one.moves.edit_note(2).evaluations.emplace_back().score = 30;
  add_line(one.moves, game_of(Variant::shogi, "7g7f 8c8d").moves.main_moves());
  Game other = short_game({{"White", "baba"},
                           {"Black", "Aoki"},
                           {"Date", "2019.04.01"},
                           {"Round", "3"},
                           {"Site", "Tendo"},
                           {"BlackRating", "1800"},
                           {"Opening", "Ranging rook"}});
  other.moves.edit_note(1).comment = "second";
  other.moves.edit_note(1).spent_ms = 4000;
  other.moves.edit_note(3).left_ms = 9000;
  return {one, other};
}

}  // namespace

TEST_CASE("two records of a game become one that knows all of both, in either order") {
  const std::vector<Game> records = two_records();
  Stored one({records[0], records[1]}), other({records[1], records[0]});
  CHECK(one.count() == 1);
  CHECK(other.count() == 1);
  const Game game = *one.database.load_game(1);
  CHECK(game == *other.database.load_game(1));
  for (const auto& [name, value] :
       {std::pair("Event", "Spring cup"), std::pair("Date", "2019.04.01"), std::pair("Round", "3"),
        std::pair("Site", "Tendo"), std::pair("BlackRating", "1800"),
        std::pair("Opening", "Ranging rook")})
    CHECK(game.tag(name) == value);
  CHECK(game.tags.size() == 8);
  CHECK(game.result == GameResult::black_wins);
  CHECK(game.moves.note(1)->comment.find("first") != std::string::npos);
  CHECK(game.moves.note(1)->comment.find("second") != std::string::npos);
  CHECK(game.moves.note(2)->evaluations.size() == 1);
  CHECK(game.moves.note(3)->left_ms == 9000);
  const std::vector<Clash> clashes{{Clash::Kind::tag, "Opening", "Ranging rook", "Static rook"},
                                   {Clash::Kind::clock}};
  CHECK(one.results[1].clashes == clashes);
  CHECK(other.results[1].clashes == clashes);
  // Both records are known by now.
  for (const AddResult& again : import_all(one.database, records))
    CHECK(again.added == Added::duplicate);
  CHECK(one.database.verify().ok());
}

TEST_CASE("a value that was stored before an import stays, and the other one is reported") {
  const std::vector<Game> records = two_records();
  Stored games({records[0]});
  const AddResult added = import_all(games.database, {records[1]}).front();
  CHECK(added.added == Added::duplicate_with_more);
  CHECK(games.tag(1, "Opening") == "Static rook");
  CHECK(games.tag(1, "White") == "Baba");
  CHECK(games.tag(1, "Date") == "2019.04.01");
  CHECK(games.tag(1, "Site") == "Tendo");
  CHECK(games.database.load_game(1)->moves.note(1)->spent_ms == 3000);
  CHECK(added.clashes ==
        std::vector<Clash>{{Clash::Kind::tag, "Opening", "Static rook", "Ranging rook"},
                           {Clash::Kind::clock}});
}

TEST_CASE("an ending belongs to the result that it came with") {
  Game won = short_game({}, GameResult::black_wins), broken_off = short_game({});
  won.ending = Ending::resignation;
  broken_off.ending = Ending::abandoned;
  for (const auto& order : {std::vector{won, broken_off}, std::vector{broken_off, won}}) {
    Stored games(order);
    CHECK(games.count() == 1);
    CHECK(games.database.load_game(1)->result == GameResult::black_wins);
    CHECK(games.database.load_game(1)->ending == Ending::resignation);
  }
  Game open = broken_off;
  won.ending = Ending::unknown;
  open.ending = Ending::timeout;
  for (const auto& [game, ending] :
       {std::pair(broken_off, Ending::unknown), std::pair(open, Ending::timeout)})
    for (const auto& order : {std::vector{won, game}, std::vector{game, won}})
      CHECK(Stored(order).database.load_game(1)->ending == ending);
  won.ending = Ending::resignation;
  Game timed_out = won;
  timed_out.ending = Ending::timeout;
  for (const auto& order : {std::vector{won, timed_out}, std::vector{timed_out, won}}) {
    Stored games(order);
    CHECK(games.database.load_game(1)->ending == Ending::resignation);
    CHECK(games.results[1].clashes ==
          std::vector<Clash>{{Clash::Kind::ending, "", "resignation", "timeout"}});
  }
}

TEST_CASE("an annotated game does not take over notes, and says so") {
  Game one = short_game({}), other = short_game({{"Event", "Cup"}});
  one.moves.edit_note(1).comment = "its own";
  other.moves.edit_note(2).comment = "another";
  Stored games({one});
  StoredAnnotation annotation;
  annotation.engine = "e";
  store_annotation(games.database, 1, annotation);
  const AddResult added = import_all(games.database, {other}).front();
  CHECK(added.clashes == std::vector<Clash>{{Clash::Kind::notes}});
  CHECK(games.tag(1, "Event") == "Cup");
  CHECK(games.database.load_game(1)->moves == one.moves);
}

TEST_CASE("a game with other rules is another game") {
  Game standard = game_of(Variant::yari, "7g7f 3c3d"), svp = standard, longer = standard;
  svp.rules = RuleSet::svp;
  longer = game_of(Variant::yari, "7g7f 3c3d 6g6f");
  Stored games({standard, svp, longer, svp, standard});
  CHECK(games.count() == 3);
  CHECK(games.results[1].same_moves == 0);
  CHECK(games.results[3].game == 2);
  CHECK(games.results[4].game == 1);
  std::vector<Twins> twins;
  const auto keep = [&](const Twins& t) { return twins.push_back(t), true; };
  find_twins(games.database, keep);
  find_contained(games.database, 1, keep);
  const Twins beginning{Twins::Kind::contained, 1, 3};
  CHECK(twins == std::vector<Twins>{beginning, beginning});
}

TEST_CASE("a game without names does not take in two games with different names") {
  const Game nameless = short_game({});
  const Game one = short_game({{"Black", "A"}}), other = short_game({{"Black", "B"}});
  for (const auto& order :
       {std::vector<Game>{nameless, one, other}, std::vector<Game>{one, nameless, other},
        std::vector<Game>{one, other, nameless}}) {
    Stored games(order);
    CHECK(games.count() == 2);
    CHECK(games.tag(1, "Black") == "A");
    CHECK(games.tag(2, "Black") == "B");
  }
}

TEST_CASE("a duplicate goes to the game with which most of it agrees") {
  Stored games({short_game({{"Black", "A"}, {"White", "C"}}),
                short_game({{"Black", "A"}, {"White", "B"}, {"Date", "1995"}}),
                short_game({{"White", "B"}})});
  CHECK(games.count() == 2);
  CHECK(games.results[2].game == 2);
}

TEST_CASE("a game that damage cut is the same as none that was cut elsewhere or is whole") {
  const Game whole = short_game({{"Black", "A"}});
  Game cut = whole, cut_elsewhere = whole;
  cut.unread = "4. P-9z";
  cut_elsewhere.unread = "4. P-8z";
  for (const auto& order : {std::vector<Game>{whole, cut, cut_elsewhere},
                            std::vector<Game>{cut, cut_elsewhere, whole}}) {
    Stored games(order);
    CHECK(games.count() == 3);
    for (const AddResult& again : import_all(games.database, order))
      CHECK(again.added == Added::duplicate);
    CHECK(games.count() == 3);
  }
}

TEST_CASE("cut games without moves are told apart by the text that was not read") {
  std::vector<Game> games;
  for (int i = 0; i < 40; ++i) {
    games.push_back(new_game(Variant::shogi));
    games.back().set_tag("Black", "A");
    games.back().unread = "damage " + std::to_string(i);
  }
  Stored stored(games);
  CHECK(stored.count() == 40);
  import_all(stored.database, games);
  CHECK(stored.count() == 40);
}

TEST_CASE("one line of moves by many players keeps every player once") {
  Stored games(players(0, 200));
  CHECK(games.count() == 200);
  for (int session = 0; session < 2; ++session) {
    const auto again = import_all(games.database, players(0, 210));
    for (std::size_t i = 0; i < 200; ++i) {
      CHECK(again[i].added == Added::duplicate);
      CHECK(again[i].game == static_cast<GameId>(i) + 1);
    }
    CHECK(games.count() == 210);
  }
  // Dates come to some of them, among many.
  std::vector<Game> dated = players(0, 200);
  for (Game& game : dated) game.set_tag("Date", "1995.08.23");
  std::vector<Game> others = players(0, 200);
  for (Game& game : others) game.set_tag("Date", "1995.08.24");
  dated.insert(dated.end(), others.begin(), others.end());
  const auto results = import_all(games.database, dated);
  for (std::size_t i = 0; i < 200; ++i) {
    CHECK(results[i].added == Added::duplicate_with_more);
    CHECK(results[i].game == static_cast<GameId>(i) + 1);
    CHECK(results[200 + i].added == Added::imported);
  }
  CHECK(games.tag(1, "Date") == "1995.08.23");
  CHECK(games.database.verify().ok());
}

TEST_CASE("many games with the same moves take time by their number, not by its square") {
  const auto seconds = [](int games) {
    // Of this process: others may be busy.
    const double begun = cpu_seconds();
    CHECK(Stored(players(0, games)).count() == games);
    return cpu_seconds() - begun;
  };
  seconds(100);
  // Sixteen times the games take 256 times as long where every game is compared with every other.
  const double few = seconds(1'000), many = seconds(16'000);
  INFO(few << " s, " << many << " s");
  CHECK(many < 100 * few);
}

TEST_CASE("a game that another process added is a duplicate, and one it deleted is not") {
  TempFolder folder;
  Database mine(folder / "a.db", OpenMode::create);
  Database theirs(folder / "a.db", OpenMode::read_write);
  Importer importer(mine);
  for (const Game& game : players(0, 50)) importer.add(game);
  importer.commit();
  import_all(theirs, players(50, 60));
  delete_games(theirs, {1});
  for (const Game& game : players(1, 60)) CHECK(importer.add(game).added == Added::duplicate);
  CHECK(importer.add(players(0, 1).front()).added == Added::imported);
  importer.finish();
  CHECK(mine.count() == 60);
  delete_games(mine, {2});
  CHECK(importer.add(players(1, 2).front()).added == Added::imported);
}

TEST_CASE("undo brings back a game that knows a tag which the same game lacks") {
  Stored games({short_game({{"Black", "A"}, {"Event", "Cup"}})});
  delete_games(games.database, {1});
  import_all(games.database, {short_game({{"Black", "A"}})});
  undo(games.database);
  CHECK(games.count() == 2);
  CHECK(games.tag(1, "Event") == "Cup");
}

TEST_CASE("undo brings back a game beside another one with the same moves") {
  Stored games({short_game({{"Black", "A"}})});
  delete_games(games.database, {1});
  import_all(games.database, {short_game({{"Black", "B"}})});
  undo(games.database);
  CHECK(games.count() == 2);
}

TEST_CASE("a tag called notes contradicts as other tags do") {
  Stored games({short_game({{"notes", "one"}})});
  const AddResult added = import_all(games.database, {short_game({{"notes", "two"}})}).front();
  CHECK(added.clashes == std::vector<Clash>{{Clash::Kind::tag, "notes", "one", "two"}});
}

TEST_CASE("a game whose tags do not fit together may know more, and ends no search") {
  Stored games({short_game({{"Event", "Cup"}})});
  const auto snapshot = store_of(games.database).snapshot();
  store::StoredGame stored = *snapshot->games().game(1);
  const PreparedGame same = prepare(short_game({{"Event", "Cup"}}));
  CHECK_FALSE(has_more_in_header(stored, same));
  stored.layout_missing = true;
  CHECK(has_more_in_header(stored, same));
}

}  // namespace yari::test
