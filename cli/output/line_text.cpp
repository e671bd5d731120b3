#include "cli/output/line_text.h"

#include <fmt/format.h>

#include "analysis/engine/replayed.h"
#include "notation/hodges/move_text.h"

namespace yari::cli {

std::string hodges_line(const GamePosition& from, const std::vector<Move>& moves) {
  return with_variant(from.start.variant, [&]<class V>(V) {
    Position<V> position = replayed<V>(from).position();
    std::string text;
    for (const Move move : moves) {
      if (!text.empty()) text += ' ';
      append_move_text(text, position, move);
      position.play(move);
    }
    return text;
  });
}

std::string score_text(const Score& score) {
  if (!score.mate) return fmt::format("{:+.2f}", score.value / 100.0);
  if (score.wins_by_mate()) return fmt::format("mate in {}", score.value);
  return score.value == 0 ? "mated" : fmt::format("mated in {}", -score.value);
}

}  // namespace yari::cli
