#include "db/store/sqlite/file/open_files.h"

#include <sqlite3.h>

#include <system_error>

namespace yari {

OpenFiles::OpenFiles(const std::filesystem::path& file, sqlite3* handle) {
  // As it was typed, through a link; SQLite makes the others beside the file itself.
  const char* const real = sqlite3_db_filename(handle, "main");
  const std::string beside = real != nullptr ? real : "";
  names_ = {std::filesystem::absolute(file), beside + "-wal", beside + "-shm"};
  noted_[0] = platform::identity_of(names_[0]);
}

void OpenFiles::note_log() {
  for (std::size_t i = 1; i < names_.size(); ++i) noted_[i] = platform::identity_of(names_[i]);
}

bool OpenFiles::are_in_place() const noexcept {
  for (std::size_t i = 0; i < names_.size(); ++i)
    if (noted_[i].number != 0 && platform::identity_of(names_[i]) != noted_[i]) return false;
  return true;
}

std::uintmax_t log_size(const std::filesystem::path& file) {
  std::error_code none;
  const std::uintmax_t size = std::filesystem::file_size(file.string() + "-wal", none);
  return none ? 0 : size;
}

}  // namespace yari
