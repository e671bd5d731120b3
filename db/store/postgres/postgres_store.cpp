// Snapshots and batches are transactions; the tables keep their statements as long as the store.
#include "db/store/postgres/postgres_store.h"

#include <fmt/format.h>

#include "db/store/postgres/lost_parts.h"
#include "db/store/postgres/schema.h"
#include "db/store/postgres/words.h"

namespace yari::pg {

namespace {

std::unique_ptr<Shards> open(const std::string& url, OpenMode mode, const Patience& patience) {
  auto home = std::make_unique<Connection>(url, patience);
  prepare_schema(*home, mode);
  return open_shards(std::move(home));
}

/// None inside of those that are open.
Transactions begin_outermost(const Shards& shards, Transaction::Kind kind, bool safe = true) {
  if (shards.home().connection->in_transaction()) return {};
  return begin_all(shards.connections(), kind, safe);
}

/// Whether each shard lies on the same server, as two stores have read it from the map.
bool lie_alike(const Shards& a, const Shards& b) {
  if (a.size() != b.size() || a.connections().size() != b.connections().size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (a[i].connection->name() != b[i].connection->name()) return false;
  return true;
}

bool may_clear_counts(const Shard& home) {
  return home.connection->integer(
             home.sql("SELECT has_table_privilege('@.counts', 'DELETE')::int4")) != 0;
}

}  // namespace

class PostgresStore::Reading final : public store::Snapshot {
 public:
  explicit Reading(PostgresStore& store)
      : store_(store), transactions_(begin_outermost(*store.shards_, Transaction::Kind::read)) {
    if (!transactions_.empty()) store_.snapshot_ = this;
  }
  /// Of a moment that others have exported on each server, in the same order.
  Reading(PostgresStore& store, const std::vector<std::string>& moments) : Reading(store) {
    all_began_ = true;
    const auto& servers = store_.shards_->connections();
    for (std::size_t i = 0; i < servers.size(); ++i)
      servers[i]->execute(fmt::format("SET TRANSACTION SNAPSHOT '{}'", moments[i]));
  }
  ~Reading() override {
    if (store_.snapshot_ == this) store_.snapshot_ = nullptr;
  }

  /// The names by which other connections begin at this moment, of each server.
  std::vector<std::string> export_moments() {
    begin_all();
    std::vector<std::string> moments;
    for (const auto& server : store_.shards_->connections()) {
      Statement moment(*server, "SELECT pg_export_snapshot()", Use::once);
      moment.first({});
      moments.emplace_back(moment.text(0));
      if (moments.back().find_first_not_of("0123456789ABCDEF-") != std::string::npos)
        throw DatabaseError(server->name() + ": the server names its snapshots in an unknown way");
    }
    return moments;
  }

 private:
  /// What lies in the home alone does not wait for the others.
  const store::Readers& read(store::Part part) override {
    if (part >= store::Part::games) begin_all();
    return store_.readers_;
  }
  /// All servers begin together.
  void begin_all() {
    if (!transactions_.empty() && !all_began_)
      for (const auto& connection : store_.shards_->connections()) connection->begin_now();
    all_began_ = true;
  }

  PostgresStore& store_;
  Transactions transactions_;
  bool all_began_ = false;
};

class PostgresStore::Writing final : public store::Batch {
 public:
  Writing(PostgresStore& store, store::Durability durability)
      : store_(store),
        transactions_(begin_outermost(*store.shards_, Transaction::Kind::write,
                                      durability == store::Durability::safe)) {
    if (!is_inner()) store.batch_ = this;
  }
  ~Writing() override {
    if (is_inner()) return;
    store_.batch_ = nullptr;
    if (committed_) return;
    // What was numbered in it is not there.
    store_.game_writer_.forget();
    store_.positions_.forget();
    store_.contents_.forget();
    store_.counts_.forget();
    store_.journal_.forget();
    store_.names_.each_table([](NumberedTexts& table) { table.forget(); });
  }

  /// Waits for others who write. What evaluates and what takes work need not.
  void lock() {
    if (is_locked_) return;
    const Shard& home = store_.shards_->home();
    home.connection->execute(home.sql("LOCK TABLE @.meta IN EXCLUSIVE MODE"));
    is_locked_ = true;
    const bool repairs = a_part_was_lost(*store_.shards_) && may_clear_counts(home);
    store_.game_writer_.begin();
    store_.names_.each_table([](NumberedTexts& table) { table.begin(); });
    if (!repairs) return;
    store_.counts_.clear();
    store_.journal_.settle();
    repost(store_.games_, store_.positions_, store_.contents_);
    forget_parts(*store_.shards_);
  }

