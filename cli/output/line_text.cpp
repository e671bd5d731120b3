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

std::string centipawns_text(int centipawns, Variant v) {
  const int unit = info(v).score_unit;
  return unit == 1 ? fmt::format("{:+}", centipawns)
                   : fmt::format("{:+.2f}", static_cast<double>(centipawns) / unit);
}

std::string score_text(const Score& score, Variant v) {
  if (!score.mate) return centipawns_text(score.value, v);
  if (score.wins_by_mate()) return fmt::format("mate in {}", score.value);
  return score.value == 0 ? "mated" : fmt::format("mated in {}", -score.value);
}

}  // namespace yari::cli
