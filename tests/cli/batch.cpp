#include "tests/cli/batch.h"

#include <fmt/format.h>

#include <algorithm>

#include "db/database.h"
#include "notation/format.h"
#include "tests/support/catch.h"
#include "tests/support/random_game.h"
#include "tests/support/sqlite.h"

namespace yari::test {

std::string random_games(int count, int plies, int shared) {
  Rng rng(20260404);
  std::string text;
  std::vector<Move> opening;
  for (int i = 0; i < count; ++i) {
    Game game = new_game(Variant::yari);
    auto p = Position<YariShogi>::start();
    NodeId node = root_node;
    for (int ply = 0; ply < plies && p.has_legal_move(); ++ply) {
      const auto at = static_cast<std::size_t>(ply);
      const bool known = ply < shared && i % 3 == 0 && at < opening.size();
      const Move m = known ? opening[at] : random_move(p, rng);
      if (i == 0) opening.push_back(m);
      node = game.moves.add(node, m);
      p.play(m);
    }
    game.result = GameResult::unknown;
    text += format_named("hodges")->write(game, {}).text;
  }
  return text;
}

std::vector<std::string> rows_of(const std::string& file) {
  Database database(file, OpenMode::read_only);
  Connection& connection = connection_of(database);
  const auto rows = [&](const std::string& sql) {
    std::vector<std::string> all;
    Statement statement(connection, sql);
    for (statement.start({}); statement.step();) all.emplace_back(statement.text(0));
    return all;
  };
  std::vector<std::string> all;
  for (const std::string& table :
       rows("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND "
            "name NOT LIKE '%\\_text%' ESCAPE '\\' AND name NOT LIKE 'journal%' AND name NOT LIKE "
            "'work%'")) {
    std::string columns;
    for (const std::string& c :
         rows(fmt::format("SELECT name FROM pragma_table_info('{}')", table)))
      columns += fmt::format("{}quote({})", columns.empty() ? "" : " || '|' || ", c);
    std::vector<std::string> lines = rows(fmt::format("SELECT {} FROM {}", columns, table));
    std::ranges::sort(lines);
    all.push_back(table);
    all.insert(all.end(), lines.begin(), lines.end());
  }
  return all;
}

Batch::Batch(const std::string& games) {
  folder.file("games.psn", games);
  REQUIRE(yari({"import", "games.psn", "--db", "first.db"}, here).code == 0);
}

void Batch::copy(const std::string& to) const {
  REQUIRE(run_program("cp", {folder / "first.db", folder / to}).code == 0);
}

std::vector<std::string> with(std::vector<std::string> words, std::vector<std::string> more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

}  // namespace yari::test
