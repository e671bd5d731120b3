/// \file
/// How games end: results, endings, repetition, impasse; and the line of play they are judged on.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "rules/position.h"

namespace yari {

/// Who won; `unknown` covers games that were not finished and records that do not say.
enum class GameResult : std::uint8_t { unknown, black_wins, white_wins, draw };

constexpr GameResult win_for(Color c) {
  return c == Color::black ? GameResult::black_wins : GameResult::white_wins;
}

/// Who won; no value where nobody did.
constexpr std::optional<Color> winner_of(GameResult r) {
  for (const Color c : {Color::black, Color::white})
    if (r == win_for(c)) return c;
  return std::nullopt;
}

/// How a game ended. On disk: never change the numbers, append only. What formats call each, and
/// who wins by it, is a row of notation/words/ending_rows.h.
enum class Ending : std::uint8_t {
  unknown,
  resignation,
  mate,
  stalemate,
  timeout,
  repetition,       ///< no contest
  perpetual_check,  ///< the side that gave check loses
  impasse,          ///< jishogi, no contest or decided on points
  declaration,      ///< nyugyoku: a win claimed on points
  illegal_move,     ///< the side that made it loses
  general_taken,
  abandoned,  ///< broken off, no result
  forfeit,    ///< never played
  draw_agreed,
  no_mate,     ///< a problem that was not solved
  error,       ///< the server or program failed
  move_limit,  ///< as many moves as were agreed on: a draw
};

/// Lower-case English for tags, SQL and JSON, in the order of Ending.
inline constexpr auto ending_names = std::to_array<std::string_view>(
    {"unknown", "resignation", "mate", "stalemate", "timeout", "repetition", "perpetual check",
     "impasse", "declaration", "illegal move", "general taken", "abandoned", "forfeit",
     "draw agreed", "no mate", "error", "move limit"});
inline constexpr int ending_count = static_cast<int>(ending_names.size());

std::string_view name(Ending e);
std::optional<Ending> ending_named(std::string_view name);
/// "1-0", "0-1", "1/2-1/2", "*".
std::string_view name(GameResult r);
std::optional<GameResult> result_named(std::string_view name);
/// "Black wins", "Draw", "No result": the outcome for people.
std::string_view in_words(GameResult r);
std::string_view name(RuleSet r);
std::optional<RuleSet> rule_set_named(std::string_view name);
std::optional<Variant> variant_named(std::string_view name);

/// A result together with how it came about.
struct Outcome {
  GameResult result = GameResult::unknown;
  Ending ending = Ending::unknown;
  bool operator==(const Outcome&) const = default;
};

/// The general of `c` stands in its promotion zone.
template <class V>
bool has_entered(const Position<V>& position, Color c);
/// Points of what `c` has in hand, in an impasse as for a declaration.
template <class V>
int hand_points(const Position<V>& position, Color c);
/// Points of one side in an impasse: board and hand, promotion ignored, general not counted.
template <class V>
int impasse_points(const Position<V>& position, Color c);
/// Both generals stand in their promotion zones.
template <class V>
bool is_impasse(const Position<V>& position);
/// Who wins when the players agree on an impasse now.
template <class V>
GameResult impasse_result(const Position<V>& position);

/// The keys and checks of the positions since the start: what repetition is judged on.
class History {
 public:
  /// Adds the position after a move, or the first one.
  template <class V>
  void push(const Position<V>& position) {
    entries_.push_back({position.key(), position.in_check(), position.side_to_move()});
  }

  /// How often the last position has occurred, itself included.
  int occurrences() const;
  /// How often `key` has occurred.
  int occurrences(Key key) const;
  /// The side that gave check with every move since the `times`-th last occurrence of the last
  /// position, if there is one. Requires: occurrences() >= times.
  std::optional<Color> perpetual_checker(int times) const;

 private:
  struct Entry {
    Key key;
    bool in_check;
    Color side_to_move;
  };
  std::vector<Entry> entries_;
};

/// Times a position must occur to end a game.
int repetitions_needed(const VariantInfo& v, RuleSet rules);

/// A position together with how it was reached: what may be played now, and whether it is over.
template <class V>
class Line {
 public:
  explicit Line(const Position<V>& start, RuleSet rules = RuleSet::standard);

  const Position<V>& position() const { return position_; }
  const History& history() const { return history_; }
  RuleSet rules() const { return rules_; }

  /// Legal here, under `svp` also because it does not make a position occur for the third time.
  bool is_legal(Move m) const;
  /// Requires: position().is_legal(m).
  void play(Move m);
  /// The outcome that the rules force now; no value while the game goes on.
  ///
  /// Mate, stalemate, repetition and perpetual check. Impasse is by agreement: impasse_result.
  std::optional<Outcome> outcome() const;

 private:
  Position<V> position_;
  History history_;
  RuleSet rules_;
};

extern template class Line<YariShogi>;
extern template class Line<Shogi>;

}  // namespace yari
