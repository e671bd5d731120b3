#include "cli/study/profile_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "analysis/annotate/annotate.h"
#include "cli/terminal/text.h"

namespace yari::cli {

namespace {

/// Openings that the table shows, the most played first.
constexpr std::size_t openings_shown = 12;

std::string row(std::string_view name, const ProfileSum& s) {
  return fmt::format(
      "{:<22} {:>5}  {:>4}-{}-{:<4} {:>6}  {:>6.1f}  {:>5.2f}  {:>5.2f} {:>5.2f} {:>5.2f}\n", name,
      s.games(), s.wins(), s.draws(), s.losses(), s.moves(), s.accuracy(), s.mean_loss(),
      s.per_100_moves(JudgedKind::inaccuracy), s.per_100_moves(JudgedKind::mistake),
      s.per_100_moves(JudgedKind::blunder));
}

std::string phases_text(const ProfileSum& s) {
  std::string text;
  for (std::size_t i = 0; i < std::size_t{phase_count}; ++i) {
    if (s.moves(i) == 0) continue;
    text += fmt::format("{}{} {:.1f} % ({})", text.empty() ? "" : ", ", name(static_cast<Phase>(i)),
                        s.accuracy(i), counted(static_cast<std::uint64_t>(s.moves(i)), "move"));
  }
  return text.empty() ? "" : "accuracy by phase: " + text + "\n";
}

std::string most_played(const std::map<std::string, ProfileSum>& openings) {
  std::vector<std::pair<std::string, ProfileSum>> sorted(openings.begin(), openings.end());
  std::ranges::stable_sort(sorted, std::greater{}, [](const auto& p) { return p.second.games(); });
  std::string text;
  for (std::size_t i = 0; i < std::min(sorted.size(), openings_shown); ++i)
    text += row(sorted[i].first, sorted[i].second);
  return text;
}

}  // namespace

std::string profile_text(const Profile& p) {
  std::string text =
      fmt::format("{:<22} {:>5}  {:^12} {:>6}  {:>6}  {:>5}  {:>5} {:>5} {:>5}\n", "", "games",
                  "won-drawn-lost", "moves", "acc. %", "loss", "?!", "?", "?\?");
  text += row("all", p.all);
  for (const auto& [name, sum] : p.colors) text += row("as " + name, sum);
  for (const auto& [name, sum] : p.years) text += row(name, sum);
  text += most_played(p.openings);
  text += "?!, ? and ?\?: in a hundred moves; loss: points of win chance a move\n";
  text += phases_text(p.all);
  const auto number = [&](JudgedKind kind) {
    return static_cast<std::uint64_t>(p.all.count(kind));
  };
  return text +
         fmt::format("{} missed, {} allowed; {}; {}, {}\n",
                     counted(number(JudgedKind::missed_mate), "mate"),
                     grouped(number(JudgedKind::allowed_mate)),
                     counted(number(JudgedKind::lost_win), "won game", "won games") + " not won",
                     counted(number(JudgedKind::only_move), "only move"),
                     grouped(number(JudgedKind::brilliant)) + " brilliant");
}

}  // namespace yari::cli
