// The journal keeps games as they were.
#include "db/change/change.h"

#include "db/codec/notes_blob.h"
#include "db/store/error.h"

namespace yari {

Change::Change(Database& database, const std::string& what)
    : Writing(DatabaseParts::of(database)),
      entry_(batch->journal().begin(what, store::JournalKind::games)) {}

bool Change::keep(GameId id, bool other_record) {
  step();
  if (!batch->journal().keep(entry_, id, other_record)) return false;
  counts_.changing(*this, id);
  ++kept_;
  return true;
}

void Change::finish() {
  if (kept_ == 0) batch->journal().remove(entry_);
  counts_.write(*this);
  step();
}

std::string searched_text(const Game& game) { return text_of_notes(game.moves, game.unread); }

std::optional<Game> load_or_note(store::GameReader& games, GameId id,
                                 std::vector<std::string>& damaged) {
  try {
    return store::load(games, id);
  } catch (const DamagedGame& error) {
    damaged.emplace_back(error.what());
    return std::nullopt;
  }
}

void remove_searched_text(store::GameReader& games, store::GameWriter& writer, GameId id) {
  std::vector<std::string> damaged;
  if (const std::optional<Game> game = load_or_note(games, id, damaged))
    writer.remove_text(id, searched_text(*game));
}

}  // namespace yari
