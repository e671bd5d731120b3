#include "web/api/chosen_games.h"

#include <algorithm>
#include <utility>

#include "analysis/engine/replayed.h"
#include "db/explore/position_games.h"
#include "db/explore/search.h"
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

}  // namespace

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
  choice.order = parameters.order(last_game_id, last_game_id);
  const bool by_number = choice.order.sort == SortBy::id && !choice.order.descending;
  if (!by_number && (choice.position || choice.question))
    throw RequestError("sort", "games with a position or a query come in order of number");
  return choice;
}

std::vector<GameId> chosen_games(Database& games, const GameChoice& choice,
                                 const std::function<void()>& check) {
  if (choice.order.limit == 0) return {};
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
