/// \file
/// Numbers in rows: what a database holds may come from anywhere.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>

#include "record/date.h"
#include "rules/outcome.h"

namespace yari::store {

/// The enumerator whose number stands in a column of the present row, of `count` that begin with
/// 0; the first where the row holds nonsense.
template <class E, class Row>
E enumeration_in(const Row& row, int column, int count) {
  const std::int64_t value = row.integer(column);
  return static_cast<E>(value >= 0 && value < count ? value : 0);
}

/// What SQL checks in a column of endings. On disk: their numbers never change.
inline std::string ending_check() {
  return "CHECK (ending BETWEEN 0 AND " + std::to_string(ending_count - 1) + ")";
}

/// The number of results, from "unknown" on.
inline constexpr int result_count = 4;

/// No value where there is no date, or none that there can be.
template <class Row>
std::optional<DateNumber> date_in(const Row& row, int column) {
  return row.is_null(column) ? std::nullopt : date_numbered(row.integer(column));
}

/// How many, how long or how old: 0 to 2^48, so that thousands of them can be added.
template <class Row>
std::int64_t amount_in(const Row& row, int column) {
  return std::clamp<std::int64_t>(row.integer(column), 0, std::int64_t{1} << 48);
}

}  // namespace yari::store
