// The header of a game is always written, its record and postings when they are others.
#include "db/game_writer.h"

#include "db/change.h"

namespace yari {

bool has_other_record(const Game& a, const Game& b) {
  return a.moves != b.moves || a.unread != b.unread;
}

void GameWriter::write(GameId id, const Game& before, const Game& game) {
  const PreparedGame prepared = prepare(game);
  const bool other_start = game.start != before.start;
  batch_.games().set_header(id, prepared);
  if (other_start || has_other_record(game, before)) {
    batch_.games().set_record(id, prepared);
    batch_.games().remove_text(id, searched_text(before));
    batch_.games().add_text(id, prepared.text);
  }
  if (other_start || game.moves.main_moves() != before.moves.main_moves()) {
    moved_.add(id, prepared);
  } else if (prepared.moves.empty() && game.tags != before.tags) {
    moved_.add_content(id, prepared);
  }
}

}  // namespace yari
