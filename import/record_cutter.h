/// \file
/// Cuts the bytes of one file into the texts of its records, in constant memory.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "import/raw_lines.h"
#include "notation/encoding/encoding.h"
#include "notation/format.h"
#include "text/result.h"

namespace yari {

/// The text of one record, not read yet.
struct RecordText {
  /// Valid UTF-8; of a record over the limit its beginning and its end.
  std::string text;
  /// 1-based line of the file on which it begins.
  std::size_t first_line = 1;
  /// What its bytes gave occasion to; an error when it is over the limit.
  std::vector<Diagnostic> diagnostics;
  bool too_long = false;
  /// The bytes that `text` was decoded from, where they were asked for; empty when it is too long.
  /// Of UTF-16, which two records of one file could not share, the text itself.
  std::string bytes;
};

class RecordCutter {
 public:
  /// Fills a buffer and says how much there was; 0 at the end only. Full buffers make decoding
  /// independent of how the bytes came in.
  using Read = std::function<Result<std::size_t>(char* buffer, std::size_t size)>;

  /// `keep_bytes`: records come with the bytes they were decoded from.
  RecordCutter(Read read, std::optional<Encoding> encoding, std::size_t record_limit,
               bool keep_bytes = false);

  /// Reads the first block, for telling what the file is; call once, before next(). Fails as next()
  /// does.
  Result<void> begin();
  /// The decoded beginning, some KiB. Requires: begin().
  std::string_view head() const { return std::string_view(text_).substr(0, 16 * 1024); }
  /// Whole lines of what comes next, `size` bytes of them where there are so many and nothing is
  /// wrong with them. Requires: begin().
  std::string_view look_ahead(std::size_t size);
  /// The format of the text by its beginning; `named`, that of the file's name, where the beginning
  /// bears it out or says nothing. Null: in no known format. Requires: begin().
  const Format* format(const Format* named = nullptr) const;
  /// ReadOptions::variant_of_file of records of `format`. Requires: begin().
  std::optional<Variant> variant_of_file(const Format& format);
  /// The first bytes, as they are; of UTF-16 the text. Requires: begin().
  std::string_view raw_head() const { return decoder_.reads_utf16() ? head() : raw_head_; }

  /// The line on which the next record begins.
  std::size_t line() const { return line_; }
  /// Whether comment lines were skipped together with blank lines.
  bool passed_comments() const { return passed_comments_; }

  /// The next record that is not blank, cut by `format`; no value after the last. A fault of
  /// reading ends the file after the records that had come whole, and so does more than
  /// `record_limit` bytes without text, or a record of more than 16 times that.
  Result<std::optional<RecordText>> next(const Format& format);

 private:
  std::string_view pending() const { return std::string_view(text_).substr(begin_); }
  Result<void> fill(std::size_t wanted);
  Result<void> check_limits() const;
  std::string take_bytes(std::string_view text, std::size_t lines, bool too_long);
  void squeeze();
  RecordText take(std::size_t length);

  Read read_;
  Decoder decoder_;
  bool keep_bytes_;
  std::size_t limit_;
  std::unique_ptr<char[]> block_;
  std::string raw_head_;
  /// From `begin_` on text is still to be cut; `line_` is the line it begins on.
  std::string text_;
  std::size_t begin_ = 0;
  std::size_t line_ = 1;
  bool at_end_ = false;
  /// Why no more can be read.
  std::optional<Error> fault_;
  bool passed_comments_ = false;
  std::vector<Diagnostic> found_;
  /// Line ends that squeeze() took out of the record at `begin_`, and the line it began to cut on;
  /// 0 when it did not.
  std::size_t squeezed_lines_ = 0;
  std::size_t squeezed_at_ = 0;
  /// Bytes read since the end of the last record that was not blank.
  std::uint64_t read_since_ = 0;
  std::optional<RawLines> raw_;
};

}  // namespace yari
