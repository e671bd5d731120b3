// Taking changes back, the last one first.
#include <fmt/format.h>

#include <algorithm>

#include "db/change/change.h"
#include "db/change/game_writer.h"
#include "db/change/upkeep.h"
#include "db/import/same_game.h"
#include "db/merging.h"
#include "db/store/error.h"

namespace yari {

namespace {

JournalEntry entry_of(const store::StoredEntry& e) { return {e.id, e.time, e.what, e.games}; }

/// Nothing of a change is taken back where the journal cannot take back all of it.
[[noreturn]] void refuse(Writing& writing, const JournalEntry& entry, const std::string& why) {
  throw DamagedFile(
      fmt::format("{}: the change of {}, \"{}\", cannot be taken back: {}; 'yari db "
                  "compact' forgets all changes",
                  writing.db.store->name(), entry.time, entry.what, why));
}

/// Where the same game is there again, and not of `changed`, removes this one, whose text is not
/// indexed yet, and hands over what the other has not; else false.
bool give_way(Writing& writing, GameId id, const Game& game, const std::vector<GameId>& changed) {
  const PreparedGame prepared = prepare(game);
  const std::optional<GameId> same = find_same_game(*writing.snapshot, prepared, id);
  if (!same || std::ranges::binary_search(changed, *same)) return false;
  store::GameWriter& games = writing.batch->games();
  if (!prepared.notes.empty() && writing.games().game(*same)->notes.empty()) {
    games.set_notes(*same, prepared.notes);
    games.add_text(*same, prepared.text);
    if (const auto annotation = writing.snapshot->annotations().load(id))
      writing.batch->annotations().store(*same, *annotation);
  }
  games.remove(id);
  return true;
}

/// Gives games their notes and annotations as they were.
void undo_annotations(Writing& writing, JournalEntry& entry, const std::vector<GameId>& ids) {
  store::GameWriter& games = writing.batch->games();
  for (const GameId id : ids) {
    remove_searched_text(writing.games(), games, id);
    writing.batch->journal().restore_annotation(entry.id, id);
    if (const std::optional<Game> game = load_or_note(writing.games(), id, entry.damaged))
      games.add_text(id, searched_text(*game));
  }
}

/// Removes games that were added; their postings go when the index is folded.
void undo_additions(Writing& writing, const std::vector<GameId>& ids) {
  CountBatch counts;
  store::GameWriter& games = writing.batch->games();
  for (const GameId id : ids) {
    counts.changing(writing, id);
    remove_searched_text(writing.games(), games, id);
    games.remove(id);
  }
  counts.write(writing);
}

/// Brings deleted games back, and gives those that are there their headers as they were, and their
/// records where the change replaced them.
class GamesUndo {
 public:
  /// The games that the entry has, in order.
  GamesUndo(Writing& writing, JournalEntry& entry, const std::vector<GameId>& ids)
      : writing_(writing), entry_(entry), ids_(ids), moved_(writing) {}

  void run() {
    for (const GameId id : ids_) {
      writing_.step();
      take_back(id);
    }
    moved_.write();
    counts_.write(writing_);
  }

 private:
  void take_back(GameId id) {
    counts_.changing(writing_, id);
    const std::optional<GameHeader> header = writing_.games().header(id);
    header ? change_back(id, *header) : bring_back(id);
  }

  void change_back(GameId id, const GameHeader& before) {
    const bool with_record = writing_.snapshot->journal().has_other_record(entry_.id, id);
    store::GameWriter& games = writing_.batch->games();
    // Why it is damaged now does not matter.
    std::vector<std::string> damaged;
    std::optional<Game> changed;
    if (with_record) changed = load_or_note(writing_.games(), id, damaged);
    if (changed) games.remove_text(id, searched_text(*changed));
    writing_.batch->journal().restore_game(entry_.id, id);
    const std::optional<Game> game = load_or_note(writing_.games(), id, entry_.damaged);
    if (!game) return;
    if (with_record) games.add_text(id, searched_text(*game));
    if (with_record ? !changed || has_other_line(*changed, *game)
                    : writing_.games().header(id)->start != before.start) {
      moved_.add(id, prepare(*game));
    } else if (game->moves.main_plies() == 0) {
      moved_.add_content(id, prepare(*game));
    }
  }

  void bring_back(GameId id) {
    writing_.batch->journal().restore_game(entry_.id, id);
    if (!writing_.games().header(id))
      refuse(writing_, entry_, fmt::format("game {} does not come back", id));
    const std::optional<Game> game = load_or_note(writing_.games(), id, entry_.damaged);
    if (!game) return;
    const bool stood_twice = writing_.snapshot->journal().has_other_record(entry_.id, id);
    if (!stood_twice && give_way(writing_, id, *game, ids_)) {
      ++entry_.there_again;
      return;
    }
    writing_.batch->games().add_text(id, searched_text(*game));
    if (game->moves.main_plies() == 0) moved_.add_content(id, prepare(*game));
  }

  Writing& writing_;
  JournalEntry& entry_;
  const std::vector<GameId>& ids_;
  CountBatch counts_;
  Reposting moved_;
};

}  // namespace

std::vector<JournalEntry> journal(Database& database) {
  std::vector<JournalEntry> entries;
  for (const store::StoredEntry& e : store_of(database).snapshot()->journal().entries())
    entries.push_back(entry_of(e));
  return entries;
}

std::optional<JournalEntry> undo(Database& database) {
  Writing writing(DatabaseParts::of(database));
  const std::vector<store::StoredEntry> entries = writing.snapshot->journal().entries();
  if (entries.empty()) return std::nullopt;
  const store::StoredEntry& last = entries.front();
  JournalEntry entry = entry_of(last);
  if (const auto why = writing.snapshot->journal().fault(last.id)) refuse(writing, entry, *why);
  const std::vector<GameId> ids = writing.snapshot->journal().games(last.id);
  if (last.kind == store::JournalKind::annotations) {
    undo_annotations(writing, entry, ids);
  } else if (last.kind == store::JournalKind::additions) {
    undo_additions(writing, ids);
  } else {
    GamesUndo(writing, entry, ids).run();
  }
  writing.batch->journal().remove(last.id);
  writing.step();
  commit_and_merge(writing);
  return entry;
}

}  // namespace yari
