// From conditions to SQL. Values are always bound, never pasted.
#include "db/store/sqlite/filter_sql.h"

#include <fmt/format.h>

#include <set>

#include "db/query/names.h"
#include "db/store/sqlite/date_sql.h"
#include "rules/date_number.h"
#include "rules/handicap.h"

namespace yari {

namespace {

/// Every word of `text` as a quoted prefix of FTS5, joined by AND. Parted here as in queries: FTS5
/// would take "f-pla" for a phrase.
std::string prefix_query(const std::string& text) {
  std::string sql;
  for (const std::string_view word : query::words_in(text)) sql += fmt::format("\"{}\"* ", word);
  return sql.empty() ? "\"\"" : sql;
}

/// `text` anywhere, for LIKE with the escape sign `\`.
std::string anywhere(const std::string& text) {
  std::string pattern = "%";
  for (const char c : text) {
    if (c == '%' || c == '_' || c == '\\') pattern += '\\';
    pattern += c;
  }
  return pattern + '%';
}

/// The rows of a table of names that match; takes prefix_query and anywhere as parameters.
std::string matching(std::string_view table) {
  return fmt::format(
      "(SELECT rowid FROM {0}_text WHERE {0}_text MATCH ? "
      "UNION SELECT id FROM {0} WHERE name LIKE ? ESCAPE '\\')",
      table);
}

std::string id_list(const std::vector<GameId>& ids) {
  return fmt::format("[{}]", fmt::join(ids, ","));
}

}  // namespace

FilterSql::FilterSql(const GameFilter& f) {
  if (!f.ids.empty()) {
    require("g.id IN (SELECT value FROM json_each(?))", {id_list(f.ids)});
  }
  const auto name = [&](const std::optional<std::string>& text, std::string_view column,
                        std::string_view table) {
    if (!text) return;
    require(fmt::format("{} IN {}", column, matching(table)),
            {prefix_query(*text), anywhere(*text)});
  };
  name(f.black, "g.black", "players");
  name(f.white, "g.white", "players");
  name(f.event, "g.event", "events");
  name(f.site, "g.site", "sites");
  if (f.player && f.opponent) {
    require_players(*f.player, *f.opponent);
  } else if (f.player || f.opponent) {
    const std::string& player = f.player ? *f.player : *f.opponent;
    const std::string words = prefix_query(player), inside = anywhere(player);
    require(fmt::format("(g.black IN {0} OR g.white IN {0})", matching("players")),
            {words, inside, words, inside});
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
  require_date(f);
  require_handicap(f);
  if (f.text) require_text(*f.text);
  if (condition_.empty()) condition_ = "1";
}

void FilterSql::require(const std::string& condition, std::vector<Value> values) {
  if (!condition_.empty()) condition_ += " AND ";
  condition_ += condition;
  for (Value& v : values) values_.push_back(std::move(v));
}

void FilterSql::require_players(const std::string& one, const std::string& other) {
  const std::string a = prefix_query(one), a_inside = anywhere(one);
  const std::string b = prefix_query(other), b_inside = anywhere(other);
  require(
      fmt::format("((g.black IN {0} AND g.white IN {0}) OR (g.black IN {0} AND g.white IN {0}))",
                  matching("players")),
      {a, a_inside, b, b_inside, b, b_inside, a, a_inside});
}

void FilterSql::require_date(const GameFilter& f) {
  if (f.date_from) require(latest_sql("g.date") + " >= ?", {std::int64_t{earliest(*f.date_from)}});
  if (f.date_to) require(earliest_sql("g.date") + " <= ?", {std::int64_t{latest(*f.date_to)}});
}

void FilterSql::require_handicap(const GameFilter& f) {
  if (!f.handicap) return;
  if (*f.handicap == "any") return require("s.handicap IS NOT NULL", {});
  std::set<std::string> names{*f.handicap};
  for (const Variant v : {Variant::yari, Variant::shogi}) {
    if (f.variant && *f.variant != v) continue;
    const Result<Setup> setup = read_handicap(*f.handicap, v);
    if (!setup) continue;
    if (*setup == start_setup(v)) return require("g.start IS NULL", {});
    if (const auto name = handicap_name(*setup)) names.insert(*name);
  }
  std::string marks;
  std::vector<Value> values;
  for (const std::string& name : names) {
    marks += marks.empty() ? "?" : ", ?";
    values.emplace_back(name);
  }
  require(fmt::format("s.handicap COLLATE NOCASE IN ({})", marks), std::move(values));
}

void FilterSql::require_text(const std::string& text) {
  const std::string words = prefix_query(text), inside = anywhere(text);
  require(fmt::format("(g.black IN {0} OR g.white IN {0} OR g.event IN {1} OR g.site IN {2} OR "
                      "g.id IN (SELECT rowid FROM games_text WHERE games_text MATCH ?))",
                      matching("players"), matching("events"), matching("sites")),
          {words, inside, words, inside, words, inside, words, inside, words});
}

std::vector<Parameter> FilterSql::parameters() const {
  std::vector<Parameter> list;
  for (const Value& v : values_) {
    std::visit([&](const auto& value) { list.emplace_back(value); }, v);
  }
  return list;
}

std::string order_sql(const ListOptions& options) {
  const char* column = "g.id";
  switch (options.sort) {
    case SortBy::id:
      break;
    case SortBy::date:
      column = "g.date";
      break;
    case SortBy::plies:
      column = "g.plies";
      break;
    case SortBy::black:
      column = "b.name";
      break;
    case SortBy::white:
      column = "w.name";
      break;
    case SortBy::event:
      column = "e.name";
      break;
  }
  const char* direction = options.descending ? "DESC" : "ASC";
  std::string sql = fmt::format(" ORDER BY {} {}", column, direction);
  if (options.sort != SortBy::id) sql += fmt::format(", g.id {}", direction);
  if (options.limit || options.offset != 0) {
    sql += fmt::format(" LIMIT {} OFFSET {}", options.limit.value_or(-1), options.offset);
  }
  return sql;
}

}  // namespace yari
