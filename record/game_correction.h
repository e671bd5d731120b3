/// \file
/// What replaces the words of a record about its game.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "record/game.h"

namespace yari {

/// A change of a game's header; what is not named stays.
struct Correction {
  /// An empty value removes the tag.
  std::vector<Tag> tags;
  std::optional<GameResult> result = {};
  std::optional<Ending> ending = {};
  /// As read_handicap reads it; "even" for none. The moves are played again from that start.
  std::optional<std::string> handicap = {};
  bool operator==(const Correction&) const = default;
};

}  // namespace yari
