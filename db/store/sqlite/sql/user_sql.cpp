// An authorizer says what may be done; a progress handler, for how long; limits of SQLite's, how
// large a value, a statement and all of it may be.
#include "db/store/sqlite/sql/user_sql.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <ctime>
#include <memory>
#include <new>
#include <optional>

#include "db/store/sqlite/file/distrust.h"
#include "db/store/sqlite/file/schema.h"
#include "db/store/sqlite/file/table_function.h"
#include "db/store/sqlite/games/rebuilding.h"

namespace yari {

namespace {

using Clock = std::chrono::steady_clock;

/// Dates and the names of events as text, in the form that every command prints.
constexpr const char* views_for_people = R"sql(
CREATE TEMP VIEW players_list AS
  SELECT p.name, count(*) AS games,
    sum(result = CASE side WHEN 'black' THEN '1-0' ELSE '0-1' END) AS wins,
    sum(result = '1/2-1/2') AS draws,
    sum(result = CASE side WHEN 'black' THEN '0-1' ELSE '1-0' END) AS losses,
    min(date) AS first_date, max(date) AS last_date
  FROM (SELECT black AS name, 'black' AS side, result, date FROM games_view
        UNION ALL SELECT white, 'white', result, date FROM games_view) AS p
  WHERE p.name IS NOT NULL GROUP BY p.name;
CREATE TEMP VIEW events_list AS
  SELECT event AS name, count(*) AS games, min(date) AS first_date, max(date) AS last_date
  FROM games_view WHERE event IS NOT NULL GROUP BY event;
CREATE TEMP VIEW sites_list AS
  SELECT site AS name, count(*) AS games, min(date) AS first_date, max(date) AS last_date
  FROM games_view WHERE site IS NOT NULL GROUP BY site;
)sql";

/// Pragmas that describe tables and change nothing. The last one is FTS5's own.
constexpr std::array<std::string_view, 7> harmless_pragmas{
    "table_info", "table_xinfo",   "table_list",  "index_list",
    "index_info", "function_list", "data_version"};

int authorize(void*, int action, const char* first, const char* second, const char*, const char*) {
  if (OwnStatements::are_run()) return SQLITE_OK;
  switch (action) {
    case SQLITE_SELECT:
    case SQLITE_READ:
    case SQLITE_RECURSIVE:
      return SQLITE_OK;
    case SQLITE_FUNCTION:
      return second != nullptr && is_function_for_users(second) ? SQLITE_OK : SQLITE_DENY;
    case SQLITE_PRAGMA:
      return first != nullptr &&
                     std::ranges::find(harmless_pragmas, first) != harmless_pragmas.end()
                 ? SQLITE_OK
                 : SQLITE_DENY;
    default:
      return SQLITE_DENY;
  }
}

std::chrono::nanoseconds time_computed() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

/// What a question may take: time to compute, and time that passes. Whoever reads the rows may take
/// longer over them.
class Deadline {
 public:
  explicit Deadline(double seconds)
      : end_(Clock::now() + duration(seconds)), computed_(time_computed() + duration(seconds)) {}

  bool is_over() const { return Clock::now() > end_ || time_computed() > computed_; }

  /// Does the work; a while that it only waits does not count.
  template <class Work>
  auto without_waiting(const Work& work) {
    constexpr auto noticed = std::chrono::milliseconds(1);
    const Clock::time_point begun = Clock::now();
    const auto done = work();
    const auto taken = Clock::now() - begun;
    if (taken > noticed) end_ += taken;
    return done;
  }

