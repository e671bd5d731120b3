#include "db/change/corrections.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include "db/reports/judgements.h"
#include "record/board_verdict.h"
#include "record/tree_check.h"
#include "rules/handicap.h"
#include "rules/position.h"
#include "rules/sfen.h"
#include "text/ascii.h"

namespace yari {

namespace {

/// Gives the game the start of a handicap; why not, as a clause, where its moves are not legal
/// there.
std::string set_handicap(Game& game, const std::string& handicap) {
  const Result<Setup> start = read_handicap(handicap, game.variant);
  if (!start) return fmt::format("'{}' is no handicap: {}", handicap, start.error().message);
  const NodeId illegal = with_variant(game.variant, [&]<class V>(V) {
    return first_illegal(*Position<V>::from(*start), game.moves);
  });
  if (illegal != no_node)
    return fmt::format("with the handicap '{}', move {} ({}) is not legal", handicap,
                       game.moves.ply(illegal),
                       write_usi_move(game.moves.move(illegal), game.variant));
  game.start = *start;
  return {};
}

/// The first tag of a name gets the value, an empty one removes all. There may be thousands.
void set_tags(Game& game, const std::vector<Tag>& tags) {
  std::vector<Tag>& all = game.tags;
  std::map<std::string, std::vector<std::size_t>> places;
  for (std::size_t i = 0; i < all.size(); ++i) places[ascii_lower(all[i].name)].push_back(i);
  std::set<std::size_t, std::greater<>> removed;
  for (const Tag& set : tags) {
    std::vector<std::size_t>& here = places[ascii_lower(set.name)];
    if (set.value.empty()) {
      removed.insert(here.begin(), here.end());
      here.clear();
    } else if (here.empty()) {
      here.push_back(all.size());
      all.push_back(set);
    } else {
      all[here.front()].value = set.value;
    }
  }
  std::size_t at = 0;
  if (!removed.empty()) std::erase_if(all, [&](const Tag&) { return removed.contains(at++); });
}

/// Why the correction cannot be made, as a clause; `game` is then half changed.
std::string apply(Game& game, const Correction& correction) {
  if (correction.handicap)
    if (std::string fault = set_handicap(game, *correction.handicap); !fault.empty()) return fault;
  set_tags(game, correction.tags);
  if (correction.result) game.result = *correction.result;
  if (correction.ending) game.ending = *correction.ending;
  return {};
}

}  // namespace

CorrectionResult correct_games(Database& database, const std::string& what,
                               const std::vector<std::pair<GameId, Correction>>& corrections) {
  CorrectionResult result;
  std::map<GameId, std::vector<const Correction*>> by_game;
  for (const auto& [id, correction] : corrections) by_game[id].push_back(&correction);
  std::vector<GameId> ids;
  for (const auto& [id, list] : by_game) (database.header(id) ? ids : result.missing).push_back(id);
  const auto refuse = [&](GameId id, const std::string& why) {
    result.refused.push_back(fmt::format("game {}: {}", id, why));
    return false;
  };
  result.edit = edit_games(database, what, ids, [&](GameId id, Game& game) {
    const Game before = game;
    for (const Correction* correction : by_game.at(id))
      if (const std::string fault = apply(game, *correction); !fault.empty())
        return refuse(id, fault);
    if (game.start != before.start && load_annotation(database, id))
      return refuse(id, "it is annotated; 'yari annotate --clear' takes the annotation out first");
    if (game == before) return false;
    const std::string now = contradiction(game);
    if (!now.empty() && now != contradiction(before))
      result.contradictions.push_back(fmt::format("game {}: {}", id, now));
    return true;
  });
  std::ranges::move(result.edit.refused, std::back_inserter(result.refused));
  return result;
}

}  // namespace yari
