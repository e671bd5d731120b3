/// \file
/// Scratch folders, packed files and a format of one line a record, for the tests of import/.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "import/record_source.h"

namespace yari::test {

/// A folder of its own that goes with the object.
class ScratchFolder {
 public:
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  /// Writes a file, with the folders it lies in, and returns its full name.
  std::string write(const std::string& name, std::string_view content) const;
  /// The full name of a file that need not be there.
  std::string name(const std::string& file) const { return (path_ / file).string(); }

 private:
  std::filesystem::path path_;
};

/// One member of an archive: name and content. A folder has a name that ends in '/'.
using Member = std::pair<std::string, std::string>;

/// Packs with libarchive: `filter` is "gzip", "xz", "zstd", "bzip2" or "" for none, `format` "raw"
/// (one member), "zip" or "pax".
void write_archive(const std::string& file, const char* format, const char* filter,
                   const std::vector<Member>& members);

/// A record is what ends in a line "end"; its text says whether it is read or refused.
const Format& line_format();

/// Every record of `paths`.
std::vector<Record> all_records(const std::vector<std::string>& paths,
                                const SourceOptions& options = {});

}  // namespace yari::test
