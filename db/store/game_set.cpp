// Bits where the numbers lie close together, as an import gives them; else a list.
#include "db/store/game_set.h"

namespace yari {

namespace {

/// Numbers lie close together when at least one in 8 is given.
constexpr std::int64_t at_least_one_in = 8;

}  // namespace

GameSet::GameSet(std::int64_t count, GameId last,
                 const std::function<void(const std::function<void(GameId)>&)>& each) {
  last = std::clamp<GameId>(last, 0, last_game_id);
  const bool as_bits = last / at_least_one_in <= count;
  if (as_bits) bits_.resize(static_cast<std::size_t>(last) + 1);
  each([&](GameId id) {
    if (id < 1 || id > last_game_id) return;
    const auto game = static_cast<std::uint32_t>(id);
    if (as_bits && game < bits_.size())
      bits_[game] = true;
    else
      numbers_.push_back(game);
  });
  // Of a damaged file: then all of them go into the list.
  if (!numbers_.empty()) {
    for (std::size_t game = 0; game < bits_.size(); ++game)
      if (bits_[game]) numbers_.push_back(static_cast<std::uint32_t>(game));
    bits_.clear();
  }
  std::sort(numbers_.begin(), numbers_.end());
  numbers_.erase(std::unique(numbers_.begin(), numbers_.end()), numbers_.end());
}

}  // namespace yari
