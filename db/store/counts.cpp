// Adding up what runs say.
#include "db/store/counts.h"

#include <utility>
#include <vector>

namespace yari::store {

namespace {

/// The sum of many counts. Two of equally many rows are added first, so that a player is moved as
/// often as the number of rows has bits.
class RowSum {
 public:
  /// False where the row is damaged.
  bool add(ByteView row) {
    std::optional<PositionCounts> sum = PositionCounts::decode(row);
    std::size_t level = 0;
    for (; sum && level < sums_.size() && sums_[level]; ++level)
      if (!sum->add(*std::exchange(sums_[level], std::nullopt))) return false;
    if (level == sums_.size()) sums_.emplace_back();
    sums_[level] = std::move(sum);
    return sums_[level].has_value();
  }
  std::optional<PositionCounts> settled() {
    PositionCounts all;
    for (const std::optional<PositionCounts>& sum : sums_)
      if (sum && !all.add(*sum)) return std::nullopt;
    all.settle(true);
    return all;
  }

 private:
  /// At i the sum of 2^i rows.
  std::vector<std::optional<PositionCounts>> sums_;
};

}  // namespace

std::optional<PositionCounts> read_counts(CountReader& reader, IndexKey key, CountPart part) {
  RowSum sum;
  const auto add = [&](CountPart, ByteView row) { return sum.add(row); };
  return reader.each_row(key, part, part, add) ? sum.settled() : std::nullopt;
}

std::optional<PositionCounts> read_counts(CountReader& reader, IndexKey key,
                                          const PartFilter& filter) {
  RowSum sum;
  // Modulo 2^64, which equal sums are equal by.
  std::uint64_t all = 0, parts = 0;
  const bool sound = reader.each_row(key, all_games, last_part, [&](CountPart part, ByteView row) {
    const std::optional<std::int64_t> games = PositionCounts::games_in(row);
    if (!games) return false;
    (part == all_games ? all : parts) += static_cast<std::uint64_t>(*games);
    return part == all_games || !filter.takes(part) || sum.add(row);
  });
  return sound && all == parts && all != 0 ? sum.settled() : std::nullopt;
}

}  // namespace yari::store
