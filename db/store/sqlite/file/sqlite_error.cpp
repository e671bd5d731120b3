// Each kind of failure, and the sentence that says what to do about it.
#include "db/store/sqlite/file/sqlite_error.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <cerrno>
#include <cstring>
#include <new>

#include "db/store/error.h"
#include "db/store/sqlite/file/page_sums.h"

namespace yari {

namespace {

/// The system's own words for what failed, where SQLite has kept them.
std::string reason(sqlite3* connection, int system_error) {
  if (system_error == 0) return sqlite3_errmsg(connection);
  return fmt::format("{} ({})", sqlite3_errmsg(connection), std::strerror(system_error));
}

std::string damage(sqlite3* connection) {
  const std::uint32_t page = refused_page(connection);
  if (page == 0) return sqlite3_errmsg(connection);
  return fmt::format("page {} is not as it was written", page);
}

[[noreturn]] void full(const std::filesystem::path& file) {
  throw Full(
      fmt::format("{}: there is no room left for the database; make room and run the command "
                  "again (the database is sound; the last step may be missing)",
                  file.string()));
}

}  // namespace

bool is_out_of_space(int system_error) {
#ifdef EDQUOT
  if (system_error == EDQUOT) return true;
#endif
  return system_error == ENOSPC;
}

void throw_sqlite_error(sqlite3* connection, int code, const std::filesystem::path& file) {
  const int extended = sqlite3_extended_errcode(connection);
  const int system_error = sqlite3_system_errno(connection);
  const std::string name = file.string();
  const std::string why = reason(connection, system_error);
  switch (code & 0xFF) {
    case SQLITE_NOMEM:
      throw std::bad_alloc();
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      throw Busy(name + ": another program is writing the database; try again when it is done");
    case SQLITE_FULL:
      full(file);
    case SQLITE_IOERR:
      if (extended == SQLITE_IOERR_NOMEM) throw std::bad_alloc();
      if (is_out_of_space(system_error)) full(file);
      throw IoError(fmt::format("{}: reading or writing failed: {}", name, why));
    case SQLITE_READONLY:
      throw IoError(fmt::format("{}: cannot be written: {}", name, why));
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
    case SQLITE_AUTH:
      throw IoError(fmt::format("{}: {}", name, why));
    case SQLITE_NOTADB:
      throw NotADatabase(name + ": is not a database");
    case SQLITE_CORRUPT:
      throw DamagedFile(fmt::format(
          "{}: is damaged ({}); 'yari db verify' says where, and 'yari db compact --reindex' "
          "repairs what follows from the games",
          name, damage(connection)));
    default:
      throw DatabaseError(fmt::format("{}: {}", name, sqlite3_errmsg(connection)));
  }
}

}  // namespace yari
