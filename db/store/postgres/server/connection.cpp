// libpq in pipeline mode: what is sent waits in line until somebody needs an answer.
#include "db/store/postgres/server/connection.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <exception>
#include <thread>
#include <utility>

#include "db/store/postgres/server/answer.h"

namespace yari::pg {

namespace {

/// More than this is not sent before the answers are read: both sides would wait for room.
constexpr std::size_t most_sent = 256;
/// Statements beyond these are prepared for one use.
constexpr std::size_t most_prepared = 6000;

bool is_success(const PGresult* result) {
  const ExecStatusType status = PQresultStatus(result);
  return status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK;
}

/// What a URL leads to, without what is secret.
std::string shown(PGconn* connection) {
  const auto text = [](const char* value) { return std::string(value == nullptr ? "" : value); };
  const std::string user = text(PQuser(connection)), host = text(PQhost(connection));
  return fmt::format("postgresql://{}{}{}:{}/{}", user, user.empty() ? "" : "@",
                     host.starts_with('/') ? "" : host, text(PQport(connection)),
                     text(PQdb(connection)));
}

}  // namespace

void Connection::Close::operator()(PGconn* handle) const { PQfinish(handle); }

std::string array_of(std::span<const std::int64_t> numbers) {
  return fmt::format("{{{}}}", fmt::join(numbers, ","));
}

Connection::Connection(const std::string& url, const Patience& patience)
    : url_(url), settings_(read_settings(url)), name_("postgresql"), patience_(patience) {
  connect();
}
Connection::Connection(const Connection& home, const std::string& entry)
    : url_(entry), name_("postgresql"), patience_(home.patience_) {
  try {
    settings_ = settings_of_entry(entry, home.as_home());
  } catch (const DatabaseError& error) {
    throw DatabaseError(fmt::format("{}: {}", home.name(), error.what()));
  }
  connect();
}
Connection::~Connection() = default;

HomeServer Connection::as_home() const {
  const std::string mode = value_of(settings_in_use(handle_.get()), "sslmode");
  const std::string_view host = PQhost(handle_.get());
  return {.settings = settings_,
          .sslmode = mode.empty() ? "prefer" : mode,
          .is_local = host.starts_with('/') || host.starts_with('@')};
}

void Connection::connect() {
  // As one text: of a list, libpq leaves out what is empty. The last one of a keyword counts.
  const std::string text = "connect_timeout='10' " + text_of(settings_);
  constexpr std::array<const char*, 4> keys{"dbname", "fallback_application_name",
                                            "client_encoding", nullptr};
  const std::array<const char*, 4> values{text.c_str(), "yari", "UTF8", nullptr};
  prepared_.clear();
  sent_.clear();
  last_run_.reset();
  in_transaction_ = false;
  is_lost_ = true;
  handle_.reset(PQconnectdbParams(keys.data(), values.data(), 1));
  if (!handle_) throw std::bad_alloc();
  name_ = shown(handle_.get());
  if (PQstatus(handle_.get()) != CONNECTION_OK) throw_connection(handle_.get(), name_);
  PQsetNoticeProcessor(
      handle_.get(), [](void*, const char*) {}, nullptr);
  is_lost_ = false;
  // Names are written with their schema. Plans are made once: all look-ups go by a key.
  execute(
      "SET search_path = pg_catalog, pg_temp; SET jit = off; SET enable_seqscan = off;"
      "SET plan_cache_mode = force_generic_plan; SET bytea_output = hex;"
      "SET idle_in_transaction_session_timeout = 0");
  set_patience(patience_);
}

void Connection::set_patience(const Patience& patience) {
  patience_ = patience;
  execute(fmt::format("SET lock_timeout = {}", std::max<std::int64_t>(1, patience.lock.count())));
}

void Connection::lost() {
  is_lost_ = true;
  sent_.clear();
  throw_connection(handle_.get(), name_);
}

void Connection::enter_pipeline() {
  if (is_lost_) lost();
  if (PQpipelineStatus(handle_.get()) == PQ_PIPELINE_OFF && PQenterPipelineMode(handle_.get()) == 0)
    lost();
}

void Connection::leave_pipeline() {
  sync();
  if (is_lost_) lost();
  if (PQpipelineStatus(handle_.get()) != PQ_PIPELINE_OFF && PQexitPipelineMode(handle_.get()) == 0)
    lost();
}

void Connection::execute(const std::string& sql) {
  begin_now();
  leave_pipeline();
  const ResultPtr result(PQexec(handle_.get(), sql.c_str()));
  if (PQstatus(handle_.get()) != CONNECTION_OK) lost();
  if (!is_success(result.get())) throw_result(result.get(), name_);
}

std::int64_t Connection::integer(const std::string& sql) {
  Statement statement(*this, sql);
  return statement.first({}) ? statement.integer(0) : 0;
}

/// The name of the prepared statement; null where it is not worth one.
const std::string* Connection::prepared(const std::string& sql, bool once) {
  if (once) return nullptr;
  if (const auto known = prepared_.find(sql); known != prepared_.end()) return &known->second;
  if (prepared_.size() >= most_prepared) return nullptr;
  const std::string& name = prepared_.emplace(sql, fmt::format("s{}", next_name_++)).first->second;
  if (PQsendPrepare(handle_.get(), name.c_str(), sql.c_str(), 0, nullptr) == 0) lost();
  sent_.push_back(nullptr);
  return &name;
}

void Connection::send(const std::string& sql, const std::shared_ptr<Answer>& answer,
                      std::span<const Parameter> parameters, bool once) {
  begin_now();
  flush();
  enter_pipeline();
  if (sent_.size() >= most_sent) sync();
  enter_pipeline();
  std::vector<std::string> numbers(parameters.size());
  std::vector<const char*> values;
  std::vector<int> lengths, formats;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const Parameter& p = parameters[i];
    using Type = Parameter::Type;
    if (p.type() == Type::integer) numbers[i] = fmt::to_string(p.integer());
    // PostgreSQL knows no character 0.
    if (p.type() == Type::text) {
      numbers[i].assign(p.data(), p.size());
      std::erase(numbers[i], '\0');
    }
    values.push_back(p.type() == Type::null   ? nullptr
                     : p.type() == Type::blob ? (p.size() == 0 ? "" : p.data())
                                              : numbers[i].c_str());
    lengths.push_back(static_cast<int>(p.size()));
    formats.push_back(p.type() == Type::blob ? 1 : 0);
  }
  const int count = static_cast<int>(parameters.size());
  const std::string* const name = prepared(sql, once);
  const int ok = name != nullptr
                     ? PQsendQueryPrepared(handle_.get(), name->c_str(), count, values.data(),
                                           lengths.data(), formats.data(), 1)
                     : PQsendQueryParams(handle_.get(), sql.c_str(), count, nullptr, values.data(),
                                         lengths.data(), formats.data(), 1);
  if (ok == 0) lost();
  sent_.push_back(answer);
}

