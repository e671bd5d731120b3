#include "analysis/book/book_weight.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "analysis/book/book_score.h"
#include "analysis/book/graph_values.h"

namespace yari {

namespace {

template <class V>
void weigh(BookEntry& entry, const std::function<std::optional<PositionJudgement>(Key)>& judge) {
  const Position<V> before = Position<V>::from_unchecked(entry.position);
  std::vector<BookMove> known;
  for (BookMove& move : entry.moves) {
    Position<V> after = before;
    after.play(move.move);
    // No engine is asked about a mate.
    const auto judged =
        after.is_mate() ? std::optional(PositionJudgement{{0, true}, 0, 0}) : judge(after.key());
    if (!judged) continue;
    // One ply nearer to a mate is what the other side has.
    move.score = one_ply_before(-book_score(judged->score), 0);
    move.depth = judged->depth + 1;
    const double chance = std::clamp(100 - judged->chance, 0.0, 100.0);
    move.count = static_cast<std::uint64_t>(std::llround(10 * chance));
    known.push_back(std::move(move));
  }
  entry.moves = std::move(known);
}

}  // namespace

void weigh_by_judgements(BookEntry& entry,
                         const std::function<std::optional<PositionJudgement>(Key)>& judge) {
  with_variant(entry.position.variant, [&]<class V>(V) { weigh<V>(entry, judge); });
  sort_moves(entry);
}

}  // namespace yari
