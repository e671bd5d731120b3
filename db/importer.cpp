// Adding games: rows as they come, postings in memory until the batch is written.
#include "db/importer.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

#include "db/codec/record_sums.h"
#include "db/codec/tag_layout.h"
#include "db/database_impl.h"
#include "db/index_batch.h"
#include "db/key_set.h"
#include "db/known_games.h"
#include "db/store/sqlite/meta.h"
#include "db/store/sqlite/names.h"
#include "rules/ascii.h"

namespace yari {

namespace {

/// Above this many games their contents are looked up in the file, not in memory.
constexpr std::int64_t known_contents_limit = 16'000'000;

bool gains(const Gain& gain, std::string_view tag) {
  return (gain.black && same_ignoring_case(tag, tags::black)) ||
         (gain.white && same_ignoring_case(tag, tags::white)) ||
         (gain.date && same_ignoring_case(tag, tags::date));
}

}  // namespace

struct Importer::Impl {
  using Clock = std::chrono::steady_clock;

  Impl(Database::Impl& database, const ImportOptions& import_options)
      : db(database),
        options(import_options),
        players(db.connection, "players"),
        events(db.connection, "events"),
        sites(db.connection, "sites"),
        find_start(db.connection, "SELECT id FROM starts WHERE variant = ? AND sfen = ?"),
        insert_start(db.connection,
                     "INSERT INTO starts(variant, sfen, handicap) VALUES (?, ?, ?) RETURNING id"),
        find_layout(db.connection, "SELECT id FROM tag_layouts WHERE layout = ?"),
        insert_layout(db.connection, "INSERT INTO tag_layouts(layout) VALUES (?) RETURNING id"),
        insert_game(db.connection,
                    "INSERT INTO games(id, variant, rules, start, black, white, event, site, date, "
                    "result, ending, plies, tag_layout, tag_values) "
                    "VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?)"),
        insert_record(db.connection,
                      "INSERT INTO records(id, moves, notes, sums) VALUES (?, ?, ?, ?)"),
        insert_text(db.connection, "INSERT INTO games_text(rowid, text) VALUES (?, ?)"),
        has_notes(db.connection, "SELECT notes IS NOT NULL FROM records WHERE id = ?"),
        keep_own_notes(db.connection, "UPDATE own_notes SET notes = ?, sum = ? WHERE game = ?"),
        complete_game(db.connection,
                      "UPDATE games SET black = ?, white = ?, date = ?, result = ?, ending = ?, "
                      "tag_layout = ?, tag_values = ? WHERE id = ?"),
        batch(db.positions, db.contents, options.postings_per_batch),
        games(database) {}

  void begin();
  void commit();
  void learn();
  KnownGames::Answer look_up(const PreparedGame& game);
  bool adopt_notes(GameId id, const PreparedGame& game);
  void adopt_facts(GameId id, const PreparedGame& game, const Gain& gain);
  GameId insert(const PreparedGame& game);
  std::optional<std::int64_t> start_number(const PreparedGame& game);
  std::optional<std::int64_t> layout_number(const Bytes& layout);

  Database::Impl& db;
  ImportOptions options;
  NameTable players, events, sites;
  Statement find_start, insert_start, find_layout, insert_layout, insert_game, insert_record,
      insert_text, has_notes, keep_own_notes, complete_game;
  std::map<std::pair<Variant, std::string>, std::int64_t> starts;
  std::unordered_map<std::string, std::int64_t> layouts;
  /// Contents of the games in the file, where there are not too many.
  KeySet known;
  bool all_known = false;
  std::int64_t data_version = -1;
  /// Rows that this connection had changed after the last batch.
  std::int64_t total_changes = 0;
  bool completed = false;

