/// \file
/// The findings of a reader: places from byte offsets, and never too many.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "notation/format.h"
#include "notation/text.h"

namespace yari {

/// Collects the findings about one record, with places worked out from byte offsets.
///
/// At most `max_findings` errors and as many others are kept, and a last one that says how many
/// more there were: a broken file must not fill the memory with complaints.
class Findings {
 public:
  static constexpr std::size_t max_findings = 100;

  /// Strict reading makes every warning an error.
  Findings(std::string_view text, const ReadOptions& options)
      : text_(text), first_line_(options.first_line), strict_(options.strict) {}

  void note(std::size_t offset, std::string message) {
    add(Severity::note, offset, std::move(message));
  }
  void warning(std::size_t offset, std::string message) {
    add(Severity::warning, offset, std::move(message));
  }
  void error(std::size_t offset, std::string message) {
    add(Severity::error, offset, std::move(message));
  }
  void add(Severity severity, std::size_t offset, std::string message);
  bool has_errors() const { return errors_ != 0; }
  /// The keys of the main line's positions, once the record was read (ReadResult::keys).
  void set_keys(std::vector<Key> keys) { keys_ = std::move(keys); }
  std::vector<Key> take_keys() { return std::move(keys_); }
  /// The findings in order of place. The collection is empty afterwards.
  std::vector<Diagnostic> take();

 private:
  struct Finding {
    std::size_t offset;
    Diagnostic diagnostic;
  };
  void place(Finding& finding);

  std::string_view text_;
  std::size_t first_line_;
  bool strict_;
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

}  // namespace yari
