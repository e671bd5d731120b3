// Calls of SQLite's that pass through, but for those that read and write pages of a database.
#include "db/store/sqlite/file/page_sums.h"

#include <sqlite3.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <new>
#include <set>
#include <utility>
#include <vector>

#include "db/store/sqlite/file/summed_file.h"

namespace yari {

using namespace summed;

namespace {

/// SQLite's flag of a device that may be asked for a part of a page, of 2023; older ones ask
/// seldom.
constexpr int reads_parts_of_pages = 0x8000;

/// Questions of our own to an open file.
enum Question { ask_to_accept = 0x59617200, ask_refused, ask_moment };

/// Of the locks on the index of the log, from this one on stand those of readers (SQLite's WAL
/// format, 2.3.1). The index begins with what the log is, in as many bytes as LogMoment has.
constexpr int first_lock_of_readers = 3;

/// What reading a page comes to that is not as it was written; `accepted` where it may be read.
int damaged(File& file, std::uint32_t number, int accepted) {
  if (file.accepted == nullptr) {
    file.refused = number;
    return SQLITE_CORRUPT;
  }
  try {
    file.accepted->insert(number);
  } catch (const std::bad_alloc&) {
    return SQLITE_NOMEM;
  }
  return accepted;
}

int judge(File& file, const std::uint8_t* page, std::uint32_t number) {
  return is_sound(file, page, number) ? SQLITE_OK : damaged(file, number, SQLITE_OK);
}

/// A file that ends within the page was cut.
int short_read(File& file, sqlite3_int64 at) {
  sqlite3_int64 size = 0;
  const int code = real(&file)->pMethods->xFileSize(real(&file), &size);
  const bool is_cut = code == SQLITE_OK && size > at;
  return is_cut ? damaged(file, number_of(file, at), SQLITE_IOERR_SHORT_READ)
                : SQLITE_IOERR_SHORT_READ;
}

int read(sqlite3_file* any, void* data, int size, sqlite3_int64 at) {
  File& file = of(any);
  const int code = real(any)->pMethods->xRead(real(any), data, size, at);
  // SQLite would say that the file is damaged, where the disk cannot be read.
  if (code == SQLITE_IOERR_CORRUPTFS) return SQLITE_IOERR_READ;
  if (!file.is_database) return code;
  auto* const bytes = static_cast<std::uint8_t*>(data);
  if (code == SQLITE_OK && at == 0 && size >= header_size) learn(file, bytes);
  if (!file.has_sums && file.is_writable && at != 0) learn_again(file);
  if (!is_page(file, size, at)) return code;
  if (code == SQLITE_IOERR_SHORT_READ) return short_read(file, at);
  if (code != SQLITE_OK) return code;
  const int judged = judge(file, bytes, number_of(file, at));
  // In the log, and in copies that others make of what stands there, the page has no checksum.
  if (judged == SQLITE_OK) std::memset(bytes + sum_at(file), 0, page_sum_size);
  return judged;
}

int write(sqlite3_file* any, const void* data, int size, sqlite3_int64 at) {
  File& file = of(any);
  if (file.is_database) {
    // SQLite does not read these bytes of its buffer.
    auto* const bytes = static_cast<std::uint8_t*>(const_cast<void*>(data));
    if (at == 0 && size >= header_size)
      learn(file, bytes);
    else if (!file.has_sums)
      learn_again(file);
    if (is_page(file, size, at)) {
      if (const int code = complete_sums(file); code != SQLITE_OK) return code;
      const std::uint32_t sum = sum_of(file, bytes, number_of(file, at));
      static_assert(sizeof sum == page_sum_size);
      std::memcpy(bytes + sum_at(file), &sum, sizeof sum);
    }
  }
  return real(any)->pMethods->xWrite(real(any), data, size, at);
}

bool was_compared(const File& file, std::uint32_t number) {
  return number < file.compared.size() && file.compared[number];
}

void note_compared(File& file, std::uint32_t number) {
  try {
    if (number >= file.compared.size()) file.compared.resize(number + number / 2 + 1024);
    file.compared[number] = true;
  } catch (const std::bad_alloc&) {
    // It is compared again.
  }
}

int fetch(sqlite3_file* any, sqlite3_int64 at, int size, void** out) {
  File& file = of(any);
  *out = nullptr;
  if (real(any)->pMethods->iVersion < 3) return SQLITE_OK;
  const int code = real(any)->pMethods->xFetch(real(any), at, size, out);
  if (code != SQLITE_OK || *out == nullptr || !is_page(file, size, at)) return code;
  const std::uint32_t number = number_of(file, at);
  if (was_compared(file, number)) return code;
  const int judged = judge(file, static_cast<const std::uint8_t*>(*out), number);
  if (judged == SQLITE_OK) {
    note_compared(file, number);
  } else {
    real(any)->pMethods->xUnfetch(real(any), at, *out);
    *out = nullptr;
  }
  return judged;
}

int control(sqlite3_file* any, int question, void* answer) {
  File& file = of(any);
  switch (question) {
    case ask_to_accept:
      file.accepted = static_cast<std::set<std::uint32_t>*>(answer);
      return SQLITE_OK;
    case ask_moment:
      *static_cast<LogMoment*>(answer) = file.log != nullptr ? file.moment : std::nullopt;
      return SQLITE_OK;
    case ask_refused:
      *static_cast<std::uint32_t*>(answer) = std::exchange(file.refused, 0);
      return SQLITE_OK;
    default:
      return real(any)->pMethods->xFileControl(real(any), question, answer);
  }
}

int map_log(sqlite3_file* any, int region, int size, int extend, void volatile** out) {
  const int code = real(any)->pMethods->xShmMap(real(any), region, size, extend, out);
  if (region == 0 && code == SQLITE_OK) of(any).log = *out;
  return code;
}

int unmap_log(sqlite3_file* any, int remove) {
  of(any).log = nullptr;
  return real(any)->pMethods->xShmUnmap(real(any), remove);
}

// SQLite has copied the beginning of the index before a reader locks, and compares it afterwards:
// what stands there in between is what it reads, or it tries again.
int lock_log(sqlite3_file* any, int first, int count, int flags) {
  File& file = of(any);
  const int code = real(any)->pMethods->xShmLock(real(any), first, count, flags);
  const bool begins = flags == (SQLITE_SHM_LOCK | SQLITE_SHM_SHARED);
  if (code == SQLITE_OK && begins && first >= first_lock_of_readers && file.log != nullptr) {
    const auto* const bytes = static_cast<volatile const std::uint8_t*>(file.log);
    file.moment.emplace();
    std::copy_n(bytes, file.moment->size(), file.moment->begin());
  }
  return code;
}

int close(sqlite3_file* any) {
  const int code = real(any)->pMethods->xClose(real(any));
  of(any).~File();
  return code;
}

int unfetch(sqlite3_file* f, sqlite3_int64 at, void* page) {
  return real(f)->pMethods->iVersion < 3 ? SQLITE_OK
                                         : real(f)->pMethods->xUnfetch(real(f), at, page);
}

/// Passes a call on.
template <auto method, class... Arguments>
auto pass(sqlite3_file* file, Arguments... arguments) {
  return (real(file)->pMethods->*method)(real(file), arguments...);
}

int characteristics(sqlite3_file* file) {
  return real(file)->pMethods->xDeviceCharacteristics(real(file)) & ~reads_parts_of_pages;
}

using Methods = sqlite3_io_methods;
constexpr Methods methods{
    .iVersion = 3,
    .xClose = close,
    .xRead = read,
    .xWrite = write,
    .xTruncate = pass<&Methods::xTruncate>,
    .xSync = pass<&Methods::xSync>,
    .xFileSize = pass<&Methods::xFileSize>,
    .xLock = pass<&Methods::xLock>,
    .xUnlock = pass<&Methods::xUnlock>,
    .xCheckReservedLock = pass<&Methods::xCheckReservedLock>,
    .xFileControl = control,
    .xSectorSize = pass<&Methods::xSectorSize>,
    .xDeviceCharacteristics = characteristics,
    .xShmMap = map_log,
    .xShmLock = lock_log,
    .xShmBarrier = pass<&Methods::xShmBarrier>,
    .xShmUnmap = unmap_log,
    .xFetch = fetch,
    .xUnfetch = unfetch,
};

int open(sqlite3_vfs* layer, const char* name, sqlite3_file* place, int flags, int* out) {
  sqlite3_vfs* const below = sqlite3_vfs_find(nullptr);
  place->pMethods = nullptr;
  // Whoever made another layer the default since may have files for which there is no room.
  if (below->szOsFile + static_cast<int>(sizeof(File)) > layer->szOsFile) return SQLITE_CANTOPEN;
  File* const file = new (place) File;
  file->real = reinterpret_cast<sqlite3_file*>(file + 1);
  file->real->pMethods = nullptr;
  file->is_database = (flags & SQLITE_OPEN_MAIN_DB) != 0;
  file->is_writable = (flags & SQLITE_OPEN_READWRITE) != 0;
  const int code = below->xOpen(below, name, file->real, flags, out);
  // SQLite closes what has methods.
  if (file->real->pMethods == nullptr)
    file->~File();
  else
    file->pMethods = &methods;
  return code;
}

}  // namespace

const char* page_sum_layer() {
  static sqlite3_vfs layer = [] {
    // Null where SQLite ran out of memory while it initialized itself.
    const sqlite3_vfs* const below = sqlite3_vfs_find(nullptr);
    if (below == nullptr) throw std::bad_alloc();
    sqlite3_vfs vfs = *below;
    vfs.zName = "yari";
    vfs.szOsFile += static_cast<int>(sizeof(File));
    vfs.pNext = nullptr;
    vfs.xOpen = open;
    return vfs;
  }();
  [[maybe_unused]] static const bool is_registered = [] {
    if (sqlite3_vfs_register(&layer, 0) != SQLITE_OK) throw std::bad_alloc();
    return true;
  }();
  return layer.zName;
}

bool has_page_sums(sqlite3* connection) {
  int size = -1;
  sqlite3_file_control(connection, "main", SQLITE_FCNTL_RESERVE_BYTES, &size);
  return size == page_sum_size;
}

void want_page_sums(sqlite3* connection) {
  int size = page_sum_size;
  sqlite3_file_control(connection, "main", SQLITE_FCNTL_RESERVE_BYTES, &size);
}

void accept_damaged_pages(sqlite3* connection, std::set<std::uint32_t>& pages) {
  sqlite3_file_control(connection, "main", ask_to_accept, &pages);
}

LogMoment moment_of(sqlite3* connection) {
  LogMoment moment;
  sqlite3_file_control(connection, "main", ask_moment, &moment);
  return moment;
}

std::uint32_t refused_page(sqlite3* connection) {
  std::uint32_t page = 0;
  sqlite3_file_control(connection, "main", ask_refused, &page);
  return page;
}

}  // namespace yari
