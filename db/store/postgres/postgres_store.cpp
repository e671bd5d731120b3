// Snapshots and batches are transactions; the tables keep their statements as long as the store.
#include "db/store/postgres/postgres_store.h"

#include <fmt/format.h>

#include "db/store/postgres/schema.h"

namespace yari::pg {

namespace {

std::unique_ptr<Shards> open(const std::string& url, OpenMode mode, const Patience& patience) {
  auto home = std::make_unique<Connection>(url, patience);
  prepare_schema(*home, mode);
  return open_shards(std::move(home));
}

using Transactions = std::vector<std::unique_ptr<Transaction>>;

Transactions begin_all(const Shards& shards, Transaction::Kind kind) {
  Transactions all;
  if (shards.home().connection->in_transaction()) return all;
  for (const auto& connection : shards.connections())
    all.push_back(std::make_unique<Transaction>(*connection, kind));
  return all;
}

}  // namespace

class PostgresStore::Reading final : public store::Snapshot {
 public:
  explicit Reading(PostgresStore& store)
      : store_(store), transactions_(begin_all(*store.shards_, Transaction::Kind::read)) {}

  store::GameReader& games() override { return store_.games_; }
  store::PostingReader& positions() override { return store_.positions_; }
  store::PostingReader& contents() override { return store_.contents_; }
  store::CountReader& counts() override { return store_.counts_; }
  store::AnnotationReader& annotations() override { return store_.annotations_; }
  store::JournalReader& journal() override { return store_.journal_; }
  store::EvaluationReader& evaluations() override { return store_.evaluations_; }
  store::QueryReader& queries() override { return store_.queries_; }
  store::NameReader& names() override { return store_.name_search_; }
  store::OriginReader& origins() override { return store_.origins_; }
  store::WorkReader& work() override { return store_.work_; }
  store::Checks& checks() override { return store_.checks_; }

 private:
  PostgresStore& store_;
  Transactions transactions_;
};

class PostgresStore::Writing final : public store::Batch {
 public:
  Writing(PostgresStore& store, store::Durability durability)
      : store_(store), transactions_(begin_all(*store.shards_, Transaction::Kind::write)) {
    if (is_inner()) return;
    store.batch_ = this;
    if (durability == store::Durability::quick)
      for (const auto& connection : store.shards_->connections())
        connection->execute("SET LOCAL synchronous_commit = off");
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
    store_.evaluations_.forget();
    store_.names_.each_table([](NumberedTexts& table) { table.forget(); });
  }

  /// Waits for others who write. What evaluates and what takes work need not.
  void lock() {
    if (is_locked_) return;
    const Shard& home = store_.shards_->home();
    home.connection->execute(home.sql("LOCK TABLE @.meta IN EXCLUSIVE MODE"));
    is_locked_ = true;
    store_.game_writer_.begin();
    store_.names_.each_table([](NumberedTexts& table) { table.begin(); });
  }

  void commit() override {
    if (is_inner()) return;
    const Shard& home = store_.shards_->home();
    if (is_locked_) {
      store_.game_writer_.finish();
      home.statement("UPDATE @.meta SET value = value + 1 WHERE name = 'changes'").run({});
    }
    // Whatever one of them refuses is refused before the first is committed.
    for (const auto& connection : store_.shards_->connections()) {
      connection->flush();
      connection->sync();
    }
    for (const auto& transaction : transactions_) transaction->commit();
    committed_ = true;
    if (is_locked_) ++store_.own_;
  }

  store::GameWriter& games() override { return locked(store_.game_writer_); }
  store::PostingWriter& positions() override { return locked(store_.positions_); }
  store::PostingWriter& contents() override { return locked(store_.contents_); }
  store::CountWriter& counts() override { return locked(store_.counts_); }
  store::AnnotationWriter& annotations() override { return locked(store_.annotations_); }
  store::JournalWriter& journal() override { return locked(store_.journal_); }
  store::EvaluationWriter& evaluations() override { return store_.evaluations_; }
  store::QueryWriter& queries() override { return locked(store_.queries_); }
  store::OriginWriter& origins() override { return locked(store_.game_writer_); }
  store::WorkWriter& work() override { return store_.work_; }

  bool clear_derived() override {
    locked(store_.positions_).clear();
    store_.contents_.clear();
    store_.counts_.clear();
    store_.journal_.clear();
    Fan(*store_.shards_, "DELETE FROM @.games_text").run({});
    return false;
  }

 private:
  bool is_inner() const { return transactions_.empty(); }
  template <class Table>
  Table& locked(Table& table) {
    store_.batch_->lock();
    return table;
  }

  PostgresStore& store_;
  Transactions transactions_;
  bool committed_ = false, is_locked_ = false;
};

PostgresStore::PostgresStore(const std::string& url, OpenMode mode, const Patience& patience)
    : shards_(open(url, mode, patience)),
      patience_(patience),
      names_(*shards_),
      games_(*shards_, names_),
      game_writer_(*shards_, names_),
      positions_(*shards_, "position"),
      contents_(*shards_, "content"),
      counts_(*shards_),
      annotations_(*shards_),
      journal_(*shards_),
      evaluations_(*shards_),
      queries_(*shards_),
      name_search_(names_),
      origins_(*shards_, names_),
      work_(*shards_),
      checks_(*shards_, names_, positions_, evaluations_),
      version_(shards_->home().statement("SELECT value FROM @.meta WHERE name = 'changes'")) {}

PostgresStore::~PostgresStore() = default;

std::unique_ptr<store::Snapshot> PostgresStore::snapshot() {
  if (batch_ != nullptr) batch_->lock();
  return std::make_unique<Reading>(*this);
}

std::unique_ptr<store::Batch> PostgresStore::batch(store::Durability durability) {
  return std::make_unique<Writing>(*this, durability);
}

std::int64_t PostgresStore::version() { return version_.first({}) ? version_.integer(0) : 0; }

store::Changes PostgresStore::changes() { return {version() - own_, own_}; }

std::unique_ptr<store::Store> PostgresStore::reader() {
  return std::make_unique<PostgresStore>(shards_->home().connection->url(), OpenMode::read_only,
                                         patience_);
}

// VACUUM cannot run in a transaction. What merges have left is rewritten alone: it is the most.
void PostgresStore::rewrite(store::Gaps) {
  for (std::size_t i = 0; i < shards_->size(); ++i) {
    const Shard& shard = (*shards_)[i];
    for (const char* table : {"position_blocks", "content_blocks"})
      shard.connection->execute(shard.sql(fmt::format("VACUUM (FULL, ANALYZE) @.{}", table)));
    for (const char* table : {"games", "records", "games_text", "annotations", "judgements"})
      shard.connection->execute(shard.sql(fmt::format("VACUUM (ANALYZE) @.{}", table)));
  }
  for (const char* table : {"counts", "evaluations", "players"})
    shards_->home().connection->execute(
        shards_->home().sql(fmt::format("VACUUM (ANALYZE) @.{}", table)));
}

}  // namespace yari::pg
