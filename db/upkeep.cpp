// Changes to stored games, each written into the journal before it is made.
#include "db/upkeep.h"

#include <fmt/format.h>

#include <algorithm>

#include "db/change.h"
#include "db/game_writer.h"
#include "rules/ascii.h"

namespace yari {

namespace {

std::string counted(std::size_t games) {
  return games == 1 ? "1 game" : fmt::format("{} games", games);
}

/// Sets the tags; false when that changes nothing.
bool set_in(Game& game, const std::vector<Tag>& tags) {
  const std::vector<Tag> before = game.tags;
  for (const Tag& set : tags) {
    if (set.value.empty())
      std::erase_if(game.tags, [&](const Tag& t) { return same_ignoring_case(t.name, set.name); });
    else
      game.set_tag(set.name, set.value);
  }
  return game.tags != before;
}

/// Has `edit` change each of the games, false where it need not be written, and commits the
/// change.
EditResult edit_headers(Change& change, const std::vector<GameId>& ids,
                        const std::function<bool(GameId, Game&)>& edit) {
  EditResult result;
  GameWriter writer(*change.batch);
  for (const GameId id : ids) {
    const std::optional<Game> before = load_or_note(change.games(), id, result.damaged);
    if (!before) continue;
    Game game = *before;
    if (!edit(id, game) || !change.keep(id, has_other_record(*before, game))) continue;
    writer.write(id, *before, game);
  }
  writer.finish();
  change.commit();
  result.games = change.kept();
  return result;
}

}  // namespace

std::int64_t delete_games(Database& database, const std::vector<GameId>& ids) {
  Change change(database, "delete " + counted(ids.size()));
  store::GameWriter& games = change.batch->games();
  for (const GameId id : ids) {
    if (!change.keep(id)) continue;
    // A damaged game can still be deleted; its words may stay in the text index.
    std::vector<std::string> damaged;
    if (const std::optional<Game> game = load_or_note(change.games(), id, damaged))
      games.remove_text(id, searched_text(*game));
    // Its postings go when the index is folded.
    games.remove(id);
  }
  change.commit();
  return change.kept();
}

EditResult set_tags(Database& database, const std::vector<GameId>& ids,
                    const std::vector<Tag>& tags) {
  std::vector<std::string> parts;
  for (const Tag& set : tags) parts.push_back(fmt::format("{} to \"{}\"", set.name, set.value));
  Change change(database, fmt::format("set {}", fmt::join(parts, ", ")));
  return edit_headers(change, ids, [&](GameId, Game& game) { return set_in(game, tags); });
}

EditResult edit_games(Database& database, const std::string& what, const std::vector<GameId>& ids,
                      const std::function<bool(GameId, Game&)>& edit) {
  Change change(database, what);
  return edit_headers(change, ids, edit);
}

EditResult rename_player(Database& database, const std::string& from, const std::string& to) {
  if (from == to || from.empty() || to.empty()) return {};
  Change change(database, fmt::format("rename player \"{}\" to \"{}\"", from, to));
  GameFilter filter;
  filter.player = from;
  std::vector<GameId> ids;
  change.games().list(filter, {}, [&](const GameHeader& game) {
    if (game.black == from || game.white == from) ids.push_back(game.id);
    return true;
  });
  return edit_headers(change, ids, [&](GameId, Game& game) {
    for (const std::string_view side : {tags::black, tags::white}) {
      if (game.tag(side) == from) game.set_tag(side, to);
    }
    return true;
  });
}

}  // namespace yari
