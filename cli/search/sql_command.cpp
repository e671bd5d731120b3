// `yari sql`: questions that no command answers, asked in SQL.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <new>

#include "cli/options/command.h"
#include "cli/options/database_option.h"
#include "cli/output/data_table.h"
#include "cli/terminal/failure.h"
#include "cli/terminal/hard_limits.h"
#include "cli/terminal/text.h"
#include "cli/terminal/text_file.h"
#include "db/sql_access.h"
#include "import/sql_functions.h"
#include "platform/limits.h"
#include "platform/open_file.h"

namespace yari::cli {

namespace {

constexpr const char* prompt_help =
    "Statements end with a semicolon. .schema shows views and functions, .quit ends.\n";

/// What a question is asked of. docs/sql.md explains each.
struct Described {
  const char* name;
  /// Of a function, what it is called with.
  std::vector<std::string> arguments;
  std::vector<std::string> columns;
};

const std::vector<Described>& described() {
  static const std::vector<Described> all{
      {"games_view",
       {},
       {"id", "variant", "rules", "start", "handicap", "black", "white", "event", "site", "date",
        "result", "ending", "plies"}},
      {"players_list", {}, {"name", "games", "wins", "draws", "losses", "first_date", "last_date"}},
      {"events_list", {}, {"name", "games", "first_date", "last_date"}},
      {"sites_list", {}, {"name", "games", "first_date", "last_date"}},
      {"judgements_view",
       {},
       {"game", "ply", "side", "player", "judgement", "loss", "before", "after", "mate", "move",
        "better"}},
      {"annotations_view",
       {},
       {"game", "engine", "limits", "side", "player", "moves", "accuracy", "mean_loss",
        "inaccuracies", "mistakes", "blunders", "missed_mates", "allowed_mates", "only_moves",
        "brilliant", "lost_wins"}},
      {"evaluations_view", {}, {"key", "engine", "limits", "score", "mate", "depth", "nodes"}},
      {"origins_view", {}, {"game", "file", "member", "record"}},
      {"cards_view",
       {},
       {"id", "source", "variant", "sfen", "moves", "game", "ply", "played", "due", "reviewed",
        "repetitions", "days", "ease", "reviews", "lapses"}},
      {"games_at", {"SFEN", "VARIANT"}, {"game", "ply", "next"}},
      {"game_plies",
       {"GAME"},
       {"ply", "side", "sfen", "usi", "move", "score", "mate", "judgement", "spent_ms", "left_ms",
        "comment"}}};
  return all;
}

/// "games_view(id, ...)", "games_at(SFEN [, VARIANT]) -> game, ...", in lines of 100 columns.
std::string text_of(const Described& source) {
  constexpr std::size_t line_width = 100;
  std::string text = source.name, line;
  if (!source.arguments.empty()) {
    text += fmt::format("({}", source.arguments.front());
    for (std::size_t i = 1; i < source.arguments.size(); ++i)
      text += fmt::format(" [, {}]", source.arguments[i]);
  }
  line = text + (source.arguments.empty() ? "(" : ") -> ");
  text.clear();
  for (std::size_t i = 0; i < source.columns.size(); ++i) {
    const bool is_last = i + 1 == source.columns.size();
    const char* const end = !is_last ? "," : source.arguments.empty() ? ")" : "";
    const std::string word = (i > 0 ? " " : "") + std::string(source.columns[i]) + end;
    if (line.size() + word.size() > line_width) {
      text += line + '\n';
      line = " ";
    }
    line += word;
  }
  return text + line + '\n';
}

Value value_of(const SqlValue& value) {
  return std::visit(
      [](const auto& v) -> Value {
        if constexpr (std::is_same_v<std::decay_t<decltype(v)>, NoValue>)
          return {};
        else
          return v;
      },
      value);
}

std::optional<std::string> named_twice(std::vector<std::string> names) {
  std::ranges::sort(names);
  const auto twice = std::ranges::adjacent_find(names);
  return twice == names.end() ? std::nullopt : std::optional(*twice);
}

/// Of what a user wrote, the command that is no SQL: ".schema".
std::optional<std::string> dot_command(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == text.npos || text[begin] != '.') return std::nullopt;
  text.remove_prefix(begin);
  return std::string(text.substr(0, text.find_last_not_of(" \t\r\n;") + 1));
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
    options.number("memory", memory, "MiB that a question may take", 16, 1 << 20);
    database.declare(options);
    options.arguments(statements, "a statement of SQL", 0, 1);
  }

