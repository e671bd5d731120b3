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
  /// In the place of the order's own.
  bool by_rating = false;
};

/// Reads a filter, `sort`, `reverse`, `limit` (all), `offset`, `after`, and a position or `query`,
/// with which games come in order of number.
GameChoice read_choice(Parameters& parameters, Variant by_default, DatabasePool& databases);

/// Whether the order is that of the numbers of games, the lowest first.
bool is_by_number(const ListOptions& order, bool by_rating);

/// Throws RequestError where a list cannot go on after `order.after` and no offset says where else:
/// a game that was never there, one that was deleted for good, and by rating every deleted one.
void require_place(const ListOptions& order, bool by_rating, DatabasePool& databases);

/// The games of a list in another order than that of their numbers; with a position, the first hits
/// of those that come to it, else the games alone. They begin after `order.after`, also where it
/// was deleted or is not among them; where its place is not known, at the offset. `check` is called
/// now and then and may throw.
std::vector<Hit> sorted_games(Database& games, const std::optional<Setup>& position,
                              const GameFilter& filter, const ListOptions& order, bool by_rating,
                              const std::function<void()>& check);

/// Their numbers. `check` is called now and then and may throw.
std::vector<GameId> ids_of_choice(Database& games, const GameChoice& choice,
                                  const std::function<void()>& check);

}  // namespace yari::web
