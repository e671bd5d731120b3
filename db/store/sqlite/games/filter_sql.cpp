// From conditions to SQL. Values are always bound, never pasted.
#include "db/store/sqlite/games/filter_sql.h"

#include <fmt/ranges.h>

#include "db/query/words.h"
#include "db/store/error.h"
#include "db/store/shared/filter_test.h"
#include "db/store/sqlite/file/meta.h"
#include "db/store/sqlite/games/date_sql.h"
#include "db/store/sqlite/games/filter_functions.h"
#include "db/store/sqlite/games/origin_table.h"
#include "db/store/sqlite/games/rebuilding.h"
#include "record/date.h"

namespace yari {

namespace {

/// The phrases of `text` as FTS5 has them, joined by AND. They consist of letters, digits and
/// spaces, so that nothing in them means anything to FTS5.
std::string match_of(const std::string& text) {
  std::string sql;
  for (const query::Phrase& phrase : query::phrases_of(text))
    sql += fmt::format("\"{}\"{} ", fmt::join(phrase.words, " "), phrase.is_open ? "*" : "");
  return sql.empty() ? "\"\"" : sql;
}

/// Words of an earlier form are not those that are asked for.
void refuse_old_words(Connection& connection) {
  if (meta::get(connection, meta::word_form) == query::word_form) return;
  throw DatabaseError(fmt::format("{}: {}", connection.file().string(), query::old_words));
}

/// The rows of a table of names that match the parameter.
std::string matching(std::string_view table, std::string_view function = "name_matches") {
  return fmt::format("(SELECT id FROM {} WHERE {}(?, name))", table, function);
}

std::string id_list(const std::vector<GameId>& ids) {
  return fmt::format("[{}]", fmt::join(ids, ","));
}

/// A pattern of LIKE: the text anywhere, with '\\' before what LIKE would take for more.
std::string contains(std::string_view text) {
  std::string pattern = "%";
  for (const char c : text) {
    if (c == '%' || c == '_' || c == '\\') pattern += '\\';
    pattern += c;
  }
  return pattern + '%';
}

}  // namespace

FilterSql::FilterSql(Connection& connection, const GameFilter& f) {
  if (f.text) {
    Rebuilding(connection).refuse_others();
    refuse_old_words(connection);
  }
  if (!f.ids.empty()) {
    require("g.id IN (SELECT value FROM json_each(?))", {id_list(f.ids)});
  }
  const auto name = [&](const std::optional<std::string>& text, std::string_view column,
                        std::string_view table) {
    if (!text) return;
    require(fmt::format("+{} IN {}", column, matching(table)), {*text});
  };
  name(f.black, "g.black", "players");
  name(f.white, "g.white", "players");
  name(f.event, "g.event", "events");
  name(f.site, "g.site", "sites");
  if (f.player && f.opponent) {
    require_players(*f.player, *f.opponent);
  } else if (f.player || f.opponent) {
    const std::string& player = f.player ? *f.player : *f.opponent;
    require(fmt::format("(+g.black IN {0} OR +g.white IN {0})", matching("players")),
            {player, player});
  }
  const auto number = [&](std::string_view column, auto value) {
    if (value) require(fmt::format("{} ?", column), {static_cast<std::int64_t>(*value)});
  };
  number("g.result =", f.result);
  number("g.ending =", f.ending);
  number("g.variant =", f.variant);
  number("g.rules =", f.rules);
  number("g.plies >=", f.min_plies);
  number("g.plies <=", f.max_plies);
  if (f.min_rating || f.max_rating)
    require(
        ratings_sql("g.tag_layout", "g.tag_values"),
        {std::int64_t{f.min_rating.value_or(0)}, std::int64_t{f.max_rating.value_or(INT32_MAX)}});
  require_date(f);
  require_handicap(f);
  if (f.round) require(round_sql("g.tag_layout", "g.tag_values"), {*f.round});
  if (f.annotated) require_annotated(*f.annotated);
  if (f.evaluated)
    require(fmt::format("{}EXISTS (SELECT 1 FROM records e WHERE e.id = g.id AND "
                        "has_evaluations(e.notes))",
                        *f.evaluated ? "" : "NOT "),
            {});
  if (f.text) require_text(*f.text);
  if (f.from_file)
    require(fmt::format("EXISTS (SELECT 1 FROM origins o JOIN sources src ON src.id = o.source "
                        "WHERE {} AND CASE src.member WHEN '' THEN src.file ELSE "
                        "src.file || ':' || src.member END LIKE ? ESCAPE '\\')",
                        origin_join()),
            {contains(*f.from_file)});
  if (condition_.empty()) condition_ = "1";
}

void FilterSql::require(const std::string& condition, std::vector<Value> values) {
  if (!condition_.empty()) condition_ += " AND ";
  condition_ += condition;
  for (Value& v : values) values_.push_back(std::move(v));
}

void FilterSql::require_players(const std::string& one, const std::string& other) {
  require(fmt::format("((+g.black IN {0} AND +g.white IN {0}) OR "
                      "(+g.black IN {0} AND +g.white IN {0}))",
                      matching("players")),
          {one, other, other, one});
}

void FilterSql::require_annotated(const std::string& asked) {
  constexpr std::string_view one = "EXISTS (SELECT 1 FROM annotations a WHERE a.game = g.id";
  if (asked == "yes") return require(fmt::format("{})", one), {});
  if (asked == "no") return require(fmt::format("NOT {})", one), {});
  require(fmt::format("{} AND a.engine LIKE ? ESCAPE '\\')", one), {contains(asked)});
}

void FilterSql::require_date(const GameFilter& f) {
  if (f.date_from) require(latest_sql("g.date") + " >= ?", {std::int64_t{earliest(*f.date_from)}});
  if (f.date_to) require(earliest_sql("g.date") + " <= ?", {std::int64_t{latest(*f.date_to)}});
}

void FilterSql::require_handicap(const GameFilter& f) {
  if (!f.handicap) return;
  std::string marks;
  std::vector<Value> values;
  for (const query::HandicapIs& handicap : handicaps_of(f)) {
    if (handicap.name == "any") return require("s.handicap IS NOT NULL", {});
    if (handicap.name == "even") return require("g.start IS NULL", {});
    marks += marks.empty() ? "?" : ", ?";
    values.emplace_back(handicap.name);
  }
  require(fmt::format("s.handicap COLLATE NOCASE IN ({})", marks), std::move(values));
}

// Comments are known to the index of words alone.
void FilterSql::require_text(const std::string& text) {
  require(fmt::format("(+g.black IN {0} OR +g.white IN {0} OR +g.event IN {1} OR g.site IN {2} OR "
                      "g.id IN (SELECT rowid FROM games_text WHERE games_text MATCH ?))",
                      matching("players", "has_words"), matching("events", "has_words"),
                      matching("sites", "has_words")),
          {text, text, text, text, match_of(text)});
}

std::vector<Parameter> FilterSql::parameters() const {
  std::vector<Parameter> list;
  for (const Value& v : values_) {
    if (const auto* number = std::get_if<std::int64_t>(&v))
      list.emplace_back(*number);
    else
      list.emplace_back(std::get<std::string>(v));
  }
  return list;
}

std::string_view sort_column(SortBy sort) {
  // In the order of SortBy.
  constexpr std::string_view columns[] = {"g.id",   "+g.date", "g.plies",
                                          "b.name", "w.name",  "e.name"};
  return columns[static_cast<std::size_t>(sort)];
}

std::string order_sql(const ListOptions& options) {
  const char* direction = options.descending ? "DESC" : "ASC";
  std::string sql = fmt::format(" ORDER BY {} {}", sort_column(options.sort), direction);
  if (options.sort != SortBy::id) sql += fmt::format(", g.id {}", direction);
  if (options.limit || options.offset != 0) {
    sql += fmt::format(" LIMIT {} OFFSET {}", options.limit.value_or(-1), options.offset);
  }
  return sql;
}

}  // namespace yari