  Exit run(Terminal& terminal) override try {
    limits = {static_cast<double>(timeout), std::int64_t{memory} << 20};
    const bool has_prompt = statements.empty() && platform::is_terminal(platform::standard_input);
    std::string sql;
    if (!has_prompt) sql = statements.empty() ? read_text_file("-") : statements.front();
    if (const auto command = dot_command(sql)) return describe(terminal, *command);
    Database games = database.open(OpenMode::read_only);
    // Below that, SQLite's own limit keeps it.
    constexpr std::int64_t least = std::int64_t{64} << 20;
    platform::limit_memory(std::max(least, limits.memory_bytes - limits.memory_bytes / 16));
    SqlReader reader(games, limits, hodges_move);
    if (has_prompt) return prompt(terminal, reader);
    std::size_t rows = 0;
    if (const auto fault = ask(terminal, reader, sql, rows)) throw Failure(*fault);
    return rows > 0 ? Exit::done : Exit::nothing;
  } catch (const std::bad_alloc&) {
    throw Failure(fmt::format("takes more than {} MiB (--memory)", memory));
  }

  /// `.schema` and `.tables`, in every form that a table has.
  Exit describe(Terminal& terminal, const std::string& command) const {
    if (command != ".schema" && command != ".tables")
      throw UsageError(fmt::format(
          "'{}' is no command: .schema lists views and functions, .tables their names", command));
    const bool with_columns = command == ".schema";
    const bool is_table = form.csv || terminal.wants_json();
    std::vector<std::string> names{"name", "kind"};
    if (with_columns) names.insert(names.end(), {"columns", "arguments"});
    RowPrinter table(terminal, form);
    if (is_table) table.begin(names);
    for (const Described& source : described()) {
      if (!is_table) {
        terminal.write(with_columns ? text_of(source) : source.name + std::string("\n"));
        continue;
      }
      std::vector<Value> row{source.name, source.arguments.empty() ? "view" : "function"};
      if (with_columns) row.insert(row.end(), {source.columns, source.arguments});
      table.add(std::move(row));
    }
    return Exit::done;
  }

  /// Prints the answers as they come; what is wrong, with the line and a caret.
  std::optional<std::string> ask(Terminal& terminal, SqlReader& reader, const std::string& sql,
                                 std::size_t& count) const {
    const ComputingLimit limit(timeout, "--timeout");
    RowPrinter table(terminal, form);
    // In a JSON object the second would take the place of the first.
    std::optional<std::string> twice;
    const SqlRows rows{.begin =
                           [&](const std::vector<std::string>& names) {
                             if (terminal.wants_json()) twice = named_twice(names);
                             if (!twice) table.begin(names);
                           },
                       .row =
                           [&](const std::vector<SqlValue>& values) {
                             if (twice) return false;
                             std::vector<Value> row;
                             for (const SqlValue& value : values) row.push_back(value_of(value));
                             table.add(std::move(row));
                             return true;
                           }};
    const Result<void> result = reader.run(sql, rows);
    table.end();
    count = table.rows();
    if (twice)
      return fmt::format("two columns are called '{}': name one of them by AS", printable(*twice));
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

  void answer(Terminal& terminal, const std::string& line) const try {
    describe(terminal, *dot_command(line));
  } catch (const UsageError&) {
    terminal.write(prompt_help);
  }

  Exit prompt(Terminal& terminal, SqlReader& reader) const {
    terminal.write(prompt_help);
    std::string sql;
    for (;;) {
      terminal.write(sql.empty() ? "sql> " : "...> ");
      terminal.flush();
      std::string line;
      if (!std::getline(std::cin, line)) break;
      // As a console of Windows ends lines.
      if (line.ends_with('\r')) line.pop_back();
      if (line == ".quit" || line == ".exit") break;
      if (sql.empty() && line.starts_with('.')) {
        answer(terminal, line);
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
