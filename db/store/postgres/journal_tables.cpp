// Rows are copied from table to table, within the shard of the game.
#include "db/store/postgres/journal_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "db/store/postgres/tables.h"

namespace yari::pg {

namespace {

constexpr const char* annotation_columns =
    "game, engine, limits, coefficient, book_plies, players, own_sum, own_notes";
constexpr const char* judgement_columns =
    "game, ply, kind, color, loss, before, after, mate, move, better";

}  // namespace

std::vector<store::StoredEntry> JournalTables::entries() {
  std::map<std::int64_t, std::int64_t> games;
  Fan counts(shards_, "SELECT entry, count(*) FROM @.journal_games GROUP BY entry");
  counts.start({});
  while (const Statement* const row = counts.next()) games[row->integer(0)] += row->integer(1);
  std::vector<store::StoredEntry> entries;
  Statement rows =
      shards_.home().statement("SELECT id, time, what, kind FROM @.journal ORDER BY id DESC");
  for (rows.start({}); rows.step();)
    entries.push_back({rows.integer(0), std::string(rows.text(1)), std::string(rows.text(2)),
                       rows.integer(3) == static_cast<int>(store::JournalKind::annotations)
                           ? store::JournalKind::annotations
                           : store::JournalKind::games,
                       games[rows.integer(0)]});
  return entries;
}

std::vector<GameId> JournalTables::games(std::int64_t entry) {
  std::vector<GameId> ids;
  Fan rows(shards_, "SELECT id FROM @.journal_games WHERE entry = $1");
  rows.start({entry});
  while (const Statement* const row = rows.next()) ids.push_back(row->integer(0));
  std::ranges::sort(ids);
  return ids;
}

bool JournalTables::has(std::int64_t entry) {
  return shards_.home().statement("SELECT 1 FROM @.journal WHERE id = $1").first({entry});
}

store::JournalKind JournalTables::kind_of(std::int64_t entry) {
  Statement row = shards_.home().statement("SELECT kind FROM @.journal WHERE id = $1");
  return row.first({entry}) && row.integer(0) == static_cast<int>(store::JournalKind::annotations)
             ? store::JournalKind::annotations
             : store::JournalKind::games;
}

bool JournalTables::has_other_record(std::int64_t entry, GameId id) {
  return shard_of(id)
      .statement("SELECT 1 FROM @.journal_games WHERE entry = $1 AND id = $2 AND other_record <> 0")
      .first({entry, id});
}

std::int64_t JournalTables::begin(const std::string& what, store::JournalKind kind) {
  // A part of a change that the home does not know, since it failed before, keeps its number.
  std::int64_t most = 0;
  Fan kept(shards_, "SELECT coalesce(max(entry), 0) FROM @.journal_games");
  kept.start({});
  while (const Statement* const row = kept.next()) most = std::max(most, row->integer(0));
  Statement next = shards_.home().statement(
      "UPDATE @.meta SET value = greatest(value, $1 + 1) + 1 WHERE name = 'next_entry' "
      "RETURNING value - 1");
  if (!next.first({most})) throw DamagedFile(shards_.name() + ": a number is missing in yari.meta");
  const std::int64_t entry = next.integer(0);
  shards_.home()
      .statement(
          "INSERT INTO @.journal(id, time, what, kind) VALUES ($1, "
          "to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS'), $2, $3)")
      .run({entry, what, static_cast<int>(kind)});
  return entry;
}

bool JournalTables::keep(std::int64_t entry, GameId id, bool other_record) {
  const Shard& shard = shard_of(id);
  if (kind_of(entry) == store::JournalKind::annotations) return keep_annotation(shard, entry, id);
  // The game itself may be damaged: its record may be missing.
  shard
      .statement(fmt::format(
          "INSERT INTO @.journal_games(entry, {0}, moves, notes, sums, other_record) "
          "SELECT $1, g.*, coalesce(r.moves, ''), r.notes, r.sums, $3::int2 FROM "
          "(SELECT {0} FROM @.games) g LEFT JOIN @.records r ON r.id = g.id WHERE g.id = $2 "
          "ON CONFLICT DO NOTHING",
          game_columns))
      .run({entry, id, other_record ? 1 : 0});
  return shard.connection->changes() > 0;
}

bool JournalTables::keep_annotation(const Shard& shard, std::int64_t entry, GameId id) {
  shard
      .statement(
          "INSERT INTO @.journal_games(entry, id, variant, rules, result, ending, plies, "
          "moves, notes, sums, other_record) SELECT $1, g.id, variant, rules, result, "
          "ending, plies, '', notes, sums, 0 FROM @.games g "
          "JOIN @.records r ON r.id = g.id WHERE g.id = $2 ON CONFLICT DO NOTHING")
      .run({entry, id});
  if (shard.connection->changes() == 0) return false;
  for (const auto& [table, columns] :
       {std::pair("annotations", annotation_columns), std::pair("judgements", judgement_columns)})
    shard
        .statement(fmt::format("INSERT INTO @.journal_{0}(entry, {1}) SELECT $1, {1} FROM @.{0} "
                               "WHERE game = $2",
                               table, columns))
        .run({entry, id});
  return true;
}

void JournalTables::restore_game(std::int64_t entry, GameId id) {
  const Shard& shard = shard_of(id);
  const std::string kept = "FROM @.journal_games WHERE entry = $1 AND id = $2";
  if (!shard.statement("SELECT 1 FROM @.games WHERE id = $1").first({id})) {
    shard.statement(fmt::format("INSERT INTO @.games({0}) SELECT {0} {1}", game_columns, kept))
        .run({entry, id});
    shard
        .statement("INSERT INTO @.records(id, moves, notes, sums) SELECT id, moves, notes, sums " +
                   kept)
        .run({entry, id});
    return;
  }
  // Tags and names are taken back alone: notes and judgements may be of a later time.
  shard
      .statement(fmt::format("UPDATE @.games SET ({0}) = (SELECT {0} {1}) WHERE id = $2",
                             game_columns, kept))
      .run({entry, id});
  shard
      .statement(fmt::format("UPDATE @.records SET sums = ((SELECT sums {}) & 4294967295) | "
                             "(sums & ~4294967295::int8) WHERE id = $2",
                             kept))
      .run({entry, id});
  if (has_other_record(entry, id))
    shard
        .statement(fmt::format("UPDATE @.records SET (moves, notes, sums) = "
                               "(SELECT moves, notes, sums {}) WHERE id = $2",
                               kept))
        .run({entry, id});
}

void JournalTables::restore_annotation(std::int64_t entry, GameId id) {
  const Shard& shard = shard_of(id);
  shard
      .statement(
          "UPDATE @.records SET (notes, sums) = (SELECT notes, sums FROM @.journal_games "
          "WHERE entry = $1 AND id = $2) WHERE id = $2")
      .run({entry, id});
  for (const auto& [table, columns] :
       {std::pair("annotations", annotation_columns), std::pair("judgements", judgement_columns)}) {
    shard.statement(fmt::format("DELETE FROM @.{} WHERE game = $1", table)).run({id});
    shard
        .statement(fmt::format("INSERT INTO @.{0}({1}) SELECT {1} FROM @.journal_{0} "
                               "WHERE entry = $1 AND game = $2",
                               table, columns))
        .run({entry, id});
  }
}

void JournalTables::remove(std::int64_t entry) {
  shards_.home().statement("DELETE FROM @.journal WHERE id = $1").run({entry});
  for (const char* table : {"journal_games", "journal_annotations", "journal_judgements"})
    Fan(shards_, fmt::format("DELETE FROM @.{} WHERE entry = $1", table)).run({entry});
}

void JournalTables::clear() {
  shards_.home().statement("DELETE FROM @.journal").run({});
  for (const char* table : {"journal_games", "journal_annotations", "journal_judgements"})
    Fan(shards_, fmt::format("DELETE FROM @.{}", table)).run({});
}

}  // namespace yari::pg
