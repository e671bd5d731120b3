// The C calls of SQLite, each checked, and nothing else.
#include "db/store/sqlite/file/connection.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <cassert>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <new>
#include <string>
#include <system_error>

#include "db/store/sqlite/file/distrust.h"
#include "db/store/sqlite/file/page_sums.h"
#include "db/store/sqlite/file/sqlite_error.h"
#include "platform/file_names.h"

namespace yari {

namespace {

/// SQLite asks again and again until then, at first often, then ten times a second.
constexpr int busy_timeout_ms = 60'000;

/// A database in WAL mode on a medium that cannot be written needs this form of name to be read.
std::string immutable_uri(const std::filesystem::path& file) {
  std::string uri = "file:";
  for (const char c : std::filesystem::absolute(file).string()) {
    if (c == '?' || c == '#' || c == '%') {
      constexpr char digits[] = "0123456789ABCDEF";
      uri += '%';
      uri += digits[static_cast<unsigned char>(c) >> 4];
      uri += digits[static_cast<unsigned char>(c) & 15];
    } else {
      uri += c;
    }
  }
  return uri + "?immutable=1";
}

/// SQLite takes a name that begins with "file:" for an address, unless it begins with a slash.
std::string whole_name(const std::filesystem::path& file) {
  std::error_code ignored;
  const std::filesystem::path whole = std::filesystem::absolute(file, ignored);
  return ignored ? file.string() : whole.string();
}

sqlite3* open(const std::string& name, int flags) {
  sqlite3* handle = nullptr;
  // A connection is used by one thread at a time: SQLite need not lock.
  sqlite3_open_v2(name.c_str(), &handle, flags | SQLITE_OPEN_NOMUTEX, page_sum_layer());
  if (handle == nullptr) throw std::bad_alloc();
  return handle;
}

/// A build of SQLite may lack FTS5. Asked before the file is made: an empty one would stay behind.
void require_text_search(const std::filesystem::path& file) {
  const std::unique_ptr<sqlite3, decltype(&sqlite3_close)> memory(
      open(":memory:", SQLITE_OPEN_READWRITE), sqlite3_close);
  constexpr const char* sql = "CREATE VIRTUAL TABLE texts USING fts5(words)";
  const int code = sqlite3_exec(memory.get(), sql, nullptr, nullptr, nullptr);
  if (code == SQLITE_NOMEM) throw std::bad_alloc();
  if (code != SQLITE_OK)
    throw DatabaseError(
        fmt::format("{}: cannot be made: SQLite {} was built without FTS5, which "
                    "databases need; install another SQLite",
                    file.string(), sqlite3_libversion()));
}

/// Empty where it is in memory.
std::string name_of_file(sqlite3* handle) {
  const char* name = sqlite3_db_filename(handle, "main");
  return name != nullptr ? name : "";
}

/// Whether this user may write the file and make others beside it.
bool may_write(const std::filesystem::path& file) {
  const std::filesystem::path folder = std::filesystem::absolute(file).parent_path();
  return platform::is_writable(file) && platform::is_writable(folder);
}

bool has_log(const std::filesystem::path& file) {
  std::error_code ignored;
  return std::filesystem::exists(file.string() + "-wal", ignored);
}

/// Others have written what is not in the file yet.
bool has_changes_in_log(const std::filesystem::path& file) { return log_size(file) > 0; }

/// Where a disk is full, the index of the log cannot be made that those who read share.
bool lacks_room_to_read(sqlite3* handle) {
  if (sqlite3_exec(handle, "PRAGMA user_version", nullptr, nullptr, nullptr) == SQLITE_OK)
    return false;
  return is_out_of_space(sqlite3_system_errno(handle));
}

/// The log with an index in memory: nobody else can open the file meanwhile.
sqlite3* open_alone(const std::filesystem::path& file) {
  sqlite3* const handle = open(whole_name(file), SQLITE_OPEN_READWRITE);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
  sqlite3_exec(handle, "PRAGMA query_only = ON; PRAGMA locking_mode = EXCLUSIVE", nullptr, nullptr,
               nullptr);
  return handle;
}

/// A program that was interrupted left its log behind, without the index that reading it needs.
bool has_log_alone(const std::filesystem::path& file) {
  std::error_code ignored;
  return has_log(file) && !std::filesystem::exists(file.string() + "-shm", ignored);
}

// Who may not write makes no files either: left behind, they would keep out who may.
bool reads_without_locks(const std::filesystem::path& file) {
  return !has_log(file) && !may_write(file);
}

sqlite3* open_read_only(const std::filesystem::path& file) {
  if (has_log_alone(file) && !may_write(file))
    throw IoError(fmt::format(
        "{}: a program that wrote it was interrupted; somebody who may write to the folder {} must "
        "open it once before you can read it",
        file.string(), std::filesystem::absolute(file).parent_path().string()));
  if (has_log(file)) return open(whole_name(file), SQLITE_OPEN_READONLY);
  if (reads_without_locks(file))
    return open(immutable_uri(file), SQLITE_OPEN_READONLY | SQLITE_OPEN_URI);
  // A connection that cannot write at all would leave "-wal" and "-shm" behind.
  sqlite3* handle = open(whole_name(file), SQLITE_OPEN_READWRITE);
  sqlite3_exec(handle, "PRAGMA query_only = ON", nullptr, nullptr, nullptr);
  return handle;
}

/// Says why a file cannot be written that SQLite has opened all the same, for reading.
void require_writable(sqlite3* handle, const std::filesystem::path& file) {
  const std::filesystem::path folder = std::filesystem::absolute(file).parent_path();
  if (!platform::is_writable(folder))
    throw IoError(fmt::format("{}: cannot be written: the folder {}: {}", file.string(),
                              folder.string(), std::strerror(errno)));
  if (sqlite3_db_readonly(handle, "main") != 1) return;
  const bool refused = !platform::is_writable(file);
  throw IoError(fmt::format("{}: cannot be written: {}", file.string(),
                            refused ? std::strerror(errno) : "the file is read-only"));
}

}  // namespace

void Connection::Close::operator()(sqlite3* handle) const {
  if (!borrowed) sqlite3_close_v2(handle);
}

Connection::Connection(const std::filesystem::path& file, OpenMode mode)
    : file_(file), read_only_(reads_only(mode)) {
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored)) {
    if (mode != OpenMode::create)
      throw DatabaseError(file.string() + ": there is no such database");
    require_text_search(file);
  }
  if (std::filesystem::is_directory(file, ignored)) {
    throw DatabaseError(file.string() + ": is a folder, not a database");
  }
  if (read_only_ && reads_without_locks(file))
    read_as_of_ = std::filesystem::last_write_time(file, ignored);
  handle_.reset(read_only_ ? open_read_only(file)
                           : open(whole_name(file), SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE));
  if (const int code = sqlite3_errcode(handle()); code != SQLITE_OK)
    throw_sqlite_error(handle(), code, file_);
  files_.emplace(file_, handle());
  if (!read_only_) require_writable(handle(), file_);
  if (read_only_ && !read_as_of_ && lacks_room_to_read(handle())) read_without_index();
  if (mode == OpenMode::repair) accept_damaged_pages(handle(), accepted_pages_);
  sqlite3_busy_timeout(handle(), busy_timeout_ms);
  distrust_file(handle());
  begin_ = std::make_unique<Statement>(*this, "BEGIN");
  commit_ = std::make_unique<Statement>(*this, "COMMIT");
}

