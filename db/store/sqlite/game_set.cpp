// Bits where the numbers lie close together, as an import gives them; else a list.
#include "db/store/sqlite/game_set.h"

#include <fmt/format.h>

#include "db/store/filter.h"
#include "db/store/sqlite/posting_index.h"

namespace yari {

namespace {

/// Numbers lie close together when at least one of so many is given.
constexpr std::int64_t close = 8;
}  // namespace

GameSet::GameSet(Connection& connection, const std::string& select) {
  const auto of_all = [&](const std::string& function) {
    return connection.integer("SELECT " + function + "(id) FROM (" + select + ")");
  };
  const std::int64_t count = of_all("count");
  const std::int64_t last = std::clamp<std::int64_t>(of_all("max"), 0, last_game_id);
  // In a damaged file the statement may give other numbers than these two, and more of them.
  const bool as_bits = last / close <= count;
  if (as_bits) bits_.resize(static_cast<std::size_t>(last) + 1);
  Statement games(connection, select);
  for (games.start({}); games.step();) {
    const std::int64_t id = games.integer(0);
    if (id < 1 || id > last_game_id) continue;
    const auto game = static_cast<std::uint32_t>(id);
    if (as_bits && game < bits_.size())
      bits_[game] = true;
    else
      numbers_.push_back(game);
  }
  // Of a damaged file: then all of them go into the list.
  if (!numbers_.empty()) {
    for (std::size_t game = 0; game < bits_.size(); ++game)
      if (bits_[game]) numbers_.push_back(static_cast<std::uint32_t>(game));
    bits_.clear();
  }
  std::sort(numbers_.begin(), numbers_.end());
  numbers_.erase(std::unique(numbers_.begin(), numbers_.end()), numbers_.end());
}

GameSet GameSet::stored(Connection& connection) {
  return {connection, fmt::format("SELECT id FROM games WHERE {}", indexable_game)};
}

}  // namespace yari
