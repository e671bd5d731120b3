/// \file
/// Which records of a file that changed are which of those it had.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "db/import/changed_record.h"

namespace yari {

/// The records of a file as it is now, in order. Those that are known by their text have the place
/// of the old one, and no traits.
struct NewRecordTraits {
  std::optional<std::size_t> old;
  std::optional<RecordTraits> traits;
};

/// Gives each new record the place of the old one whose changed record it is, if there is one.
///
/// `old` has traits of the games that are not taken yet. Records that are surely of one game are
/// paired wherever they stand; then others that stand in the same place between those. Takes time
/// by the number of records and moves.
void pair_records(const std::vector<std::optional<RecordTraits>>& old,
                  std::vector<NewRecordTraits>& now);

}  // namespace yari
