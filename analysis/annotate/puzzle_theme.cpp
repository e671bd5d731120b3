// Each theme is a question about one move of the solver; a line has the themes of all its moves.
#include "analysis/annotate/puzzle_theme.h"

#include <algorithm>
#include <array>
#include <set>

#include "analysis/annotate/doubt.h"
#include "analysis/engine/values.h"
#include "rules/position.h"

namespace yari {

namespace {

// In the order of PuzzleTheme.
constexpr std::array<std::string_view, puzzle_theme_count> theme_names{
    "mate", "fork", "pin", "sacrifice", "promotion", "drop"};

/// Whether the piece that has just moved to `to` attacks two pieces that it is good to take: the
/// general, one that is worth more than itself, or one that nobody guards, but for pawns. `answer`
/// is where the opponent moves to next: a fork that is taken is none.
template <class V>
bool is_fork(const Position<V>& after, Square to, std::optional<Square> answer) {
  if (answer == to) return false;
  const Color them = after.side_to_move();
  const auto worth = [&](Square s) { return piece_values<V>.on_board(after.at(s).kind()); };
  int victims = 0;
  for (const Square s : after.pieces(them)) {
    if (!after.attackers(s, ~them).has(to)) continue;
    const Kind kind = after.at(s).kind();
    const bool unguarded = kind != pawn && !after.attackers(s, them);
    victims += kind == general || worth(s) > worth(to) || unguarded;
  }
  return victims >= 2;
}

/// Whether the piece that has just moved to `to` keeps one from leaving its general.
template <class V>
bool is_pin(const Position<V>& after, Square to) {
  const Color them = after.side_to_move();
  if (!after.has_general(them)) return false;
  const Square guarded = after.general_square(them);
  if (after.checkers().has(to)) return false;
  for (const Square s : after.pinned()) {
    const auto without = after.occupied() - Bitboard<V>(s);
    if (after.attackers(guarded, ~them, without).has(to)) return true;
  }
  return false;
}

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
      add(PuzzleTheme::pin, !ends_in_mate && is_pin(at, move.to()));
    }
  });
  return {themes.begin(), themes.end()};
}

}  // namespace yari
