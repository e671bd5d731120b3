// A VFS of SQLite that remembers what each file held when it was last synced, and every change
// since.
#include "tests/harden/power_cut.h"

#include <sqlite3.h>
#include <unistd.h>

#include <fstream>
#include <map>
#include <memory>
#include <mutex>
#include <sstream>
#include <string>
#include <vector>

#include "tests/harden/child.h"
#include "tests/support/leave.h"
#include "tests/support/random_game.h"

namespace yari::test {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t sector = 512;

/// A write, or a truncation where there is no data.
struct Change {
  std::size_t at = 0;
  std::string data;
  bool is_truncation = false;
};

struct WatchedFile {
  std::string durable;
  /// Whether the name is on the disk.
  bool exists = false;
  std::vector<Change> changes;
};

struct Disk {
  std::mutex mutex;
  std::map<std::string, WatchedFile> files;
  long nth = 0;
  fs::path image;
  Rng rng;
};

Disk& disk() {
  static Disk one;
  return one;
}

void put(std::string& content, std::size_t at, std::string_view data) {
  if (content.size() < at + data.size()) content.resize(at + data.size());
  content.replace(at, data.size(), data);
}

/// Some sectors of the write arrive, one of them perhaps in part.
void put_torn(std::string& content, const Change& change, Rng& rng) {
  const std::uint64_t chance = rng() % 5;
  for (std::size_t from = 0; from < change.data.size();) {
    const std::size_t length =
        std::min(sector - (change.at + from) % sector, change.data.size() - from);
    std::string_view part = std::string_view(change.data).substr(from, length);
    if (rng() % 16 == 0) part = part.substr(0, rng() % (length + 1));
    if (rng() % 4 < chance) put(content, change.at + from, part);
    from += length;
  }
}

/// What of the file survives.
std::string survivor(const WatchedFile& file, Rng& rng) {
  std::string content = file.durable;
  for (const Change& change : file.changes) {
    if (!change.is_truncation)
      put_torn(content, change, rng);
    else if (rng() % 2 == 0)
      content.resize(change.at);
  }
  return content;
}

void make_image(Disk& d) {
  fs::remove_all(d.image);
  fs::create_directories(d.image);
  for (const auto& [name, file] : d.files) {
    // A name that was never synced may be missing, unless it was there before.
    if (!file.exists && (file.changes.empty() || d.rng() % 2 == 0)) continue;
    std::ofstream(d.image / fs::path(name).filename(), std::ios::binary) << survivor(file, d.rng);
  }
}

/// Counts a call; the power may go out before it.
void about_to_change(Disk& d) {
  if (++shared_count() != d.nth) return;
  make_image(d);
  leave(power_went_out);
}

struct WatchedMethods : sqlite3_io_methods {
  const sqlite3_io_methods* real = nullptr;
};

/// Open files by handle. Temporary files have no name and are not watched.
std::map<sqlite3_file*, std::string>& names() {
  static std::map<sqlite3_file*, std::string> all;
  return all;
}

const sqlite3_io_methods* real_of(sqlite3_file* file) {
  return static_cast<const WatchedMethods*>(file->pMethods)->real;
}

/// Notes a change of the file; the power may go out before it.
template <class Note>
void changing(sqlite3_file* file, Note note) {
  const std::scoped_lock lock(disk().mutex);
  const auto name = names().find(file);
  if (name == names().end()) return;
  about_to_change(disk());
  note(disk().files[name->second]);
}

int watched_write(sqlite3_file* file, const void* data, int size, sqlite3_int64 at) {
  changing(file, [&](WatchedFile& f) {
    f.changes.push_back(
        {static_cast<std::size_t>(at),
         std::string(static_cast<const char*>(data), static_cast<std::size_t>(size)), false});
  });
  return real_of(file)->xWrite(file, data, size, at);
}

int watched_truncate(sqlite3_file* file, sqlite3_int64 size) {
  changing(file, [&](WatchedFile& f) {
    f.changes.push_back({static_cast<std::size_t>(size), "", true});
  });
  return real_of(file)->xTruncate(file, size);
}

int watched_sync(sqlite3_file* file, int flags) {
  changing(file, [&](WatchedFile& f) {
    for (const Change& change : f.changes) {
      if (change.is_truncation)
        f.durable.resize(change.at);
      else
        put(f.durable, change.at, change.data);
    }
    f.changes.clear();
    f.exists = true;
  });
  return real_of(file)->xSync(file, flags);
}

int watched_close(sqlite3_file* file) {
  const sqlite3_io_methods* real = real_of(file);
  const std::scoped_lock lock(disk().mutex);
  names().erase(file);
  return real->xClose(file);
}

const WatchedMethods& watched(const sqlite3_io_methods* real) {
  static std::map<const sqlite3_io_methods*, std::unique_ptr<WatchedMethods>> all;
  std::unique_ptr<WatchedMethods>& methods = all[real];
  if (!methods) {
    methods = std::make_unique<WatchedMethods>(WatchedMethods{*real, real});
    methods->xWrite = watched_write;
    methods->xSync = watched_sync;
    methods->xTruncate = watched_truncate;
    methods->xClose = watched_close;
  }
  return *methods;
}

sqlite3_vfs* usual_vfs() {
  static sqlite3_vfs* const vfs = sqlite3_vfs_find(nullptr);
  return vfs;
}

int watched_open(sqlite3_vfs*, const char* name, sqlite3_file* file, int flags, int* out) {
  const std::scoped_lock lock(disk().mutex);
  const bool was_there = name != nullptr && fs::exists(name);
  const int code = usual_vfs()->xOpen(usual_vfs(), name, file, flags, out);
  if (code != SQLITE_OK) return code;
  if (name != nullptr && (flags & (SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_WAL)) != 0) {
    names()[file] = name;
    if (!disk().files.contains(name)) {
      std::ostringstream bytes;
      bytes << std::ifstream(name, std::ios::binary).rdbuf();
      disk().files[name] = {bytes.str(), was_there, {}};
    }
  }
  file->pMethods = &watched(file->pMethods);
  return code;
}

int watched_delete(sqlite3_vfs*, const char* name, int sync_folder) {
  {
    const std::scoped_lock lock(disk().mutex);
    if (const auto file = disk().files.find(name); file != disk().files.end()) {
      about_to_change(disk());
      disk().files.erase(file);
    }
  }
  return usual_vfs()->xDelete(usual_vfs(), name, sync_folder);
}

}  // namespace

void watch_disk(long nth, std::uint64_t seed, const fs::path& image) {
  Disk& d = disk();
  d.nth = nth;
  d.image = image;
  d.rng.seed(seed);
  shared_count() = 0;
  static sqlite3_vfs vfs = *usual_vfs();
  vfs.zName = "power-cut";
  vfs.xOpen = watched_open;
  vfs.xDelete = watched_delete;
  vfs.pNext = nullptr;
  sqlite3_vfs_register(&vfs, 1);
}

void cut_power() {
  const std::scoped_lock lock(disk().mutex);
  make_image(disk());
}

long disk_calls_counted() { return shared_count(); }

}  // namespace yari::test
