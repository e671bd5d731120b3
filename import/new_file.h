/// \file
/// A file that appears whole or not at all.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "db/unfinished_files.h"
#include "import/byte_output.h"

namespace yari {

/// Whether the file begins as an SQLite database does.
bool is_database(const std::filesystem::path& file);

/// Why a file could not be written.
struct FileFault {
  /// "No space left on device", "it is a database, which is not written over".
  std::string message;
  /// `errno`, or 0 where the system did not say no.
  int number = 0;
};

/// A file that is written under another name in the same folder and moved into place by `finish`,
/// so that it may also be the file that is being read.
///
/// Links stay links, and the permissions of a file that is replaced are kept. A device, a pipe and
/// a descriptor of the process (/dev/stdout, /dev/fd/63) are written to as they are. Packed where
/// the name ends in .gz, .xz, .zst or .bz2.
class NewFile {
 public:
  static Result<NewFile, FileFault> open(const std::string& name);
  /// The same for a name that was made from data: a link that is there is replaced and not
  /// followed, and what is neither a file nor a link is refused.
  static Result<NewFile, FileFault> open_unlinked(const std::string& name);
  NewFile(NewFile&& other) noexcept;
  NewFile& operator=(NewFile&&) = delete;
  /// Removes what was not finished.
  ~NewFile();

  Result<void, FileFault> write(std::string_view bytes);
  /// Nothing may be written after it.
  Result<void, FileFault> finish();
  /// Leaves the target as it was and what was written beside it: the name of that. No value where
  /// it went to a device or a pipe. Nothing may be written after it.
  Result<std::optional<std::filesystem::path>, FileFault> keep_part();
  /// The file is /dev/tty or its like.
  bool is_terminal() const { return terminal_; }

 private:
  NewFile() = default;
  Result<void, FileFault> finish_as(const std::filesystem::path& name);
  static Result<NewFile, FileFault> started(NewFile file, int descriptor, std::string_view name);
  int open_target(const std::filesystem::path& target);
  int open_beside();

  std::filesystem::path target_;
  std::filesystem::path written_;
  /// There is a file beside the target, which is removed unless it is moved into place.
  bool is_made_ = false;
  std::unique_ptr<UnfinishedFile> known_;
  /// No value when nothing is left to do.
  std::optional<ByteOutput> output_;
  bool terminal_ = false;
};

}  // namespace yari
