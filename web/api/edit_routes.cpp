// Changing what is stored: the tags of a game, and taking a change back.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "answers/begun_game.h"
#include "answers/japanese/phrases.h"
#include "answers/json.h"
#include "answers/tag_change.h"
#include "db/change/corrections.h"
#include "db/change/upkeep.h"
#include "notation/words/tag_setting.h"
#include "web/api/context.h"
#include "web/api/parameters.h"
#include "web/http/json_body.h"
#include "web/http/request_error.h"

namespace yari::web {

namespace {

constexpr std::size_t most_tags = 100;

/// {"Event": "Club final", "Site": ""}
std::vector<Tag> settings_in(const Json& json) {
  if (json.size() > most_tags)
    throw RequestError(400, fmt::format("expected at most {} tags", most_tags));
  std::vector<Tag> settings;
  for (const auto& [name, value] : json.items()) {
    if (!value.is_string()) throw RequestError(name, "expected a text");
    settings.push_back({name, value.get<std::string>()});
  }
  return settings;
}

/// An empty value removes a tag.
Correction read_correction(const std::vector<Tag>& settings) {
  if (settings.empty())
    throw RequestError(400, "expected an object of tags: {\"Event\": \"Club final\"}");
  Result<Correction> correction = correction_of(settings);
  if (!correction) throw RequestError(400, correction.error().message);
  return *std::move(correction);
}

void answer_tags(Call& call, const Context& context) {
  Parameters(call.request, context.options.variant).finish();
  require_writes(context);
  const std::vector<Tag> settings = settings_in(read_json_body(call.request.body));
  const Correction correction = read_correction(settings);
  const std::lock_guard lock(context.writing);
  const auto games = context.databases.lend();
  if (!games->header(call.id)) throw RequestError(404, no_game(call.id));
  const CorrectionResult result =
      correct_games(*games, tag_change_name(settings), {{call.id, correction}});
  if (!result.refused.empty()) throw RequestError(409, result.refused.front());
  Json damaged = Json::array();
  for (const std::string& sentence : result.edit.damaged)
    damaged.push_back(in_language(call.language, sentence_of(sentence, call.database)));
  set_json(call, dump({{"changed", result.edit.games},
                       {"damaged", std::move(damaged)},
                       {"contradictions", in_language(call.language, result.contradictions)}}));
}

/// The line on the board with the tags of the body as a game; {"game": its number}.
void answer_new(Call& call, const Context& context) {
  Parameters parameters(call.request, context.options.variant);
  const GamePosition line = parameters.position_or_start(context.databases);
  parameters.finish();
  require_writes(context);
  const Json body = read_json_body(call.request.body);
  Game game = begun_game(line);
  for (const Tag& tag : settings_in(body))
    if (const auto set = set_tag_of_new_game(game, tag); !set)
      throw RequestError(400, set.error().message);
  const std::lock_guard lock(context.writing);
  const auto games = context.databases.lend();
  set_json(call, dump({{"game", begin_game(*games, game)}}));
}

Json entry_json(const JournalEntry& entry, Language language) {
  return {{"id", entry.id},
          {"time", entry.time},
          {"what", in_language(language, entry.what)},
          {"games", entry.games},
          {"there_again", entry.there_again},
          {"damaged", entry.damaged}};
}

/// With `change`, the number of an entry of the journal, only that one, if it is the last.
void answer_undo(Call& call, const Context& context) {
  Parameters parameters(call.request, context.options.variant);
  const std::int64_t change = parameters.number("change", 0, 0, last_game_id);
  parameters.finish();
  require_writes(context);
  const std::lock_guard lock(context.writing);
  const auto games = context.databases.lend();
  if (change > 0) {
    const std::vector<JournalEntry> entries = journal(*games);
    if (entries.empty() || entries.front().id != change)
      throw RequestError(409, "something else was changed since then");
  }
  const std::optional<JournalEntry> undone = undo(*games);
  if (!undone) throw RequestError(409, "there is nothing to undo");
  set_json(call, dump(entry_json(*undone, call.language)));
}

void answer_journal(Call& call, const Context& context) {
  Parameters(call.request, context.options.variant).finish();
  Json entries = Json::array();
  for (const JournalEntry& entry : journal(*context.databases.lend()))
    entries.push_back(entry_json(entry, call.language));
  set_json(call, dump({{"changes", std::move(entries)}}));
}

}  // namespace

void require_writes(const Context& context) {
  if (!context.options.writes) throw RequestError(403, "this server does not change its database");
}

void add_edit_routes(Router& router, const Context& context) {
  router.add("POST", "/api/games/{id}/tags", [&](Call& call) { answer_tags(call, context); });
  router.add("POST", "/api/games", [&](Call& call) { answer_new(call, context); });
  router.add("POST", "/api/undo", [&](Call& call) { answer_undo(call, context); });
  router.add("GET", "/api/journal", [&](Call& call) { answer_journal(call, context); });
}

}  // namespace yari::web
