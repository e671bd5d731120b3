#include "web/api/chosen_games.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>

#include "analysis/engine/replayed.h"
#include "db/explore/list_place.h"
#include "db/explore/position_games.h"
#include "db/explore/search.h"
#include "db/reports/tagged_games.h"
#include "web/http/request_error.h"

namespace yari::web {

namespace {

/// Takes games one after the other until there are enough; a game may come several times in a row.
class Page {
 public:
  explicit Page(const ListOptions& order) : order_(order) {}

  bool add(GameId id) {
    if (std::exchange(last_, id) == id) return true;
    if (id <= order_.after.value_or(0)) return true;
    if (skipped_ < order_.offset) return ++skipped_, true;
    ids_.push_back(id);
    return static_cast<std::int64_t>(ids_.size()) < order_.limit.value_or(last_game_id);
  }
  std::vector<GameId> take() { return std::move(ids_); }

 private:
  const ListOptions& order_;
  std::vector<GameId> ids_;
  std::int64_t skipped_ = 0;
  GameId last_ = 0;
};

constexpr std::size_t games_between_checks = 1024;

/// The games of a list in its order.
struct Sequence {
  std::vector<GameId> ids;
  /// Whether they begin after ListOptions::after; otherwise those before its offset are there, too.
  bool begins_there = false;
};

/// What games are sorted by: twice the mean of the ratings that are known; without any it is 0.
using Rated = std::pair<int, GameId>;

Rated rated(const TaggedGame& game) {
  const Ratings ratings = ratings_of(game.tags);
  int sum = 0, known = 0;
  for (const Color c : both_colors)
    if (ratings[c]) sum += *ratings[c], ++known;
  return {known > 0 ? 2 * sum / known : 0, game.header.id};
}

/// No value for a game that is not stored.
std::optional<Rated> rated(Database& games, GameId id) {
  GameFilter filter;
  filter.ids = {id};
  std::optional<Rated> found;
  each_tagged_game(games, filter, [&](const TaggedGame& game) {
    found = rated(game);
    return false;
  });
  return found;
}

/// The weakest first.
Sequence by_rating_of(Database& games, const GameFilter& filter, const ListOptions& order,
                      const std::function<void()>& check) {
  std::vector<Rated> all;
  each_tagged_game(games, filter, [&](const TaggedGame& game) {
    if (all.size() % games_between_checks == 0) check();
    all.push_back(rated(game));
    return true;
  });
  const std::optional<Rated> place = order.after ? rated(games, *order.after) : std::nullopt;
  if (place)
    std::erase_if(
        all, [&](const Rated& game) { return order.descending ? game >= *place : game <= *place; });
  std::ranges::sort(all);
  if (order.descending) std::ranges::reverse(all);
  Sequence sequence{{}, place.has_value()};
  sequence.ids.reserve(all.size());
  for (const auto& [rating, id] : all) sequence.ids.push_back(id);
  return sequence;
}

/// Whether the list can go on after `order.after`. A deleted game has no rating.
bool knows_place(Database& games, const ListOptions& order, bool by_rating) {
  if (by_rating) return games.header(*order.after).has_value();
  return order.sort == SortBy::id || has_place(games, *order.after);
}

Sequence sequence_of(Database& games, const GameFilter& filter, const ListOptions& order,
                     bool by_rating, const std::function<void()>& check) {
  if (by_rating) return by_rating_of(games, filter, order, check);
  ListOptions whole;
  whole.sort = order.sort;
  whole.descending = order.descending;
  whole.after = order.after;
  return {games.ids(filter, whole), order.after && knows_place(games, order, false)};
}

}  // namespace

bool is_by_number(const ListOptions& order, bool by_rating) {
  return !by_rating && order.sort == SortBy::id && !order.descending;
}

void require_place(const ListOptions& order, bool by_rating, DatabasePool& databases) {
  if (!order.after || order.offset > 0) return;
  if (!knows_place(*databases.lend(), order, by_rating))
    throw RequestError("after",
                       "the place of that game is not known: 'offset' says where to go on");
}

std::vector<Hit> sorted_games(Database& games, const std::optional<Setup>& position,
                              const GameFilter& filter, const ListOptions& order, bool by_rating,
                              const std::function<void()>& check) {
  std::unordered_map<GameId, Hit> hits;
  if (position)
    each_game_with(games, *position, filter, 0, [&](const Hit& hit) {
      if (hits.size() % games_between_checks == 0) check();
      return hits.emplace(hit.game, hit), true;
    });
  const Sequence sequence = sequence_of(games, filter, order, by_rating, check);
  const std::int64_t begin = sequence.begins_there ? 0 : order.offset;
  const std::int64_t end =
      begin + std::min(order.limit.value_or(last_game_id), last_game_id - begin);
  std::vector<Hit> listed;
  std::int64_t place = 0;
  for (const GameId id : sequence.ids) {
    const auto hit = hits.find(id);
    if (position && hit == hits.end()) continue;
    if (place == end) break;
    if (place++ >= begin) listed.push_back(position ? hit->second : Hit{id, 0, Move::none()});
  }
  return listed;
}

GameChoice read_choice(Parameters& parameters, Variant by_default, DatabasePool& databases) {
  GameChoice choice;
  const std::optional<Variant> named = parameters.variant();
  if (const std::optional<GamePosition> position = parameters.position(databases))
    choice.position = setup_of(*position);
  if (parameters.text("query")) choice.question = parameters.question(named.value_or(by_default));
  if (choice.position && choice.question) throw RequestError("query", "goes without a position");
  choice.filter = parameters.filter(true);
  if (choice.position) choice.filter.variant = choice.position->variant;
  if (choice.question && choice.question->variant) choice.filter.variant = choice.question->variant;
  choice.order = parameters.order(last_game_id, last_game_id, &choice.by_rating);
  if (choice.question && !is_by_number(choice.order, choice.by_rating))
    throw RequestError("sort", "games with a query come in order of number");
  require_place(choice.order, choice.by_rating, databases);
  return choice;
}

std::vector<GameId> ids_of_choice(Database& games, const GameChoice& choice,
                                  const std::function<void()>& check) {
  if (choice.order.limit == 0) return {};
  if (choice.by_rating || (choice.position && !is_by_number(choice.order, choice.by_rating))) {
    std::vector<GameId> ids;
    for (const Hit& hit :
         sorted_games(games, choice.position, choice.filter, choice.order, choice.by_rating, check))
      ids.push_back(hit.game);
    return ids;
  }
  Page page(choice.order);
  const auto add = [&](const Hit& hit) { return page.add(hit.game); };
  if (choice.question) {
    const auto progress = [&](std::int64_t, std::int64_t) { check(); };
    search(games, *choice.question, choice.filter, {.threads = 2, .progress = progress}, add);
  } else if (choice.position) {
    each_game_with(games, *choice.position, choice.filter, 0, add, choice.order.after.value_or(0));
  } else {
    return games.ids(choice.filter, choice.order);
  }
  return page.take();
}

}  // namespace yari::web
