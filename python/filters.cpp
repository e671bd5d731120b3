// Conditions on games as keyword arguments.
#include <fmt/format.h>
#include <pybind11/stl.h>

#include <limits>
#include <map>

#include "python/database.h"

namespace yari::python {

namespace {

/// A date as text ("2001-10-17", "2001"), as a datetime.date, or a year.
DateNumber date_named(const py::handle& value) {
  const std::string typed = py::str(value);
  return known("date", read_date(typed), typed);
}

int plies(const py::handle& value) {
  const int n = value.cast<int>();
  if (n < 0) throw py::value_error("plies: expected 0 or more");
  return n;
}

std::int64_t amount(const py::handle& value) {
  const auto n = value.cast<std::int64_t>();
  if (n < 0) throw py::value_error("limit, offset: expected 0 or more");
  return n;
}

SortBy order(const std::string& name) {
  static const std::map<std::string, SortBy> names{
      {"id", SortBy::id},       {"date", SortBy::date},   {"plies", SortBy::plies},
      {"black", SortBy::black}, {"white", SortBy::white}, {"event", SortBy::event}};
  const auto found = names.find(name);
  return known("sort", found == names.end() ? std::nullopt : std::optional(found->second), name);
}

using Set = void (*)(GameFilter&, const py::handle&);

template <std::optional<std::string> GameFilter::*Field>
void set_text(GameFilter& f, const py::handle& value) {
  f.*Field = value.cast<std::string>();
}

const std::map<std::string, Set>& conditions() {
  static const std::map<std::string, Set> all{
      {"player", set_text<&GameFilter::player>},
      {"opponent", set_text<&GameFilter::opponent>},
      {"black", set_text<&GameFilter::black>},
      {"white", set_text<&GameFilter::white>},
      {"event", set_text<&GameFilter::event>},
      {"site", set_text<&GameFilter::site>},
      {"handicap", set_text<&GameFilter::handicap>},
      {"text", set_text<&GameFilter::text>},
      {"from_file", set_text<&GameFilter::from_file>},
      {"ids",
       [](GameFilter& f, const py::handle& v) {
         f.ids.clear();
         for (const py::handle id : v) f.ids.push_back(id.cast<GameId>());
         // An empty list in a filter means every game.
         if (f.ids.empty()) f.ids.push_back(0);
       }},
      {"date",
       [](GameFilter& f, const py::handle& v) {
         f.date_from = earliest(date_named(v));
         f.date_to = latest(date_named(v));
       }},
      {"date_from",
       [](GameFilter& f, const py::handle& v) { f.date_from = earliest(date_named(v)); }},
      {"date_to", [](GameFilter& f, const py::handle& v) { f.date_to = latest(date_named(v)); }},
      {"result",
       [](GameFilter& f, const py::handle& v) {
         f.result = known("result", result_named(v.cast<std::string>()), py::str(v));
       }},
      {"ending",
       [](GameFilter& f, const py::handle& v) {
         f.ending = known("ending", ending_named(v.cast<std::string>()), py::str(v));
       }},
      {"variant",
       [](GameFilter& f, const py::handle& v) { f.variant = variant_of(v.cast<std::string>()); }},
      {"rules",
       [](GameFilter& f, const py::handle& v) {
         f.rules = known("rules", rule_set_named(v.cast<std::string>()), py::str(v));
       }},
      {"min_plies", [](GameFilter& f, const py::handle& v) { f.min_plies = plies(v); }},
      {"max_plies", [](GameFilter& f, const py::handle& v) { f.max_plies = plies(v); }},
      {"min_rating", [](GameFilter& f, const py::handle& v) { f.min_rating = v.cast<int>(); }},
      {"max_rating", [](GameFilter& f, const py::handle& v) { f.max_rating = v.cast<int>(); }},
  };
  return all;
}

/// False where there is no option of that name.
bool set_option(ListOptions& options, const std::string& name, const py::handle& value) {
  const bool given = !value.is_none();
  if (name == "sort") return given ? options.sort = order(value.cast<std::string>()), true : true;
  if (name == "descending") return given ? options.descending = value.cast<bool>(), true : true;
  if (name == "limit") return given ? options.limit = amount(value), true : true;
  if (name == "offset") return given ? options.offset = amount(value), true : true;
  return false;
}

Listing read_listing(const py::kwargs& named, bool with_order) {
  Listing listing;
  for (const auto& [key, value] : named) {
    const std::string name = py::str(key);
    const auto condition = conditions().find(name);
    if (condition == conditions().end()) {
      if (!with_order || !set_option(listing.options, name, value))
        throw py::type_error("unexpected keyword argument '" + name + "'");
    } else if (!value.is_none()) {
      condition->second(listing.filter, value);
    }
  }
  return listing;
}

}  // namespace

Listing listing_of(const py::kwargs& named) { return read_listing(named, true); }

GameFilter filter_of(const py::kwargs& named) { return read_listing(named, false).filter; }

}  // namespace yari::python
