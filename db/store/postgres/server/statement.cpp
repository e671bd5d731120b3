// Statements, rows that come in parts, and the ends of transactions.
#include <fmt/format.h>

#include <exception>

#include "db/store/postgres/server/answer.h"

namespace yari::pg {

void CopyRows::number(std::uint64_t value, int bytes) {
  for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8)
    data_.push_back(static_cast<std::uint8_t>(value >> shift));
}
void CopyRows::row(std::int16_t fields) { number(static_cast<std::uint64_t>(fields), 2); }
void CopyRows::int16(std::int64_t value) {
  number(2, 4);
  number(static_cast<std::uint64_t>(value), 2);
}
void CopyRows::int32(std::int64_t value) {
  number(4, 4);
  number(static_cast<std::uint64_t>(value), 4);
}
void CopyRows::int64(std::int64_t value) {
  number(8, 4);
  number(static_cast<std::uint64_t>(value), 8);
}
void CopyRows::text(std::string_view value) {
  if (value.find('\0') != std::string_view::npos) {
    std::string clean(value);
    std::erase(clean, '\0');
    return text(clean);
  }
  number(value.size(), 4);
  data_.insert(data_.end(), value.begin(), value.end());
}
void CopyRows::bytes(ByteView value) {
  number(value.size(), 4);
  data_.insert(data_.end(), value.begin(), value.end());
}
void CopyRows::null() { number(~std::uint64_t{0}, 4); }

Statement::Statement(Connection& connection, std::string sql, Use use)
    : connection_(&connection), sql_(std::move(sql)), use_(use) {}
Statement::~Statement() = default;
Statement::Statement(Statement&&) noexcept = default;

void Statement::start(std::span<const Parameter> parameters) {
  answer_ = std::make_shared<Connection::Answer>();
  row_ = -1;
  connection_->send(sql_, answer_, parameters, use_ == Use::once);
}

void Statement::run(std::span<const Parameter> parameters) {
  auto answer = std::make_shared<Connection::Answer>();
  connection_->send(sql_, answer, parameters, use_ == Use::once);
  connection_->last_run_ = std::move(answer);
}

bool Statement::step() {
  if (!answer_) return false;
  if (!answer_->received) connection_->sync();
  if (answer_->result && ++row_ < PQntuples(answer_->result.get())) return true;
  reset();
  return false;
}

void Statement::reset() {
  answer_.reset();
  row_ = -1;
}

bool Statement::is_null(int column) const {
  return PQgetisnull(answer_->result.get(), row_, column) != 0;
}

// Numbers come in network order; a truth value has one byte.
std::int64_t Statement::integer(int column) const {
  const ByteView bytes = blob(column);
  if (bytes.empty()) return 0;
  auto value = static_cast<std::uint64_t>((bytes.front() & 0x80) != 0 ? -1 : 0);
  for (const std::uint8_t byte : bytes) value = value << 8 | byte;
  return static_cast<std::int64_t>(value);
}

std::string_view Statement::text(int column) const {
  const ByteView bytes = blob(column);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

ByteView Statement::blob(int column) const {
  const PGresult* const result = answer_->result.get();
  return {reinterpret_cast<const std::uint8_t*>(PQgetvalue(result, row_, column)),
          static_cast<std::size_t>(PQgetlength(result, row_, column))};
}

Stream::Stream(Connection& connection, const std::string& sql,
               std::span<const Parameter> parameters)
    : connection_(connection),
      name_(fmt::format("c{}", connection.next_name_++)),
      fetch_(connection, fmt::format("FETCH {} FROM {}", rows_at_once, name_), Use::once) {
  Statement declare(connection, fmt::format("DECLARE {} NO SCROLL CURSOR FOR {}", name_, sql),
                    Use::once);
  declare.start(parameters);
  fetch_.start({});
}

Stream::~Stream() {
  if (!connection_.in_transaction()) return;
  try {
    Statement(connection_, "CLOSE " + name_, Use::once).run({});
  } catch (const std::exception&) {
    // It ends with the transaction.
  }
}

bool Stream::step() {
  if (at_end_) return false;
  if (fetch_.step()) {
    ++rows_;
    return true;
  }
  at_end_ = rows_ < rows_at_once;
  if (at_end_) return false;
  rows_ = 0;
  fetch_.start({});
  return step();
}

Transaction::Transaction(Connection& connection, Kind kind, bool safe) : connection_(connection) {
  connection_.begin(kind == Kind::read ? "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
                    : safe             ? "BEGIN ISOLATION LEVEL READ COMMITTED"
                                       : "BEGIN ISOLATION LEVEL READ COMMITTED; "
                                         "SET LOCAL synchronous_commit = off");
}

Transaction::~Transaction() {
  if (!open_) return;
  try {
    connection_.end("ROLLBACK");
  } catch (const std::exception&) {
    // The server rolls back what belongs to a connection that is gone; a failure that nobody waited
    // for is of what is rolled back.
    try {
      connection_.end("ROLLBACK");
    } catch (const std::exception&) {
    }
  }
}

void Transaction::commit() {
  open_ = false;
  try {
    connection_.end("COMMIT");
  } catch (...) {
    try {
      connection_.end("ROLLBACK");
    } catch (const std::exception&) {
    }
    throw;
  }
}

}  // namespace yari::pg
