/// \file
/// What an entry of the journal was given to keep, compared with what it has.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "db/codec/checksum.h"
#include "db/store/journal.h"

namespace yari::store {

/// A number of games, and a sum over all rows that are kept of them, which does not depend on their
/// order. On disk: never change.
struct JournalContent {
  std::int64_t games = 0, sum = 0;

  /// Sums have this many bits, so that SQL can add them.
  static constexpr std::int64_t mask = (std::int64_t{1} << 48) - 1;

  void add(const JournalContent& other) {
    sum = (sum + other.sum) & mask;
    games += other.games;
  }
  /// Adds the first columns of a row of the `table`th table.
  template <class Row>
  void add(int table, const Row& row, int columns) {
    Bytes bytes;
    ByteWriter out(bytes);
    for (int c = 0; c < columns; ++c) {
      // Asked first: reading its bytes can change the type that SQLite reports.
      out.byte(row.is_null(c) ? 0 : 1);
      const ByteView value = row.blob(c);
      out.u32(static_cast<std::uint32_t>(value.size()));
      bytes.insert(bytes.end(), value.begin(), value.end());
    }
    sum = (sum + checksum(static_cast<std::uint64_t>(table), bytes)) & mask;
    games += table == 0 ? 1 : 0;
  }
};

/// Why an entry cannot be taken back whole, as the end of a sentence about it; no value where it
/// has what it was given. `promised`: what it was given; entries of earlier versions do not say.
inline std::optional<std::string> fault_of(const JournalContent& found,
                                           const std::optional<JournalContent>& promised) {
  if (!promised && found.games == 0) return "the journal has none of its games";
  if (!promised) return std::nullopt;
  if (found.games != promised->games)
    return fmt::format("the journal has {} of its games, and was given {}", found.games,
                       promised->games);
  // The last addition in SQL may have passed the mask.
  if (found.sum != (promised->sum & JournalContent::mask))
    return "the journal does not have its games as they were kept";
  return std::nullopt;
}

/// A sentence for each entry that cannot be taken back; `most` at most.
inline std::vector<std::string> faults_of_entries(JournalReader& journal, std::size_t most) {
  std::vector<std::string> faults;
  for (const StoredEntry& entry : journal.entries()) {
    // Every further entry means reading all that it keeps.
    if (faults.size() >= most) break;
    if (const auto why = journal.fault(entry.id))
      faults.push_back(fmt::format("journal: entry {} cannot be taken back: {}", entry.id, *why));
  }
  return faults;
}

}  // namespace yari::store
