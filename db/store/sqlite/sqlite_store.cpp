// Snapshots and batches are transactions; the tables keep their statements as long as the file is
// open.
#include "db/store/sqlite/sqlite_store.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <optional>
#include <set>
#include <utility>

#include "db/query/words.h"
#include "db/store/error.h"
#include "db/store/sqlite/file/meta.h"
#include "db/store/sqlite/file/open_files.h"
#include "db/store/sqlite/file/page_sums.h"
#include "db/store/sqlite/file/schema.h"
#include "db/store/sqlite/file/tables.h"
#include "db/store/sqlite/games/filter_functions.h"
#include "db/store/sqlite/games/name_function.h"
#include "db/store/sqlite/index/derived_tables.h"
#include "db/store/sqlite/sql/sql_module.h"

namespace yari {

namespace {

/// While others read, the log cannot be emptied.
constexpr std::uintmax_t large_log = std::uintmax_t{160} << 20;
/// A damaged file may have hundreds of thousands.
constexpr std::size_t most_named_pages = 100;
/// The file is rewritten when at least one page in 16 is empty.
constexpr std::int64_t least_gaps = 16;

}  // namespace

CheckedConnection::CheckedConnection(const std::filesystem::path& file, OpenMode mode)
    : Connection(file, mode) {
  prepare_schema(*this, mode);
  note_log();
}

class SqliteStore::Reading final : public store::Snapshot {
 public:
  explicit Reading(SqliteStore& store) : store_(store), scope_(store.connection_) {}

 private:
  const store::Readers& read(store::Part part) override {
    // Whoever looks something up in what follows from the games.
    if (part >= store::Part::postings && !std::exchange(is_checked_, true))
      store_.rebuilding_.refuse_others();
    return store_.readers_;
  }

  SqliteStore& store_;
  ReadScope scope_;
  bool is_checked_ = false;
};

class SqliteStore::Writing final : public store::Batch {
 public:
  Writing(SqliteStore& store, store::Durability durability)
      : store_(store), is_inner_(store.connection_.in_transaction()) {
    if (durability == store::Durability::quick) quick_.emplace(store.connection_);
    scope_.emplace(store.connection_);
    if (is_inner_) return;
    is_refused_ = store.rebuilding_.is_by_others();
    store.game_writer_.begin();
    const std::int64_t version = store.changes().by_others;
    if (version != store.known_version_) {
      store.game_writer_.forget();
      store.origins_.forget();
    }
    store.known_version_ = version;
  }
  // What was numbered in it is not there.
  ~Writing() override {
    if (committed_) return;
    store_.game_writer_.forget();
    store_.origins_.forget();
    if (!is_inner_) store_.rebuilding_.forget();
  }

  void commit() override {
    store_.origins_.flush();
    if (!is_inner_) store_.game_writer_.finish();
    scope_->commit();
    committed_ = true;
  }

  bool clear_derived() override {
    const bool replaced = empty_or_replace_derived(store_.connection_, store_.positions_,
                                                   store_.contents_, store_.counts_);
    store_.rebuilding_.begin();
    is_refused_ = false;
    return store_.forget_accepted_pages() || replaced;
  }
  void finish_derived() override { store_.rebuilding_.finish(); }
  bool clear_old_words() override {
    refuse_others();
    Connection& connection = store_.connection_;
    if (meta::get(connection, meta::word_form) == query::word_form) return false;
    make_words_table(connection);
    return true;
  }

 private:
  void refuse_others() {
    if (is_refused_) store_.rebuilding_.refuse_others();
  }
  const store::Writers& write(store::Part) override {
    refuse_others();
    return store_.writers_;
  }

