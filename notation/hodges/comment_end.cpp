// Where comments end, closed or not: the cutter and the scanner must agree about it.
#include <utility>

#include "notation/hodges/scanner.h"
#include "notation/hodges/tags.h"

namespace yari {

namespace {

/// A comment with more braces open is taken for broken.
constexpr std::size_t max_depth = 64;

class CommentScan {
 public:
  CommentScan(std::string_view text, std::size_t at, bool at_end)
      : text_(text), at_(at), at_end_(at_end), nests_(text[at] == '{') {}

  std::optional<CommentEnd> run() {
    const char open = text_[at_];
    const char close = nests_ ? '}' : ']';
    for (std::size_t i = at_; i < text_.size(); ++i) {
      const char c = text_[i];
      if (c == '\\' && nests_ && i + 1 < text_.size()) {
        ++i;
      } else if (c == open) {
        if (next_record_ != std::string_view::npos) return CommentEnd{next_record_, false};
        ++depth_;
        if (depth_ > max_depth && first_close_ != std::string_view::npos) break;
      } else if (c == close) {
        if (first_close_ == std::string_view::npos) first_close_ = i + 1;
        if (!nests_ || --depth_ == 0 || depth_ >= max_depth) return CommentEnd{i + 1, true};
      } else if (c == '\n' && after_line(i + 1)) {
        return CommentEnd{i + 1, false};
      }
      if (first_close_ != std::string_view::npos && blank_line_) break;
    }
    if (first_close_ != std::string_view::npos && (blank_line_ || at_end_ || depth_ > max_depth)) {
      return CommentEnd{first_close_, true};
    }
    if (!at_end_) return std::nullopt;
    return CommentEnd{next_record_ != std::string_view::npos ? next_record_ : text_.size(), false};
  }

 private:
  // Whether the line that begins at `i` is the next record's, whatever comes.
  bool after_line(std::size_t i) {
    const std::size_t first = text_.find_first_not_of(" \t\r", i);
    if (first == std::string_view::npos) return false;
    if (text_[first] == '\n') {
      blank_line_ = true;
      return false;
    }
    const bool after_blank = std::exchange(blank_line_, false);
    if (!after_blank) return false;
    if (is_tag_at(text_, i)) return true;
    if (next_record_ == std::string_view::npos && text_.substr(first).starts_with("1."))
      next_record_ = i;
    return false;
  }

  std::string_view text_;
  std::size_t at_;
  bool at_end_;
  /// Nested comments are taken only within a paragraph.
  bool nests_;
  std::size_t depth_ = 0;
  std::size_t first_close_ = std::string_view::npos;
  bool blank_line_ = false;
  std::size_t next_record_ = std::string_view::npos;
};

}  // namespace

std::optional<CommentEnd> end_of_comment(std::string_view text, std::size_t at, bool at_end) {
  return CommentScan(text, at, at_end).run();
}

}  // namespace yari
