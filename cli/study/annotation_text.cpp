#include "cli/study/annotation_text.h"

#include <fmt/format.h>

#include <algorithm>

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

}  // namespace

std::string summary_text(const Annotation& a) {
  return player_text("Black", a.players[0]) + ", " + player_text("White", a.players[1]);
}

std::string unscored_text(const Annotation& a) {
  constexpr std::size_t most_named = 5;
  if (a.unscored.empty()) return {};
  std::string text =
      a.unscored.size() == 1 ? "no evaluation after ply " : "no evaluation after plies ";
  for (std::size_t i = 0; i < std::min(most_named, a.unscored.size()); ++i)
    text += fmt::format("{}{}", i == 0 ? "" : ", ", a.unscored[i].ply);
  if (a.unscored.size() > most_named)
    text += fmt::format(" and {} more", a.unscored.size() - most_named);
  return text + ": " + a.unscored.front().why;
}

}  // namespace yari::cli
