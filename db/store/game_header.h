/// \file
/// A game as lists show it: its header, without its moves.
#pragma once

#include <optional>
#include <string>

#include "db/query/filter.h"
#include "record/date.h"
#include "record/game.h"

namespace yari {

/// What a listing shows of a game.
struct GameHeader {
  GameId id = 0;
  Variant variant = Variant::yari;
  RuleSet rules = RuleSet::standard;
  /// SFEN of the start; empty for the even one.
  std::string start;
  /// As handicap_name gives it; empty for none.
  std::string handicap;
  /// Empty where the record does not say.
  std::string black, white, event, site;
  std::optional<DateNumber> date;
  GameResult result = GameResult::unknown;
  Ending ending = Ending::unknown;
  int plies = 0;
  bool operator==(const GameHeader&) const = default;
};

}  // namespace yari
