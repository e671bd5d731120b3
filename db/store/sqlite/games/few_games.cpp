// Each statement stops at the first game too many, so that a name that half of the games have costs
// little.
#include "db/store/sqlite/games/few_games.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>

#include "record/date.h"

namespace yari {

namespace {

class Finder {
 public:
  Finder(Connection& connection, std::size_t most) : connection_(connection), most_(most) {}

  /// True when the games so far are those with the name, and no others.
  bool name(const std::optional<std::string>& text, const char* table,
            std::initializer_list<std::string_view> columns) {
    if (!text) return false;
    const std::optional<std::string> numbers = numbers_of(*text, table);
    if (!numbers) return false;
    std::string sql;
    for (const std::string_view column : columns)
      sql += fmt::format("{}SELECT id FROM games WHERE {} IN (SELECT value FROM json_each(?1)) ",
                         sql.empty() ? "" : "UNION ALL ", column);
    return take(sql, {*numbers});
  }

  // Unknown parts of a stored date are 0: it is not above the first day that it may be, and of the
  // year of the last.
  void dates(const std::optional<DateNumber>& from, const std::optional<DateNumber>& to) {
    if (!from && !to) return;
    take("SELECT id FROM games WHERE date BETWEEN ? AND ? ",
         {std::int64_t{from ? earliest(*from) / 10000 * 10000 : 0},
          std::int64_t{to ? latest(*to) : INT32_MAX}});
  }

  std::optional<std::vector<GameId>> games() && { return std::move(games_); }

 private:
  /// As a list for json_each; no value where they are too many.
  std::optional<std::string> numbers_of(const std::string& text, const char* table) {
    std::vector<std::int64_t> numbers;
    Statement rows(
        connection_,
        fmt::format("SELECT id FROM {} WHERE name_matches(?, name) LIMIT {}", table, most_ + 1));
    for (rows.start({text}); rows.step();) numbers.push_back(rows.integer(0));
    if (numbers.size() > most_) return std::nullopt;
    return fmt::format("[{}]", fmt::join(numbers, ","));
  }

  bool take(const std::string& sql, std::initializer_list<Parameter> parameters) {
    std::vector<GameId> found;
    Statement rows(connection_, fmt::format("{}LIMIT {}", sql, most_ + 1));
    for (rows.start(parameters); rows.step();) found.push_back(rows.integer(0));
    if (found.size() > most_) return false;
    std::ranges::sort(found);
    found.erase(std::unique(found.begin(), found.end()), found.end());
    if (games_) {
      std::vector<GameId> both;
      std::ranges::set_intersection(*games_, found, std::back_inserter(both));
      found = std::move(both);
    }
    games_ = std::move(found);
    return true;
  }

  Connection& connection_;
  std::size_t most_;
  std::optional<std::vector<GameId>> games_;
};

/// Without them each look would go through all games.
bool has_indexes(Connection& connection) {
  return connection.integer(
             "SELECT count(*) FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'games' AND "
             "name IN ('games_by_black', 'games_by_white', 'games_by_event', 'games_by_date')") ==
         4;
}

}  // namespace

std::optional<GameFilter> few_games(Connection& connection, const GameFilter& filter,
                                    std::size_t most) {
  const bool has_names = filter.player || filter.opponent || filter.black || filter.white ||
                         filter.event || filter.date_from || filter.date_to;
  if (!filter.ids.empty() || !has_names || !has_indexes(connection)) return std::nullopt;
  Finder finder(connection, most);
  GameFilter rest = filter;
  const bool of_two = filter.player && filter.opponent;
  // Each of the two stands on a side of these games: not yet on different ones.
  if (finder.name(filter.player, "players", {"black", "white"}) && !of_two) rest.player.reset();
  if (finder.name(filter.opponent, "players", {"black", "white"}) && !of_two) rest.opponent.reset();
  if (finder.name(filter.black, "players", {"black"})) rest.black.reset();
  if (finder.name(filter.white, "players", {"white"})) rest.white.reset();
  if (finder.name(filter.event, "events", {"event"})) rest.event.reset();
  finder.dates(filter.date_from, filter.date_to);
  std::optional<std::vector<GameId>> games = std::move(finder).games();
  if (!games) return std::nullopt;
  rest.ids = std::move(*games);
  // No numbers would be no condition.
  if (rest.ids.empty()) rest.ids.push_back(INT64_MIN);
  return rest;
}

std::optional<std::vector<GameId>> first_by_date(Connection& connection,
                                                 const ListOptions& options) {
  if (!has_indexes(connection)) return std::nullopt;
  std::string after;
  std::int64_t offset = options.offset;
  if (options.after) {
    const char* const comparison = options.descending ? "<" : ">";
    Statement row(connection, "SELECT date FROM games WHERE id = ?");
    // Another's place in the list is looked up elsewhere.
    if (!row.first({*options.after}) || row.is_null(0)) return std::nullopt;
    after = fmt::format("WHERE (date, id) {} ({}, {})", comparison, row.integer(0), *options.after);
    offset = 0;
  }
  const char* const direction = options.descending ? "DESC" : "ASC";
  Statement rows(connection, fmt::format("SELECT id FROM games {0} ORDER BY date {1}, id {1} "
                                         "LIMIT ? OFFSET ?",
                                         after, direction));
  std::vector<GameId> first;
  for (rows.start({*options.limit, offset}); rows.step();) first.push_back(rows.integer(0));
  if (static_cast<std::int64_t>(first.size()) < *options.limit) return std::nullopt;
  return first;
}

}  // namespace yari
