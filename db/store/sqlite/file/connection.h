/// \file
/// A thin, safe layer over SQLite: connections, statements with bound parameters, transactions.
///
/// Nothing outside db/ needs this header, except to hand a Connection through.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "db/codec/bytes.h"
#include "db/store/error.h"
#include "db/store/open_mode.h"
#include "db/store/sql/statement.h"
#include "db/store/sqlite/file/open_files.h"

struct sqlite3;
struct sqlite3_stmt;

namespace yari {

/// An open SQLite file. One thread at a time.
class Connection {
 public:
  /// Opens the file, whatever it holds. Throws DatabaseError.
  Connection(const std::filesystem::path& file, OpenMode mode);
  /// Works on a connection that another owns.
  explicit Connection(sqlite3* borrowed);
  ~Connection();

  /// Runs statements without parameters or rows of interest.
  void execute(const std::string& sql);
  /// The first column of the first row; 0 when there is no row.
  std::int64_t integer(std::string_view sql);

  /// Writes the first page again, unchanged, so that every log contains it. When another program
  /// copies a log into the file, the first page then has no checksum, which shows that others may
  /// lack theirs (page_sums.h). Requires: an open write Transaction.
  void write_first_page();

  /// Rows that the last INSERT, UPDATE or DELETE changed.
  std::int64_t changes() const;
  /// The number of the row that the last INSERT made.
  std::int64_t last_row() const;
  bool read_only() const { return read_only_; }
  bool in_transaction() const;
  /// Whether nobody else can open the file, where a full disk has no room to share it.
  bool reads_alone() const { return reads_alone_; }
  const std::filesystem::path& file() const { return file_; }
  /// Opened for repair: the pages that were read and are not as they were written (page_sums.h).
  std::set<std::uint32_t>& accepted_pages() { return accepted_pages_; }
  sqlite3* handle() const { return handle_.get(); }
  /// Remembers the log and its index, so that it is noticed when they are replaced. Requires: a
  /// connection of our own.
  void note_log() { files_->note_log(); }

 private:
  friend class Statement;
  friend class Transaction;
  struct Close {
    Close() : borrowed(false) {}
    explicit Close(bool of_another) : borrowed(of_another) {}
    bool borrowed;
    void operator()(sqlite3* handle) const;
  };
  /// Opens the file again, without the index of the log that needs room on the disk.
  void read_without_index();
  /// Throws when SQLite has rolled back the transaction that a Transaction still stands for: what
  /// follows would be written on its own.
  void check_transaction() const;
  /// Throws Busy when a file that is read without locks has been written since it was opened.
  void check_unchanged() const;
  /// Throws when the file or its log was replaced, moved or removed since it was opened.
  void check_in_place() const;

  std::filesystem::path file_;
  bool read_only_;
  bool reads_alone_ = false;
  /// A Transaction exists and is neither committed nor rolled back by us.
  bool transaction_open_ = false;
  /// When the file was last written, where it is read without locks.
  std::optional<std::filesystem::file_time_type> read_as_of_;
  std::set<std::uint32_t> accepted_pages_;
  std::unique_ptr<sqlite3, Close> handle_;
  /// Of a connection of our own.
  std::optional<OpenFiles> files_;
  /// Prepared once: every search begins and ends a transaction.
  std::unique_ptr<class Statement> begin_, commit_;
};

using sql::Parameter;

/// A prepared statement.
///
///     Statement names(connection, "SELECT id, name FROM players WHERE id < ?");
///     for (names.start({10}); names.step();) use(names.integer(0), names.text(1));
class Statement final : public sql::Statement {
 public:
  /// Throws DatabaseError, as every function here does.
  Statement(Connection& connection, std::string_view sql);

  using sql::Statement::run;
  using sql::Statement::start;
  void start(std::span<const Parameter> parameters) override;
  /// False, and reset, when there is no further row.
  bool step() override;
  void run(std::span<const Parameter> parameters) override;
  void reset() override;

  std::int64_t integer(int column) const override;
  std::string_view text(int column) const override;
  ByteView blob(int column) const override;
  bool is_null(int column) const override;

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  [[noreturn]] void fail(int code) const;
  void check_memory(const void* data) const;
  Connection* connection_;
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

/// Begins a transaction; rolls it back when it is not committed.
///
/// SQLite rolls a transaction back by itself when the disk or the memory is full. Every statement
/// after that, and `commit`, throws DatabaseError until the Transaction is gone. No transaction is
/// written to a file whose name now leads to another.
class Transaction {
 public:
  enum class Kind { read, write };
  Transaction(Connection& connection, Kind kind);
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  void commit();

 private:
  Connection& connection_;
  Kind kind_;
  std::int64_t changes_before_ = 0;
  bool open_ = true;
};

/// While it exists, a commit does not wait for the disk: power loss can take it, but no more. Does
/// nothing inside a transaction.
class WithoutSync {
 public:
  explicit WithoutSync(Connection& connection);
  ~WithoutSync();
  WithoutSync(const WithoutSync&) = delete;
  WithoutSync& operator=(const WithoutSync&) = delete;

 private:
  Connection* connection_;
};

/// A write transaction where none is open yet; where one is, part of it.
class WriteScope {
 public:
  explicit WriteScope(Connection& connection);
  /// Without it a transaction of its own is rolled back.
  void commit();

 private:
  std::optional<Transaction> transaction_;
};

/// A read transaction where none is open yet; nothing where one is.
class ReadScope {
 public:
  explicit ReadScope(Connection& connection);

 private:
  std::optional<Transaction> transaction_;
};

}  // namespace yari
