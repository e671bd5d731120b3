// The rows of a game are copied from table to table within its shard.
#include "db/store/postgres/journal_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "db/store/postgres/server/tables.h"

namespace yari::pg {

namespace {

constexpr sql::KeptTable kept_tables[] = {
    {"journal_games",
     "id, source, record, sum, start, black, white, event, site, date, tag_layout, plies, variant, "
     "rules, result, ending, tag_values, moves, notes, sums, other_record, kind",
     23, "@.games"},
    {"journal_annotations",
     "game, engine, limits, coefficient, book_plies, players, own_sum, own_notes", 9,
     "@.annotations"},
    {"journal_judgements", "game, ply, kind, color, loss, before, after, mate, move, better", 11,
     "@.judgements"}};

const sql::KeptForm& form() {
  const auto put_back = [](const sql::KeptTable& table) {
    return fmt::format("INSERT INTO {0}({1}) SELECT {1} FROM @.{2} WHERE entry = $1 AND game = $2",
                       table.source, table.columns, table.name);
  };
  static const sql::KeptForm form{
      .tables = kept_tables,
      .game_columns = game_columns,
      .has_kind = true,
      .annotation_tables = {"annotations", "judgements"},
      .put_annotation = {put_back(kept_tables[1]), put_back(kept_tables[2])}};
  return form;
}

constexpr const char* tables_of_shard[] = {"journal_games", "journal_annotations",
                                           "journal_judgements", "journal_parts"};

int number_of(store::JournalKind kind) { return static_cast<int>(kind); }

/// Rows of games that were added are kept as those of games that were changed.
store::JournalKind kind_of_rows(store::JournalKind kind) {
  return kind == store::JournalKind::annotations ? kind : store::JournalKind::games;
}

}  // namespace

std::vector<store::StoredEntry> JournalTables::entries() {
  std::map<std::pair<std::int64_t, store::JournalKind>, std::int64_t> games;
  Fan counts(shards_, "SELECT entry, kind, count(*) FROM @.journal_games GROUP BY entry, kind");
  counts.start({});
  while (const Statement* const row = counts.next())
    games[{row->integer(0), store::journal_kind_numbered(row->integer(1))}] += row->integer(2);
  std::vector<store::StoredEntry> entries;
  Statement rows =
      shards_.home().statement("SELECT id, time, what, kind FROM @.journal ORDER BY id DESC");
  for (rows.start({}); rows.step();) {
    const store::JournalKind kind = store::journal_kind_numbered(rows.integer(3));
    entries.push_back({rows.integer(0), std::string(rows.text(1)), std::string(rows.text(2)), kind,
                       games[{rows.integer(0), kind_of_rows(kind)}]});
  }
  return entries;
}

std::vector<GameId> JournalTables::games(std::int64_t entry) {
  std::vector<GameId> ids;
  Fan rows(shards_, "SELECT id FROM @.journal_games WHERE entry = $1 AND kind = $2");
  rows.start({entry, number_of(kind_of_rows(kind_of(entry)))});
  while (const Statement* const row = rows.next()) ids.push_back(row->integer(0));
  std::ranges::sort(ids);
  return ids;
}

bool JournalTables::has(std::int64_t entry) {
  return shards_.home().statement("SELECT 1 FROM @.journal WHERE id = $1").first({entry});
}

store::JournalKind JournalTables::kind_of(std::int64_t entry) {
  Statement row = shards_.home().statement("SELECT kind FROM @.journal WHERE id = $1");
  return row.first({entry}) ? store::journal_kind_numbered(row.integer(0))
                            : store::JournalKind::games;
}

bool JournalTables::has_other_record(std::int64_t entry, GameId id) {
  return kept_of(id).has_other_record(entry, id);
}

JournalTables::Place::Place(const Shard& shard) : tables(shard), kept(tables, form()) {}

sql::KeptGames& JournalTables::kept_in(std::size_t shard) {
  places_.resize(shards_.size());
  if (!places_[shard]) places_[shard] = std::make_unique<Place>(shards_[shard]);
  return places_[shard]->kept;
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
          "INSERT INTO @.journal(id, time, what, kind, games) VALUES ($1, "
          "to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS'), $2, $3, 0)")
      .run({entry, what, number_of(kind)});
  return entry;
}

