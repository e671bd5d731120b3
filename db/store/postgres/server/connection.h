/// \file
/// A connection to a PostgreSQL server, and statements over it.
///
///     pg::Connection connection("postgresql://club@db.example/games");
///     pg::Transaction batch(connection, pg::Transaction::Kind::write);
///     pg::Statement add(connection, "INSERT INTO yari.notes(id, text) VALUES ($1, $2)");
///     for (const auto& [id, text] : notes) add.run({id, text});  // sent, not waited for
///     pg::Statement names(connection, "SELECT id, name FROM yari.players WHERE id < $1");
///     for (names.start({10}); names.step();) use(names.integer(0), names.text(1));
///     batch.commit();
///
/// Statements go out in a pipeline: `run` and `start` send and return, and whatever needs an answer
/// (`step`, `changes`, `sync`, the end of a transaction) waits for all answers. A failure of one
/// that was only sent is thrown there. Outside a transaction, what is sent up to the next wait is
/// one transaction. Statements are prepared when they are first sent, once for each text: keep the
/// texts few and bind all values. What users typed never becomes part of a text.
///
/// Passwords, TLS and services are libpq's own business: PGPASSFILE, sslmode, PGSERVICE. No
/// password is stored, and none stands in a sentence.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "db/codec/bytes.h"
#include "db/store/postgres/server/error.h"
#include "db/store/postgres/server/server_url.h"
#include "db/store/sql/statement.h"

namespace yari::pg {

using sql::Parameter;

/// The text of an array of numbers, for a parameter: "{1,2,3}".
std::string array_of(std::span<const std::int64_t> numbers);

/// Rows for COPY in its binary format (PostgreSQL 15, "COPY"): the quickest way to add many.
class CopyRows {
 public:
  /// Begins a row of that many fields.
  void row(std::int16_t fields);
  void int16(std::int64_t value);
  void int32(std::int64_t value);
  void int64(std::int64_t value);
  void text(std::string_view value);
  void bytes(ByteView value);
  void null();
  bool empty() const { return data_.empty(); }
  std::size_t size() const { return data_.size(); }