 private:
  static Clock::duration duration(double seconds) {
    return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  }
  Clock::time_point end_;
  std::chrono::nanoseconds computed_;
};

int is_late(void* deadline) { return static_cast<const Deadline*>(deadline)->is_over() ? 1 : 0; }

std::string hexadecimal(ByteView bytes) {
  constexpr char digits[] = "0123456789abcdef";
  std::string hex;
  hex.reserve(2 * bytes.size());
  for (const std::uint8_t byte : bytes) {
    hex += digits[byte >> 4];
    hex += digits[byte & 15];
  }
  return hex;
}

SqlValue value_of(sqlite3_stmt* statement, int column) {
  const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement, column));
  switch (sqlite3_column_type(statement, column)) {
    case SQLITE_INTEGER:
      return sqlite3_column_int64(statement, column);
    case SQLITE_FLOAT:
      return sqlite3_column_double(statement, column);
    case SQLITE_TEXT: {
      const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement, column));
      return text != nullptr ? std::string(text, size) : std::string();
    }
    case SQLITE_BLOB: {
      const auto* bytes = static_cast<const std::uint8_t*>(sqlite3_column_blob(statement, column));
      return bytes != nullptr ? hexadecimal({bytes, size}) : std::string();
    }
    default:
      return {};
  }
}

using OwnedStatement = std::unique_ptr<sqlite3_stmt, int (*)(sqlite3_stmt*)>;

std::string message_of(sqlite3* handle, int code, const SqlLimits& limits) {
  if (code == SQLITE_INTERRUPT)
    return fmt::format("stopped after {} s (--timeout)", limits.seconds);
  if (code == SQLITE_NOMEM)
    return fmt::format("takes more than {} MiB (--memory)", limits.memory_bytes >> 20);
  if (code == SQLITE_AUTH) return "only reading is allowed";
  return sqlite3_errmsg(handle);
}

/// One moment of a database whose indexes are whole. Texts of games are one, and a question may
/// name its table.
class SoundMoment {
 public:
  explicit SoundMoment(Connection& connection) {
    const OwnStatements ours;
    scope_.emplace(connection);
    Rebuilding(connection).refuse_others();
  }
  ~SoundMoment() {
    const OwnStatements ours;
    scope_.reset();
  }
  SoundMoment(const SoundMoment&) = delete;
  SoundMoment& operator=(const SoundMoment&) = delete;

 private:
  std::optional<ReadScope> scope_;
};

int step_through(sqlite3_stmt* statement, const SqlRows& rows, Deadline& deadline) {
  const int count = sqlite3_column_count(statement);
  std::vector<std::string> columns;
  for (int i = 0; i < count; ++i) columns.emplace_back(sqlite3_column_name(statement, i));
  if (count > 0) rows.begin(columns);
  std::vector<SqlValue> values(columns.size());
  int code = SQLITE_OK;
  while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
    for (int i = 0; i < count; ++i) values[static_cast<std::size_t>(i)] = value_of(statement, i);
    if (sqlite3_errcode(sqlite3_db_handle(statement)) == SQLITE_NOMEM) return SQLITE_NOMEM;
    if (!deadline.without_waiting([&] { return rows.row(values); })) return SQLITE_DONE;
  }
  return code;
}

/// A virtual table declares itself when it is first used, which the authorizer would refuse. One
/// that is damaged is refused later, when it is asked.
void open_virtual_tables(sqlite3* handle) {
  for (const char* use :
       {"SELECT 1 FROM games_at('')", "SELECT 1 FROM game_plies(0)", "SELECT 1 FROM players_text",
        "SELECT 1 FROM events_text", "SELECT 1 FROM sites_text", "SELECT 1 FROM games_text",
        "SELECT 1 FROM json_each('')", "SELECT 1 FROM json_tree('')"}) {
    sqlite3_stmt* statement = nullptr;
    sqlite3_prepare_v2(handle, use, -1, &statement, nullptr);
    sqlite3_finalize(statement);
  }
}

/// The views as this program makes them in a new file: those of a stranger's file may be others.
std::vector<std::string> own_views() {
  sqlite3* memory = nullptr;
  const int code = sqlite3_open(":memory:", &memory);
  const std::unique_ptr<sqlite3, int (*)(sqlite3*)> closed(memory, sqlite3_close_v2);
  if (memory == nullptr || code == SQLITE_NOMEM) throw std::bad_alloc();
  Connection model(memory);
  migrate(model, 0, schema_version);
  std::vector<std::string> views;
  Statement view(model,
                 "SELECT substr(sql, length('CREATE ')) FROM sqlite_schema WHERE type = 'view'");
  for (view.start({}); view.step();) views.push_back("CREATE TEMP" + std::string(view.text(0)));
  return views;
}

