// A buffer of the file, and the line that is being looked at.
#include "analysis/book/lines.h"

#include <algorithm>
#include <cstring>

#include "text/text.h"

namespace yari {

namespace {

/// So much of a line is most_shown with a finding.
constexpr std::size_t most_shown = 200;

}  // namespace

BookLines::BookLines(BookBytes bytes, std::size_t longest, std::size_t buffer_size)
    : bytes_(std::move(bytes)), longest_(longest), buffer_(buffer_size, '\0') {}

bool BookLines::next() {
  line_.clear();
  too_long_ = false;
  begin_ = taken_;
  bool any = false;
  while (true) {
    if (at_ == filled_) {
      at_ = 0;
      filled_ = bytes_(buffer_.data(), buffer_.size());
      if (filled_ == 0) break;
    }
    any = true;
    const char* const begin = buffer_.data() + at_;
    const void* const end = std::memchr(begin, '\n', filled_ - at_);
    const std::size_t size = end == nullptr
                                 ? filled_ - at_
                                 : static_cast<std::size_t>(static_cast<const char*>(end) - begin);
    const std::size_t room = longest_ + 1 - std::min(line_.size(), longest_ + 1);
    line_.append(begin, std::min(size, room));
    const std::size_t taken = size + (end == nullptr ? 0 : 1);
    at_ += taken;
    taken_ += taken;
    if (end != nullptr) break;
  }
  if (!any) return false;
  ++number_;
  if (line_.ends_with('\r')) line_.pop_back();
  if (line_.size() > longest_) {
    too_long_ = true;
    line_.resize(longest_);
  }
  if (number_ == 1 && line_.starts_with("\xEF\xBB\xBF")) line_.erase(0, 3);
  return true;
}

Diagnostic BookLines::finding(Severity severity, std::size_t offset, std::string message) const {
  Diagnostic d;
  d.severity = severity;
  d.line = number_;
  d.column = characters(std::string_view(line_).substr(0, std::min(offset, line_.size()))) + 1;
  d.say(book_finding(std::move(message)));
  if (offset <= most_shown) {
    d.excerpt = line_.substr(0, most_shown);
    d.caret = d.column;
  }
  return d;
}

}  // namespace yari
