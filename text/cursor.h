/// \file
/// A place in a text that is read by hand: what the small readers (SFENs, moves, handicaps,
/// queries, tables) have in common.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "text/ascii.h"
#include "text/result.h"

namespace yari {

/// What stands at `at`, for a message: "'c'", "byte 7" where it cannot be shown, or "the end".
std::string found_at(std::string_view text, std::size_t at);

/// Goes through a text from left to right, byte by byte. The text must outlive it.
class Cursor {
 public:
  explicit Cursor(std::string_view text) : text_(text) {}

  std::string_view text() const { return text_; }
  /// Bytes from the beginning, at most text().size().
  std::size_t at() const { return at_; }
  bool at_end() const { return at_ == text_.size(); }
  std::string_view rest() const { return text_.substr(at_); }
  /// The byte `ahead` of the place; '\0' beyond the end.
  char peek(std::size_t ahead = 0) const {
    return ahead < text_.size() - at_ ? text_[at_ + ahead] : '\0';
  }

  /// Skips `bytes`, or all that are left.
  void skip(std::size_t bytes) { at_ += std::min(bytes, text_.size() - at_); }
  /// To another place, mostly back to where an attempt began. Requires: at <= text().size().
  void go_to(std::size_t at) { at_ = at; }

  bool take(char c) {
    if (at_end() || text_[at_] != c) return false;
    return ++at_, true;
  }
  bool take(std::string_view front) {
    if (text_.compare(at_, front.size(), front) != 0) return false;
    return at_ += front.size(), true;
  }
  /// The bytes that fit, from the place on; empty where none does.
  template <class F>
  std::string_view take_while(F fits) {
    const std::size_t begin = at_;
    while (!at_end() && fits(text_[at_])) ++at_;
    return {text_.data() + begin, at_ - begin};
  }
  /// A number without a sign. Takes nothing, and has no value, if there is none from `least` to
  /// `most`. Requires: most <= 100'000'000.
  std::optional<int> take_number(int least, int most) {
    const std::size_t begin = at_;
    int n = 0;
    while (is_digit(peek()) && n <= most) n = n * 10 + (text_[at_++] - '0');
    if (at_ > begin && n >= least && n <= most) return n;
    at_ = begin;
    return std::nullopt;
  }

  /// A failure at the place: "expected WHAT, found 'c'".
  tl::unexpected<Error> expected(const std::string& what) const {
    return fail("expected " + what + ", found " + found_at(text_, at_), at_);
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace yari
