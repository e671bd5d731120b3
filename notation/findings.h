/// \file
/// The findings of a reader: places in a record are parts of its text, and findings never too many.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "notation/format.h"
#include "record/record_limits.h"
#include "text/result.h"

namespace yari {

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
      : text_(text),
        first_line_(options.first_line),
        strict_(options.strict),
        ignored_(options.ignored) {}

  std::string_view text() const { return text_; }
  /// The place after all of it.
  std::string_view end() const { return text_.substr(text_.size()); }
  bool strict() const { return strict_; }

  /// Adds a finding about `place`, with what its sentence names: strings and numbers.
  template <class... Values>
  void add(FindingCode code, std::string_view place, Values&&... values) {
    add(FindingText{code, {value_text(std::forward<Values>(values))...}}, place);
  }
  void add(FindingText text, std::string_view place);
  /// What reading `part` of the text came to; the sentence of `code` names the message alone.
  void add(FindingCode code, std::string_view part, const Error& error);
  /// Reports at `place` that the record has more than `limit` allows. It is refused: a reader may
  /// stop, and its game is not handed out.
  void too_many(std::string_view place, const RecordLimit& limit);
  /// The same when `n`, what there would be with one more, is over the limit; true then.
  bool over(std::size_t n, const RecordLimit& limit, std::string_view place) {
    if (n > limit.most) too_many(place, limit);
    return exhausted_;
  }
  /// The same of `n` tags of a header, some of which become other parts of the game: the builder
  /// counts those that stay tags.
  bool over_in_header(std::size_t n, std::string_view place) {
    return over(n - std::min(n, record_limits::tags_of_fields), record_limits::tags, place);
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
  template <class Value>
  static std::string value_text(Value&& value) {
    if constexpr (std::integral<std::remove_cvref_t<Value>>)
      return std::to_string(value);
    else
      return std::string(std::forward<Value>(value));
  }
  void place(Finding& finding);
  std::vector<Diagnostic> take();

  std::string_view text_;
  std::size_t first_line_;
  bool strict_;
  IgnoredFindings ignored_;
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

/// The place of the error in `text`, which begins on line 1, and its message, as a finding.
Diagnostic located(std::string_view text, const Error& error);

}  // namespace yari
