#include "db/store/sqlite/file_copy.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <memory>
#include <new>
#include <string>
#include <vector>

#include "db/store/sqlite/checks.h"
#include "db/store/sqlite/file/connection.h"
#include "db/store/sqlite/file/page_sums.h"
#include "db/store/sqlite/file/schema.h"
#include "db/store/sqlite/file/sqlite_error.h"

namespace yari {

namespace fs = std::filesystem;

namespace {

using Handle = std::unique_ptr<sqlite3, int (*)(sqlite3*)>;
using Copying = std::unique_ptr<sqlite3_backup, int (*)(sqlite3_backup*)>;

void check(sqlite3* handle, int code, const fs::path& file) {
  if (code != SQLITE_OK) throw_sqlite_error(handle, code, file);
}

/// The file that is written to. It is nobody's yet: it needs no journal.
Handle open_copy(Connection& from, const fs::path& to, const fs::path& named) {
  sqlite3* opened = nullptr;
  const int code = sqlite3_open_v2(fs::absolute(to).string().c_str(), &opened,
                                   SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, page_sum_layer());
  Handle handle(opened, sqlite3_close);
  if (opened == nullptr) throw std::bad_alloc();
  check(opened, code, named);
  std::string begin = fmt::format(
      "PRAGMA page_size = {}; PRAGMA journal_mode = OFF; "
      "PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;",
      from.integer("PRAGMA page_size"));
  // The layer learns from the first page that all others get checksums, too.
  if (has_page_sums(from.handle())) {
    want_page_sums(opened);
    begin += fmt::format("PRAGMA application_id = {}", application_id);
  }
  check(opened, sqlite3_exec(opened, begin.c_str(), nullptr, nullptr, nullptr), named);
  return handle;
}

bool copy_pages(Connection& from, const fs::path& to, const fs::path& named,
                const std::function<bool(std::int64_t, std::int64_t)>& keep_going) {
  constexpr int pages_at_once = 512;
  const Handle copy = open_copy(from, to, named);
  Copying copying(sqlite3_backup_init(copy.get(), "main", from.handle(), "main"),
                  sqlite3_backup_finish);
  if (copying == nullptr) throw_sqlite_error(copy.get(), sqlite3_errcode(copy.get()), named);
  int code = SQLITE_OK;
  while (code == SQLITE_OK) {
    code = sqlite3_backup_step(copying.get(), pages_at_once);
    const int all = sqlite3_backup_pagecount(copying.get());
    if (keep_going && !keep_going(all - sqlite3_backup_remaining(copying.get()), all)) return false;
  }
  if (code != SQLITE_DONE) {
    // Which of the two failed, SQLite says by a page of ours that was refused.
    const bool is_source = (code & 0xFF) == SQLITE_CORRUPT || (code & 0xFF) == SQLITE_NOTADB;
    const int written = sqlite3_backup_finish(copying.release());
    throw_sqlite_error(is_source ? from.handle() : copy.get(), is_source ? code : written,
                       is_source ? from.file() : named);
  }
  check(copy.get(), sqlite3_backup_finish(copying.release()), named);
  return true;
}

std::int64_t games_of_sound(const fs::path& file, const fs::path& named) {
  Connection copy(file, OpenMode::read_only);
  copy.execute("PRAGMA mmap_size = 0");
  if (const std::vector<std::string> faults = structure_faults(copy, 1); !faults.empty())
    throw DamagedFile(named.string() + ": " + faults.front());
  return copy.integer("SELECT count(*) FROM games");
}

}  // namespace

std::optional<std::int64_t> copy_file(
    const fs::path& from, const fs::path& to, const fs::path& named,
    const std::function<bool(std::int64_t, std::int64_t)>& keep_going) {
  Connection source(from, OpenMode::read_only);
  if (source.integer("PRAGMA application_id") != application_id)
    throw NotADatabase(from.string() + ": is not a Yaribase database");
  {
    // One moment, however long it takes and whoever writes.
    const ReadScope moment(source);
    source.integer("SELECT count(*) FROM sqlite_schema");
    if (!copy_pages(source, to, named, keep_going)) return std::nullopt;
  }
  return games_of_sound(to, named);
}

}  // namespace yari
