// Entries as records: what they are sorted by, and after it their text.
#include "analysis/book/book_sort.h"

#include <cstring>

#include "analysis/book/yaneuraou_db.h"
#include "rules/sfen.h"

namespace yari {

namespace {

/// The entry of a record that `add` made.
BookEntry read_record(std::string_view record) {
  const std::size_t key = record.find('\0');
  std::string_view text = record.substr(key + 1);
  static_cast<void>(take_number<std::uint64_t>(text));
  const Variant variant = text.front() == 'y' ? Variant::yari : Variant::shogi;
  text.remove_prefix(1);
  const auto bytes = [text](char* to, std::size_t size) mutable {
    const std::size_t n = std::min(size, text.size());
    std::memcpy(to, text.data(), n);
    text.remove_prefix(n);
    return n;
  };
  return *read_yaneuraou_db(bytes, {.variant = variant, .trusted = true, .buffer_size = 1024}, {})
              ->next();
}

}  // namespace

void BookSort::add(BookEntry entry) {
  entry.sfen = write_sfen(entry.position);
  record_ = key_ ? key_(entry.position) : std::string(without_move_number(entry.sfen));
  record_ += '\0';
  append_numbers(record_, added_++);
  record_ += entry.position.variant == Variant::yari ? 'y' : 's';
  append_yaneuraou_db(record_, entry);
  sort_.add(record_);
}

void BookSort::each(const std::function<void(const BookEntry&)>& visit) {
  std::optional<BookEntry> held;
  std::string held_key;
  for (std::string_view record; sort_.next(record);) {
    const std::string_view key = record.substr(0, record.find('\0'));
    BookEntry entry = read_record(record);
    if (held && unites_ && key == held_key) {
      unite(*held, entry);
      continue;
    }
    if (held) visit(*held);
    held_key = key;
    held = std::move(entry);
  }
  if (held) visit(*held);
}

}  // namespace yari