bool JournalTables::keep(std::int64_t entry, GameId id, bool other_record) {
  const std::size_t place = shards_.of_game(id).value_or(0);
  const store::JournalKind kind = kind_of_rows(kind_of(entry));
  const store::JournalContent added = kind == store::JournalKind::annotations
                                          ? kept_in(place).keep_annotation(entry, id)
                                          : kept_in(place).keep(entry, id, other_record);
  if (added.games == 0) return false;
  kept_[{entry, number_of(kind), place}].add(added);
  return true;
}

// Each server stores its part in the transaction of its games. So each says what it should have,
// even if another server lost its last batch.
void JournalTables::finish() {
  std::map<std::int64_t, std::int64_t> games;
  for (const auto& [key, kept] : kept_) {
    const auto& [entry, kind, place] = key;
    if (kept.games == 0) continue;
    shards_[place]
        .statement(fmt::format(
            "INSERT INTO @.journal_parts AS p (entry, kind, games, sum) VALUES ($1, $2, $3, $4) "
            "ON CONFLICT (entry, kind) DO UPDATE SET games = p.games + EXCLUDED.games, "
            "sum = (p.sum & {}) + EXCLUDED.sum",
            store::JournalContent::mask))
        .run({entry, kind, kept.games, kept.sum});
    games[entry] += kept.games;
  }
  Statement promise =
      shards_.home().statement("UPDATE @.journal SET games = games + $2 WHERE id = $1");
  for (const auto& [entry, count] : games) promise.run({entry, count});
  kept_.clear();
}

std::optional<std::string> JournalTables::fault(std::int64_t entry) {
  const store::JournalKind kind = kind_of_rows(kind_of(entry));
  Statement row = shards_.home().statement("SELECT games FROM @.journal WHERE id = $1");
  const bool is_promised = row.first({entry}) && !row.is_null(0);
  const store::JournalContent promised{is_promised ? row.integer(0) : 0, 0};
  Fan parts(shards_, "SELECT games, sum FROM @.journal_parts WHERE entry = $1 AND kind = $2");
  parts.start({entry, number_of(kind)});
  store::JournalContent all;
  for (std::size_t i = 0; i < shards_.size(); ++i) {
    const store::JournalContent content = kept_in(i).content(entry, kind);
    all.games += content.games;
    store::JournalContent part;
    if (parts[i].step()) part = {parts[i].integer(0), parts[i].integer(1)};
    if (!is_promised) continue;
    if (const auto why = store::fault_of(content, part))
      return fmt::format("{} ({})", *why, shards_[i].schema);
  }
  if (!is_promised) return store::fault_of(all, std::nullopt);
  // A batch that only one of several servers has stored left more.
  return all.games < promised.games ? store::fault_of(all, promised) : std::nullopt;
}

void JournalTables::settle() {
  Statement last = shards_.home().statement(
      "SELECT id, games FROM @.journal WHERE kind <> 1 ORDER BY id DESC LIMIT 1");
  if (!last.first({})) return;
  // Entries of version 1 do not say what they were given.
  if (last.is_null(1)) return;
  const std::int64_t entry = last.integer(0);
  std::int64_t games = 0;
  Fan parts(shards_, "SELECT games FROM @.journal_parts WHERE entry = $1 AND kind = 0");
  parts.start({entry});
  while (const Statement* const part = parts.next()) games += part->integer(0);
  if (games == 0)
    remove(entry);
  else
    shards_.home()
        .statement("UPDATE @.journal SET games = least(games, $2) WHERE id = $1")
        .run({entry, games});
}

void JournalTables::restore_game(std::int64_t entry, GameId id) {
  kept_of(id).restore_game(entry, id);
}

void JournalTables::restore_annotation(std::int64_t entry, GameId id) {
  kept_of(id).restore_annotation(entry, id);
}

void JournalTables::remove(std::int64_t entry) {
  shards_.home().statement("DELETE FROM @.journal WHERE id = $1").run({entry});
  for (const char* table : tables_of_shard)
    Fan(shards_, fmt::format("DELETE FROM @.{} WHERE entry = $1", table)).run({entry});
  std::erase_if(kept_, [&](const auto& kept) { return std::get<0>(kept.first) == entry; });
}

void JournalTables::clear() {
  shards_.home().statement("DELETE FROM @.journal").run({});
  for (const char* table : tables_of_shard)
    Fan(shards_, fmt::format("DELETE FROM @.{}", table)).run({});
  kept_.clear();
}

}  // namespace yari::pg