void Connection::sync() {
  if (sent_.empty()) return;
  if (PQpipelineSync(handle_.get()) == 0) lost();
  ResultPtr failure;
  while (!sent_.empty()) {
    const std::shared_ptr<Answer> answer = sent_.front();
    ResultPtr result(PQgetResult(handle_.get()));
    if (!result || PQstatus(handle_.get()) != CONNECTION_OK) lost();
    sent_.pop_front();
    const ExecStatusType status = PQresultStatus(result.get());
    if (!is_success(result.get()) && status != PGRES_PIPELINE_ABORTED && !failure) {
      failure = std::move(result);
    } else if (answer) {
      answer->result = std::move(result);
      answer->received = true;
    }
    // The end of this statement's results.
    while (const ResultPtr more{PQgetResult(handle_.get())}) continue;
  }
  const ResultPtr end(PQgetResult(handle_.get()));
  if (!end || PQresultStatus(end.get()) != PGRES_PIPELINE_SYNC) lost();
  if (failure) {
    // What was prepared in the same breath may not be there.
    prepared_.clear();
    throw_result(failure.get(), name_);
  }
}

int Connection::add_flush(std::function<void()> flush) {
  const int number = flushes_.empty() ? 0 : flushes_.rbegin()->first + 1;
  flushes_.emplace(number, std::move(flush));
  return number;
}

void Connection::flush() {
  // What is sent meanwhile does not flush again.
  if (!std::exchange(holds_, false)) return;
  for (const auto& [number, flush] : flushes_) flush();
}

std::int64_t Connection::changes() {
  sync();
  if (!last_run_ || !last_run_->result) return 0;
  const std::string_view tuples = PQcmdTuples(last_run_->result.get());
  std::int64_t count = 0;
  for (const char c : tuples) count = count * 10 + (c - '0');
  return count;
}

