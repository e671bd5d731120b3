// `yari sql`: questions that no command answers, asked in SQL.
#include <unistd.h>

#include <iostream>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/data_table.h"
#include "cli/shared_options.h"
#include "cli/text.h"
#include "cli/text_file.h"
#include "db/sql_access.h"
#include "import/sql_functions.h"

namespace yari::cli {

namespace {

constexpr const char* prompt_help =
    "Statements end with a semicolon. .schema shows views and functions, .quit ends.\n";

/// What a question is asked of. docs/sql.md explains each.
constexpr const char* described_schema =
    R"(games_view(id, variant, rules, start, handicap, black, white, event, site, date, result, ending,
  plies)
players_list(name, games, wins, draws, losses, first_date, last_date)
events_list(name, games, first_date, last_date)
sites_list(name, games, first_date, last_date)
judgements_view(game, ply, side, player, judgement, loss, before, after, mate, move, better)
annotations_view(game, engine, limits, side, player, moves, accuracy, mean_loss, inaccuracies,
  mistakes, blunders, missed_mates, allowed_mates, only_moves, brilliant, lost_wins)
evaluations_view(key, engine, limits, score, mate, depth, nodes)
origins_view(game, file, member, record)
games_at(SFEN [, VARIANT]) -> game, ply, next
game_plies(GAME) -> ply, side, sfen, usi, move, score, mate, judgement, spent_ms, left_ms, comment
)";

Json json_of(const SqlValue& value) {
  return std::visit(
      [](const auto& v) -> Json {
        if constexpr (std::is_same_v<std::decay_t<decltype(v)>, std::monostate>)
          return {};
        else
          return v;
      },
      value);
}

/// A column holds numbers when every value that it has is one.
std::vector<TableColumn> columns_of(const std::vector<std::string>& names,
                                    const std::vector<std::vector<Json>>& rows) {
  std::vector<TableColumn> columns;
  for (std::size_t c = 0; c < names.size(); ++c) {
    bool numbers = !rows.empty();
    for (const auto& row : rows) numbers = numbers && (row[c].is_number() || row[c].is_null());
    columns.push_back({names[c], names[c].empty() ? "?" : names[c], numbers, 2});
  }
  return columns;
}

struct SqlTask final : Task {
  DatabaseOption database;
  TableForm form;
  SqlLimits limits;
  int timeout = 60, memory = 512;
  std::vector<std::string> statements;

  void declare(OptionSet& options) override {
    form.declare(options);
    options.number("timeout", timeout, "seconds that a question may take", 1, 86400);
    options.number("memory", memory, "MiB that SQLite may take", 16, 1 << 20);
    database.declare(options);
    options.arguments(statements, "a statement of SQL", 0, 1);
  }

  Exit run(Terminal& terminal) override {
    limits = {static_cast<double>(timeout), std::int64_t{memory} << 20};
    if (statements == std::vector<std::string>{".schema"}) {
      terminal.write(described_schema);
      return Exit::done;
    }
    Database games = database.open(OpenMode::read_only);
    SqlReader reader(games, limits, hodges_move);
    if (statements.empty() && isatty(STDIN_FILENO) != 0) return prompt(terminal, reader);
    const std::string sql = statements.empty() ? read_text_file("-") : statements.front();
    std::size_t rows = 0;
    if (const auto fault = ask(terminal, reader, sql, rows)) throw Failure(*fault);
    return rows > 0 ? Exit::done : Exit::nothing;
  }

  /// Prints the answers; what is wrong, with the line and a caret.
  std::optional<std::string> ask(Terminal& terminal, SqlReader& reader, const std::string& sql,
                                 std::size_t& count) const {
    std::vector<std::string> names;
    std::vector<std::vector<Json>> rows;
    const auto print = [&] {
      if (names.empty()) return;
      DataTable table(columns_of(names, rows));
      for (auto& row : rows) table.add(std::move(row));
      table.print(terminal, form);
      count += table.size();
      rows.clear();
    };
    const Result<void> result = reader.run(sql, {.begin =
                                                     [&](const std::vector<std::string>& columns) {
                                                       print();
                                                       names = columns;
                                                     },
                                                 .row =
                                                     [&](const std::vector<SqlValue>& values) {
                                                       std::vector<Json>& row = rows.emplace_back();
                                                       for (const SqlValue& value : values)
                                                         row.push_back(json_of(value));
                                                       return true;
                                                     }});
    print();
    if (result) return std::nullopt;
    return pointed(sql, result.error());
  }

  static std::string pointed(const std::string& sql, const Error& error) {
    const std::size_t at = std::min(error.offset, sql.size());
    const std::size_t begin = at == 0 ? 0 : sql.rfind('\n', at - 1) + 1;
    const std::string line = sql.substr(begin, sql.find('\n', begin) - begin);
    return fmt::format("{}\n    {}\n    {:{}}^", printable(error.message), printable(line), "",
                       at - begin);
  }

  Exit prompt(Terminal& terminal, SqlReader& reader) const {
    terminal.write(prompt_help);
    std::string sql;
    for (;;) {
      terminal.write(sql.empty() ? "sql> " : "...> ");
      terminal.flush();
      std::string line;
      if (!std::getline(std::cin, line) || line == ".quit" || line == ".exit") break;
      if (sql.empty() && line.starts_with('.')) {
        terminal.write(line == ".schema" ? described_schema : prompt_help);
        continue;
      }
      sql += line + '\n';
      if (!is_whole_statement(sql)) continue;
      std::size_t rows = 0;
      if (const auto fault = ask(terminal, reader, sql, rows)) terminal.message(*fault);
      sql.clear();
    }
    return Exit::done;
  }
};

}  // namespace

extern const Command sql_command{
    "sql", "[STATEMENT]", "ask the database in SQL",
    R"(Only statements that read are run. Without a statement it is read from standard input, on a
terminal with a prompt. 'yari sql .schema' lists the views and functions; docs/sql.md explains them
and has examples. Exit code 1 when there are no rows.

  yari sql "SELECT black, white, date FROM games_view WHERE plies > 200")",
    make_task<SqlTask>};

}  // namespace yari::cli
