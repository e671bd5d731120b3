// Each theme is a question about one move of the solver; a line has the themes of all its moves.
#include "analysis/annotate/puzzle_theme.h"

#include <algorithm>
#include <array>
#include <set>

#include "analysis/annotate/doubt.h"
#include "analysis/annotate/motif.h"
#include "rules/position.h"

namespace yari {

namespace {

// In the order of PuzzleTheme.
constexpr std::array<std::string_view, puzzle_theme_count> theme_names{
    "mate", "fork", "pin", "sacrifice", "promotion", "drop"};

}  // namespace

std::string_view name(PuzzleTheme theme) { return theme_names[static_cast<std::size_t>(theme)]; }

std::optional<PuzzleTheme> puzzle_theme_named(std::string_view word) {
  const auto found = std::ranges::find(theme_names, word);
  if (found == theme_names.end()) return std::nullopt;
  return static_cast<PuzzleTheme>(found - theme_names.begin());
}

std::vector<PuzzleTheme> puzzle_themes(const Setup& position, const std::vector<Move>& line,
                                       bool mate) {
  std::set<PuzzleTheme> themes;
  if (mate) themes.insert(PuzzleTheme::mate);
  with_variant(position.variant, [&]<class V>(V) {
    Position<V> at = *Position<V>::from(position);
    for (std::size_t i = 0; i < line.size(); ++i) {
      const Move move = line[i];
      const bool solver_moves = i % 2 == 0;
      const bool gives_material = solver_moves && is_sacrifice(at, move);
      at.play(move);
      if (!solver_moves) continue;
      const bool ends_in_mate = mate && i + 1 == line.size();
      const std::optional<Square> answer =
          i + 1 < line.size() ? std::optional(line[i + 1].to()) : std::nullopt;
      const auto add = [&](PuzzleTheme theme, bool is_there) {
        if (is_there) themes.insert(theme);
      };
      add(PuzzleTheme::drop, move.is_drop());
      add(PuzzleTheme::promotion, move.promotes());
      add(PuzzleTheme::sacrifice, gives_material && !ends_in_mate);
      add(PuzzleTheme::fork, !ends_in_mate && is_fork(at, move.to(), answer));
      add(PuzzleTheme::pin, !ends_in_mate && pinned_by(at, move.to()).has_value());
    }
  });
  return {themes.begin(), themes.end()};
}

}  // namespace yari
