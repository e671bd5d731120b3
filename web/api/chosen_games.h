/// \file
/// The games that a request is about: those of a filter, with a position, or that a query finds.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "db/database.h"
#include "db/query/query.h"
#include "web/api/database_pool.h"
#include "web/api/parameters.h"

namespace yari::web {

struct GameChoice {
  GameFilter filter;
  /// At most one of these.
  std::optional<Setup> position;
  std::optional<query::Query> question;
  ListOptions order;
};

/// Reads a filter, `sort`, `reverse`, `limit` (all), `offset`, `after`, and a position or `query`,
/// with which games come in order of number.
GameChoice read_choice(Parameters& parameters, Variant by_default, DatabasePool& databases);

/// Their numbers. `check` is called now and then and may throw.
std::vector<GameId> chosen_games(Database& games, const GameChoice& choice,
                                 const std::function<void()>& check);

}  // namespace yari::web
