// A new game, which answers/play_on goes on with.
#include "answers/begun_game.h"

#include <fmt/format.h>

#include "db/change/upkeep.h"
#include "notation/words/tag_setting.h"
#include "record/board_verdict.h"
#include "record/tree_edit.h"

namespace yari {

Game begun_game(const GamePosition& line) {
  Game game = new_game(line.start.variant);
  game.start = line.start;
  game.rules = line.rules;
  add_line(game.moves, line.moves);
  if (const std::optional<Outcome> end = board_verdict(game).end) {
    game.result = end->result;
    game.ending = end->ending;
  }
  return game;
}

Result<void> set_tag_of_new_game(Game& game, const Tag& tag) {
  if (game.has_tag(tag.name)) return fail(fmt::format("{}: is set twice", tag.name));
  Correction correction;
  if (const Result<void> added = add_setting(correction, tag); !added)
    return tl::unexpected(added.error());
  if (correction.tags.empty()) return fail(fmt::format("{} is no tag of a new game", tag.name));
  for (const Tag& set : correction.tags) game.set_tag(set.name, set.value);
  return {};
}

GameId begin_game(Database& database, const Game& game) {
  return add_game(database, "begin a game", game);
}

}  // namespace yari
