/// \file
/// Files, folders, archives and standard input as one stream of records, in constant memory.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "import/byte_input.h"
#include "import/file_list.h"
#include "import/record_cutter.h"
#include "record/record_limits.h"

namespace yari {

struct SourceOptions {
  /// The format of every file; null: found from the content, then from the file's name.
  const Format* format = nullptr;
  /// The encoding of every file; no value: found from the bytes.
  std::optional<Encoding> encoding = std::nullopt;
  /// A longer record is refused, and reading goes on after it.
  std::size_t record_limit = record_limits::bytes;
  /// Records come with their bytes.
  bool keep_bytes = false;
  /// Ends the records soon after it becomes true, also while input is awaited; may be null.
  const std::atomic<bool>* stop = nullptr;
  /// What is left out where the name of a file begins with it: a folder that the user never named.
  std::string unnamed_folder = {};
};

/// The text of one record and where it comes from; or, without a format, what is to be said about a
/// whole file.
struct Record {
  /// As the user named it, with the member of a folder or an archive: "games.zip:1.kif"; "-" for
  /// standard input.
  std::shared_ptr<const std::string> file;
  /// The user named the file itself, not its folder or its archive.
  bool named = false;
  /// The archive that the user named and the file is a member of; null when there is none.
  std::shared_ptr<const std::string> archive;
  /// Null when the whole file is at fault (missing, binary, empty, damaged) or is skipped.
  const Format* format = nullptr;
  /// Valid UTF-8.
  std::string text;
  /// What `text` was decoded from, where that was asked for and the record is not too long.
  std::string bytes;
  /// 1-based line of the file on which `text` begins.
  std::size_t first_line = 1;
  /// From 1, among the records of the file or the member; 0 for a note about a whole file.
  std::int64_t number = 0;
  /// What was found in its bytes and its size; `text` has not been read.
  std::vector<Diagnostic> diagnostics;
  /// ReadOptions::variant_of_file.
  std::optional<Variant> variant_of_file = {};
  /// Too long to be read, or the whole file is at fault. A record that has no format and is not
  /// refused is a note about a file in a folder or an archive that is skipped.
  bool refused = false;
  /// Files begun so far, members of archives counted each, and bytes of files taken so far.
  std::uint64_t file_number = 0;
  std::uint64_t bytes_done = 0;
};

/// Reads paths one after the other and cuts them into records.
///
/// The same files give the same records in the same order. Not to be used by several threads at
/// once.
class RecordSource {
 public:
  explicit RecordSource(const std::vector<std::string>& paths, const SourceOptions& options = {});

  /// The next record; no value after the last.
  std::optional<Record> next();

  /// Bytes of all files, as far as that can be known beforehand. Safe on any thread.
  std::uint64_t bytes_total() const { return bytes_total_; }
  /// Between the records so far stood comment lines that belong to none.
  bool passed_comments() const { return passed_comments_; }

 private:
  std::optional<Record> open_file();
  std::optional<Record> open_member();
  std::optional<Record> begin_member();
  std::optional<Record> next_in_member();
  void close_file();
  Record begin_record() const;
  Record about_file(std::string message, bool refused = true);
  std::optional<Record> read_fault(const Error& why, std::size_t line = 0);
  bool is_stopped() const { return options_.stop != nullptr && options_.stop->load(); }
  /// Of the open file: the user named it, and it is no archive.
  bool is_named() const { return !is_member_ && !listed().in_folder; }
  const ListedFile& listed() const { return listed_[next_ - 1]; }

  SourceOptions options_;
  std::vector<ListedFile> listed_;
  std::size_t next_ = 0;
  std::uint64_t files_ = 0;
  std::uint64_t bytes_behind_ = 0;
  std::uint64_t bytes_total_ = 0;
  bool passed_comments_ = false;

  // The open file, its present member and what is known of it.
  std::unique_ptr<ByteInput> input_;
  std::unique_ptr<RecordCutter> cutter_;
  std::shared_ptr<const std::string> name_;
  std::shared_ptr<const std::string> archive_;
  const Format* format_ = nullptr;
  std::optional<Variant> variant_of_file_;
  bool is_member_ = false;
  bool has_members_ = false;
  std::int64_t records_ = 0;
};

}  // namespace yari