  SqliteStore& store_;
  bool is_inner_, committed_ = false, is_refused_ = false;
  std::optional<WithoutSync> quick_;
  std::optional<WriteScope> scope_;
};

SqliteStore::SqliteStore(const std::filesystem::path& file, OpenMode mode)
    : connection_(file, mode),
      games_(connection_),
      game_writer_(connection_),
      positions_(connection_, "position"),
      contents_(connection_, "content"),
      counts_(connection_),
      tables_(connection_),
      annotations_(connection_),
      journal_(connection_, tables_),
      small_tables_(tables_),
      origins_(connection_),
      names_(connection_),
      checks_(connection_, {positions_, annotations_, journal_, small_tables_}),
      data_version_(connection_, "PRAGMA data_version"),
      rebuilding_(connection_) {
  register_games_at(connection_.handle());
  register_name_matches(connection_);
  register_filter_functions(connection_);
}

std::string SqliteStore::name() const { return connection_.file().string(); }

std::unique_ptr<store::Snapshot> SqliteStore::snapshot() {
  return std::make_unique<Reading>(*this);
}

std::unique_ptr<store::Batch> SqliteStore::batch(store::Durability durability) {
  try {
    return std::make_unique<Writing>(*this, durability);
  } catch (...) {
    // A rebuilding that cannot go on is over.
    rebuilding_.forget();
    throw;
  }
}

store::Changes SqliteStore::changes() {
  // Moves only when another connection has written.
  data_version_->first({});
  const std::int64_t version = data_version_->integer(0);
  data_version_->reset();
  return {version, sqlite3_total_changes(connection_.handle())};
}

std::unique_ptr<SqliteStore> SqliteStore::reader() const {
  auto reader = std::make_unique<SqliteStore>(connection_.file(), OpenMode::read_only);
  // Each page is read once: to map them all again, or to keep them, would only take memory.
  reader->connection_.execute("PRAGMA mmap_size = 0; PRAGMA cache_size = -2048");
  return reader;
}

// SQLite opens the latest moment and no other: those that come too late for that of this store are
// not used.
std::vector<store::Reading> SqliteStore::readings(int count) {
  const auto begin = [](SqliteStore& store) {
    store.connection_.integer("PRAGMA user_version");
    return moment_of(store.connection_.handle());
  };
  std::vector<store::Reading> readings;
  const LogMoment moment = begin(*this);
  if (connection_.reads_alone()) return readings;
  // Nobody else sees what a change has written so far.
  if (sqlite3_txn_state(connection_.handle(), "main") == SQLITE_TXN_WRITE) return readings;
  while (std::ssize(readings) < count) {
    std::unique_ptr<SqliteStore> store = reader();
    std::unique_ptr<store::Snapshot> snapshot = store->snapshot();
    if (begin(*store) != moment) break;
    readings.push_back({std::move(store), std::move(snapshot)});
  }
  return readings;
}

bool SqliteStore::is_held_up() { return log_size(connection_.file()) > large_log; }

/// Those that are read again are noted again. True when there were any.
bool SqliteStore::forget_accepted_pages() {
  std::set<std::uint32_t>& pages = connection_.accepted_pages();
  const bool any = !pages.empty();
  // The first page stays in memory.
  std::erase_if(pages, [](std::uint32_t page) { return page != 1; });
  sqlite3_db_release_memory(connection_.handle());
  return any;
}

std::vector<std::string> SqliteStore::accepted_damage() {
  std::vector<std::string> sentences;
  const std::set<std::uint32_t>& pages = connection_.accepted_pages();
  for (const std::uint32_t page : pages) {
    if (sentences.size() == most_named_pages) {
      sentences.push_back(
          fmt::format("{}: and {} other pages", name(), pages.size() - most_named_pages));
      break;
    }
    sentences.push_back(fmt::format(
        "{}: page {} is not as it was written; what can be read of it is kept", name(), page));
  }
  return sentences;
}

/// Reads the pages of all tables, so that those are noted that no game needed.
void SqliteStore::accept_all_that_is_kept() {
  try {
    connection_.execute("PRAGMA quick_check(1000000)");
  } catch (const DamagedFile&) {
    // Rewriting meets it, too, or has no need of it.
  }
}

void SqliteStore::rewrite(store::Gaps gaps) {
  // Only older versions filled it.
  connection_.execute(drop_hot_positions);
  // The log of a rewritten file is as large as the file.
  const std::int64_t empty = connection_.integer("PRAGMA freelist_count");
  std::set<std::uint32_t>& accepted = connection_.accepted_pages();
  const bool is_repaired = gaps == store::Gaps::unknown;
  if (is_repaired) accept_all_that_is_kept();
  std::set<std::uint32_t> kept = accepted;
  if (is_repaired || empty * least_gaps > connection_.integer("PRAGMA page_count") ||
      lacks_page_sums(connection_) || !accepted.empty())
    rewrite_file(connection_);
  // What is overwritten was read as well. Whoever repairs asks for the others.
  if (!is_repaired) kept.clear();
  accepted = std::move(kept);
  {
    Transaction statistics(connection_, Transaction::Kind::write);
    make_game_indexes(connection_);
    connection_.execute("PRAGMA optimize");
    // SQLite counts no changes there.
    connection_.write_first_page();
    statistics.commit();
  }
  connection_.execute("PRAGMA wal_checkpoint(TRUNCATE)");
}

}  // namespace yari