  IndexBatch batch;
  KnownGames games;
  GameId next_game = 1;
  Clock::time_point begun;
  bool broken = false;
  std::optional<Transaction> transaction;
};

void Importer::Impl::begin() {
  if (broken) throw DatabaseError(db.connection.file().string() + ": the import has failed before");
  if (transaction) return;
  transaction.emplace(db.connection, Transaction::Kind::write);
  begun = Clock::now();
  // Moves only when another connection has written.
  const std::int64_t version = db.connection.integer("PRAGMA data_version");
  if (version != data_version) learn();
  data_version = version;
  if (db.connection.integer("SELECT total_changes()") != total_changes) games.forget();
}

/// Reads what the file holds, as far as it is needed to add games quickly.
void Importer::Impl::learn() {
  games.forget();
  players.forget();
  events.forget();
  sites.forget();
  starts.clear();
  layouts.clear();
  next_game = std::max(meta::get(db.connection, meta::next_game),
                       db.connection.integer("SELECT max(id) FROM games") + 1);
  std::int64_t count = 0;
  for (const Run& run : db.contents.runs()) count += run.postings;
  all_known = count < known_contents_limit;
  known = KeySet();
  if (!all_known) return;
  db.contents.each_posting([&](const Posting& p) { known.insert(p.key); });
}

KnownGames::Answer Importer::Impl::look_up(const PreparedGame& game) {
  return games.find(game, !all_known || known.has(index_key(game.content)));
}

bool Importer::Impl::adopt_notes(GameId id, const PreparedGame& game) {
  if (game.notes.empty()) return false;
  const bool noted = has_notes.first({id}) && has_notes.integer(0) != 0;
  has_notes.reset();
  if (noted) return false;
  db.store.replace_notes(id, game.notes, "", game.text);
  keep_own_notes.run({game.notes, std::int64_t{sum_of_notes(id, game.notes)}, id});
  return true;
}

/// Gives a stored game the players, the date and the result that only `game` knows: otherwise a
/// third game that contradicts `game` would be taken for the stored one.
void Importer::Impl::adopt_facts(GameId id, const PreparedGame& game, const Gain& gain) {
  std::optional<Game> stored = db.store.load(id);
  const std::optional<std::vector<Tag>> theirs = put_together(
      {game.black, game.white, game.event, game.site, game.date, game.tag_layout, game.tag_values});
  if (!stored || !theirs) return;
  if (gain.result) {
    stored->result = game.result;
    if (stored->ending == Ending::unknown) stored->ending = game.ending;
  }
  for (const Tag& tag : *theirs) {
    if (gains(gain, tag.name)) stored->set_tag(tag.name, tag.value);
  }
  const PreparedGame whole = prepare(*stored);
  complete_game.run({players.number(whole.black), players.number(whole.white), whole.date,
                     static_cast<int>(whole.result), static_cast<int>(whole.ending),
                     layout_number(whole.tag_layout),
                     whole.tag_values.empty() ? Parameter(nullptr) : Parameter(whole.tag_values),
                     id});
  games.added(id, whole, false);
  completed = true;
}

std::optional<std::int64_t> Importer::Impl::start_number(const PreparedGame& game) {
  if (game.start.empty()) return std::nullopt;
  if (starts.size() > 10'000) starts.clear();
  std::int64_t& id = starts[{game.variant, game.start}];
  if (id != 0) return id;
  Statement& find =
      find_start.first({static_cast<int>(game.variant), game.start}) ? find_start : insert_start;
  if (&find == &insert_start) {
    insert_start.first({static_cast<int>(game.variant), game.start,
                        game.handicap.empty() ? Parameter(nullptr) : Parameter(game.handicap)});
  }
  id = find.integer(0);
  find.reset();
  return id;
}

std::optional<std::int64_t> Importer::Impl::layout_number(const Bytes& layout) {
  if (layout.empty()) return std::nullopt;
  if (layouts.size() > 10'000) layouts.clear();
  std::int64_t& id = layouts[std::string(layout.begin(), layout.end())];
  if (id != 0) return id;
  Statement& find = find_layout.first({layout}) ? find_layout : insert_layout;
  if (&find == &insert_layout) insert_layout.first({layout});
  id = find.integer(0);
  find.reset();
  return id;
}

GameId Importer::Impl::insert(const PreparedGame& game) {
  if (next_game > last_game_id) {
    throw DatabaseError(db.connection.file().string() + ": holds as many games as it can");
  }
  const GameId id = next_game++;
  const auto blob = [](const Bytes& bytes) {
    return bytes.empty() ? Parameter(nullptr) : Parameter(bytes);
  };
  const std::optional<std::int64_t> start = start_number(game);
  insert_game.run({id, static_cast<int>(game.variant), static_cast<int>(game.rules), start,
                   players.number(game.black), players.number(game.white),
                   events.number(game.event), sites.number(game.site), game.date,
                   static_cast<int>(game.result), static_cast<int>(game.ending),
                   static_cast<std::int64_t>(game.moves.size() / 2), layout_number(game.tag_layout),
                   blob(game.tag_values)});
  insert_record.run({id, game.moves, blob(game.notes),
                     record_sums(sum_of_moves({id, game.variant, start.value_or(0)}, game.moves),
                                 sum_of_notes(id, game.notes))});
  if (!game.text.empty()) insert_text.run({id, game.text});
  batch.add(id, game);
  games.added(id, game, true);
  return id;
}

void Importer::Impl::commit() {
  if (!transaction) return;
  if (all_known) {
    for (const Posting& p : batch.games()) known.insert(p.key);
  }
  batch.write();
  meta::set(db.connection, meta::next_game, next_game);
  if (std::exchange(completed, false)) meta::count_edit(db.connection);
  transaction->commit();
  transaction.reset();
  games.indexed();
  total_changes = db.connection.integer("SELECT total_changes()");
}

Importer::Importer(Database& database, const ImportOptions& options)
    : impl_(std::make_unique<Impl>(DatabaseParts::of(database), options)) {}
Importer::~Importer() = default;

AddResult Importer::add(const PreparedGame& game) {
  Impl& m = *impl_;
  m.begin();
  // A half-written game cannot be taken back alone: after a failure the batch is lost.
  m.broken = true;
  AddResult result;
  const KnownGames::Answer known = m.look_up(game);
  if (known.same) {
    const bool noted = m.adopt_notes(*known.same, game);
    if (known.gain.any()) m.adopt_facts(*known.same, game, known.gain);
    result = {noted || known.gain.any() ? Added::duplicate_with_more : Added::duplicate,
              *known.same};
  } else {
    result = {Added::imported, m.insert(game), known.same_moves};
  }
  const std::chrono::duration<double> age = Impl::Clock::now() - m.begun;
  if (m.batch.full() || age.count() >= m.options.seconds_per_batch) m.commit();
  m.broken = false;
  return result;
}

void Importer::commit() {
  impl_->broken = true;
  impl_->commit();
  impl_->broken = false;
}

void Importer::finish() {
  commit();
  Impl& m = *impl_;
  m.transaction.emplace(m.db.connection, Transaction::Kind::write);
  m.db.positions.tidy();
  m.db.contents.tidy();
  m.transaction->commit();
  m.transaction.reset();
}

}  // namespace yari
