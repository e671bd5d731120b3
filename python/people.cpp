// Who and what a database names: players, events and sites, standings, pairings and ratings.
#include <fmt/format.h>
#include <pybind11/stl.h>

#include "answers/event_table.h"
#include "answers/name_table.h"
#include "answers/paired_round.h"
#include "answers/rating_table.h"
#include "db/reports/only_variant.h"
#include "python/database.h"
#include "record/ratings.h"

namespace yari::python {

namespace {

using Limit = std::optional<std::int64_t>;

std::optional<std::size_t> limit_of(Limit limit) {
  if (limit && *limit < 0) throw py::value_error("limit: expected 0 or more");
  return limit ? std::optional(static_cast<std::size_t>(*limit)) : std::nullopt;
}

NameChoice choice_of(const std::string& name, const std::string& sort, Limit limit) {
  NameChoice choice{{name}, NameOrder::games, limit_of(limit)};
  choice.order = known("sort", name_order_named(sort), sort);
  return choice;
}

template <NameKind kind>
py::object names(const PyDatabase& handle, const std::string& name, const std::string& sort,
                 Limit limit, const py::kwargs& named) {
  constexpr const char* rows_of[] = {"Player", "Event", "Site"};
  const NameChoice choice = choice_of(name, sort, limit);
  const GameFilter filter = filter_of(named);
  const auto rows = with_database(handle, [&](Database& database) {
    std::vector<std::vector<Value>> all;
    for (const NamedRow& row :
         named_rows(name_records(database, kind, filter, interruptible()), choice))
      all.push_back(name_values(row));
    return all;
  });
  return results(rows_of[static_cast<std::size_t>(kind)], rows);
}

py::object suggestions(const PyDatabase& handle, const std::string& kind, const std::string& name,
                       int min_score, Limit limit, const py::kwargs& named) {
  if (min_score < 1 || min_score > 100) throw py::value_error("min_score: expected 1 to 100");
  const NameKind of = kind_of(kind);
  const NameChoice choice = choice_of(name, "games", limit);
  const GameFilter filter = filter_of(named);
  return results("Suggestion", with_database(handle, [&](Database& database) {
                   return suggestion_rows(name_records(database, of, filter, interruptible()),
                                          min_score / 100.0, choice);
                 }));
}

EventGrid grid_of(const std::string& typed) {
  if (typed == "auto") return EventGrid::automatic;
  if (typed == "rounds") return EventGrid::rounds;
  if (typed == "crosstable") return EventGrid::crosstable;
  throw py::value_error("grid: expected auto, rounds or crosstable, found '" + typed + "'");
}

py::object event(const PyDatabase& handle, const std::optional<std::string>& event_name,
                 const std::string& grid, const py::kwargs& named) {
  const EventGrid columns = grid_of(grid);
  GameFilter filter = filter_of(named);
  if (event_name) filter.event = *event_name;
  if (filter.empty() || event_name == "")
    throw py::value_error("name an event, or games by conditions");
  const EventTable table = with_database(handle, [&](Database& database) {
    return event_table(event_games(database, filter, interruptible()), columns);
  });
  if (table.lacks_rounds()) throw py::value_error("grid: not every game has a Round tag");
  return row_type("_standings")(from_json(event_json(table)));
}

/// A name, or an Entrant: name, rating, absent.
Entrant entrant_of(const py::handle& named) {
  Entrant entrant;
  if (py::isinstance<py::str>(named)) {
    entrant.name = named.cast<std::string>();
  } else {
    const auto parts = named.cast<py::sequence>();
    if (parts.size() < 1 || parts.size() > 3)
      throw py::value_error("players: expected names, or name, rating and absent");
    entrant.name = parts[0].cast<std::string>();
    if (parts.size() > 1) entrant.rating = parts[1].cast<int>();
    if (parts.size() > 2) entrant.absent = parts[2].cast<bool>();
  }
  if (entrant.name.empty()) throw py::value_error("players: a name is empty");
  if (entrant.rating < 0 || entrant.rating > most_rating)
    throw py::value_error(fmt::format("players: expected a rating from 0 to {}, found {}",
                                      most_rating, entrant.rating));
  return entrant;
}

RoundPlan plan_of(const std::string& system, int cycles, std::optional<int> number, bool last) {
  if (system != "swiss" && system != "round-robin")
    throw py::value_error("system: expected swiss or round-robin, found '" + system + "'");
  const RoundPlan plan{system == "round-robin", cycles, number, last};
  if (cycles < 1 || cycles > 2) throw py::value_error("cycles: expected 1 or 2");
  if (number.value_or(1) < 1 || number.value_or(1) > most_round_number)
    throw py::value_error(fmt::format("number: expected 1 to {}", most_round_number));
  if (!plan.round_robin && (number || cycles != 1))
    throw py::value_error("number and cycles: go with system=\"round-robin\"");
  if (plan.round_robin && last) throw py::value_error("last: goes with system=\"swiss\"");
  return plan;
}

py::object pair(const PyDatabase& handle, const std::string& event_name,
                const py::iterable& players, const std::string& system, int cycles,
                std::optional<int> number, bool last, bool store,
                const std::optional<std::string>& variant) {
  const RoundPlan plan = plan_of(system, cycles, number, last);
  if (event_name.empty()) throw py::value_error("expected the name of an event");
  const auto meant = variant ? std::optional(variant_of(*variant)) : std::nullopt;
  std::vector<Entrant> entrants;
  for (const py::handle player : players) entrants.push_back(entrant_of(player));
  GameFilter filter;
  filter.event = event_name;
  std::string refused;
  const auto round = with_database(handle, [&](Database& database) -> std::optional<PairedRound> {
    const Result<PairedRound> paired =
        paired_round(std::move(entrants), event_games(database, filter, interruptible()), plan);
    if (!paired) return refused = paired.error().message, std::nullopt;
    if (!store) return *paired;
    const Variant game = meant ? *meant : only_variant(database).value_or(Variant::yari);
    const auto stored = store_round(database, event_name, game, *paired);
    if (!stored) return refused = stored.error().message, std::nullopt;
    return *paired;
  });
  if (!round) raise_refusal(refused);
  return results("Pairing", paired_rows(*round));
}

RatingOptions rating_options(int period, std::optional<double> tau,
                             const std::map<std::string, double>& handicap_values) {
  using Options = RatingOptions;
  Options options;
  if (period < 1 || period > Options::most_months)
    throw py::value_error(fmt::format("period: expected 1 to {} months", Options::most_months));
  options.period_months = period;
  options.tau = tau.value_or(options.tau);
  if (!(options.tau >= Options::least_tau && options.tau <= Options::most_tau))
    throw py::value_error(
        fmt::format("tau: expected {} to {}", Options::least_tau, Options::most_tau));
  for (const auto& [handicap, points] : handicap_values)
    if (!(points >= 0 && points <= Options::most_handicap_points))
      throw py::value_error(fmt::format("handicap_values: {}: expected 0 to {}", handicap,
                                        Options::most_handicap_points));
  options.handicaps = handicap_values;
  return options;
}

py::object ratings(const PyDatabase& handle, int period, std::optional<double> tau, int min_games,
                   Limit limit, const std::map<std::string, double>& handicap_values,
                   const py::kwargs& named) {
  const RatingOptions options = rating_options(period, tau, handicap_values);
  const auto most = limit_of(limit);
  const GameFilter filter = filter_of(named);
  const RatingList list = with_database(handle, [&](Database& database) {
    return rating_list(event_games(database, filter, interruptible()), options);
  });
  py::object made = results("Rating", rating_rows(list, min_games, most));
  made.attr("left_out") = games_left_out(list, "handicap_values");
  return made;
}

template <NameKind kind>
void bind_names(py::class_<PyDatabase>& type, const char* method, const char* described) {
  type.def(method, &names<kind>, py::arg("name") = "", py::kw_only(), py::arg("sort") = "games",
           py::arg("limit") = py::none(), doc(described));
}

}  // namespace

NameKind kind_of(const std::string& typed) {
  if (const std::optional<NameKind> kind = name_kind_named(typed)) return *kind;
  throw py::value_error("kind: expected player, event or site, found '" + typed + "'");
}

void bind_people(py::class_<PyDatabase>& type) {
  bind_names<NameKind::player>(type, "players", "Database.players");
  bind_names<NameKind::event>(type, "events", "Database.events");
  bind_names<NameKind::site>(type, "sites", "Database.sites");
  type.def("suggestions", &suggestions, py::arg("kind") = "player", py::arg("name") = "",
           py::kw_only(), py::arg("min_score") = 50, py::arg("limit") = py::none(),
           doc("Database.suggestions"))
      .def("event", &event, py::arg("event") = py::none(), py::kw_only(), py::arg("grid") = "auto",
           doc("Database.event"))
      .def("pair", &pair, py::arg("event"), py::arg("players"), py::kw_only(),
           py::arg("system") = "swiss", py::arg("cycles") = 1, py::arg("number") = py::none(),
           py::arg("last") = false, py::arg("store") = false, py::arg("variant") = py::none(),
           doc("Database.pair"))
      .def("ratings", &ratings, py::kw_only(), py::arg("period") = RatingOptions().period_months,
           py::arg("tau") = py::none(), py::arg("min_games") = 1, py::arg("limit") = py::none(),
           py::arg("handicap_values") = py::dict(), doc("Database.ratings"));
}

}  // namespace yari::python
