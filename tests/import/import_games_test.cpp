// What goes into the files comes out of the database: every game, every position, nothing twice.
#include "import/import_games.h"

#include <map>
#include <optional>
#include <tuple>

#include "db/database.h"
#include "rules/position.h"
#include "rules/sfen.h"
#include "tests/import/support.h"
#include "tests/support/catch.h"
#include "tests/support/data.h"
#include "tests/support/random_game.h"
#include "tests/support/sqlite.h"

namespace yari {
namespace {

using test::ScratchFolder;

Database new_database(const ScratchFolder& folder, const std::string& name = "games.db") {
  return Database(folder.name(name), OpenMode::create);
}

/// A plan that records the games that went in.
struct Recorded {
  ImportPlan plan;
  std::vector<std::pair<GameId, Game>> imported;
  std::string rejects;
  std::string said;

  Recorded() {
    plan.reading.jobs = 2;
    plan.keep_games = true;
    plan.on_record = [this](const ImportEvent& event) {
      for (const Diagnostic& d : event.read.result.diagnostics) {
        said += diagnostic_text(*event.read.record.file, d);
      }
      if (event.added && event.added->added == Added::imported) {
        imported.emplace_back(event.added->game, *event.read.result.game);
      } else if (event.read.verdict == Verdict::refused) {
        rejects += event.read.record.text;
      }
    };
  }
};

using Place = std::tuple<GameId, int, std::uint16_t>;  // game, ply, next move
using Places = std::map<std::pair<Variant, std::string>, std::vector<Place>>;

/// Every position of the game, by its text and not by its key.
template <class V>
void add_places(GameId id, const Game& game, Places& places) {
  Position<V> position = *Position<V>::from(game.start);
  const std::vector<Move> moves = game.moves.main_moves();
  for (std::size_t ply = 0; ply <= moves.size(); ++ply) {
    const Move next = ply < moves.size() ? moves[ply] : Move::none();
    places[{game.variant, write_sfen_without_number(position.setup())}].emplace_back(
        id, static_cast<int>(ply), next.bits());
    if (ply < moves.size()) position.play(next);
  }
}

void check_every_position(Database& database,
                          const std::vector<std::pair<GameId, Game>>& imported) {
  Places places;
  for (const auto& [id, game] : imported) {
    with_variant(game.variant,
                 [&, id = id, &g = game]<class V>(V) { add_places<V>(id, g, places); });
  }
  std::size_t wrong = 0;
  for (const auto& [position, expected] : places) {
    const Setup setup = *read_sfen(position.second + " 1", position.first);
    std::vector<Place> found;
    database.find_position(setup, {}, [&](const Hit& hit) {
      found.emplace_back(hit.game, hit.ply, hit.next.bits());
      return true;
    });
    if (found != expected && ++wrong < 10) {
      CHECK(position.second == "found where a replay finds it");
    }
  }
  CHECK(wrong == 0);
  CHECK(places.size() > imported.size());
}

/// Random games of both variants, one USI line each, no two alike.
std::string random_lines(int games, std::uint64_t seed) {
  test::Rng rng(seed);
  std::string text;
  const Format* usi = format_named("usi");
  for (int i = 0; i < games; ++i) {
    const int plies = 20 + static_cast<int>(rng() % 60);
    const Game game = i % 2 == 0 ? test::random_game<YariShogi>(rng, plies)
                                 : test::random_game<Shogi>(rng, plies);
    text += usi->write(game, {}).text;
  }
  return text;
}

/// Everything but the clock and the bytes.
auto counts(const ImportSummary& s) {
  return std::tuple(s.files, s.games, s.imported, s.duplicates, s.rejected, s.cut, s.bad_files,
                    s.skipped_files, s.plies, s.positions);
}

}  // namespace

TEST_CASE("every position of the test data is found, and importing it twice adds nothing",
          "[slow]") {
  const auto yari = test::shared_data("yari/selfplay-1.hodges");
  const auto shogi = test::shared_data("shogi/psn/gsdb-1.psn");
  if (!yari || !shogi) return;
  const ScratchFolder folder;
  Database database = new_database(folder);
  Recorded first;
  const ImportSummary summary =
      import_games(database, {yari->string(), shogi->string()}, first.plan);
  CHECK(summary.files == 2);
  CHECK(summary.games == summary.imported + summary.duplicates + summary.rejected);
  CHECK(summary.games >= 1200);
  CHECK(summary.positions == summary.plies + summary.imported);
  CHECK(static_cast<std::int64_t>(first.imported.size()) == summary.imported);
  CHECK(database.count() == summary.imported);
  check_every_position(database, first.imported);
  CHECK(database.verify().ok());

  Recorded second;
  const ImportSummary again =
      import_games(database, {yari->string(), shogi->string()}, second.plan);
  CHECK(again.imported == 0);
  CHECK(again.plies == 0);
  CHECK(again.duplicates == summary.imported + summary.duplicates);
  CHECK(again.rejected == summary.rejected);
  CHECK(database.count() == summary.imported);
  CHECK(database.statistics().postings == summary.positions);
}

TEST_CASE("two records of one game in files become one with all tags, in either order") {
  const auto poor = test::shared_data("cases/duplicate-poor.psn");
  const auto rich = test::shared_data("cases/duplicate-rich.psn");
  if (!poor || !rich) return;
  std::optional<Game> first;
  for (const auto& [a, b] : {std::pair(poor, rich), std::pair(rich, poor)}) {
    for (const bool at_once : {true, false}) {
      const ScratchFolder folder;
      Database database = new_database(folder);
      std::vector<std::vector<std::string>> imports{{a->string(), b->string()}};
      if (!at_once) imports = {{a->string()}, {b->string()}};
      for (const std::vector<std::string>& paths : imports)
        import_games(database, paths, Recorded().plan);
      CHECK(database.count() == 1);
      const Game game = *database.load_game(1);
      CHECK(game.tags == std::vector<Tag>{{"Black", "Aoki"},
                                          {"White", "Baba"},
                                          {"Event", "Spring cup"},
                                          {"Site", "Tendo"},
                                          {"Round", "3"},
                                          {"Date", "2019.04.01"},
                                          {"BlackRating", "1800"}});
      CHECK(game.result == GameResult::black_wins);
      if (!first) first = game;
      CHECK(game == *first);
    }
  }
}

TEST_CASE("random games of both variants come back whole") {
  const ScratchFolder folder;
  const std::string file = folder.write("a.usi", random_lines(400, 1));
  Database database = new_database(folder);
  Recorded recorded;
  const ImportSummary summary = import_games(database, {file}, recorded.plan);
  CHECK(summary.imported == 400);
  CHECK(summary.rejected == 0);
  check_every_position(database, recorded.imported);
  for (const auto& [id, game] : recorded.imported) {
    const std::optional<Game> stored = database.load_game(id);
    REQUIRE(stored);
    CHECK(*stored == game);
  }
}

TEST_CASE("the number of threads changes nothing") {
  const ScratchFolder folder;
  const std::string lines = random_lines(300, 2);
  for (int part = 0; part < 20; ++part) folder.write("in/" + std::to_string(part) + ".usi", lines);
  folder.write("in/more.usi", random_lines(2000, 3));
  folder.write("in/bad.usi", "startpos moves 9z9z\n");
  std::optional<Recorded> one;
  ImportSummary expected;
  for (int jobs : {1, 2, 5}) {
    Database database = new_database(folder, std::to_string(jobs));
    Recorded recorded;
    recorded.plan.reading.jobs = jobs;
    const ImportSummary summary = import_games(database, {folder.name("in")}, recorded.plan);
    if (!one) {
      expected = summary;
      CHECK(summary.files == 22);
      CHECK(summary.duplicates == 19 * 300);
      one.emplace(std::move(recorded));
      continue;
    }
    CHECK(counts(summary) == counts(expected));
    CHECK(recorded.imported == one->imported);
    CHECK(recorded.said == one->said);
  }
}

TEST_CASE("one bad record is rejected alone, with its place") {
  const ScratchFolder folder;
  const std::string good = random_lines(2, 4);
  const std::size_t half = good.find('\n') + 1;
  const std::string bad = "startpos moves 5i5z\n";
  const std::string file = folder.write("a.usi", good.substr(0, half) + bad + good.substr(half));
  Database database = new_database(folder);
  Recorded recorded;
  recorded.plan.reading.read.strict = true;
  const ImportSummary summary = import_games(database, {file}, recorded.plan);
  CHECK(summary.imported == 2);
  CHECK(summary.rejected == 1);
  CHECK_THAT(recorded.said, Contains(file + ":2:"));
  CHECK_THAT(recorded.said, Contains("error: "));
  CHECK_THAT(recorded.rejects, Contains(bad));
}

TEST_CASE("files that cannot be read are reported and take nothing along") {
  const ScratchFolder folder;
  const std::string good = folder.write("good.usi", random_lines(3, 5));
  const std::string empty = folder.write("empty.usi", "");
  Database database = new_database(folder);
  Recorded recorded;
  const ImportSummary summary =
      import_games(database, {folder.name("missing.usi"), empty, good}, recorded.plan);
  CHECK(summary.imported == 3);
  CHECK(summary.rejected == 0);
  CHECK(summary.bad_files == 2);
  CHECK_THAT(recorded.said, Contains("missing.usi: error: there is no such file or folder"));
  CHECK_THAT(recorded.said, Contains("empty.usi: error: contains no game"));
}

TEST_CASE("an import that is stopped keeps what it did, and can be gone on with") {
  const ScratchFolder folder;
  const std::string file = folder.write("a.usi", random_lines(3000, 6));
  Database database = new_database(folder);
  std::atomic<bool> stop = false;
  Recorded recorded;
  const auto record = recorded.plan.on_record;
  recorded.plan.stop = &stop;
  recorded.plan.batches.postings_per_batch = 2000;
  recorded.plan.on_record = [&](const ImportEvent& event) {
    record(event);
    if (recorded.imported.size() >= 1000) stop = true;
  };
  const ImportSummary summary = import_games(database, {file}, recorded.plan);
  CHECK(summary.stopped);
  const std::int64_t done = summary.imported;
  CHECK(done >= 1000);
  CHECK(done < 3000);
  CHECK(database.count() == done);
  CHECK(static_cast<std::int64_t>(recorded.imported.size()) == done);
  CHECK(database.verify().ok());
  check_every_position(database, recorded.imported);

  Recorded rest;
  stop = false;
  rest.plan.stop = &stop;
  const ImportSummary all = import_games(database, {file}, rest.plan);
  CHECK_FALSE(all.stopped);
  CHECK(all.duplicates == done);
  CHECK(all.imported == 3000 - done);
}

TEST_CASE("what an import reports is in the file, and the file is not locked meanwhile") {
  const ScratchFolder folder;
  const std::string file = folder.write("a.usi", random_lines(300, 6));
  Database database = new_database(folder);
  Database other(folder.name("games.db"), OpenMode::read_write);
  connection_of(other).execute("PRAGMA busy_timeout = 0");
  for (const int jobs : {1, 2}) {
    ImportPlan plan;
    plan.reading.jobs = jobs;
    plan.batches.postings_per_batch = 1000;
    GameId last = 0;
    plan.on_record = [&](const ImportEvent& event) {
      REQUIRE(event.added);
      CHECK((event.added->added == Added::imported) == (jobs == 1));
      CHECK(event.added->game == ++last);
      CHECK(other.load_game(last));
      CHECK_NOTHROW(Transaction(connection_of(other), Transaction::Kind::write));
    };
    import_games(database, {file}, plan);
    CHECK(last == 300);
  }
}

TEST_CASE("a batch that may take no time is written after every record") {
  const ScratchFolder folder;
  const std::string file = folder.write("a.usi", random_lines(20, 10));
  Database database = new_database(folder);
  Database other(folder.name("games.db"), OpenMode::read_write);
  ImportPlan plan;
  plan.batches.seconds_per_batch = 0;
  std::int64_t records = 0;
  plan.on_record = [&](const ImportEvent&) { CHECK(other.count() == ++records); };
  import_games(database, {file}, plan);
  CHECK(records == 20);
}

TEST_CASE("text that is no record is neither a game nor rejected") {
  const ScratchFolder folder;
  const std::string file = folder.write(
      "a.kif", "先手：天野\n   1 ７六歩(77)\nまで1手で中断\n手合割：平手\nまで0手で中断\n");
  Database database = new_database(folder);
  Recorded recorded;
  const ImportSummary summary = import_games(database, {file}, recorded.plan);
  CHECK(summary.games == 1);
  CHECK(summary.rejected == 0);
  CHECK(summary.bad_files == 0);
  CHECK_THAT(recorded.said, Contains("no game record: no move, no start position and no player"));
}

TEST_CASE("progress is reported while an import runs, with the share of the bytes") {
  const ScratchFolder folder;
  const std::string file = folder.write("a.usi", random_lines(64, 7));
  Database database = new_database(folder);
  ImportPlan plan;
  const ImportSummary summary = import_games(database, {file}, plan);
  CHECK(summary.bytes_total == std::filesystem::file_size(file));
  CHECK(summary.bytes_done == summary.bytes_total);
  CHECK(summary.seconds > 0);
}

TEST_CASE("games in archives are imported like any other") {
  const ScratchFolder folder;
  const std::string a = random_lines(30, 8);
  const std::string b = random_lines(30, 9);
  test::write_archive(folder.name("all.zip"), "zip", "", {{"a.usi", a}, {"b.usi", b}, {"c", "no"}});
  Database database = new_database(folder);
  Recorded recorded;
  const ImportSummary summary = import_games(database, {folder.name("all.zip")}, recorded.plan);
  CHECK(summary.imported == 60);
  CHECK(summary.skipped_files == 1);
  CHECK(summary.files == 3);
}

}  // namespace yari
