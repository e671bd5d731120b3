#include "analysis/book/legal_moves.h"

#include <fmt/format.h>

#include <algorithm>

#include "rules/position.h"

namespace yari {

namespace {

template <class V>
bool judge(const Position<V>& position, BookMove& move, std::size_t i,
           const OnMoveFinding& report) {
  const MoveFault fault = position.fault_of(move.move);
  if (fault != MoveFault::legal) {
    report(i, Severity::error, fmt::format("the move is illegal: {}", describe(fault)));
    return false;
  }
  if (!move.ponder) return true;
  Position<V> after = position;
  after.play(move.move);
  const MoveFault answer = after.fault_of(*move.ponder);
  if (answer == MoveFault::legal) return true;
  report(i, Severity::warning,
         fmt::format("the answer is illegal, and left out: {}", describe(answer)));
  move.ponder.reset();
  return true;
}

}  // namespace

void keep_legal_moves(BookEntry& entry, const OnMoveFinding& report) {
  with_variant(entry.position.variant, [&]<class V>(V) {
    const Position<V> position = *Position<V>::from(entry.position);
    std::vector<BookMove> kept;
    for (std::size_t i = 0; i < entry.moves.size(); ++i) {
      BookMove& move = entry.moves[i];
      if (move.move) {
        if (!judge(position, move, i, report)) continue;
        if (std::ranges::find(kept, move.move, &BookMove::move) != kept.end())
          report(i, Severity::warning, "the position has this move already");
      }
      kept.push_back(std::move(move));
    }
    entry.moves = std::move(kept);
  });
}

}  // namespace yari
