// A VFS of SQLite that counts the calls which change a file.
#include "tests/db/tools/failing_disk.h"

#include <sqlite3.h>

#include <map>
#include <memory>

namespace yari::test {

namespace {

struct Counter {
  int calls = 0, fail_at = 0;
  bool for_good = false;

  bool fails() {
    ++calls;
    return fail_at > 0 && (for_good ? calls >= fail_at : calls == fail_at);
  }
};

Counter counter;

/// The calls of the real file, some of them replaced.
struct Methods : sqlite3_io_methods {
  const sqlite3_io_methods* real = nullptr;
};

const sqlite3_io_methods* real(sqlite3_file* file) {
  return static_cast<const Methods*>(file->pMethods)->real;
}

int write(sqlite3_file* file, const void* data, int size, sqlite3_int64 at) {
  return counter.fails() ? SQLITE_FULL : real(file)->xWrite(file, data, size, at);
}
int sync(sqlite3_file* file, int flags) {
  return counter.fails() ? SQLITE_IOERR_FSYNC : real(file)->xSync(file, flags);
}
int truncate(sqlite3_file* file, sqlite3_int64 size) {
  return counter.fails() ? SQLITE_IOERR_TRUNCATE : real(file)->xTruncate(file, size);
}

const Methods& methods_for(const sqlite3_io_methods* real) {
  static std::map<const sqlite3_io_methods*, std::unique_ptr<Methods>> all;
  std::unique_ptr<Methods>& methods = all[real];
  if (!methods) {
    methods = std::make_unique<Methods>(Methods{*real, real});
    methods->xWrite = write;
    methods->xSync = sync;
    methods->xTruncate = truncate;
  }
  return *methods;
}

sqlite3_vfs* usual() {
  static sqlite3_vfs* const vfs = sqlite3_vfs_find(nullptr);
  return vfs;
}

int open(sqlite3_vfs*, const char* name, sqlite3_file* file, int flags, int* out) {
  const int code = usual()->xOpen(usual(), name, file, flags, out);
  if (code == SQLITE_OK) file->pMethods = &methods_for(file->pMethods);
  return code;
}

sqlite3_vfs* counting() {
  static sqlite3_vfs vfs = [] {
    sqlite3_vfs v = *usual();
    v.zName = "failing-disk";
    v.xOpen = open;
    v.pNext = nullptr;
    return v;
  }();
  return &vfs;
}

}  // namespace

FailingDisk::FailingDisk(int nth, bool for_good) {
  counter = {0, nth, for_good};
  sqlite3_vfs_register(counting(), 1);
}

FailingDisk::~FailingDisk() {
  counter = {};
  sqlite3_vfs_register(usual(), 1);
}

bool FailingDisk::failed() const { return counter.fail_at > 0 && counter.calls >= counter.fail_at; }

}  // namespace yari::test
