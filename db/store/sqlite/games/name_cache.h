/// \file
/// Names by their numbers, for going through many games: a bounded number of them in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "db/store/sqlite/file/lazy_statement.h"

namespace yari {

/// The names that a column of `games` points to. Each number has one place; another number with
/// the same place takes it over. So memory does not grow with the names, and where there are fewer
/// than places each is read once.
class NameCache {
 public:
  /// Requires: the connection outlives this.
  NameCache(Connection& connection, const std::string& table)
      : find_(connection, "SELECT name FROM " + table + " WHERE id = ?") {}

  /// Empty where there is no such name. Valid until the next call.
  std::string_view name(std::int64_t number) {
    if (places_.empty()) places_.resize(places);
    Place& place = places_[static_cast<std::uint64_t>(number) % places];
    if (!place.known || place.number != number) read(number, place);
    return place.name;
  }

 private:
  static constexpr std::size_t places = std::size_t{1} << 15;
  struct Place {
    std::int64_t number = 0;
    bool known = false;
    std::string name;
  };

  void read(std::int64_t number, Place& place) {
    place.known = false;
    const bool found = find_->first({number});
    const ResetAtEnd open(*find_);
    if (found)
      place.name = find_->text(0);
    else
      place.name.clear();
    place.number = number;
    place.known = true;
  }

  LazyStatement find_;
  std::vector<Place> places_;
};

}  // namespace yari