  void commit() override {
    if (is_inner()) return;
    const Shard& home = store_.shards_->home();
    if (is_locked_) {
      store_.game_writer_.finish();
      store_.journal_.finish();
      home.statement("UPDATE @.meta SET value = value + 1 WHERE name = 'changes'").run({});
    }
    // Whatever one of them refuses is refused before the first is committed.
    for (const auto& connection : store_.shards_->connections()) {
      connection->flush();
      connection->sync();
    }
    // What is counted and numbered in the home must not be given twice: it is committed first, and
    // says what must follow. Otherwise it is committed last: a game that is done has its
    // annotation.
    if (counts_) {
      note_parts(*store_.shards_);
      for (const auto& transaction : transactions_) transaction->commit();
    } else {
      commit_all(transactions_);
    }
    committed_ = true;
    if (is_locked_) ++store_.own_;
  }

  bool clear_derived() override {
    write(store::Part::counts);
    store_.positions_.clear();
    store_.contents_.clear();
    store_.counts_.clear();
    store_.journal_.clear();
    Fan(*store_.shards_, "DELETE FROM @.games_text").run({});
    return false;
  }
  // The home is committed last: until then the words count as old, and are rebuilt once more.
  bool clear_old_words() override {
    store_.batch_->lock();
    if (has_present_words(store_.shards_->home())) return false;
    Fan(*store_.shards_, "DELETE FROM @.games_text").run({});
    note_present_words(store_.shards_->home());
    return true;
  }

 private:
  bool is_inner() const { return transactions_.empty(); }
  const store::Writers& write(store::Part part) override {
    if (part != store::Part::work) store_.batch_->lock();
    counts_ = counts_ || part == store::Part::counts;
    return store_.writers_;
  }

  PostgresStore& store_;
  Transactions transactions_;
  bool committed_ = false, is_locked_ = false;
  /// Whether the batch changes counts, as all that adds, changes or removes games does.
  bool counts_ = false;
};

PostgresStore::PostgresStore(const std::string& url, OpenMode mode, const Patience& patience)
    : shards_(open(url, mode, patience)),
      patience_(patience),
      mode_(mode),
      names_(*shards_),
      games_(*shards_, names_),
      game_writer_(*shards_, names_),
      positions_(*shards_, "position"),
      contents_(*shards_, "content"),
      counts_(*shards_),
      annotations_(*shards_),
      journal_(*shards_),
      tables_(shards_->home()),
      small_tables_(tables_),
      name_search_(names_),
      origins_(*shards_, names_),
      checks_(*shards_, names_, journal_, small_tables_),
      version_(shards_->home().statement("SELECT value FROM @.meta WHERE name = 'changes'")) {}

PostgresStore::~PostgresStore() = default;

std::unique_ptr<store::Snapshot> PostgresStore::snapshot() {
  if (batch_ != nullptr) batch_->lock();
  return std::make_unique<Reading>(*this);
}

std::vector<store::Reading> PostgresStore::readings(int count) {
  std::vector<store::Reading> readings;
  // Nobody else sees what a batch has written so far.
  if (batch_ != nullptr || snapshot_ == nullptr) return readings;
  const std::vector<std::string> moments = snapshot_->export_moments();
  try {
    while (std::ssize(readings) < count) {
      auto store = std::make_unique<PostgresStore>(shards_->home().connection->url(),
                                                   OpenMode::read_only, patience_);
      // At this moment the games of a shard that has moved since are where it lay before.
      if (!lie_alike(*shards_, store->shards())) break;
      auto snapshot = std::make_unique<Reading>(*store, moments);
      readings.push_back({std::move(store), std::move(snapshot)});
    }
  } catch (const ConnectionLost&) {
    // The server takes no more connections: fewer threads find the same.
  } catch (const Busy&) {
    // It is out of connections, or another program holds a lock: fewer threads, too.
  }
  return readings;
}

std::unique_ptr<store::Batch> PostgresStore::batch(store::Durability durability) {
  // The server would allow it.
  if (mode_ == OpenMode::read_only) throw DatabaseError(name() + ": is open for reading only");
  return std::make_unique<Writing>(*this, durability);
}

std::int64_t PostgresStore::version() { return version_.first({}) ? version_.integer(0) : 0; }

store::Changes PostgresStore::changes() { return {version() - own_, own_}; }

// VACUUM cannot run in a transaction. What merges have left is rewritten alone: it is the most.
void PostgresStore::rewrite(store::Gaps) {
  const auto vacuum = [](const Shard& shard, const char* how, const char* table) {
    shard.connection->execute(shard.sql(fmt::format("VACUUM ({}) @.{}", how, table)));
  };
  for (const char* table : {"position_blocks", "content_blocks"})
    vacuum(shards_->home(), "FULL, ANALYZE", table);
  for (std::size_t i = 0; i < shards_->size(); ++i)
    for (const char* table : {"games", "records", "games_text", "annotations", "judgements"})
      vacuum((*shards_)[i], "ANALYZE", table);
  for (const char* table : {"counts", "evaluations", "players"})
    vacuum(shards_->home(), "ANALYZE", table);
}

}  // namespace yari::pg
