/// \file
/// Where records are written: a file of the user's, or standard output.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/terminal/terminal.h"
#include "import/new_file.h"

namespace yari::cli {

/// Whether `file` is there and is one of `paths`, or in a folder among them.
bool is_among(const std::optional<std::string>& file, const std::vector<std::string>& paths);

/// "FILE is left as it was", or "is not written" where there is none: what a message begins with.
std::string untouched(const std::string& file);

/// The name of a file that was made from a game, and not by the user.
struct NameFromData {
  std::string file;
  /// The user named it; the file may be in folders of this one. Empty: the present one.
  std::string folder;
};

/// `-o FILE`. The file appears whole or not at all: it is written under another name and moved into
/// place by `finish`, so that it may also be the file that is being read. It is packed where its
/// name ends in .gz, .xz, .zst or .bz2.
class ResultFile {
 public:
  /// No name, or "-": standard output. Throws Failure, as every function here does, and where the
  /// file is a database.
  ResultFile(Terminal& terminal, const std::optional<std::string>& file);
  /// It takes the place of a link that is there. Refused where it would be outside of the folder.
  ResultFile(Terminal& terminal, const NameFromData& name);
  /// Removes what was not finished.
  ~ResultFile();
  ResultFile(const ResultFile&) = delete;
  ResultFile& operator=(const ResultFile&) = delete;

  void write(std::string_view text);
  void finish();
  /// Leaves the target as it was and what was written beside it: the name of that. No value where
  /// it went to standard output, a device or a pipe.
  std::optional<std::filesystem::path> keep_part();

 private:
  void take(Result<NewFile, FileFault> opened);
  [[noreturn]] void fail(const FileFault& why) const;

  Terminal& terminal_;
  /// As it was typed.
  std::string name_;
  std::optional<NewFile> file_;
};

}  // namespace yari::cli
