// The buffer holds one record and the block after it; a record that does not end is squeezed.
#include "import/record_cutter.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "text/ascii.h"
#include "text/text.h"
#include "text/utf8.h"

namespace yari {
namespace {

constexpr std::size_t block_size = 64 * 1024;
/// What is kept of either end of a record that is too long: enough to say what it is, and to see
/// where it stops.
constexpr std::size_t kept_end = 16 * 1024;

}  // namespace

RecordCutter::RecordCutter(Read read, std::optional<Encoding> encoding, std::size_t record_limit,
                           bool keep_bytes)
    : read_(std::move(read)),
      decoder_(encoding),
      keep_bytes_(keep_bytes),
      limit_(std::max(record_limit, 4 * kept_end)),
      block_(std::make_unique_for_overwrite<char[]>(block_size)) {
  if (keep_bytes) raw_.emplace();
}

Result<void> RecordCutter::begin() {
  if (Result<void> filled = fill(block_size); !filled) return filled;
  if (fault_ && text_.find_first_not_of(" \t\n") == text_.npos) return tl::unexpected(*fault_);
  return {};
}

Result<void> RecordCutter::fill(std::size_t wanted) {
  text_.erase(0, std::exchange(begin_, 0));
  // Beyond that it would double once more, for a record that is refused then.
  if (wanted > limit_ / 2) text_.reserve(limit_ + 4 * block_size);
  while (!at_end_ && !fault_ && text_.size() < wanted) {
    const Result<std::size_t> got = read_(block_.get(), block_size);
    if (!got) {
      fault_ = got.error();
      break;
    }
    const std::string_view bytes(block_.get(), *got);
    if (raw_head_.empty()) raw_head_ = bytes.substr(0, 4 * 1024);
    at_end_ = bytes.empty();
    read_since_ += bytes.size();
    decoder_.decode(bytes, at_end_, text_);
    // Lines cannot be counted in the bytes of UTF-16.
    if (decoder_.reads_utf16()) raw_.reset();
    if (raw_) raw_->add(bytes);
    if (Result<void> within = check_limits(); !within) return within;
  }
  return {};
}

std::string_view RecordCutter::look_ahead(std::size_t size) {
  // What is wrong is met again by next().
  static_cast<void>(fill(size));
  const std::string_view text = pending();
  return at_end_ ? text : text.substr(0, text.rfind('\n') + 1);
}

// A name that the content bears out spares asking every format.
const Format* RecordCutter::format(const Format* named) const {
  constexpr int borne_out = 70;
  if (named != nullptr && named->likeness(head()) >= borne_out) return named;
  const Format* detected = detect_format(head());
  return detected != nullptr ? detected : named;
}

std::optional<Variant> RecordCutter::variant_of_file(const Format& format) {
  if (format.variant_of_file == nullptr) return std::nullopt;
  // Records that all fit either game are few, or short.
  constexpr std::size_t most = std::size_t{1} << 20;
  const std::string_view beginning = look_ahead(0);
  const std::size_t seen = beginning.size();
  if (const std::optional<Variant> known = format.variant_of_file(beginning)) return known;
  const std::string_view more = look_ahead(most);
  return more.size() > seen ? format.variant_of_file(more) : std::nullopt;
}

/// A few kilobytes can be unpacked to terabytes of nothing.
Result<void> RecordCutter::check_limits() const {
  constexpr std::size_t next_to_nothing = 2 * block_size;
  if (text_.size() < next_to_nothing && squeezed_at_ == 0 &&
      read_since_ > limit_ + next_to_nothing) {
    return fail(
        fmt::format("more than {} MiB without a record; the rest is not read", limit_ >> 20));
  }
  const std::uint64_t longest = std::uint64_t{16} * limit_;
  if (read_since_ > longest) {
    return fail(
        fmt::format("the record is longer than {} MiB; the rest is not read", longest >> 20));
  }
  return {};
}

void RecordCutter::squeeze() {
  text_.erase(0, std::exchange(begin_, 0));
  std::size_t from = kept_end;
  while (from > 0 && is_continuation(text_[from])) --from;
  std::size_t to = text_.size() - kept_end;
  while (to < text_.size() && is_continuation(text_[to])) ++to;
  const std::string_view all = text_;
  if (squeezed_at_ == 0) squeezed_at_ = line_ + line_feeds(all.substr(0, from));
  squeezed_lines_ += line_feeds(all.substr(from, to - from));
  text_.erase(from, to - from);
  if (raw_) raw_->shorten();
}

Result<std::optional<RecordText>> RecordCutter::next(const Format& format) {
  while (true) {
    const std::size_t length = pending().empty() ? 0 : format.record_length(pending(), at_end_);
    if (length != 0) {
      RecordText record = take(std::min(length, pending().size()));
      if (record.too_long || !format.is_blank(record.text)) {
        read_since_ = pending().size();
        return record;
      }
      passed_comments_ |= !trimmed_wide(trimmed(record.text)).empty();
      // What was found out about the encoding belongs to the next record then.
      found_.insert(found_.begin(), record.diagnostics.begin(), record.diagnostics.end());
    } else if (at_end_) {
      return std::nullopt;
    } else if (fault_) {
      return tl::unexpected(*fault_);
    } else {
      const std::size_t limit = squeezed_at_ == 0 ? limit_ : 4 * kept_end;
      if (pending().size() > limit) squeeze();
      // Doubling keeps the searches for the end of a long record linear.
      const std::size_t wanted = std::min(2 * pending().size(), limit + 1);
      if (Result<void> filled = fill(std::max(block_size, wanted)); !filled) {
        return tl::unexpected(filled.error());
      }
    }
  }
}

std::string RecordCutter::take_bytes(std::string_view text, std::size_t lines, bool too_long) {
  if (too_long) {
    raw_->skip(lines);
    return {};
  }
  if (at_end_ && pending().empty()) return raw_->take_all();
  return raw_->take(lines, text.substr(text.rfind('\n') + 1));
}

RecordText RecordCutter::take(std::size_t length) {
  RecordText record;
  record.first_line = line_;
  if (begin_ == 0 && length == text_.size()) {
    // A long record is the last one of its file more often than not: moving its text avoids a
    // second copy.
    record.text = std::exchange(text_, {});
  } else {
    record.text = pending().substr(0, length);
    begin_ += length;
  }
  const std::size_t lines = line_feeds(record.text) + std::exchange(squeezed_lines_, 0);
  line_ += lines;
  if (keep_bytes_ && !raw_ && squeezed_at_ == 0) record.bytes = record.text;
  if (raw_) record.bytes = take_bytes(record.text, lines, squeezed_at_ != 0);
  std::vector<Diagnostic> found = decoder_.take_diagnostics();
  found_.insert(found_.end(), std::make_move_iterator(found.begin()),
                std::make_move_iterator(found.end()));
  const bool last = at_end_ && pending().empty();
  const auto behind = std::partition_point(
      found_.begin(), found_.end(), [&](const Diagnostic& d) { return last || d.line < line_; });
  record.diagnostics.assign(found_.begin(), behind);
  found_.erase(found_.begin(), behind);
  if (const std::size_t at = std::exchange(squeezed_at_, 0); at != 0) {
    record.too_long = true;
    Diagnostic& d = record.diagnostics.emplace_back();
    d.line = at;
    d.say({FindingCode::record_too_long, {std::to_string(limit_ >> 20)}});
  }
  return record;
}

}  // namespace yari
