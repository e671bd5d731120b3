// Rows are copied from table to table.
#include "db/store/sqlite/journal_tables.h"

#include <fmt/format.h>

#include "db/store/sqlite/annotation_journal.h"

namespace yari {

namespace {

constexpr const char* game_columns =
    "id, variant, rules, start, black, white, event, site, date, result, ending, plies, "
    "tag_layout, tag_values";

/// What keeps a change from being undone. Games may have been damaged when they were deleted.
constexpr const char* lost_games =
    "SELECT entry, id FROM journal_games j WHERE id NOT BETWEEN 1 AND 4294967295 "
    "OR variant NOT BETWEEN 0 AND 1 OR rules NOT BETWEEN 0 AND 2 "
    "OR result NOT BETWEEN 0 AND 3 OR ending NOT BETWEEN 0 AND 15 "
    "OR (start IS NOT NULL AND start NOT IN (SELECT id FROM starts)) "
    "OR (black IS NOT NULL AND black NOT IN (SELECT id FROM players)) "
    "OR (white IS NOT NULL AND white NOT IN (SELECT id FROM players)) "
    "OR (event IS NOT NULL AND event NOT IN (SELECT id FROM events)) "
    "OR (site IS NOT NULL AND site NOT IN (SELECT id FROM sites)) "
    "OR (tag_layout IS NOT NULL AND tag_layout NOT IN (SELECT id FROM tag_layouts))";

}  // namespace

JournalTables::JournalTables(Connection& c)
    : connection_(c),
      kind_(c, "SELECT kind FROM journal WHERE id = ?"),
      keep_(c, fmt::format("INSERT OR IGNORE INTO journal_games(entry, {0}, moves, notes, sums, "
                           "other_record) SELECT ?1, {0}, coalesce(r.moves, x''), r.notes, r.sums, "
                           "?3 FROM games g LEFT JOIN records r USING (id) WHERE id = ?2",
                           game_columns)),
      exists_(c, "SELECT 1 FROM games WHERE id = ?"),
      replaced_(c, "SELECT 1 FROM journal_games WHERE entry = ? AND id = ? AND other_record <> 0"),
      // Tags and names are taken back alone: notes and judgements may be of a later time.
      put_header_(c, fmt::format("UPDATE games SET ({0}) = (SELECT {0} FROM journal_games "
                                 "WHERE entry = ?1 AND id = ?2) WHERE id = ?2",
                                 game_columns)),
      put_sums_(c,
                "UPDATE records SET sums = (SELECT j.sums & 0xFFFFFFFF FROM journal_games j "
                "WHERE j.entry = ?1 AND j.id = ?2) | (sums & ~0xFFFFFFFF) WHERE id = ?2"),
      replace_record_(c,
                      "UPDATE records SET (moves, notes, sums) = (SELECT moves, notes, sums FROM "
                      "journal_games WHERE entry = ?1 AND id = ?2) WHERE id = ?2"),
      put_game_(c, fmt::format("INSERT INTO games({0}) SELECT {0} FROM journal_games "
                               "WHERE entry = ? AND id = ?",
                               game_columns)),
      put_record_(c,
                  "INSERT INTO records(id, moves, notes, sums) "
                  "SELECT id, moves, notes, sums FROM journal_games WHERE entry = ? AND id = ?"),
      put_notes_(c,
                 "UPDATE records SET (notes, sums) = (SELECT notes, sums FROM journal_games "
                 "WHERE entry = ?1 AND id = ?2) WHERE id = ?2") {}

std::vector<store::StoredEntry> JournalTables::entries() {
  std::vector<store::StoredEntry> entries;
  Statement rows(
      connection_,
      "SELECT id, time, what, kind, (SELECT count(*) FROM journal_games WHERE entry = journal.id)"
      " FROM journal ORDER BY id DESC");
  for (rows.start({}); rows.step();) {
    const bool annotations = rows.integer(3) == static_cast<int>(store::JournalKind::annotations);
    entries.push_back({rows.integer(0), std::string(rows.text(1)), std::string(rows.text(2)),
                       annotations ? store::JournalKind::annotations : store::JournalKind::games,
                       rows.integer(4)});
  }
  return entries;
}

std::vector<GameId> JournalTables::games(std::int64_t entry) {
  std::vector<GameId> ids;
  Statement kept(connection_, "SELECT id FROM journal_games WHERE entry = ? ORDER BY id");
  for (kept.start({entry}); kept.step();) ids.push_back(kept.integer(0));
  return ids;
}

bool JournalTables::has(std::int64_t entry) {
  const bool there = kind_->first({entry});
  kind_->reset();
  return there;
}

store::JournalKind JournalTables::kind_of(std::int64_t entry) {
  const bool annotations = kind_->first({entry}) &&
                           kind_->integer(0) == static_cast<int>(store::JournalKind::annotations);
  kind_->reset();
  return annotations ? store::JournalKind::annotations : store::JournalKind::games;
}

std::int64_t JournalTables::begin(const std::string& what, store::JournalKind kind) {
  Statement(connection_, "INSERT INTO journal(time, what, kind) VALUES (datetime('now'), ?, ?)")
      .run({what, static_cast<int>(kind)});
  return connection_.last_row();
}

bool JournalTables::has_other_record(std::int64_t entry, GameId id) {
  const bool replaced = replaced_->first({entry, id});
  replaced_->reset();
  return replaced;
}

bool JournalTables::keep(std::int64_t entry, GameId id, bool other_record) {
  if (kind_of(entry) == store::JournalKind::annotations)
    return keep_annotation(connection_, entry, id);
  keep_->run({entry, id, other_record ? 1 : 0});
  return connection_.changes() > 0;
}

void JournalTables::restore_game(std::int64_t entry, GameId id) {
  const bool is_there = exists_->first({id});
  exists_->reset();
  if (is_there) {
    put_header_->run({entry, id});
    put_sums_->run({entry, id});
    if (has_other_record(entry, id)) replace_record_->run({entry, id});
    return;
  }
  put_game_->run({entry, id});
  put_record_->run({entry, id});
}

void JournalTables::restore_annotation(std::int64_t entry, GameId id) {
  put_notes_->run({entry, id});
  yari::restore_annotation(connection_, entry, id);
}

void JournalTables::remove(std::int64_t entry) {
  Statement(connection_, "DELETE FROM journal WHERE id = ?").run({entry});
}

void JournalTables::clear() { connection_.execute("DELETE FROM journal"); }

std::vector<std::string> JournalTables::faults(std::size_t most) {
  std::vector<std::string> faults;
  Statement rows(connection_, lost_games);
  for (rows.start({}); rows.step() && faults.size() < most;) {
    faults.push_back(fmt::format("journal: entry {} cannot bring game {} back", rows.integer(0),
                                 rows.integer(1)));
  }
  return faults;
}

}  // namespace yari
