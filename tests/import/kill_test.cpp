// An import that is killed at any moment and run again leaves what an undisturbed one leaves.
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <thread>

#include "db/database.h"
#include "import/import_games.h"
#include "tests/import/support.h"
#include "tests/support/catch.h"
#include "tests/support/random_game.h"
#include "tests/support/sqlite.h"

namespace yari {
namespace {

using test::ScratchFolder;

void import_all(const std::string& database_file, const std::string& games) {
  Database database(database_file, OpenMode::create);
  ImportPlan plan;
  plan.reading.jobs = 2;
  plan.batches.postings_per_batch = 3000;
  import_games(database, {games}, plan);
}

/// Imports in a process of its own and kills it after `delay`. True when it was done before.
bool import_and_kill(const std::string& database_file, const std::string& games,
                     std::chrono::microseconds delay) {
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    import_all(database_file, games);
    _exit(0);
  }
  std::this_thread::sleep_for(delay);
  kill(child, SIGKILL);
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status);
}

std::vector<std::string> rows(Connection& connection, const std::string& sql) {
  std::vector<std::string> all;
  Statement statement(connection, sql);
  for (statement.start({}); statement.step();) all.emplace_back(statement.text(0));
  return all;
}

/// The columns of a table, quoted and joined.
std::string joined_columns(Connection& connection, const std::string& table) {
  std::string sql;
  for (const std::string& column :
       rows(connection, fmt::format("SELECT name FROM pragma_table_info('{}')", table))) {
    sql += fmt::format("{}quote({})", sql.empty() ? "" : " || '|' || ", column);
  }
  return sql;
}

/// Every row of every table, and every word of the text indexes.
///
/// Left out is only how the index is spread over runs, of which folding has left one.
std::vector<std::string> dump(const std::string& database_file) {
  Database database(database_file, OpenMode::read_write);
  database.fold();
  CHECK(database.verify().ok());
  Connection& connection = connection_of(database);
  std::vector<std::string> all;
  const auto add = [&](const std::string& heading, std::vector<std::string> lines) {
    std::sort(lines.begin(), lines.end());
    all.push_back(heading);
    all.insert(all.end(), lines.begin(), lines.end());
  };
  for (const std::string& table :
       rows(connection,
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND "
            "name NOT LIKE '%\\_text%' ESCAPE '\\' AND name NOT LIKE '%\\_runs' ESCAPE '\\'")) {
    const bool blocks = table.ends_with("_blocks");
    const std::string columns = blocks ? "quote(data)" : joined_columns(connection, table);
    add(table, rows(connection, fmt::format("SELECT {} FROM {}", columns, table)));
  }
  for (const std::string& table :
       rows(connection, "SELECT name FROM sqlite_master WHERE name LIKE '%\\_text' ESCAPE '\\'")) {
    connection.execute(fmt::format(
        "CREATE VIRTUAL TABLE temp.words_{0} USING fts5vocab(main, {0}, instance)", table));
    add(table, rows(connection, fmt::format("SELECT term || ' ' || doc || ' ' || offset FROM "
                                            "temp.words_{}",
                                            table)));
  }
  return all;
}

/// Games with players, comments and results, so that every table has rows.
std::string write_games(const ScratchFolder& folder) {
  test::Rng rng(20260101);
  std::string text;
  const Format* hodges = format_named("hodges");
  for (int i = 0; i < 600; ++i) {
    Game game =
        i % 2 == 0 ? test::random_game<YariShogi>(rng, 40) : test::random_game<Shogi>(rng, 40);
    game.set_tag(tags::black, fmt::format("Player {}", rng() % 50));
    game.set_tag(tags::white, fmt::format("Player {}", rng() % 50));
    game.set_tag(tags::event, fmt::format("Event {}", i / 100));
    if (i % 3 == 0) game.moves.edit_note(1).comment = fmt::format("comment number {}", i);
    text += hodges->write(game, {}).text;
  }
  return folder.write("games.hodges", text);
}

}  // namespace

TEST_CASE("killed at any moment and imported again, the content is the same", "[slow]") {
  const ScratchFolder folder;
  const std::string games = write_games(folder);
  const auto begun = std::chrono::steady_clock::now();
  import_all(folder.name("whole.db"), games);
  const auto whole_time = std::chrono::duration_cast<std::chrono::microseconds>(
      std::chrono::steady_clock::now() - begun);
  const std::vector<std::string> expected = dump(folder.name("whole.db"));
  REQUIRE(expected.size() > 1000);
  test::Rng rng(std::random_device{}());
  int killed = 0;
  for (int round = 0; round < 12; ++round) {
    const std::string file = folder.name(fmt::format("{}.db", round));
    for (int attempt = 0; attempt < 3; ++attempt) {
      const auto share = static_cast<double>(rng() % 1100) / 1000;
      const auto delay = std::chrono::duration_cast<std::chrono::microseconds>(whole_time * share);
      INFO("killed after " << delay.count() << " microseconds");
      if (import_and_kill(file, games, delay)) break;
      ++killed;
    }
    import_all(file, games);
    CHECK((dump(file) == expected));
  }
  CHECK(killed > 0);
}

}  // namespace yari
