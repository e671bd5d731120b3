// A player in numbers, statistics, and people's own SQL.
#include <fmt/ranges.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <new>
#include <nlohmann/json.hpp>

#include "answers/json.h"
#include "answers/move_groups.h"
#include "answers/profile_sums.h"
#include "answers/result_groups.h"
#include "db/reports/player_games.h"
#include "db/sql_access.h"
#include "import/sql_functions.h"
#include "python/columns.h"
#include "python/database.h"
#include "rules/color_name.h"

namespace yari::python {

namespace {

double points(const PlayerGame& g) {
  if (g.header.result == win_for(g.color)) return 1;
  return g.header.result == GameResult::draw ? 0.5 : 0;
}

/// One number of every game, hundredths in the database.
template <class T, class F>
Column numbers(const std::vector<PlayerGame>& games, F field) {
  std::vector<T> all;
  all.reserve(games.size());
  for (const PlayerGame& g : games) all.push_back(static_cast<T>(field(g)));
  return column(std::move(all));
}

py::dict profile_columns(const std::vector<PlayerGame>& games) {
  py::dict c;
  py::list sides, opponents;
  for (const PlayerGame& g : games) {
    const bool black = g.color == Color::black;
    sides.append(name(g.color));
    opponents.append(text(black ? g.header.white : g.header.black));
  }
  using std::int32_t;
  c["game"] = numbers<std::int64_t>(games, [](const auto& g) { return g.header.id; });
  c["date"] = numbers<int32_t>(games, [](const auto& g) { return g.header.date.value_or(0); });
  c["side"] = sides;
  c["opponent"] = opponents;
  c["points"] = numbers<double>(games, [](const auto& g) {
    return g.header.result == GameResult::unknown ? std::numeric_limits<double>::quiet_NaN()
                                                  : points(g);
  });
  c["moves"] = numbers<int32_t>(games, [](const auto& g) { return g.numbers.all.moves; });
  c["accuracy"] = numbers<double>(games, [](const auto& g) {
    const auto& all = g.numbers.all;
    return all.moves == 0 ? std::numeric_limits<double>::quiet_NaN() : all.accuracy / 100.0;
  });
  c["mean_loss"] =
      numbers<double>(games, [](const auto& g) { return g.numbers.mean_loss / 100.0; });
  constexpr std::pair<const char*, JudgedKind> kinds[] = {{"inaccuracies", JudgedKind::inaccuracy},
                                                          {"mistakes", JudgedKind::mistake},
                                                          {"blunders", JudgedKind::blunder},
                                                          {"missed_mates", JudgedKind::missed_mate},
                                                          {"lost_wins", JudgedKind::lost_win}};
  for (const auto& [name, kind] : kinds) {
    const auto at = static_cast<std::size_t>(kind);
    c[name] = numbers<int32_t>(games, [at](const auto& g) { return g.judgements[at]; });
  }
  return c;
}

py::object profile(const PyDatabase& handle, const std::string& player, int opening_plies,
                   const py::kwargs& named) {
  if (opening_plies < 0 || opening_plies > most_opening_plies)
    throw py::value_error(fmt::format("opening_plies: expected 0 to {}", most_opening_plies));
  if (player.empty()) throw py::value_error("expected the name of a player");
  const GameFilter filter = filter_of(named);
  std::int64_t played = 0, annotated = 0;
  Profile sums;
  const auto games = with_database(handle, [&](Database& database) {
    std::vector<PlayerGame> all;
    Signals signals;
    GameId last = 0;
    played = each_player_game(database, player, filter, opening_plies, [&](const PlayerGame& game) {
      signals.check();
      all.push_back(game);
      sums.add(game);
      annotated += game.header.id != std::exchange(last, game.header.id) ? 1 : 0;
    });
    return all;
  });
  py::object made = results("PlayerGame", profile_columns(games));
  made.attr("played") = played;
  made.attr("summary") = from_json(profile_json(player, played, annotated, sums));
  return made;
}

using GroupRows = std::vector<std::vector<Value>>;

GroupRows groups_by(Database& database, const std::string& by, const GameFilter& filter) {
  GroupRows rows;
  if (by == "piece") return piece_rows(count_moves(database, filter, interruptible()));
  if (by == "clock") {
    for (const ClockGroup& group : count_clock_mistakes(database, filter, interruptible()))
      if (group.moves > 0) rows.push_back(clock_row(group));
    return rows;
  }
  for (const ResultGroup& group :
       result_groups(database, by, filter, openings::OpeningList::shipped(), interruptible()))
    rows.push_back(result_row(group));
  return rows;
}

py::object groups(const PyDatabase& handle, const std::string& by, const py::kwargs& named) {
  std::vector<std::string> fields = result_fields();
  fields.insert(fields.end(), {"piece", "clock"});
  if (std::ranges::count(fields, by) == 0)
    throw py::value_error(
        fmt::format("by: expected one of {}, found '{}'", fmt::join(fields, ", "), by));
  const GameFilter filter = filter_of(named);
  const GroupRows rows =
      with_database(handle, [&](Database& database) { return groups_by(database, by, filter); });
  return results(by == "piece" ? "PieceGroup" : by == "clock" ? "ClockGroup" : "ResultGroup", rows);
}

py::object value(const SqlValue& v) {
  if (std::holds_alternative<std::string>(v)) return text(std::get<std::string>(v));
  if (std::holds_alternative<std::int64_t>(v)) return py::int_(std::get<std::int64_t>(v));
  if (std::holds_alternative<double>(v)) return py::float_(std::get<double>(v));
  return py::none();
}

struct SqlAnswer {
  std::vector<std::string> names = {};
  std::vector<std::vector<SqlValue>> columns = {};
};

/// In memory.
std::int64_t size_of(const SqlValue& value) {
  const auto* const text = std::get_if<std::string>(&value);
  return static_cast<std::int64_t>(sizeof value + (text != nullptr ? text->size() : 0));
}

/// Through a connection of its own: the reader takes the right to write from the one it is given.
py::object sql(const PyDatabase& handle, const std::string& statement, double seconds,
               std::int64_t memory_mib) {
  if (!(seconds > 0)) throw py::value_error("seconds: expected more than 0");
  if (memory_mib < 1 || memory_mib > (1 << 20))
    throw py::value_error("memory_mib: expected 1 to 1048576");
  SqlAnswer answer;
  // What is gathered here counts, too.
  std::int64_t gathered = 0;
  const Result<void> ran = with_database(handle, [&](Database&) {
    Database reading(handle->path, OpenMode::read_only);
    SqlReader reader(reading, {seconds, memory_mib << 20}, hodges_move);
    Signals signals;
    return reader.run(statement, {.begin =
                                      [&](const std::vector<std::string>& names) {
                                        answer = {names, {}};
                                        answer.columns.resize(names.size());
                                      },
                                  .row =
                                      [&](const std::vector<SqlValue>& values) {
                                        signals.check();
                                        for (std::size_t i = 0; i < values.size(); ++i) {
                                          gathered += size_of(values[i]);
                                          answer.columns[i].push_back(values[i]);
                                        }
                                        if (gathered > memory_mib << 20) throw std::bad_alloc();
                                        return true;
                                      }});
  });
  if (!ran) raise_parse_error(statement, ran.error());
  py::list columns;
  for (const auto& values : answer.columns) {
    py::list column(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) column[i] = value(values[i]);
    columns.append(column);
  }
  return py::module_::import("yaribase.results").attr("Rows")(answer.names, columns);
}

py::object statistics(const PyDatabase& handle) {
  return from_json(with_database(
      handle, [](Database& database) { return statistics_json(played_games(database), {}); }));
}

}  // namespace

void bind_reports(py::class_<PyDatabase>& type) {
  type.def("profile", &profile, py::arg("player"), py::kw_only(),
           py::arg("opening_plies") = usual_opening_plies, doc("Database.profile"))
      .def("groups", &groups, py::arg("by"), doc("Database.groups"))
      .def("sql", &sql, py::arg("statement"), py::kw_only(), py::arg("seconds") = 60.0,
           py::arg("memory_mib") = 512, doc("Database.sql"))
      .def("statistics", &statistics, doc("Database.statistics"));
}

}  // namespace yari::python
