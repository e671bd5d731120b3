/// \file
/// Whether a record of a file that was imported before is a changed record of a game, or another
/// game's.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "db/query/filter.h"
#include "record/game.h"

namespace yari {

/// What a game is known by among those of its file.
struct RecordTraits {
  Variant variant = Variant::yari;
  RuleSet rules = RuleSet::standard;
  Setup start;
  std::vector<Move> moves;
  /// False where the stored game is damaged: nothing is known of its moves.
  bool has_moves = true;
  /// Black and White as `letters_key` gives them; empty where unknown.
  std::array<std::string, 2> players;
  /// Year, month, day and a date that is no date; empty where unknown.
  std::array<std::string, 4> date;
  /// Empty where unknown.
  std::string event, round;
};

RecordTraits traits_of(const Game& game);
/// Of a damaged game, of which only the header can be read.
RecordTraits traits_of_damaged(Variant variant, RuleSet rules, const std::string& black,
                               const std::string& white);

/// How surely two records are of one game; a surer one includes those before it.
enum class Likeness : std::uint8_t {
  none,
  retyped,  ///< if it stands in the same place among as many: the header is the same, not the moves
  in_place,  ///< if it stands in the same place
  anywhere,
};

/// Whether `now` is what a record of the game `old` became (docs/import.md has the rule).
Likeness likeness(const RecordTraits& old, const RecordTraits& now);

/// How many moves two lines begin with in common.
std::size_t common_beginning(const std::vector<Move>& a, const std::vector<Move>& b);

}  // namespace yari
