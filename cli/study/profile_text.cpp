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

void add(DataTable& table, const char* group, const std::string& name, const ProfileSum& s) {
  const auto per_100 = [&](JudgedKind kind) { return rounded(s.per_100_moves(kind)); };
  table.add({group, name, s.results().games, s.results().wins, s.results().draws,
             s.results().losses, s.moves(), accuracy_value(s.accuracy(), s.moves()),
             rounded(s.mean_loss()), per_100(JudgedKind::inaccuracy), per_100(JudgedKind::mistake),
             per_100(JudgedKind::blunder)});
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

void add_most_played(DataTable& table, const std::map<std::string, ProfileSum>& openings) {
  std::vector<std::pair<std::string, ProfileSum>> sorted(openings.begin(), openings.end());
  std::ranges::stable_sort(sorted, std::greater{},
                           [](const auto& p) { return p.second.results().games; });
  for (std::size_t i = 0; i < std::min(sorted.size(), openings_shown); ++i)
    add(table, "opening", sorted[i].first, sorted[i].second);
}

}  // namespace

DataTable profile_table(const Profile& p) {
  DataTable table({{"group", ""},
                   {"name", "games"},
                   {"games", "n", true},
                   {"wins", "won", true},
                   {"draws", "drawn", true},
                   {"losses", "lost", true},
                   {"moves", "moves", true},
                   {"accuracy", "acc. %", true},
                   {"loss", "loss", true, 2},
                   {"inaccuracies", "?!", true, 2},
                   {"mistakes", "?", true, 2},
                   {"blunders", "?\?", true, 2}});
  add(table, "all", "all", p.all);
  for (const auto& [name, sum] : p.colors) add(table, "color", "as " + name, sum);
  for (const auto& [name, sum] : p.years) add(table, "year", name, sum);
  add_most_played(table, p.openings);
  return table;
}

std::string profile_notes(const Profile& p) {
  std::string text;
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
