// Conditions on games as keyword arguments.
#include <fmt/format.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <iterator>
#include <optional>

#include "answers/conditions.h"
#include "python/database.h"

namespace yari::python {

namespace {

std::int64_t amount(const py::handle& value) {
  const auto n = value.cast<std::int64_t>();
  if (n < 0) throw py::value_error("limit, offset: expected 0 or more");
  return n;
}

/// What makes a range of one end of it.
struct End {
  std::string_view name;
  const char* condition;
  std::string_view before, after;
};

constexpr End ends[] = {{"date_from", "date", "", ".."},   {"date_to", "date", "..", ""},
                        {"min_plies", "plies", "", ".."},  {"max_plies", "plies", "..", ""},
                        {"min_rating", "rated", "", ".."}, {"max_rating", "rated", "..", ""}};

/// False where there is no condition of that name; None asks for nothing.
bool read_keyword(GameFilter& filter, const std::string& name, const py::handle& value) {
  const auto end = std::ranges::find(ends, name, &End::name);
  const bool is_end = end != std::end(ends);
  const Condition* const condition = condition_named(is_end ? end->condition : name);
  if (condition == nullptr) return false;
  if (value.is_none()) return true;
  const std::string typed = text_of(value);
  std::optional<std::string> expected = "one end of a range";
  if (!is_end)
    expected = condition->read(filter, typed);
  else if (typed.find("..") == typed.npos)
    expected = condition->read(filter, fmt::format("{}{}{}", end->before, typed, end->after));
  if (expected)
    throw py::value_error(fmt::format("{}: expected {}, found '{}'", name, *expected, typed));
  return true;
}

void read_ids(GameFilter& filter, const py::handle& value) {
  filter.ids.clear();
  if (py::isinstance<py::int_>(value)) {
    filter.ids.push_back(value.cast<GameId>());
    return;
  }
  for (const py::handle id : value) filter.ids.push_back(id.cast<GameId>());
  // An empty list in a filter means every game.
  if (filter.ids.empty()) filter.ids.push_back(0);
}

/// False where there is no option of that name.
bool set_option(ListOptions& options, const std::string& name, const py::handle& value) {
  const bool given = !value.is_none();
  if (name == "sort") {
    const auto typed = given ? value.cast<std::string>() : std::string(sort_names[0]);
    options.sort = known("sort", sort_named(typed), typed);
    return true;
  }
  if (name == "descending") return given ? options.descending = value.cast<bool>(), true : true;
  if (name == "limit") return given ? options.limit = amount(value), true : true;
  if (name == "offset") return given ? options.offset = amount(value), true : true;
  return false;
}

Listing read_listing(const py::kwargs& named, bool with_order) {
  Listing listing;
  for (const auto& [key, value] : named) {
    const std::string name = py::str(key);
    if (name == "ids") {
      if (!value.is_none()) read_ids(listing.filter, value);
    } else if (!read_keyword(listing.filter, name, value) &&
               (!with_order || !set_option(listing.options, name, value))) {
      throw py::type_error("unexpected keyword argument '" + name + "'");
    }
  }
  return listing;
}

}  // namespace

std::string text_of(const py::handle& value) {
  if (py::isinstance<py::bool_>(value)) return value.cast<bool>() ? "yes" : "no";
  return py::str(value);
}

std::map<std::string, std::string> condition_texts(const py::kwargs& named) {
  // What is not taken is refused here.
  static_cast<void>(filter_of(named));
  std::map<std::string, std::string> texts, ranges;
  for (const auto& [key, value] : named) {
    const std::string name = py::str(key);
    if (value.is_none()) continue;
    if (name == "ids") throw py::value_error("ids: numbers of games are no condition to keep");
    const auto end = std::ranges::find(ends, name, &End::name);
    if (end == std::end(ends)) {
      texts[name] = text_of(value);
      continue;
    }
    std::string& range = ranges.try_emplace(end->condition, "..").first->second;
    range.insert(end->before.empty() ? 0 : range.size(), text_of(value));
  }
  for (const auto& [name, range] : ranges) {
    GameFilter read;
    if (!texts.emplace(name, range).second)
      throw py::value_error(name + ": give the range or its ends");
    if (const auto expected = condition_named(name)->read(read, range))
      throw py::value_error(fmt::format("{}: expected {}, found '{}'", name, *expected, range));
  }
  return texts;
}

Listing listing_of(const py::kwargs& named) { return read_listing(named, true); }

GameFilter filter_of(const py::kwargs& named) { return read_listing(named, false).filter; }

}  // namespace yari::python
