/// \file
/// `--rejects FOLDER`: the records that were refused, byte for byte, ready to be repaired and read
/// again.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/output/result_file.h"
#include "import/read_records.h"

namespace yari::cli {

/// Writes one file for each format and encoding, "rejects-kif-shift_jis.kif", and "rejects.txt",
/// which says where each record came from and why it was refused.
///
/// A record that would run into the one before it begins another file: "rejects-kif-utf-8-2.kif".
class RejectsFolder {
 public:
  /// Makes the folder where it is missing. Throws UsageError when it is in `sources`, or has
  /// rejects in it, and Failure when it cannot be written to.
  RejectsFolder(Terminal& terminal, const std::string& folder,
                const std::vector<std::string>& sources);
  /// Removes the folder when it was made and nothing is in it.
  ~RejectsFolder();
  RejectsFolder(const RejectsFolder&) = delete;
  RejectsFolder& operator=(const RejectsFolder&) = delete;

  /// Requires: the record was read with its bytes.
  void write(const ReadRecord& refused);
  /// Completes the files and says how many records there are.
  void finish();

 private:
  struct Part {
    std::string name;
    std::unique_ptr<ResultFile> file;
    int number = 1;
    /// The last record, decoded.
    std::string last;
    std::size_t next_line = 1;
  };

  Part& part_for(const ReadRecord& refused, std::string& separator);
  void open(Part& part, const std::string& stem, const Format& format);

  Terminal& terminal_;
  std::filesystem::path folder_;
  bool made_ = false;
  std::map<std::string, Part> parts_;
  std::vector<std::unique_ptr<ResultFile>> full_;
  std::optional<ResultFile> places_;
  std::uint64_t records_ = 0;
};

}  // namespace yari::cli
