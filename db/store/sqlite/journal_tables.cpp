// Rows are copied from table to table.
#include "db/store/sqlite/journal_tables.h"

#include <fmt/format.h>

#include <utility>

#include "db/store/sqlite/annotation_journal.h"
#include "rules/outcome.h"

namespace yari {

namespace {

constexpr const char* game_columns =
    "id, variant, rules, start, black, white, event, site, date, result, ending, plies, "
    "tag_layout, tag_values";

/// What keeps a change from being undone. Games may have been damaged when they were deleted.
constexpr const char* lost_games =
    "SELECT entry, id FROM journal_games j WHERE id NOT BETWEEN 1 AND 4294967295 "
    "OR variant NOT BETWEEN 0 AND 1 OR rules NOT BETWEEN 0 AND 2 "
    "OR result NOT BETWEEN 0 AND 3 OR ending NOT BETWEEN 0 AND 16 "
    "OR (start IS NOT NULL AND start NOT IN (SELECT id FROM starts)) "
    "OR (black IS NOT NULL AND black NOT IN (SELECT id FROM players)) "
    "OR (white IS NOT NULL AND white NOT IN (SELECT id FROM players)) "
    "OR (event IS NOT NULL AND event NOT IN (SELECT id FROM events)) "
    "OR (site IS NOT NULL AND site NOT IN (SELECT id FROM sites)) "
    "OR (tag_layout IS NOT NULL AND tag_layout NOT IN (SELECT id FROM tag_layouts))";

static_assert(ending_count == 17, "lost_games names the numbers of the endings");

/// A table with rows of entries, and which of its columns are kept. The sums in `journal` depend on
/// the columns and their order: never change.
struct KeptTable {
  const char* name;
  const char* game;
  const char* columns;
  int count;
};
constexpr KeptTable kept_tables[] = {
    {"journal_games", "id",
     "entry, id, variant, rules, start, black, white, event, site, date, result, ending, plies, "
     "tag_layout, tag_values, moves, notes, sums, other_record",
     19},
    {"journal_annotations", "game",
     "entry, game, engine, limits, coefficient, book_plies, has_own_notes, own_notes, own_sum", 9},
    {"journal_players", "game",
     "entry, game, color, moves, accuracy, mean_loss, opening_moves, opening_accuracy, "
     "middle_moves, middle_accuracy, end_moves, end_accuracy",
     12},
    {"journal_judgements", "game",
     "entry, game, ply, kind, color, loss, before, after, mate, move, better", 11}};

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
                 "WHERE entry = ?1 AND id = ?2) WHERE id = ?2"),
      promise_(c, fmt::format("UPDATE journal SET games = games + ?2, sum = (sum & {}) + ?3 "
                              "WHERE id = ?1",
                              store::JournalContent::mask)) {
  for (const KeptTable& table : kept_tables)
    kept_.emplace_back(c, fmt::format("SELECT {} FROM {} WHERE entry = ? AND {} = ?", table.columns,
                                      table.name, table.game));
}

std::vector<store::StoredEntry> JournalTables::entries() {
  std::vector<store::StoredEntry> entries;
  Statement rows(
      connection_,
      "SELECT id, time, what, kind, (SELECT count(*) FROM journal_games WHERE entry = journal.id)"
      " FROM journal ORDER BY id DESC");
  for (rows.start({}); rows.step();)
    entries.push_back({rows.integer(0), std::string(rows.text(1)), std::string(rows.text(2)),
                       store::journal_kind_numbered(rows.integer(3)), rows.integer(4)});
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
  const store::JournalKind kind = kind_->first({entry})
                                      ? store::journal_kind_numbered(kind_->integer(0))
                                      : store::JournalKind::games;
  kind_->reset();
  return kind;
}

std::int64_t JournalTables::begin(const std::string& what, store::JournalKind kind) {
  Statement(connection_,
            "INSERT INTO journal(time, what, kind, games, sum) VALUES (datetime('now'), ?, ?, 0, "
            "0)")
      .run({what, static_cast<int>(kind)});
  return connection_.last_row();
}

bool JournalTables::has_other_record(std::int64_t entry, GameId id) {
  const bool replaced = replaced_->first({entry, id});
  replaced_->reset();
  return replaced;
}

bool JournalTables::keep(std::int64_t entry, GameId id, bool other_record) {
  const store::JournalKind kind = kind_of(entry);
  if (kind == store::JournalKind::annotations) {
    if (!keep_annotation(connection_, entry, id)) return false;
  } else {
    keep_->run({entry, id, other_record ? 1 : 0});
    if (connection_.changes() == 0) return false;
  }
  const store::JournalContent added = kept(entry, id, kind);
  promise_->run({entry, added.games, added.sum});
  return true;
}

store::JournalContent JournalTables::kept(std::int64_t entry, GameId id, store::JournalKind kind) {
  store::JournalContent content;
  const int tables =
      kind == store::JournalKind::annotations ? static_cast<int>(std::ssize(kept_tables)) : 1;
  for (int t = 0; t < tables; ++t) {
    Statement& rows = *kept_[static_cast<std::size_t>(t)];
    for (rows.start({entry, id}); rows.step();) content.add(t, rows, kept_tables[t].count);
  }
  return content;
}

std::optional<std::string> JournalTables::fault(std::int64_t entry) {
  Statement row(connection_, "SELECT games, sum FROM journal WHERE id = ? AND games IS NOT NULL");
  std::optional<store::JournalContent> promised;
  if (row.first({entry})) promised = {row.integer(0), row.integer(1)};
  store::JournalContent found;
  for (int t = 0; t < std::ssize(kept_tables); ++t) {
    Statement rows(connection_, fmt::format("SELECT {} FROM {} WHERE entry = ?",
                                            kept_tables[t].columns, kept_tables[t].name));
    for (rows.start({entry}); rows.step();) found.add(t, rows, kept_tables[t].count);
  }
  return store::fault_of(found, promised);
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
  for (std::string& fault : store::faults_of_entries(*this, most - faults.size()))
    faults.push_back(std::move(fault));
  return faults;
}

}  // namespace yari
