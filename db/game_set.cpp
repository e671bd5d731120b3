// Bits where the numbers lie close together, as an import gives them; else a list.
#include "db/game_set.h"

#include <fmt/format.h>

#include "db/posting_index.h"

namespace yari {

namespace {

/// Numbers lie close together when at least one of so many is given.
constexpr std::int64_t close = 8;

}  // namespace

GameSet::GameSet(Connection& connection, const std::string& select) {
  const auto of_all = [&](const std::string& function) {
    return connection.integer("SELECT " + function + "(id) FROM (" + select + ")");
  };
  const std::int64_t count = of_all("count"), last = of_all("max");
  const bool as_bits = last / close <= count;
  if (as_bits)
    bits_.resize(static_cast<std::size_t>(last) + 1);
  else
    numbers_.reserve(static_cast<std::size_t>(count));
  Statement games(connection, select);
  for (games.start({}); games.step();) {
    const auto game = static_cast<std::uint32_t>(games.integer(0));
    if (as_bits)
      bits_[game] = true;
    else
      numbers_.push_back(game);
  }
  std::sort(numbers_.begin(), numbers_.end());
  numbers_.erase(std::unique(numbers_.begin(), numbers_.end()), numbers_.end());
}

GameSet GameSet::stored(Connection& connection) {
  return {connection, fmt::format("SELECT id FROM games WHERE {}", indexable_game)};
}

}  // namespace yari
