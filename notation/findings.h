/// \file
/// The findings of a reader: places in a record are parts of its text, and findings never too many.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "notation/format.h"
#include "rules/result.h"

namespace yari {

/// What a record may hold, whatever its size: its text costs a byte a letter, and these some tens
/// of bytes each. The largest records that people have made hold a twentieth.
namespace record_limits {
/// Words, signs, comments and lines that are kept apart from the text until they are understood.
inline constexpr std::size_t words = 500'000;
/// Moves of all variations together.
inline constexpr std::size_t moves = 200'000;
inline constexpr std::size_t tags = 5'000;
/// Evaluations, those in comments included.
inline constexpr std::size_t evaluations = 200'000;
/// Values of JSON.
inline constexpr std::size_t json_values = 1'000'000;
}  // namespace record_limits

/// Collects the findings about one record. The place of a finding is a part of the record's text,
/// which may be empty; lines and columns are worked out at the end.
///
/// At most `max_findings` errors and as many others are kept, and a last one that says how many
/// more there were: a broken file must not fill the memory with complaints.
class Findings {
 public:
  static constexpr std::size_t max_findings = 100;

  /// `text` is the whole record. Strict reading makes every warning an error.
  Findings(std::string_view text, const ReadOptions& options)
      : text_(text), first_line_(options.first_line), strict_(options.strict) {}

  std::string_view text() const { return text_; }
  /// The place after all of it.
  std::string_view end() const { return text_.substr(text_.size()); }
  bool strict() const { return strict_; }

  void note(std::string_view place, std::string message) {
    add(Severity::note, place, std::move(message));
  }
  void warning(std::string_view place, std::string message) {
    add(Severity::warning, place, std::move(message));
  }
  void error(std::string_view place, std::string message) {
    add(Severity::error, place, std::move(message));
  }
  /// What reading `part` of the text came to.
  void warning(std::string_view part, const Error& e) { add(Severity::warning, part, e); }
  void error(std::string_view part, const Error& e) { add(Severity::error, part, e); }
  /// Reports at `place` that the record has more than `limit` of `what` ("moves"). It is refused: a
  /// reader may stop, and its game is not handed out.
  void too_many(std::string_view place, std::size_t limit, std::string_view what);
  /// The same when `n`, what there would be with one more, is over the limit; true then.
  bool over(std::size_t n, std::size_t limit, std::string_view place, std::string_view what) {
    if (n > limit) too_many(place, limit, what);
    return exhausted_;
  }
  /// The record had too many of something.
  bool exhausted() const { return exhausted_; }
  /// The keys of the main line's positions, once the record was read (ReadResult::keys).
  void set_keys(std::vector<Key> keys) { keys_ = std::move(keys); }
  /// What reading came to: no game where strict reading found an error; the findings in order of
  /// place. The collection is empty afterwards.
  ReadResult result(std::optional<Game> game);

 private:
  struct Finding {
    std::size_t offset;
    Diagnostic diagnostic;
  };
  void add(Severity severity, std::string_view place, std::string message);
  void add(Severity severity, std::string_view part, const Error& error);
  void place(Finding& finding);
  std::vector<Diagnostic> take();

  std::string_view text_;
  std::size_t first_line_;
  bool strict_;
  bool exhausted_ = false;
  std::vector<Finding> findings_;
  std::vector<Key> keys_;
  std::size_t left_out_ = 0;
  std::size_t errors_ = 0;
  std::size_t others_ = 0;
  // Where the last search for a line stood: places are asked for in rising order.
  std::size_t line_ = 0;
  std::size_t line_start_ = 0;
  std::size_t column_ = 1;
  std::size_t column_at_ = 0;
};

/// The error as a finding about `text`, which begins on line 1.
Diagnostic located(std::string_view text, const Error& error);

}  // namespace yari
