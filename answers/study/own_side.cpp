#include "answers/study/own_side.h"

namespace yari {

OwnSide::OwnSide(const GameFilter& filter, std::optional<Color> side)
    : side_(side), black_(filter.black.has_value()), white_(filter.white.has_value()) {
  if (filter.player) player_.emplace(*filter.player);
  if (side || (!black_ && !white_)) black_ = white_ = true;
}

bool OwnSide::is(Color color, const GameHeader& game) const {
  if (side_ && color != *side_) return false;
  if (player_) return player_->matches(color == Color::black ? game.black : game.white);
  return color == Color::black ? black_ : white_;
}

}  // namespace yari
