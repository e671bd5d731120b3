#include "db/corrections.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "rules/ascii.h"
#include "rules/outcome.h"
#include "rules/position.h"

namespace yari {

namespace {

/// True where something changed.
bool apply(Game& game, const Correction& correction) {
  const std::vector<Tag> tags = game.tags;
  const Outcome outcome{game.result, game.ending};
  for (const Tag& set : correction.tags) {
    if (set.value.empty())
      std::erase_if(game.tags, [&](const Tag& t) { return same_ignoring_case(t.name, set.name); });
    else
      game.set_tag(set.name, set.value);
  }
  if (correction.result) game.result = *correction.result;
  if (correction.ending) game.ending = *correction.ending;
  return game.tags != tags || outcome != Outcome{game.result, game.ending};
}

/// What the rules say at the end of the main line; no value while play could go on.
std::optional<Outcome> forced_outcome(const Game& game) {
  return with_variant(game.variant, [&]<class V>(V) -> std::optional<Outcome> {
    const auto start = Position<V>::from(game.start);
    if (!start) return std::nullopt;
    Line<V> line(*start, game.rules);
    for (const Move move : game.moves.main_moves()) line.play(move);
    return line.outcome();
  });
}

}  // namespace

std::string contradiction(const Game& game) {
  const std::optional<Outcome> forced = forced_outcome(game);
  const bool is_mate = forced && forced->ending == Ending::mate;
  if (game.ending == Ending::mate && !is_mate)
    return "the ending is mate, and the last move does not mate";
  if (!forced || game.result == GameResult::unknown || game.result == forced->result) return {};
  return fmt::format("the moves end in {}, and the result is {}", name(forced->ending),
                     name(game.result));
}

CorrectionResult correct_games(Database& database, const std::string& what,
                               const std::vector<std::pair<GameId, Correction>>& corrections) {
  CorrectionResult result;
  std::map<GameId, std::vector<const Correction*>> by_game;
  for (const auto& [id, correction] : corrections) by_game[id].push_back(&correction);
  std::vector<GameId> ids;
  for (const auto& [id, list] : by_game) (database.header(id) ? ids : result.missing).push_back(id);
  result.edit = edit_games(database, what, ids, [&](GameId id, Game& game) {
    const std::string before = contradiction(game);
    bool changed = false;
    for (const Correction* correction : by_game.at(id))
      changed = apply(game, *correction) || changed;
    const std::string now = changed ? contradiction(game) : before;
    if (now != before && !now.empty())
      result.contradictions.push_back(fmt::format("game {}: {}", id, now));
    return changed;
  });
  return result;
}

}  // namespace yari
