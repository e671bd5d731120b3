#include "notation/hodges/move_numbers.h"

#include <algorithm>
#include <utility>

namespace yari {

MoveNumbers::MoveNumbers(Start start) {
  possible_.set();
  if (start.is_first) {
    first_ = Place{1, 1};
    possible_.set(pairs_from_second, !start.black_first);
  }
  counts_ = possible_;
}

std::optional<std::size_t> MoveNumbers::expected_instead_of(std::size_t number, std::size_t ply) {
  const bool follows = ply == std::exchange(last_ply_, ply) + 1;
  if (!first_) {
    first_ = Place{number, ply};
    return std::nullopt;
  }
  // In a variation of the first numbered move's past, `plies` is negative.
  const auto plies = static_cast<long>(ply) - static_cast<long>(first_->ply);
  const auto number_if = [&](Count count) {
    const long step = count == moves ? plies : (plies + (count == pairs_from_second)) >> 1;
    return static_cast<std::size_t>(std::max(static_cast<long>(first_->number) + step, 0L));
  };
  std::bitset<all_counts> fitting;
  for (const Count count : {pairs, pairs_from_second, moves})
    fitting.set(count, counts_[count] && number_if(count) == number);
  if (fitting.any()) {
    counts_ = fitting;
    return std::nullopt;
  }
  const bool as_moves = counts_[moves] && (follows || counts_.count() == 1);
  const std::size_t expected = number_if(as_moves         ? moves
                                         : counts_[pairs] ? pairs
                                                          : pairs_from_second);
  first_ = Place{number, ply};
  counts_ = possible_;
  return expected;
}

}  // namespace yari
