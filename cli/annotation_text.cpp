#include "cli/annotation_text.h"

#include <fmt/format.h>

#include "cli/text.h"

namespace yari::cli {

namespace {

std::string player_text(std::string_view side, const PlayerSummary& p) {
  if (p.moves == 0) return fmt::format("{} without a move", side);
  std::string text = fmt::format("{} {:.1f} % ({} ?!, {} ?, {} ?\?", side, p.accuracy,
                                 p.inaccuracies, p.mistakes, p.blunders);
  if (p.brilliant > 0) text += fmt::format(", {} !!", p.brilliant);
  return text + ')';
}

}  // namespace

std::string summary_text(const Annotation& a) {
  return player_text("Black", a.players[0]) + ", " + player_text("White", a.players[1]);
}

}  // namespace yari::cli