Connection::Connection(sqlite3* borrowed)
    : file_(name_of_file(borrowed)),
      read_only_(sqlite3_db_readonly(borrowed, "main") == 1),
      handle_(borrowed, Close(true)) {
  begin_ = std::make_unique<Statement>(*this, "BEGIN");
  commit_ = std::make_unique<Statement>(*this, "COMMIT");
}

Connection::~Connection() {
  // SQLite would write the log into a file that is gone, and remove one of that name, which belongs
  // to another file now.
  if (files_ && !files_->are_in_place())
    sqlite3_db_config(handle(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
}

void Connection::check_in_place() const {
  if (files_ && !files_->are_in_place())
    throw IoError(file_.string() +
                  ": the file or its log was replaced, moved or removed after it was opened; "
                  "nothing more is written to it; start the program again");
}

void Connection::read_without_index() {
  handle_.reset();
  reads_alone_ = has_changes_in_log(file_);
  if (reads_alone_) return handle_.reset(open_alone(file_));
  std::error_code ignored;
  read_as_of_ = std::filesystem::last_write_time(file_, ignored);
  handle_.reset(open(immutable_uri(file_), SQLITE_OPEN_READONLY | SQLITE_OPEN_URI));
}

void Connection::check_transaction() const {
  if (transaction_open_ && !in_transaction())
    throw DatabaseError(file_.string() + ": an earlier failure has undone the change");
}

void Connection::check_unchanged() const {
  if (!read_as_of_) return;
  std::error_code ignored;
  if (has_changes_in_log(file_) || std::filesystem::last_write_time(file_, ignored) != *read_as_of_)
    throw Busy(file_.string() + ": has been written while it was read; run the command again");
}

void Connection::execute(const std::string& sql) {
  check_transaction();
  const int code = sqlite3_exec(handle(), sql.c_str(), nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) throw_sqlite_error(handle(), code, file_);
}

std::int64_t Connection::integer(std::string_view sql) {
  Statement statement(*this, sql);
  return statement.first({}) ? statement.integer(0) : 0;
}

void Connection::write_first_page() {
  execute(fmt::format("PRAGMA user_version = {}", integer("PRAGMA user_version")));
}

std::int64_t Connection::changes() const { return sqlite3_changes64(handle()); }

std::int64_t Connection::last_row() const { return sqlite3_last_insert_rowid(handle()); }

bool Connection::in_transaction() const { return sqlite3_get_autocommit(handle()) == 0; }

void Statement::Finalize::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }

void Statement::fail(int code) const {
  throw_sqlite_error(connection_->handle(), code, connection_->file());
}

Statement::Statement(Connection& connection, std::string_view sql) : connection_(&connection) {
  sqlite3_stmt* statement = nullptr;
  const int code = sqlite3_prepare_v3(connection.handle(), sql.data(), static_cast<int>(sql.size()),
                                      SQLITE_PREPARE_PERSISTENT, &statement, nullptr);
  if (code != SQLITE_OK) fail(code);
  statement_.reset(statement);
}

void Statement::start(std::span<const Parameter> parameters) {
  sqlite3_stmt* s = statement_.get();
  sqlite3_reset(s);
  connection_->check_transaction();
  connection_->check_unchanged();
  assert(static_cast<int>(parameters.size()) == sqlite3_bind_parameter_count(s));
  int i = 0;
  for (const Parameter& p : parameters) {
    ++i;
    int code = SQLITE_OK;
    // A null pointer would bind NULL; empty text and blobs are values.
    const char* data = p.data() != nullptr ? p.data() : "";
    switch (p.type()) {
      case Parameter::Type::null:
        code = sqlite3_bind_null(s, i);
        break;
      case Parameter::Type::integer:
        code = sqlite3_bind_int64(s, i, p.integer());
        break;
      case Parameter::Type::text:
        code = sqlite3_bind_text64(s, i, data, p.size(), SQLITE_STATIC, SQLITE_UTF8);
        break;
      case Parameter::Type::blob:
        code = sqlite3_bind_blob64(s, i, data, p.size(), SQLITE_STATIC);
        break;
    }
    if (code != SQLITE_OK) fail(code);
  }
}

bool Statement::step() {
  // SQLite would start a statement again that it has ended together with its transaction.
  connection_->check_transaction();
  const int code = sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  // The code of the failure must be read before the reset, which may fail in its own way.
  const auto end = [](Statement* s) { s->reset(); };
  const std::unique_ptr<Statement, decltype(end)> ended(this, end);
  connection_->check_unchanged();
  if (code != SQLITE_DONE) fail(code);
  return false;
}

void Statement::run(std::span<const Parameter> parameters) {
  start(parameters);
  while (step()) {
  }
}

void Statement::reset() { sqlite3_reset(statement_.get()); }

std::int64_t Statement::integer(int column) const {
  return sqlite3_column_int64(statement_.get(), column);
}

// SQLite gives NULL for a value that did not fit into memory, as for one that is empty.
void Statement::check_memory(const void* data) const {
  if (data == nullptr && sqlite3_errcode(connection_->handle()) == SQLITE_NOMEM)
    throw std::bad_alloc();
}

std::string_view Statement::text(int column) const {
  const auto* data = reinterpret_cast<const char*>(sqlite3_column_text(statement_.get(), column));
  check_memory(data);
  return {data != nullptr ? data : "",
          static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column))};
}

