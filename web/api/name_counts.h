/// \file
/// How many games each player and event has, counted in all games and kept until something changes.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "db/database.h"
#include "record/name_kind.h"

namespace yari::web {

/// A name and its games; those of a player on either side.
struct CountedName {
  std::string name;
  std::int64_t games = 0;
};

/// Safe from any thread.
class NameCounts {
 public:
  using Names = std::shared_ptr<const std::vector<CountedName>>;

  /// All names of a kind, player or event, the busiest first. `is_wanted` is asked now and then:
  /// false ends the counting, and the list is empty.
  Names of(Database& games, NameKind kind, const std::function<bool()>& is_wanted);

 private:
  /// What is another one after any change: the number of games, the last game, the last change that
  /// can be undone.
  struct Stamp {
    std::int64_t games = -1;
    GameId last_game = 0;
    std::int64_t last_change = 0;
    bool operator==(const Stamp&) const = default;
  };
  struct Kept {
    Stamp stamp;
    Names names;
  };
  static Stamp stamp_of(Database& games);

  std::mutex mutex_;
  Kept players_, events_;
};

}  // namespace yari::web
