// Adding games: rows as they come, postings in memory until the batch is written.
#include "db/import/importer.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include "db/codec/tag_layout.h"
#include "db/database_impl.h"
#include "db/import/key_filter.h"
#include "db/import/known_games.h"
#include "db/index_batch.h"
#include "db/merging.h"
#include "db/store/error.h"
#include "db/store/place.h"
#include "text/ascii.h"

namespace yari {

namespace {

/// One look-up of a content in the file takes as long as reading 40 contents into memory.
constexpr std::int64_t contents_per_look_up = 40;
/// How many more games than there are the filter of contents has room for, at least.
constexpr std::int64_t room_for_games = 500'000;

bool gains(const Gain& gain, std::string_view tag) {
  return (gain.black && same_ignoring_case(tag, tags::black)) ||
         (gain.white && same_ignoring_case(tag, tags::white)) ||
         (gain.date && same_ignoring_case(tag, tags::date));
}

}  // namespace

struct Importer::Impl {
  using Clock = std::chrono::steady_clock;

  Impl(Database::Impl& opened, const ImportOptions& import_options)
      : db(opened), options(import_options), postings(options.postings_per_batch) {}

  void begin();
  void commit();
  void learn();
  bool may_be_stored(const PreparedGame& game);
  KnownGames::Answer look_up(const PreparedGame& game);
  bool adopt_notes(GameId id, const PreparedGame& game);
  void adopt_facts(GameId id, const PreparedGame& game, const Gain& gain);
  GameId insert(const PreparedGame& game);

  Database::Impl& db;
  ImportOptions options;
  /// Contents of the games in the store: read when the import turns out to be large enough.
  std::optional<KeyFilter> known;
  std::int64_t stored = 0, look_ups = 0;
  /// As of the last batch; no value before the first.
  std::optional<store::Changes> changes;

  IndexBatch postings;
  KnownGames games;
  Clock::time_point begun;
  bool broken = false;
  std::optional<Writing> writing;
};

void Importer::Impl::begin() {
  if (broken) throw DatabaseError(db.store->name() + ": the import has failed before");
  if (writing) return;
  writing.emplace(db);
  begun = Clock::now();
  const store::Changes now = db.store->changes();
  if (!changes || now.by_others != changes->by_others)
    learn();
  else if (now.by_this != changes->by_this)
    games.forget();
  changes = now;
}

/// Reads what the file holds, as far as it is needed to add games quickly.
void Importer::Impl::learn() {
  games.forget();
  look_ups = 0;
  stored = writing->snapshot->contents().count();
  known.reset();
}

/// False when no stored game has the content.
bool Importer::Impl::may_be_stored(const PreparedGame& game) {
  if (!known && ++look_ups * contents_per_look_up < stored) return true;
  if (!known) {
    known.emplace(static_cast<std::size_t>(stored + std::max(stored, room_for_games)));
    writing->snapshot->contents().each([&](std::span<const Posting> block) {
      for (const Posting& p : block) known->insert(p.key);
    });
  }
  return known->has(index_key(game.content));
}

KnownGames::Answer Importer::Impl::look_up(const PreparedGame& game) {
  return games.find(*writing->snapshot, game, may_be_stored(game));
}

bool Importer::Impl::adopt_notes(GameId id, const PreparedGame& game) {
  if (game.notes.empty() || writing->snapshot->games().has_notes(id)) return false;
  writing->batch->games().set_notes(id, game.notes);
  writing->batch->games().add_text(id, game.text);
  writing->batch->annotations().set_own_notes(id, game.notes);
  return true;
}

/// Gives a stored game the players, the date and the result that only `game` knows: otherwise a
/// third game that contradicts `game` would be taken for the stored one.
void Importer::Impl::adopt_facts(GameId id, const PreparedGame& game, const Gain& gain) {
  std::optional<Game> stored = store::load(writing->snapshot->games(), id);
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
  postings.changing(*writing, id);
  writing->batch->games().set_header(id, whole);
  games.added(id, whole, false);
}

GameId Importer::Impl::insert(const PreparedGame& game) {
  const CountedGame facts = writing->batch->games().add(game);
  const GameId id = facts.id;
  postings.add(facts, game);
  games.added(id, game, true);
  return id;
}

void Importer::Impl::commit() {
  if (!writing) return;
  stored += static_cast<std::int64_t>(postings.games().size());
  for (const Posting& p : postings.games())
    if (known) known->insert(p.key);
  if (known && known->full()) known.reset();
  postings.write(*writing);
  const bool is_crowded = crowded(*writing->snapshot);
  writing->batch->commit();
  writing.reset();
  games.indexed();
  if (is_crowded) merge_runs(db);
  changes->by_this = db.store->changes().by_this;
}

Importer::Importer(Database& database, const ImportOptions& options)
    : impl_(std::make_unique<Impl>(DatabaseParts::of(database), options)) {}
Importer::~Importer() = default;

AddResult Importer::add(const PreparedGame& game, const Origin* origin) {
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
    if (origin != nullptr) m.writing->batch->origins().add(result.game, *origin);
  }
  const std::chrono::duration<double> age = Impl::Clock::now() - m.begun;
  if (m.postings.full() || age.count() >= m.options.seconds_per_batch) m.commit();
  m.broken = false;
  return result;
}

void Importer::commit() {
  impl_->broken = true;
  impl_->commit();
  impl_->broken = false;
}

bool Importer::can_lose_connection() const {
  const std::string name = impl_->db.store->name();
  return is_server_url(std::string_view(name));
}

void Importer::finish() {
  commit();
  merge_runs(impl_->db);
}

}  // namespace yari
