// A hit of the content index is confirmed by comparing the moves.
#include "db/same_game.h"

#include "db/tag_layout.h"

namespace yari {

namespace {

/// The SFEN of a stored start, empty for the even one, without its move number.
std::string_view position_of(std::string_view start, Variant v) {
  const std::string_view sfen = start.empty() ? info(v).start : start;
  return sfen.substr(0, sfen.find_last_of(' '));
}

}  // namespace

bool same_line(const StoredLine& a, const StoredLine& b) {
  return a.variant == b.variant && a.moves == b.moves &&
         position_of(a.start, a.variant) == position_of(b.start, b.variant);
}

bool is_same_game(GameStore& store, GameId id, const PreparedGame& game) {
  const std::optional<StoredLine> line = store.line(id);
  if (!line || !same_line(*line, {game.variant, game.start, game.moves})) return false;
  if (!game.moves.empty()) return true;
  try {
    const std::optional<Game> other = store.load(id);
    return other && other->tags == put_together({game.black, game.white, game.event, game.site,
                                                 game.date, game.tag_layout, game.tag_values});
  } catch (const DamagedGame&) {
    return false;
  }
}

bool are_same_game(GameStore& store, GameId a, GameId b) {
  const std::optional<StoredLine> one = store.line(a), other = store.line(b);
  if (!one || !other || !same_line(*one, *other)) return false;
  if (!one->moves.empty()) return true;
  try {
    return store.load(a)->tags == store.load(b)->tags;
  } catch (const DamagedGame&) {
    return false;
  }
}

std::optional<GameId> find_same_game(Database::Impl& db, const PreparedGame& game, GameId but) {
  std::optional<GameId> found;
  db.contents.find(index_key(game.content), [&](std::span<const Posting> postings) {
    for (const Posting& p : postings) {
      if (!found && p.game != but && is_same_game(db.store, p.game, game)) found = p.game;
    }
    return !found;
  });
  return found;
}

}  // namespace yari
