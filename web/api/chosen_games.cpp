#include "web/api/chosen_games.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "analysis/engine/replayed.h"
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

/// By the mean of the ratings that are known, the weakest first; without any a game has 0.
std::vector<GameId> ids_by_rating(Database& games, const GameFilter& filter, bool descending,
                                  const std::function<void()>& check) {
  std::vector<std::pair<int, GameId>> rated;
  each_tagged_game(games, filter, [&](const TaggedGame& game) {
    if (rated.size() % games_between_checks == 0) check();
    const Ratings ratings = ratings_of(game.tags);
    int sum = 0, known = 0;
    for (const Color c : both_colors)
      if (ratings[c]) sum += *ratings[c], ++known;
    rated.emplace_back(known > 0 ? sum / known : 0, game.header.id);
    return true;
  });
  std::ranges::sort(rated);
  if (descending) std::ranges::reverse(rated);
  std::vector<GameId> ids;
  ids.reserve(rated.size());
  for (const auto& [rating, id] : rated) ids.push_back(id);
  return ids;
}

}  // namespace

bool is_by_number(const ListOptions& order, bool by_rating) {
  return !by_rating && order.sort == SortBy::id && !order.descending;
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
  ListOptions whole;
  whole.sort = order.sort;
  whole.descending = order.descending;
  const std::vector<GameId> ids =
      by_rating ? ids_by_rating(games, filter, order.descending, check) : games.ids(filter, whole);
  const std::int64_t end =
      order.offset + std::min(order.limit.value_or(last_game_id), last_game_id - order.offset);
  std::vector<Hit> listed;
  std::int64_t place = 0;
  for (const GameId id : ids) {
    const auto hit = hits.find(id);
    if (position && hit == hits.end()) continue;
    if (place == end) break;
    if (place++ >= order.offset)
      listed.push_back(position ? hit->second : Hit{id, 0, Move::none()});
  }
  return listed;
}

GameChoice read_choice(Parameters& parameters, Variant by_default, DatabasePool& databases) {
  GameChoice choice;
  const Variant v = parameters.variant().value_or(by_default);
  if (const std::optional<GamePosition> position = parameters.position(databases))
    choice.position = setup_of(*position);
  if (parameters.text("query")) choice.question = parameters.question(v);
  if (choice.position && choice.question) throw RequestError("query", "goes without a position");
  choice.filter = parameters.filter(true);
  if (choice.position) choice.filter.variant = choice.position->variant;
  if (choice.question) choice.filter.variant = choice.question->variant.value_or(v);
  choice.order = parameters.order(last_game_id, last_game_id, &choice.by_rating);
  if (choice.question && !is_by_number(choice.order, choice.by_rating))
    throw RequestError("sort", "games with a query come in order of number");
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
