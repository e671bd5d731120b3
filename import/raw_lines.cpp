// Lines are counted in the bytes and in the text alike; within a line the text is encoded again.
#include "import/raw_lines.h"

#include <algorithm>
#include <utility>

#include "notation/encoding/encoding.h"

namespace yari {
namespace {

/// What shorten() leaves: more than a block.
constexpr std::size_t kept = 256 * 1024;

/// Where the line ends that begins at `from`; npos where its end is not there.
std::size_t line_end(std::string_view bytes, std::size_t from) {
  const std::size_t end = bytes.find_first_of("\r\n", from);
  if (end == std::string_view::npos) return end;
  return bytes.substr(end).starts_with("\r\n") ? end + 2 : end + 1;
}

}  // namespace

void RawLines::add(std::string_view bytes) {
  if (begin_ >= kept || begin_ == bytes_.size()) bytes_.erase(0, std::exchange(begin_, 0));
  if (after_cr_ && bytes.starts_with('\n')) bytes.remove_prefix(1);
  if (!bytes.empty()) after_cr_ = false;
  bytes_ += bytes;
}

std::size_t RawLines::end_of_lines(std::size_t lines) const {
  std::size_t end = 0;
  for (; lines > 0; --lines) {
    const std::size_t next = line_end(left(), end);
    if (next == std::string::npos) return left().size();
    end = next;
  }
  return end;
}

std::string RawLines::take_bytes(std::size_t size) {
  std::string taken(left().substr(0, size));
  begin_ += taken.size();
  forgotten_ = 0;
  after_cr_ = left().empty() && taken.ends_with('\r');
  return taken;
}

std::string RawLines::take(std::size_t lines, std::string_view partial) {
  std::size_t end = end_of_lines(lines);
  const std::string_view rest = left().substr(end);
  for (const Encoding e : all_encodings) {
    const std::string encoded = encode(partial, e).bytes;
    if (!rest.starts_with(encoded)) continue;
    end += encoded.size();
    break;
  }
  return take_bytes(end);
}

std::string RawLines::take_all() { return take_bytes(left().size()); }

void RawLines::shorten() {
  bytes_.erase(0, std::exchange(begin_, 0));
  if (bytes_.size() <= kept) return;
  std::size_t gone = bytes_.size() - kept;
  if (bytes_[gone - 1] == '\r') --gone;
  std::size_t lines = 0;
  for (std::size_t at = 0; (at = line_end(bytes_, at)) <= gone;) ++lines;
  bytes_.erase(0, gone);
  forgotten_ += lines;
}

void RawLines::skip(std::size_t lines) {
  take_bytes(end_of_lines(lines - std::min(lines, forgotten_)));
}

}  // namespace yari
