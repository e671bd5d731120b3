// The copy is written under another name in the same folder and renamed when it is whole.
#include "db/backup.h"

#include <fmt/format.h>

#include <atomic>
#include <cerrno>
#include <optional>
#include <string_view>
#include <system_error>

#include "db/store/error.h"
#include "db/store/sqlite/file_copy.h"
#include "db/unfinished_files.h"
#include "platform/file_names.h"
#include "platform/open_file.h"

namespace yari {

namespace fs = std::filesystem;

namespace {

/// Several may be made in one folder.
std::atomic<int> backups = 0;

[[noreturn]] void refuse(const fs::path& file, int error) {
  throw IoError(
      fmt::format("cannot write {}: {}", file.string(), std::generic_category().message(error)));
}

/// Whether the name is taken, also by a link that leads nowhere.
bool is_there(const fs::path& file) {
  std::error_code ignored;
  return fs::exists(fs::symlink_status(file, ignored));
}

void refuse_what_is_there(const fs::path& to) {
  const std::string asked = to.string();
  const auto refuse_taken = [](const fs::path& file) {
    if (is_there(file))
      throw DatabaseError(file.string() + ": already exists; give the backup a new name");
  };
  refuse_taken(to);
  // The log, its index and the journal: SQLite finds them by their names.
  for (const std::string_view suffix : {"-wal", "-shm", "-journal"}) {
    refuse_taken(asked + std::string(suffix));
    if (!asked.ends_with(suffix)) continue;
    if (const std::string of = asked.substr(0, asked.size() - suffix.size()); is_there(of))
      throw DatabaseError(fmt::format(
          "{}: would be taken for a part of {}; give the backup another name", asked, of));
  }
}

/// A new file, hidden and for its owner alone; removed unless it was named.
class Unnamed {
 public:
  explicit Unnamed(const fs::path& to) : to_(to), file_(to) {
    // What a process with the same number has left is not touched.
    do
      file_.replace_filename(
          fmt::format(".yari-backup-{}-{}.tmp", platform::process_id(), ++backups));
    while (is_there(file_));
    log_ = file_.string() + "-wal";
    index_ = file_.string() + "-shm";
    known_.emplace(file_);
    const int made = platform::open_new(file_, platform::Access::owner_alone);
    if (made < 0) refuse(to_, errno);
    is_unnamed_ = true;
    platform::close(made);
  }
  ~Unnamed() {
    // SQLite removes these itself, unless it fails.
    platform::remove_file(log_.c_str());
    platform::remove_file(index_.c_str());
    if (is_unnamed_) platform::remove_file(file_.c_str());
  }
  Unnamed(const Unnamed&) = delete;
  Unnamed& operator=(const Unnamed&) = delete;

  const fs::path& file() const { return file_; }

  /// Never overwrites a file that has taken the name meanwhile.
  void name() {
    if (!platform::rename_to_free(file_, to_)) refuse(to_, errno);
    is_unnamed_ = false;
    const fs::path folder = to_.has_parent_path() ? to_.parent_path() : fs::path(".");
    if (!platform::sync_folder(folder)) refuse(folder, errno);
  }

 private:
  fs::path to_, file_, log_, index_;
  std::optional<UnfinishedFile> known_;
  bool is_unnamed_ = false;
};

}  // namespace

std::optional<Backup> back_up(const fs::path& from, const fs::path& to,
                              const std::function<bool(std::int64_t, std::int64_t)>& keep_going) {
  refuse_what_is_there(to);
  std::error_code why;
  const fs::file_status source = fs::status(from, why);
  if (!fs::exists(source)) throw DatabaseError(from.string() + ": there is no such database");
  Unnamed copy(to);
  const std::optional<std::int64_t> games = copy_file(from, copy.file(), to, keep_going);
  if (!games) return std::nullopt;
  fs::permissions(copy.file(), source.permissions() & fs::perms::all, why);
  if (why) refuse(to, why.value());
  if (!platform::sync_file(copy.file())) refuse(to, errno);
  copy.name();
  return Backup{*games, fs::file_size(to)};
}

}  // namespace yari