/// Of all memory, the part that SQLite may take: the program takes some, and what SQLite gives is
/// copied a few times on its way out.
constexpr std::int64_t sqlite_part(std::int64_t bytes) {
  constexpr std::int64_t program = std::int64_t{24} << 20;
  return std::max(bytes / 2, bytes - bytes / 4 - program);
}
/// A cell is copied, escaped and written: it takes a small part of all memory.
constexpr std::int64_t largest_cell(std::int64_t bytes) { return bytes / 64; }

void set_limits(sqlite3* handle, const SqlLimits& limits) {
  sqlite3_hard_heap_limit64(sqlite_part(limits.memory_bytes));
  const auto cell =
      static_cast<int>(std::min<std::int64_t>(largest_cell(limits.memory_bytes), 64 << 20));
  constexpr int statement = 1 << 20, arguments = 100, columns = 500, pattern = 1000,
                program = 250'000;
  const std::pair<int, int> sizes[] = {{SQLITE_LIMIT_ATTACHED, 0},
                                       {SQLITE_LIMIT_LENGTH, cell},
                                       {SQLITE_LIMIT_SQL_LENGTH, std::min(statement, cell)},
                                       {SQLITE_LIMIT_FUNCTION_ARG, arguments},
                                       {SQLITE_LIMIT_COLUMN, columns},
                                       {SQLITE_LIMIT_LIKE_PATTERN_LENGTH, pattern},
                                       {SQLITE_LIMIT_VDBE_OP, program},
                                       {SQLITE_LIMIT_WORKER_THREADS, 0}};
  for (const auto& [name, value] : sizes) sqlite3_limit(handle, name, value);
}

}  // namespace

void restrict_to_reading(Connection& connection, const SqlLimits& limits) {
  sqlite3* handle = connection.handle();
  // Views of the connection alone: nothing is written to the file. Mapped pages would be memory of
  // the process that no limit counts.
  connection.execute("PRAGMA temp_store = MEMORY; PRAGMA mmap_size = 0; PRAGMA query_only = OFF");
  static const std::vector<std::string> views = own_views();
  for (const std::string& view : views) connection.execute(view);
  connection.execute(views_for_people);
  connection.execute("PRAGMA query_only = ON");
  open_virtual_tables(handle);
  set_limits(handle, limits);
  sqlite3_set_authorizer(handle, authorize, nullptr);
}

Result<void> run_sql(Connection& connection, std::string_view sql, const SqlLimits& limits,
                     const SqlRows& rows) {
  const SoundMoment moment(connection);
  sqlite3* handle = connection.handle();
  Deadline deadline(limits.seconds);
  sqlite3_progress_handler(handle, 1000, is_late, &deadline);
  const std::unique_ptr<sqlite3, void (*)(sqlite3*)> no_handler(
      handle, [](sqlite3* h) { sqlite3_progress_handler(h, 0, nullptr, nullptr); });
  for (std::string_view rest = sql; !rest.empty();) {
    const std::size_t at = sql.size() - rest.size();
    sqlite3_stmt* prepared = nullptr;
    const char* tail = nullptr;
    int code =
        sqlite3_prepare_v2(handle, rest.data(), static_cast<int>(rest.size()), &prepared, &tail);
    const OwnedStatement statement(prepared, sqlite3_finalize);
    if (code != SQLITE_OK) {
      const int offset = sqlite3_error_offset(handle);
      return fail(message_of(handle, code, limits),
                  at + static_cast<std::size_t>(std::max(0, offset)));
    }
    rest.remove_prefix(static_cast<std::size_t>(tail - rest.data()));
    if (!statement) continue;
    code = step_through(statement.get(), rows, deadline);
    if (code != SQLITE_DONE) return fail(message_of(handle, code, limits), at);
  }
  return {};
}

bool is_complete_sql(const std::string& sql) { return sqlite3_complete(sql.c_str()) != 0; }

int report_to_sqlite(char** error, const std::function<void()>& work) {
  try {
    work();
    return SQLITE_OK;
  } catch (const std::exception& fault) {
    *error = sqlite3_mprintf("%s", fault.what());
    return SQLITE_ERROR;
  }
}

}  // namespace yari
