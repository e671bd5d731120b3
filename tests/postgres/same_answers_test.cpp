// The commands, asked of a SQLite file, of a database in PostgreSQL and of a cluster with the same
// games: the answers are the same, byte for byte.
#include <fmt/ranges.h>

#include "db/change/upkeep.h"
#include "db/import/importer.h"
#include "tests/cli/program.h"
#include "tests/db/tools/support.h"
#include "tests/postgres/back_ends.h"
#include "tests/support/catch.h"
#include "tests/support/effort.h"

namespace yari::test {

namespace {

/// `usual`, or as many as YARI_SAME_GAMES in the environment says: 20000 in the long form.
int game_count(int usual) { return number_from("YARI_SAME_GAMES", usual); }

/// Games of both variants whose first moves are often the same.
std::vector<Game> games_with_common_openings(int count) {
  Rng rng(11);
  std::vector<Game> games;
  for (int i = 0; i < count; ++i) {
    const Variant v = i % 2 == 0 ? Variant::shogi : Variant::yari;
    Game game =
        random_record(v, rng, i % 50 == 0 ? 0 : 30 + static_cast<int>(rng() % 60), i % 3 == 0);
    games.push_back(std::move(game));
    // The same game once more, with other players or without: duplicates are found.
    if (i % 20 == 7) games.push_back(games.back());
    if (i % 20 == 9) {
      games.push_back(games.back());
      games.back().set_tag("Black", "Somebody Else");
    }
  }
  return games;
}

/// What the command prints and returns; numbers that measure the store itself are left out.
std::string answer(std::vector<std::string> words, const std::string& place) {
  words.insert(words.end(), {"--db", place});
  const Outcome outcome = yari(words);
  std::string text = std::to_string(outcome.code) + '\n' + outcome.out + outcome.err;
  for (std::size_t at; (at = text.find(place)) != std::string::npos;)
    text.replace(at, place.size(), "DB");
  return text;
}

/// The lines of `stats --json` but for the sizes and the runs of the index.
std::string without_sizes(const std::string& text) {
  const std::size_t begin = text.find('{');
  if (begin == std::string::npos) return text;
  nlohmann::json object = nlohmann::json::parse(text.substr(begin));
  for (const char* key : {"index_bytes", "index_runs", "file_bytes"}) object.erase(key);
  return object.dump();
}

}  // namespace

TEST_CASE("a file, a server and a cluster give the same answers", "[same]") {
  if (shared_postgres() == nullptr) return;
  const TempFolder folder;
  const std::string file = folder / "games.ydb";
  const std::string single = shared_postgres()->new_database();
  const std::string cluster = shared_postgres()->new_database();
  pg::create_cluster(
      {cluster, shared_postgres()->new_database(), shared_postgres()->new_database()});
  const std::vector<Game> games = games_with_common_openings(game_count(300));
  for (const std::string& place : {file, single, cluster}) {
    Database database(place, OpenMode::create);
    import_all(database, games, {.postings_per_batch = 8000});
    set_tags(database, {3, 4, 5}, {{"Event", "Another Event"}});
    delete_games(database, {10, 11});
    delete_games(database, {12});
    undo(database);
  }
  const auto all_agree = [&](const std::vector<std::string>& words) {
    INFO(fmt::format("yari {}", fmt::join(words, " ")));
    const std::string expected = answer(words, file);
    CHECK(expected.size() > 3);
    CHECK(answer(words, single) == expected);
    CHECK(answer(words, cluster) == expected);
  };
  for (const char* sort : {"id", "date", "plies", "black", "white", "event"}) {
    all_agree({"list", "--json", "--sort", sort});
    all_agree({"list", "--json", "--sort", sort, "--reverse", "--limit", "7", "--offset", "3"});
  }
  all_agree({"list", "--player", "habu", "--json"});
  all_agree({"list", "--player", "habu", "--opponent", "muller", "--json"});
  all_agree({"list", "--date", "1990..1999", "--count", "--json"});
  all_agree({"list", "--text", "good", "--json"});
  all_agree({"list", "--text", "歩を", "--json"});
  all_agree({"list", "--variant", "shogi", "--result", "draw", "--json"});
  all_agree({"find", "--variant", "shogi", "--query", "check and plies > 40", "--json"});
  all_agree({"find", "--variant", "yari", "--query", "black = habu", "--all-hits", "--json",
             "--limit", "200"});
  all_agree({"tree", "--variant", "shogi", "--json"});
  all_agree({"tree", "--variant", "yari", "--json", "--player", "freeling"});
  all_agree({"export", "--to", "jkf"});
  all_agree({"profile", "--json", "habu"});
  all_agree({"players", "--json"});
  all_agree({"duplicates", "--json"});
  all_agree({"show", "3", "--json"});
  all_agree({"db", "verify", "--json"});
  const std::string expected = without_sizes(answer({"stats", "--json"}, file));
  CHECK(without_sizes(answer({"stats", "--json"}, single)) == expected);
  CHECK(without_sizes(answer({"stats", "--json"}, cluster)) == expected);
  for (const std::string& place : {file, single, cluster})
    CHECK(yari({"undo", "--db", place}).code == 0);
  all_agree({"list", "--json"});
}

TEST_CASE("words of any length and with any sign are found in a file and on a server", "[same]") {
  if (shared_postgres() == nullptr) return;
  const TempFolder folder;
  const std::string file = folder / "games.ydb";
  const std::string server = shared_postgres()->new_database();
  std::string kanji, latin;
  for (int i = 0; i < 1000; ++i) kanji += "\u6b69", latin += "abc";
  // More words than the index of a server can keep.
  std::string many;
  for (int i = 100'000; i < 250'000; ++i) many += fmt::format("word{} ", i);
  Rng rng(4);
  std::vector<Game> games;
  for (const std::string& comment : {std::string("O'Brien's move"), std::string("back\\slash"),
                                     kanji, latin, "x" + kanji, many}) {
    Game game = random_record(Variant::shogi, rng, 10, false);
    game.moves.edit_note(root_node).comment = comment;
    games.push_back(std::move(game));
  }
  for (const std::string& place : {file, server}) {
    Database database(place, OpenMode::create);
    import_all(database, games);
    CHECK(database.verify().problems == std::vector<std::string>());
    const auto found = [&](const std::string& text) {
      GameFilter filter;
      filter.text = text;
      return database.ids(filter);
    };
    CHECK(found("o'brien") == std::vector<GameId>{1});
    CHECK(found("back\\slash") == std::vector<GameId>{2});
    CHECK(found("abcabc") == std::vector<GameId>{4});
    CHECK(found("x\u6b69\u6b69") == std::vector<GameId>{5});
    CHECK(found(kanji.substr(0, 300)) == std::vector<GameId>{3, 5});
    CHECK(found(kanji) == std::vector<GameId>{3, 5});
    CHECK(found(latin) == std::vector<GameId>{4});
    CHECK(found("word100001") == std::vector<GameId>{6});
    CHECK(found("word249999 word100001") == std::vector<GameId>{6});
    CHECK(found("word24999") == std::vector<GameId>{6});
    CHECK(found("word250000").empty());
    CHECK(found("word249999 word250000").empty());
    CHECK(found("' \\ &").empty());
  }
}

TEST_CASE("games go from a file to a cluster and back, and none is lost", "[same]") {
  if (shared_postgres() == nullptr) return;
  const TempFolder folder;
  const std::string file = folder / "games.ydb", again = folder / "again.ydb";
  const std::string cluster = shared_postgres()->new_database();
  pg::create_cluster({cluster, shared_postgres()->new_database()});
  const std::vector<Game> games = games_with_common_openings(100);
  {
    Database database(file, OpenMode::create);
    import_all(database, games);
  }
  Database there(cluster, OpenMode::read_write);
  Database from(file, OpenMode::read_only);
  // Interrupted after some games, and run again.
  int left = 30;
  merge(there, from, [&] { return left-- > 0; });
  const std::int64_t some = there.count();
  CHECK(some > 0);
  CHECK(some < from.count());
  const MergeResult rest = merge(there, from);
  CHECK(rest.imported + some == from.count());
  Database back(again, OpenMode::create);
  merge(back, there);
  CHECK(content_of(back) == content_of(from));
}

}  // namespace yari::test
