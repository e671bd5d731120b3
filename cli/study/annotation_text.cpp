#include "cli/study/annotation_text.h"

#include <fmt/format.h>

#include "cli/terminal/text.h"

namespace yari::cli {

namespace {

std::string player_text(std::string_view side, const PlayerSummary& p) {
  if (p.moves == 0) return fmt::format("{} without a move", side);
  std::string text = fmt::format("{} {:.1f} % ({} ?!, {} ?, {} ?\?", side, p.accuracy,
                                 p.inaccuracies, p.mistakes, p.blunders);
  if (p.brilliant > 0) text += fmt::format(", {} !!", p.brilliant);
  return text + ')';
}

/// " (3 again: 2 annotated before with less effort, 1 by force)"; empty for none.
std::string again_text(const AnnotationTotals& totals) {
  std::uint64_t all = 0;
  std::string reasons;
  for (const auto& [earlier, field, words] : again_reasons) {
    const std::uint64_t n = totals.again[static_cast<std::size_t>(earlier)];
    if (n == 0) continue;
    all += n;
    reasons += fmt::format("{}{} {}", reasons.empty() ? "" : ", ", grouped(n), words);
  }
  return all == 0 ? "" : fmt::format(" ({} again: {})", grouped(all), reasons);
}

}  // namespace

std::string summary_text(const Annotation& a) {
  return player_text("Black", a.players[0]) + ", " + player_text("White", a.players[1]);
}

std::string totals_text(const AnnotationTotals& t) {
  return fmt::format(
      "{} annotated{}, {} annotated before{}; {}: {}, {} from the cache; {} ?!, {} ?, "
      "{} ?\?, {} !!\n",
      counted(t.games, "game"), again_text(t), grouped(t.skipped),
      t.failed > 0 ? fmt::format(", {} failed", grouped(t.failed)) : "",
      counted(t.positions, "position"), counted(t.analysed, "search", "searches"),
      grouped(t.from_store), t.players.inaccuracies, t.players.mistakes, t.players.blunders,
      t.players.brilliant);
}

}  // namespace yari::cli
