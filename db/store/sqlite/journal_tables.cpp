// One file, whose rows go with the entry that they belong to.
#include "db/store/sqlite/journal_tables.h"

#include <fmt/format.h>

#include <utility>

#include "rules/outcome.h"

namespace yari {

namespace {

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

constexpr sql::KeptTable kept_tables[] = {
    {"journal_games",
     "id, variant, rules, start, black, white, event, site, date, result, ending, plies, "
     "tag_layout, tag_values, moves, notes, sums, other_record",
     19, "games"},
    {"journal_annotations",
     "game, engine, limits, coefficient, book_plies, has_own_notes, own_notes, own_sum", 9,
     "(SELECT a.game AS game, engine, limits, coefficient, book_plies, o.game IS NOT NULL AS "
     "has_own_notes, o.notes AS own_notes, o.sum AS own_sum FROM annotations a "
     "LEFT JOIN own_notes o ON o.game = a.game)"},
    {"journal_players",
     "game, color, moves, accuracy, mean_loss, opening_moves, opening_accuracy, middle_moves, "
     "middle_accuracy, end_moves, end_accuracy",
     12, "annotated_players"},
    {"journal_judgements", "game, ply, kind, color, loss, before, after, mate, move, better", 11,
     "judgements"}};

std::string put_rows(const char* table, const char* columns, const sql::KeptTable& kept,
                     const char* columns_there) {
  return fmt::format("INSERT INTO {}({}) SELECT {} FROM {} WHERE entry = $1 AND game = $2", table,
                     columns, columns_there, kept.name);
}

// The other rows of an annotation go with the first.
const sql::KeptForm& form() {
  const auto& [games, annotations, players, judgements] = kept_tables;
  constexpr const char* head = "game, engine, limits, coefficient, book_plies";
  static const sql::KeptForm form{
      .tables = kept_tables,
      .game_columns =
          "id, variant, rules, start, black, white, event, site, date, result, ending, plies, "
          "tag_layout, tag_values",
      .has_kind = false,
      .annotation_tables = {"annotations"},
      .put_annotation = {
          put_rows("annotations", head, annotations, head),
          put_rows("own_notes", "game, notes, sum", annotations, "game, own_notes, own_sum") +
              " AND has_own_notes = 1",
          put_rows(players.source, players.columns, players, players.columns),
          put_rows(judgements.source, judgements.columns, judgements, judgements.columns)}};
  return form;
}

}  // namespace

JournalTables::JournalTables(Connection& c, sql::Tables& tables)
    : connection_(c),
      kind_(c, "SELECT kind FROM journal WHERE id = ?"),
      promise_(c, fmt::format("UPDATE journal SET games = games + ?2, sum = (sum & {}) + ?3 "
                              "WHERE id = ?1",
                              store::JournalContent::mask)),
      kept_(tables, form()) {}

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
  return kept_.has_other_record(entry, id);
}

bool JournalTables::keep(std::int64_t entry, GameId id, bool other_record) {
  const store::JournalContent added = kind_of(entry) == store::JournalKind::annotations
                                          ? kept_.keep_annotation(entry, id)
                                          : kept_.keep(entry, id, other_record);
  if (added.games == 0) return false;
  promise_->run({entry, added.games, added.sum});
  return true;
}

std::optional<std::string> JournalTables::fault(std::int64_t entry) {
  Statement row(connection_, "SELECT games, sum FROM journal WHERE id = ? AND games IS NOT NULL");
  std::optional<store::JournalContent> promised;
  if (row.first({entry})) promised = {row.integer(0), row.integer(1)};
  // Rows that no entry of its kind has count, too.
  return store::fault_of(kept_.content(entry, store::JournalKind::annotations), promised);
}

void JournalTables::restore_game(std::int64_t entry, GameId id) { kept_.restore_game(entry, id); }

void JournalTables::restore_annotation(std::int64_t entry, GameId id) {
  kept_.restore_annotation(entry, id);
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