ByteView Statement::blob(int column) const {
  const auto* data =
      static_cast<const std::uint8_t*>(sqlite3_column_blob(statement_.get(), column));
  check_memory(data);
  return {data, static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column))};
}

bool Statement::is_null(int column) const {
  return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL;
}

Transaction::Transaction(Connection& connection, Kind kind) : connection_(connection), kind_(kind) {
  if (kind == Kind::write) {
    connection.check_in_place();
    connection.execute("BEGIN IMMEDIATE");
  } else {
    connection.begin_->run({});
  }
  connection.transaction_open_ = true;
  changes_before_ = sqlite3_total_changes64(connection.handle());
}

Transaction::~Transaction() {
  if (!open_) return;
  connection_.transaction_open_ = false;
  if (!connection_.in_transaction()) return;
  try {
    // A statement may still be at a row of this transaction; reading may end all the same.
    if (kind_ == Kind::read) {
      connection_.commit_->run({});
      return;
    }
  } catch (const std::exception&) {
    // Fall back to the rollback.
  }
  sqlite3_exec(connection_.handle(), "ROLLBACK", nullptr, nullptr, nullptr);
}

void Transaction::commit() {
  if (kind_ == Kind::write) connection_.check_in_place();
  const bool has_changes = sqlite3_total_changes64(connection_.handle()) != changes_before_;
  if (kind_ == Kind::write && has_changes) connection_.write_first_page();
  connection_.execute("COMMIT");
  connection_.transaction_open_ = false;
  open_ = false;
}

WithoutSync::WithoutSync(Connection& connection)
    : connection_(connection.in_transaction() ? nullptr : &connection) {
  if (connection_ != nullptr) connection_->execute("PRAGMA synchronous = NORMAL");
}

WithoutSync::~WithoutSync() {
  if (connection_ != nullptr)
    sqlite3_exec(connection_->handle(), "PRAGMA synchronous = FULL", nullptr, nullptr, nullptr);
}

WriteScope::WriteScope(Connection& connection) {
  if (!connection.in_transaction()) transaction_.emplace(connection, Transaction::Kind::write);
}

void WriteScope::commit() {
  if (transaction_) transaction_->commit();
}

ReadScope::ReadScope(Connection& connection) {
  if (!connection.in_transaction()) transaction_.emplace(connection, Transaction::Kind::read);
}

}  // namespace yari