 private:
  friend class Connection;
  void number(std::uint64_t value, int bytes);
  Bytes data_;
};

/// What connections are made with.
struct Patience {
  /// How long `begin` tries to connect again to a server that was lost.
  std::chrono::milliseconds reconnect{60'000};
  /// How long a writer waits for another; then Busy.
  std::chrono::milliseconds lock{60'000};
};

/// An open connection. One thread at a time.
class Connection {
 public:
  /// `url`: "postgresql://..." or a list of settings, as libpq takes them. Throws DatabaseError.
  explicit Connection(const std::string& url, const Patience& patience = {});
  /// To a server of the map that lies in `home`: see settings_of_entry.
  Connection(const Connection& home, const std::string& entry);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  /// What sentences call it: "postgresql://club@db.example:5432/games", without the password.
  const std::string& name() const { return name_; }
  /// As it was given.
  const std::string& url() const { return url_; }
  const Patience& patience() const { return patience_; }
  /// For tests and impatient callers.
  void set_patience(const Patience& patience);

  /// Runs statements without parameters or rows of interest; waits.
  void execute(const std::string& sql);
  /// The first column of the first row; 0 when there is no row or it is null.
  std::int64_t integer(const std::string& sql);
  /// Adds rows to `table`, which is written "schema.table(columns)"; `rows` is empty afterwards.
  void copy(const std::string& table, CopyRows& rows);

  /// Adds all rows of a table of another server to one of the same columns here.
  void copy_from(Connection& other, const std::string& table_there, const std::string& table_here);

  /// Waits for all answers; throws the first failure.
  void sync();
  /// Rows that the last `run` inserted, changed or deleted; waits.
  std::int64_t changes();
  bool in_transaction() const { return in_transaction_; }
  /// Whether the server has been sent anything in this transaction.
  bool has_begun() const { return in_transaction_ && to_begin_.empty(); }
  /// Sends the beginning of a transaction that has not begun, and waits.
  void begin_now();

  /// `flush` is called before anything else is sent: rows that are held back to be added together
  /// are there for whoever reads. It must not outlive what it captures: remove it with the number.
  int add_flush(std::function<void()> flush);
  void remove_flush(int number) { flushes_.erase(number); }
  /// Rows are held back: the next `flush` has something to do.
  void hold() { holds_ = true; }
  /// Calls them all, if anything is held back.
  void flush();

 private:
  friend class Statement;
  friend class Stream;
  friend class Transaction;
  struct Answer;
  struct Close {
    void operator()(pg_conn* handle) const;
  };

  /// What goes for all servers of a map when this is the home.
  HomeServer as_home() const;
  void connect();
  /// Begins a transaction with `sql` when something is sent; connects again, for as long as
  /// `patience` says, to a server that was lost.
  void begin(const std::string& sql);
  void end(const char* sql);
  void enter_pipeline();
  void leave_pipeline();
  void send(const std::string& sql, const std::shared_ptr<Answer>& answer,
            std::span<const Parameter> parameters, bool once);
  const std::string* prepared(const std::string& sql, bool once);
  [[noreturn]] void lost();

  std::string url_;
  Settings settings_;
  std::string name_;
  Patience patience_;
  std::unique_ptr<pg_conn, Close> handle_;
  /// Their names are never used again.
  std::unordered_map<std::string, std::string> prepared_;
  std::int64_t next_name_ = 0;
  /// What was sent and not answered; null for the preparing of a statement.
  std::deque<std::shared_ptr<Answer>> sent_;
  /// What begins the transaction; empty when it has begun.
  std::string to_begin_;
  std::shared_ptr<Answer> last_run_;
  std::map<int, std::function<void()>> flushes_;
  bool in_transaction_ = false, is_lost_ = false, holds_ = false;
};

/// How often a text will be sent.
enum class Use : std::uint8_t { often, once };

/// A statement with parameters $1, $2 and so on.
class Statement final : public sql::Statement {
 public:
  /// Requires: the connection outlives this.
  Statement(Connection& connection, std::string sql, Use use = Use::often);
  ~Statement() override;
  Statement(Statement&&) noexcept;

  using sql::Statement::run;
  using sql::Statement::start;
  /// Sends.
  void start(std::span<const Parameter> parameters) override;
  /// Waits if need be. False, and reset, when there is no further row.
  bool step() override;
  /// Sends; nobody waits.
  void run(std::span<const Parameter> parameters) override;
  void reset() override;

  std::int64_t integer(int column) const override;
  std::string_view text(int column) const override;
  ByteView blob(int column) const override;
  bool is_null(int column) const override;

 private:
  Connection* connection_;
  std::string sql_;
  Use use_;
  std::shared_ptr<Connection::Answer> answer_;
  int row_ = -1;
};

/// Rows of a statement that may have many, some thousands at a time. Others may be sent in between.
/// Requires: a transaction, which outlives this.
class Stream final : public sql::Rows {
 public:
  Stream(Connection& connection, const std::string& sql,
         std::span<const Parameter> parameters = {});
  ~Stream() override;
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  bool step() override;
  const Statement& row() const { return fetch_; }

  std::int64_t integer(int column) const override { return fetch_.integer(column); }
  std::string_view text(int column) const override { return fetch_.text(column); }
  ByteView blob(int column) const override { return fetch_.blob(column); }
  bool is_null(int column) const override { return fetch_.is_null(column); }

 private:
  static constexpr std::int64_t rows_at_once = 2000;
  Connection& connection_;
  std::string name_;
  Statement fetch_;
  std::int64_t rows_ = 0;
  bool at_end_ = false;
};

/// Begins a transaction when the first statement is sent; rolls it back when it is not committed.
///
/// `safe`: whether the end of one that writes waits for the disk. One that reads sees one moment
/// and cannot write. One that writes sees what others have committed before each of its statements.
class Transaction {
 public:
  enum class Kind : std::uint8_t { read, write };
  Transaction(Connection& connection, Kind kind, bool safe = true);
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  void commit();

 private:
  Connection& connection_;
  bool open_ = true;
};

}  // namespace yari::pg
