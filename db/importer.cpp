// Adding games: rows as they come, postings in memory until the batch is written.
#include "db/importer.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include "db/codec/tag_layout.h"
#include "db/database_impl.h"
#include "db/index_batch.h"
#include "db/key_set.h"
#include "db/known_games.h"
#include "db/store/error.h"
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

  Impl(store::Store& opened, const ImportOptions& import_options)
      : store(opened), options(import_options), postings(options.postings_per_batch) {}

  void begin();
  void commit();
  void tidy();
  void learn();
  KnownGames::Answer look_up(const PreparedGame& game);
  bool adopt_notes(GameId id, const PreparedGame& game);
  void adopt_facts(GameId id, const PreparedGame& game, const Gain& gain);
  GameId insert(const PreparedGame& game);

  store::Store& store;
  ImportOptions options;
  /// Contents of the games in the store, where there are not too many.
  KeySet known;
  bool all_known = false;
  /// As of the last batch; no value before the first.
  std::optional<store::Changes> changes;
  bool completed = false;

  IndexBatch postings;
  KnownGames games;
  Clock::time_point begun;
  bool broken = false;
  std::unique_ptr<store::Batch> batch;
  /// What the batch sees.
  std::unique_ptr<store::Snapshot> snapshot;
};

void Importer::Impl::begin() {
  if (broken) throw DatabaseError(store.name() + ": the import has failed before");
  if (batch) return;
  batch = store.batch();
  snapshot = store.snapshot();
  begun = Clock::now();
  const store::Changes now = store.changes();
  if (!changes || now.by_others != changes->by_others)
    learn();
  else if (now.by_this != changes->by_this)
    games.forget();
  changes = now;
}

/// Reads what the file holds, as far as it is needed to add games quickly.
void Importer::Impl::learn() {
  games.forget();
  all_known = snapshot->contents().count() < known_contents_limit;
  known = KeySet();
  if (!all_known) return;
  snapshot->contents().each([&](std::span<const Posting> block) {
    for (const Posting& p : block) known.insert(p.key);
  });
}

KnownGames::Answer Importer::Impl::look_up(const PreparedGame& game) {
  return games.find(*snapshot, game, !all_known || known.has(index_key(game.content)));
}

bool Importer::Impl::adopt_notes(GameId id, const PreparedGame& game) {
  if (game.notes.empty() || snapshot->games().has_notes(id)) return false;
  batch->games().set_notes(id, game.notes);
  batch->games().add_text(id, game.text);
  batch->annotations().set_own_notes(id, game.notes);
  return true;
}

/// Gives a stored game the players, the date and the result that only `game` knows: otherwise a
/// third game that contradicts `game` would be taken for the stored one.
void Importer::Impl::adopt_facts(GameId id, const PreparedGame& game, const Gain& gain) {
  std::optional<Game> stored = store::load(snapshot->games(), id);
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
  batch->games().set_header(id, whole);
  games.added(id, whole, false);
  completed = true;
}

GameId Importer::Impl::insert(const PreparedGame& game) {
  const GameId id = batch->games().add(game);
  postings.add(id, game);
  games.added(id, game, true);
  return id;
}

void Importer::Impl::commit() {
  if (!batch) return;
  if (all_known) {
    for (const Posting& p : postings.games()) known.insert(p.key);
  }
  postings.write(batch->positions(), batch->contents());
  if (std::exchange(completed, false)) batch->games().note_edit();
  batch->commit();
  changes->by_this = store.changes().by_this;
  snapshot.reset();
  batch.reset();
  games.indexed();
}

void Importer::Impl::tidy() {
  const auto tidying = store.batch();
  tidying->positions().tidy();
  tidying->contents().tidy();
  tidying->commit();
}

Importer::Importer(Database& database, const ImportOptions& options)
    : impl_(std::make_unique<Impl>(store_of(database), options)) {}
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
    if (origin != nullptr) m.batch->origins().add(result.game, *origin);
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

void Importer::finish() {
  commit();
  impl_->tidy();
}

}  // namespace yari
