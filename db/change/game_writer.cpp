// The header of a game is always written, its record and postings when they are others.
#include "db/change/game_writer.h"

#include "db/change/change.h"

namespace yari {

bool has_other_record(const Game& a, const Game& b) {
  return a.moves != b.moves || a.unread != b.unread;
}

bool has_other_line(const Game& a, const Game& b) {
  return a.start != b.start || a.moves.main_moves() != b.moves.main_moves();
}

void GameWriter::write(GameId id, const Game& before, const Game& game) {
  const bool other_record = game.start != before.start || has_other_record(game, before);
  const int plies = game.moves.main_plies();
  store::GameWriter& games = batch_.games();
  // Most changes are of tags alone: they need no replay.
  if (!other_record && plies > 0) return games.set_header(id, prepare_header(game));
  const PreparedGame prepared = prepare(game);
  games.set_header(id, prepared);
  if (other_record) {
    games.set_record(id, prepared);
    games.remove_text(id, searched_text(before));
    games.add_text(id, prepared.text);
  }
  if (has_other_line(game, before)) {
    moved_.add(id, prepared);
  } else if (plies == 0 && game.tags != before.tags) {
    moved_.add_content(id, prepared);
  }
}

}  // namespace yari
