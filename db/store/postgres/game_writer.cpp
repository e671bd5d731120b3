// COPY takes rows in a tenth of the time that single statements take.
#include "db/store/postgres/game_writer.h"

#include <fmt/format.h>

#include "db/codec/record_sums.h"
#include "db/store/error.h"
#include "db/store/postgres/game_reader.h"
#include "db/store/postgres/server/tables.h"

namespace yari::pg {

namespace {

constexpr std::size_t most_held_of_games = std::size_t{4} << 20;

void optional_int(CopyRows& rows, const std::optional<std::int64_t>& value, bool wide = false) {
  if (!value)
    rows.null();
  else if (wide)
    rows.int64(*value);
  else
    rows.int32(*value);
}

void bytes_or_null(CopyRows& rows, const Bytes& bytes) {
  if (bytes.empty())
    rows.null();
  else
    rows.bytes(bytes);
}

Parameter null_if_empty(const Bytes& bytes) {
  return bytes.empty() ? Parameter(nullptr) : Parameter(bytes);
}

std::string text_of_bytes(const Bytes& bytes) { return {bytes.begin(), bytes.end()}; }

std::string source_text(const std::string& file, const std::string& member) {
  return file + source_separator + member;
}

}  // namespace

GameWriter::GameWriter(Shards& shards, Names& names)
    : shards_(shards), names_(names), held_(shards.size()) {
  for (std::size_t i = 0; i < shards.size(); ++i)
    flush_numbers_.push_back(shards[i].connection->add_flush([this, i] { flush(i); }));
}

GameWriter::~GameWriter() {
  for (std::size_t i = 0; i < shards_.size(); ++i)
    shards_[i].connection->remove_flush(flush_numbers_[i]);
}

GameId GameWriter::next_number() {
  if (next_ == 0) {
    Statement row = shards_.home().statement("SELECT value FROM @.meta WHERE name = 'next_game'");
    next_ = row.first({}) ? std::max<GameId>(1, row.integer(0)) : 1;
  }
  if (next_ > last_game_id) throw Full(shards_.name() + ": holds as many games as it can");
  return next_++;
}

GameWriter::Row GameWriter::row_of(const PreparedGame& game) {
  Row row;
  if (!game.start.empty())
    row.start = names_.starts.number(
        fmt::format("{} {}\n{}", info(game.variant).id, game.start, game.handicap));
  row.black = names_.players.number(game.black);
  row.white = names_.players.number(game.white);
  row.event = names_.events.number(game.event);
  row.site = names_.sites.number(game.site);
  if (game.date) row.date = *game.date;
  if (!game.tag_layout.empty()) row.layout = names_.layouts.number(text_of_bytes(game.tag_layout));
  row.plies = static_cast<std::int64_t>(game.moves.size() / 2);
  row.variant = static_cast<std::int64_t>(game.variant);
  row.rules = static_cast<std::int64_t>(game.rules);
  row.result = static_cast<std::int64_t>(game.result);
  row.ending = static_cast<std::int64_t>(game.ending);
  row.tag_values = game.tag_values;
  return row;
}

CountedGame GameWriter::add(const PreparedGame& game) {
  write_last();
  Row row = row_of(game);
  row.id = next_number();
  const std::size_t shard = shards_.of_content(game.content);
  shards_.place(row.id, shard);
  shards_[shard].connection->hold();
  Held& held = held_[shard];
  held.records.row(4);
  held.records.int64(row.id);
  held.records.int64(
      record_sums(sum_of_moves({row.id, game.variant, row.start.value_or(0)}, game.moves),
                  sum_of_notes(row.id, game.notes)));
  held.records.bytes(game.moves);
  bytes_or_null(held.records, game.notes);
  if (!game.text.empty()) held.texts.emplace_back(row.id, game.text);
  const CountedGame counted{.id = static_cast<std::uint32_t>(row.id),
                            .result = game.result,
                            .plies = static_cast<int>(row.plies),
                            .date = counted_date(game.date.value_or(0)),
                            .black = row.black.value_or(0),
                            .white = row.white.value_or(0)};
  last_ = std::move(row);
  last_shard_ = shard;
  if (held.records.size() > most_held_of_games) flush(shard);
  return counted;
}

void GameWriter::write_last() {
  if (!last_) return;
  const Row row = std::move(*last_);
  last_.reset();
  CopyRows& rows = held_[last_shard_].games;
  rows.row(17);
  rows.int64(row.id);
  optional_int(rows, row.source);
  optional_int(rows, row.record, true);
  optional_int(rows, row.sum, true);
  for (const auto* value :
       {&row.start, &row.black, &row.white, &row.event, &row.site, &row.date, &row.layout})
    optional_int(rows, *value);
  rows.int32(row.plies);
  for (const std::int64_t value : {row.variant, row.rules, row.result, row.ending})
    rows.int16(value);
  bytes_or_null(rows, row.tag_values);
}

void GameWriter::flush(std::size_t shard) {
  if (last_ && last_shard_ == shard) write_last();
  if (held_[shard].records.empty()) return;
  Held held;
  std::swap(held, held_[shard]);
  const Shard& s = shards_[shard];
  s.connection->copy(s.sql(fmt::format("@.games({})", game_columns)), held.games);
  s.connection->copy(s.sql("@.records(id, sums, moves, notes)"), held.records);
  if (held.texts.empty()) return;
  Statement add =
      s.statement("INSERT INTO @.games_text(id, words, spelled) VALUES ($1, $2::tsvector, $3)");
  for (const auto& [id, text] : held.texts) add.run({id, text.words, text.spelled});
}

const Shard& GameWriter::shard_of(GameId id) { return shards_[shards_.of_game(id).value_or(0)]; }

void GameWriter::set_header(GameId id, const PreparedGame& game) {
  const Row row = row_of(game);
  shard_of(id)
      .statement(
          "UPDATE @.games SET black = $1, white = $2, event = $3, site = $4, date = $5, "
          "tag_layout = $6, tag_values = $7, result = $8, ending = $9, start = $10 "
          "WHERE id = $11")
      .run({row.black, row.white, row.event, row.site, row.date, row.layout,
            null_if_empty(row.tag_values), row.result, row.ending, row.start, id});
}

// The checksum of the moves says which start they belong to.
void GameWriter::set_record(GameId id, const PreparedGame& game) {
  Statement start = shard_of(id).statement("SELECT start FROM @.games WHERE id = $1");
  if (!start.first({id})) return;
  const RecordPlace place{id, game.variant, start.integer(0)};
  shard_of(id)
      .statement("UPDATE @.records SET moves = $1, notes = $2, sums = $3 WHERE id = $4")
      .run({game.moves, null_if_empty(game.notes),
            record_sums(sum_of_moves(place, game.moves), sum_of_notes(id, game.notes)), id});
  set_plies(id, static_cast<int>(game.moves.size() / 2));
}

void GameWriter::set_notes(GameId id, const Bytes& notes) {
  shard_of(id)
      .statement("UPDATE @.records SET notes = $1, sums = (sums & 4294967295) | $2 WHERE id = $3")
      .run({null_if_empty(notes), record_sums(0, sum_of_notes(id, notes)), id});
}

void GameWriter::set_plies(GameId id, int plies) {
  shard_of(id)
      .statement("UPDATE @.games SET plies = $1 WHERE id = $2 AND plies <> $1")
      .run({plies, id});
}

void GameWriter::add_text(GameId id, const std::string& text) {
  if (text.empty()) return;
  const IndexedText stored(text);
  shard_of(id)
      .statement(
          "INSERT INTO @.games_text(id, words, spelled) VALUES ($1, $2::tsvector, $3) "
          "ON CONFLICT (id) DO UPDATE SET words = EXCLUDED.words, spelled = EXCLUDED.spelled")
      .run({id, stored.words, stored.spelled});
}

void GameWriter::remove_text(GameId id, const std::string&) {
  shard_of(id).statement("DELETE FROM @.games_text WHERE id = $1").run({id});
}

void GameWriter::remove(GameId id) {
  shard_of(id).statement("DELETE FROM @.records WHERE id = $1").run({id});
  shard_of(id).statement("DELETE FROM @.games WHERE id = $1").run({id});
  shards_.home().statement("DELETE FROM @.work WHERE game = $1").run({id});
}

void GameWriter::add_sums(GameId id) {
  Statement missing =
      shard_of(id).statement("SELECT 1 FROM @.records WHERE id = $1 AND sums IS NULL");
  if (missing.first({id})) renew_sums(id);
}

void GameWriter::renew_sums(GameId id) {
  Statement row = shard_of(id).statement(
      "SELECT r.moves, r.notes, g.variant, g.start FROM @.records r "
      "JOIN @.games g ON g.id = r.id WHERE r.id = $1");
  if (!row.first({id})) return;
  const Variant v = row.integer(2) == 1 ? Variant::shogi : Variant::yari;
  const std::int64_t sums = record_sums(sum_of_moves({id, v, row.integer(3)}, row.blob(0)),
                                        sum_of_notes(id, row.blob(1)));
  shard_of(id).statement("UPDATE @.records SET sums = $1 WHERE id = $2").run({sums, id});
}

void GameWriter::add(GameId game, const Origin& origin) {
  const std::int64_t source = names_.sources.number(source_text(origin.file, origin.member));
  if (last_ && last_->id == game) {
    last_->source = source;
    last_->record = origin.record;
    last_->sum = origin.sum;
    return;
  }
  shard_of(game)
      .statement("UPDATE @.games SET source = $1, record = $2, sum = $3 WHERE id = $4")
      .run({source, origin.record, std::int64_t{origin.sum}, game});
}

void GameWriter::remove(const std::string& file, const std::string& member) {
  const std::int64_t source = names_.sources.number(source_text(file, member));
  Fan(shards_, "UPDATE @.games SET source = NULL, record = NULL, sum = NULL WHERE source = $1")
      .run({source});
}

void GameWriter::finish() {
  write_last();
  shards_.flush_places();
  if (next_ != 0)
    shards_.home().statement("UPDATE @.meta SET value = $1 WHERE name = 'next_game'").run({next_});
}

void GameWriter::forget() {
  last_.reset();
  for (Held& held : held_) held = {};
  next_ = 0;
  shards_.forget_places();
}

}  // namespace yari::pg
