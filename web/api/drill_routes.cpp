// Training by repetition: which cards there are, what is due, and what became of an answer.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "analysis/engine/replayed.h"
#include "answers/game_place.h"
#include "answers/study/drill_session.h"
#include "db/store/error.h"
#include "web/api/context.h"
#include "web/api/parameters.h"
#include "web/http/request_error.h"

namespace yari::web {

namespace {

constexpr std::int64_t default_questions = 20, most_questions = 1000;
/// Of one request; the filter chooses among more.
constexpr std::size_t most_new_cards = 10'000;
constexpr std::int64_t longest_time = std::int64_t{1} << 40;

std::string no_card(std::int64_t id) { return fmt::format("there is no card {}", id); }

DrillCard card_named(Database& games, std::int64_t id) {
  std::optional<DrillCard> card = drill_card(games, id);
  if (!card) throw RequestError(404, no_card(id));
  return *std::move(card);
}

Json added_json(const AddedCards& added) {
  return object({{"added", added.added}, {"changed", added.changed}, {"known", added.known}});
}

void answer_due(Call& call, const Context& context) {
  Parameters parameters(call.request, context.options.variant);
  const DateNumber today = parameters.day("today");
  CardFilter filter;
  filter.variant = parameters.variant();
  if (const auto source = parameters.text("source")) {
    const std::optional<CardSource> named = card_source_named(*source);
    if (!named) throw RequestError("source", "expected book, mistake, puzzle or own");
    filter.sources = {*named};
  }
  const auto limit =
      static_cast<std::size_t>(parameters.number("limit", default_questions, 0, most_questions));
  parameters.finish();
  const DueCards due = due_cards(*context.databases.lend(), std::move(filter), today);
  Json questions = Json::array();
  for (std::size_t i = 0; i < std::min(limit, due.cards.size()); ++i)
    questions.push_back(question_json(due.cards[i]));
  Json json = object({{"due", due.cards.size()},
                      {"cards", due.all},
                      {"next", due.next ? Value(write_date(*due.next)) : Value()}});
  json["questions"] = std::move(questions);
  set_json(call, dump(json));
}

/// The card of a position and what is right there.
void answer_keep(Call& call, const Context& context) {
  Parameters parameters(call.request, context.options.variant);
  const DateNumber today = parameters.day("today");
  const GamePosition place = parameters.position_or_start(context.databases);
  const auto named = parameters.text("game");
  const std::string typed = parameters.required("moves");
  parameters.finish();
  require_writes(context);
  const Result<std::vector<Move>> moves = read_choices(typed, place);
  if (!moves)
    throw RequestError("moves", moves.error().message, column_of(typed, moves.error().offset));
  const GameId game = named ? read_game_place(*named).value().game : 0;
  const DrillCard card = own_card(place, *moves, game, today);
  const std::lock_guard lock(context.writing);
  const auto games = context.databases.lend();
  Json json = added_json(add_cards(*games, {&card, 1}));
  json.update(card_json(drill_card(*games, card.source, card.position).value()));
  set_json(call, dump(json));
}

/// The mistakes of the players that a filter names, or of one game.
void answer_mistakes(Call& call, const Context& context) {
  Parameters parameters(call.request, context.options.variant);
  const DateNumber today = parameters.day("today");
  GameFilter filter;
  std::optional<Color> side;
  if (const GameId game = parameters.number("game", 0, 1, last_game_id); game > 0) {
    filter.ids = {game};
    side = parameters.side();
  } else {
    filter = parameters.filter(true);
    if (!OwnSide::is_named(filter, std::nullopt))
      throw RequestError("player", "name the player, or a game");
  }
  parameters.finish();
  require_writes(context);
  const auto slot = search_slot(context);
  const auto games = context.databases.lend();
  if (!filter.ids.empty() && !games->header(filter.ids.front()))
    throw RequestError(404, no_game(filter.ids.front()));
  // A damaged game is no reason to learn nothing: `yari db verify` reports it.
  const auto load = [&](GameId id) -> std::optional<Game> {
    try {
      return games->load_game(id);
    } catch (const DamagedGame&) {
      return std::nullopt;
    }
  };
  std::vector<DrillCard> cards;
  bool more = false;
  each_mistake(*games, filter, OwnSide(filter, side), today, load, [&](const DrillCard& card) {
    more = cards.size() == most_new_cards;
    if (!more) cards.push_back(card);
    return !more;
  });
  const std::lock_guard lock(context.writing);
  Json json = added_json(add_cards(*games, cards));
  json["more"] = more;
  set_json(call, dump(json));
}

/// What becomes of the moves that were made; nothing is stored.
void answer_answer(Call& call, const Context& context) {
  Parameters parameters(call.request, context.options.variant);
  const DateNumber today = parameters.day("today");
  const std::string typed = parameters.typed("moves").value_or("");
  std::optional<std::chrono::milliseconds> time;
  if (const auto taken = parameters.number("milliseconds", -1, 0, longest_time); taken >= 0)
    time = std::chrono::milliseconds(taken);
  parameters.finish();
  const auto games = context.databases.lend();
  const DrillCard card = card_named(*games, call.id);
  const Result<std::vector<Move>> moves = read_answer(card, typed);
  if (!moves)
    throw RequestError("moves", moves.error().message, column_of(typed, moves.error().offset));
  set_json(call, dump(answer_json(*games, card, *moves, time, today)));
}

void answer_grade(Call& call, const Context& context) {
  Parameters parameters(call.request, context.options.variant);
  const DateNumber today = parameters.day("today");
  const std::optional<Grade> grade = grade_named(parameters.required("grade"));
  if (!grade) throw RequestError("grade", "expected again, hard, good or easy");
  const auto reviews =
      parameters.number("reviews", -1, 0, std::numeric_limits<std::int32_t>::max());
  if (reviews < 0) throw RequestError("reviews", "is missing");
  parameters.finish();
  require_writes(context);
  const std::lock_guard lock(context.writing);
  const auto games = context.databases.lend();
  card_named(*games, call.id);
  const std::optional<DrillCard> after =
      store_grade(*games, call.id, *grade, static_cast<int>(reviews), today);
  if (!after) throw RequestError(409, "the card was asked elsewhere meanwhile");
  set_json(call, dump(card_json(*after)));
}

void answer_forget_card(Call& call, const Context& context) {
  Parameters(call.request, context.options.variant).finish();
  require_writes(context);
  const std::lock_guard lock(context.writing);
  const std::int64_t ids[]{call.id};
  if (remove_cards(*context.databases.lend(), ids) == 0) throw RequestError(404, no_card(call.id));
  set_json(call, dump({{"removed", 1}}));
}

}  // namespace

void add_drill_routes(Router& router, const Context& context) {
  router.add("GET", "/api/drill", [&](Call& call) { answer_due(call, context); });
  router.add("POST", "/api/drill", [&](Call& call) { answer_keep(call, context); });
  router.add("POST", "/api/drill/mistakes", [&](Call& call) { answer_mistakes(call, context); });
  router.add("GET", "/api/drill/{id}/answer", [&](Call& call) { answer_answer(call, context); });
  router.add("POST", "/api/drill/{id}", [&](Call& call) { answer_grade(call, context); });
  router.add("DELETE", "/api/drill/{id}", [&](Call& call) { answer_forget_card(call, context); });
}

}  // namespace yari::web
