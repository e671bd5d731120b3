// Adding games: rows as they come, postings in memory until the batch is written.
#include "db/import/importer.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "db/database_impl.h"
#include "db/import/key_filter.h"
#include "db/import/known_games.h"
#include "db/index_batch.h"
#include "db/merging.h"
#include "db/store/error.h"
#include "db/store/place.h"

namespace yari {

namespace {

/// One look-up of a content in the file takes as long as reading 40 contents into memory.
constexpr std::int64_t contents_per_look_up = 40;
/// How many more games than there are the filter of contents has room for, at least.
constexpr std::int64_t room_for_games = 500'000;

/// Numbers of games that were given in ascending order, as ranges.
class GivenNumbers {
 public:
  void add(GameId id) {
    if (!ranges_.empty() && ranges_.back().second + 1 == id)
      ranges_.back().second = id;
    else
      ranges_.emplace_back(id, id);
  }
  bool has(GameId id) const {
    const auto after = std::ranges::upper_bound(ranges_, id, {}, [](auto& r) { return r.first; });
    return after != ranges_.begin() && std::prev(after)->second >= id;
  }

 private:
  std::vector<std::pair<GameId, GameId>> ranges_;
};

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
  AddResult unite(const store::StoredGame& stored, const PreparedGame& game);
  AddResult add_beside(GameId id, std::string why, const PreparedGame& game);
  void keep(GameId id, bool with_record);
  void write(GameId id, const UnitedGame& whole);
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
  GivenNumbers added;
  /// The entry of the journal that has the games as they were.
  std::optional<std::int64_t> entry;
  bool entry_is_last = false;
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
  const bool by_others = !changes || now.by_others != changes->by_others;
  const bool by_this = changes && now.by_this != changes->by_this;
  if (by_others)
    learn();
  else if (by_this)
    games.forget();
  // What somebody else may have changed or annotated since is no longer this import's own.
  if (by_others || by_this) {
    added = {};
    entry_is_last = false;
  }
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

/// Gives a stored game what only `game` knows. Were it not given players, date and result, a third
/// game that contradicts `game` would be taken for it.
AddResult Importer::Impl::unite(const store::StoredGame& stored, const PreparedGame& game) {
  const GameId id = stored.header.id;
  if (says_the_same(stored, game)) return {Added::duplicate, id};
  const bool is_new = added.has(id);
  try {
    const bool annotated = !is_new && writing->snapshot->annotations().has(id);
    UnitedGame whole =
        united(stored, game, is_new ? Preference::neither : Preference::stored, annotated);
    if (!whole.too_large.empty()) return add_beside(id, std::move(whole.too_large), game);
    if (whole.changed()) {
      if (!is_new) keep(id, !annotated);
      write(id, whole);
    }
    return {whole.changed() ? Added::duplicate_with_more : Added::duplicate, id, 0,
            std::move(whole.clashes)};
  } catch (const DamagedGame&) {
    return {Added::duplicate, id};
  }
}

/// Two records of one game that are too large to be one are two games.
AddResult Importer::Impl::add_beside(GameId id, std::string why, const PreparedGame& game) {
  if (const std::optional<GameId> copy = games.find_copy(*writing->snapshot, game))
    return {Added::duplicate, *copy};
  return {Added::imported, insert(game), id, {{Clash::Kind::size, std::move(why)}}};
}

/// `with_record`: also its moves and notes, which an annotated game keeps.
void Importer::Impl::keep(GameId id, bool with_record) {
  store::JournalWriter& journal = writing->batch->journal();
  if (!entry_is_last) {
    // Changes are taken back from the last: what others changed since is not below this one.
    const std::vector<store::StoredEntry> entries = writing->snapshot->journal().entries();
    if (!entry || entries.empty() || entries.front().id != *entry)
      entry = journal.begin("give games what their duplicates know", store::JournalKind::games);
    entry_is_last = true;
  }
  journal.keep(*entry, id, with_record);
}

void Importer::Impl::write(GameId id, const UnitedGame& whole) {
  store::GameWriter& writer = writing->batch->games();
  if (whole.header_changed) {
    postings.changing(*writing, id);
    writer.set_header(id, whole.game);
    games.added(id, whole.game, false);
  }
  if (!whole.notes_changed) return;
  writer.set_notes(id, whole.game.notes);
  if (!whole.text_before.empty()) writer.remove_text(id, whole.text_before);
  writer.add_text(id, whole.game.text);
  writing->batch->annotations().set_own_notes(id, whole.game.notes);
}

GameId Importer::Impl::insert(const PreparedGame& game) {
  const CountedGame facts = writing->batch->games().add(game);
  const GameId id = facts.id;
  postings.add(facts, game);
  games.added(id, game, true);
  added.add(id);
  return id;
}

void Importer::Impl::commit() {
  if (!writing) return;
  stored += static_cast<std::int64_t>(postings.games().size());
  for (const Posting& p : postings.games())
    if (known) known->insert(p.key);
  if (known && known->full()) known.reset();
  postings.write(*writing);
  commit_and_merge(*writing);
  writing.reset();
  games.indexed();
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
    result = m.unite(*known.stored, game);
  } else {
    result = {Added::imported, m.insert(game), known.same_moves};
  }
  if (result.added == Added::imported && origin != nullptr)
    m.writing->batch->origins().add(result.game, *origin);
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