void Connection::copy(const std::string& table, CopyRows& rows) {
  if (rows.empty()) return;
  begin_now();
  leave_pipeline();
  const std::string sql = fmt::format("COPY {} FROM STDIN (FORMAT binary)", table);
  const ResultPtr begun(PQexec(handle_.get(), sql.c_str()));
  if (PQstatus(handle_.get()) != CONNECTION_OK) lost();
  if (PQresultStatus(begun.get()) != PGRES_COPY_IN) throw_result(begun.get(), name_);
  const auto put = [&](const char* data, std::size_t size) {
    constexpr std::size_t most = std::size_t{1} << 20;
    for (std::size_t at = 0; at < size; at += most)
      if (PQputCopyData(handle_.get(), data + at, static_cast<int>(std::min(most, size - at))) != 1)
        lost();
  };
  // The signature, no flags, no extension.
  constexpr std::string_view head{"PGCOPY\n\377\r\n\0\0\0\0\0\0\0\0\0", 19};
  constexpr std::string_view tail{"\377\377", 2};
  put(head.data(), head.size());
  put(reinterpret_cast<const char*>(rows.data_.data()), rows.data_.size());
  put(tail.data(), tail.size());
  rows.data_.clear();
  if (PQputCopyEnd(handle_.get(), nullptr) != 1) lost();
  ResultPtr failure;
  while (ResultPtr result{PQgetResult(handle_.get())})
    if (!is_success(result.get())) failure = std::move(result);
  if (PQstatus(handle_.get()) != CONNECTION_OK) lost();
  if (failure) throw_result(failure.get(), name_);
}

void Connection::copy_from(Connection& other, const std::string& table_there,
                           const std::string& table_here) {
  begin_now();
  other.begin_now();
  leave_pipeline();
  other.leave_pipeline();
  const std::string out_sql = fmt::format("COPY {} TO STDOUT (FORMAT binary)", table_there);
  const std::string in_sql = fmt::format("COPY {} FROM STDIN (FORMAT binary)", table_here);
  const ResultPtr out(PQexec(other.handle_.get(), out_sql.c_str()));
  if (PQresultStatus(out.get()) != PGRES_COPY_OUT) throw_result(out.get(), other.name_);
  const ResultPtr in(PQexec(handle_.get(), in_sql.c_str()));
  if (PQresultStatus(in.get()) != PGRES_COPY_IN) throw_result(in.get(), name_);
  char* data = nullptr;
  int size = 0;
  while ((size = PQgetCopyData(other.handle_.get(), &data, 0)) > 0) {
    const bool sent = PQputCopyData(handle_.get(), data, size) == 1;
    PQfreemem(data);
    if (!sent) lost();
  }
  if (PQputCopyEnd(handle_.get(), size == -1 ? nullptr : "the other server failed") != 1) lost();
  for (Connection* const c : {&other, this}) {
    ResultPtr failure;
    while (ResultPtr result{PQgetResult(c->handle_.get())})
      if (!is_success(result.get())) failure = std::move(result);
    if (PQstatus(c->handle_.get()) != CONNECTION_OK) c->lost();
    if (failure) throw_result(failure.get(), c->name_);
  }
}

void Connection::begin(const std::string& sql) {
  to_begin_ = sql;
  in_transaction_ = true;
}

void Connection::begin_now() {
  if (to_begin_.empty()) return;
  const std::string sql = std::exchange(to_begin_, {});
  in_transaction_ = false;
  const auto give_up = std::chrono::steady_clock::now() + patience_.reconnect;
  std::chrono::milliseconds pause{50};
  for (;;) {
    try {
      if (is_lost_) connect();
      execute(sql);
      in_transaction_ = true;
      return;
    } catch (const ConnectionLost&) {
      if (std::chrono::steady_clock::now() + pause > give_up) throw;
    }
    std::this_thread::sleep_for(pause);
    pause = std::min(pause * 2, std::chrono::milliseconds{1000});
  }
}

void Connection::end(const char* sql) {
  const bool commits = std::string_view(sql) == "COMMIT";
  if (commits) flush();
  in_transaction_ = false;
  if (!std::exchange(to_begin_, {}).empty()) return;
  if (is_lost_) lost();
  // A COMMIT in a transaction that has failed is answered by ROLLBACK.
  leave_pipeline();
  const bool failed = PQtransactionStatus(handle_.get()) == PQTRANS_INERROR;
  execute(sql);
  if (failed && commits) throw DatabaseError(name_ + ": the transaction had failed before");
}

}  // namespace yari::pg
