// Bisection of a text file: a probe takes the first position after a byte.
#include "analysis/book/book_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>

#include "analysis/book/lines.h"
#include "analysis/book/yaneuraou_db.h"
#include "platform/open_file.h"
#include "rules/sfen.h"
#include "text/text.h"

namespace yari {

namespace {

constexpr std::uint64_t most_indexed = std::uint64_t{64} << 20;
constexpr std::size_t probe_size = 4096;
/// A position has at most 1024 lines of moves: a file with more bytes between two is no book.
constexpr std::uint64_t farthest = std::uint64_t{8} << 20;
/// Entries of one position that differ in their move numbers.
constexpr int most_entries = 64;

tl::unexpected<Error> probe_fault() { return fail(std::strerror(errno)); }

BookBytes bytes_from(int file, std::uint64_t at) {
  return [file, at](char* to, std::size_t size) mutable -> std::size_t {
    const std::ptrdiff_t n = platform::read_at(file, at, to, size);
    if (n <= 0) return 0;
    at += static_cast<std::uint64_t>(n);
    return static_cast<std::size_t>(n);
  };
}

tl::unexpected<Error> unsorted() {
  return fail("the book is not sorted: 'yari book convert --sort' sorts it");
}

}  // namespace

Result<std::shared_ptr<const BookFile>> BookFile::open(const std::filesystem::path& name) {
  const int file = platform::open_to_read(name);
  if (file < 0) return probe_fault();
  std::shared_ptr<BookFile> book(new BookFile(file));
  if (platform::kind_of(file) != platform::FileKind::regular)
    return fail("a book must be a file, since it is looked up in");
  std::error_code fault;
  book->size_ = std::filesystem::file_size(name, fault);
  if (fault) return fail(fault.message());
  if (Result<void> looked = book->look_over(); !looked)
    return tl::unexpected<Error>(looked.error());
  return book;
}

BookFile::~BookFile() { platform::close(file_); }

Result<void> BookFile::look_over() {
  std::string head(std::min<std::uint64_t>(size_, probe_size), '\0');
  const std::ptrdiff_t n = platform::read_at(file_, 0, head.data(), head.size());
  if (n < 0) return probe_fault();
  head.resize(static_cast<std::size_t>(n));
  const std::string_view first = trimmed(line_at(head, 0));
  if (!first.starts_with("#YANEURAOU-DB") && !first.starts_with("sfen ") &&
      !first.starts_with("//"))
    return fail(fmt::format("expected a book that begins with '{}', found {}", yaneuraou_db_header,
                            in_quotes(first)));
  if (size_ > most_indexed) return {};
  bool sorted = true;
  for (BookLines lines(bytes_from(file_, 0), probe_size); lines.next();) {
    const std::string_view line = lines.text();
    if (!line.starts_with("sfen ") || lines.too_long()) continue;
    std::string key(without_move_number(trimmed(line.substr(5))));
    if (!index_.empty() && key < index_.back().first) sorted = false;
    index_.emplace_back(std::move(key), lines.begin());
  }
  indexed_ = !sorted;
  if (sorted)
    index_ = {};
  else
    std::ranges::stable_sort(index_, {}, &std::pair<std::string, std::uint64_t>::first);
  return {};
}

Result<std::optional<BookFile::Place>> BookFile::place_from(std::uint64_t at) const {
  // The line that `at` lies in has begun before it, unless a line ends right there.
  std::uint64_t from = at == 0 ? 0 : at - 1;
  bool begins = at == 0;
  std::string text;
  std::uint64_t line_begin = from;
  for (const std::uint64_t end = at + farthest; from < size_ && from < end;) {
    const std::size_t before = text.size();
    text.resize(before + probe_size);
    const std::ptrdiff_t n = platform::read_at(file_, from, text.data() + before, probe_size);
    if (n < 0) return probe_fault();
    if (n == 0) break;
    text.resize(before + static_cast<std::size_t>(n));
    from += static_cast<std::uint64_t>(n);
    std::size_t line = 0;
    while (true) {
      const std::size_t stop = text.find('\n', line);
      const bool last = from >= size_;
      if (stop == text.npos && !last) break;
      const std::string_view whole = std::string_view(text).substr(line, stop - line);
      if (begins && whole.starts_with("sfen "))
        return Place{line_begin + line, line_begin + line + whole.size(),
                     std::string(without_move_number(trimmed(whole.substr(5))))};
      begins = true;
      if (stop == text.npos) return std::nullopt;
      line = stop + 1;
    }
    text.erase(0, line);
    line_begin += line;
    // A line that does not end is no position.
    if (text.size() > probe_size) {
      line_begin += text.size();
      text.clear();
      begins = false;
    }
  }
  if (from < size_) return fail("no position within 8 MiB: the file is no book");
  return std::nullopt;
}

Result<std::uint64_t> BookFile::lower_bound(const std::string& key) const {
  std::uint64_t low = 0, high = size_, found = size_;
  // What is known of the keys around: a probe between them lies between them in a sorted file.
  std::string least, most;
  bool has_most = false;
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    Result<std::optional<Place>> place = place_from(middle);
    if (!place) return tl::unexpected<Error>(place.error());
    if (!*place || (*place)->begin >= high) {
      high = middle;
      continue;
    }
    std::string& there = (*place)->key;
    if (there < least || (has_most && there > most)) return unsorted();
    if (there < key) {
      low = (*place)->end;
      least = std::move(there);
    } else {
      found = (*place)->begin;
      high = middle;
      most = std::move(there);
      has_most = true;
    }
  }
  return found;
}

Result<std::vector<BookMove>> BookFile::moves_at(std::uint64_t at, const std::string& key,
                                                 const Setup& position) const {
  const auto reader = read_yaneuraou_db(bytes_from(file_, at), {.variant = position.variant}, {});
  std::optional<BookEntry> best;
  for (int entries = 0; entries < most_entries; ++entries) {
    std::optional<BookEntry> entry = reader->next();
    if (!entry || without_move_number(entry->sfen) != key) break;
    if (!best || entry->position.move_number < best->position.move_number) best = std::move(entry);
  }
  if (!best) return std::vector<BookMove>();
  std::erase_if(best->moves, [](const BookMove& move) { return !move.move; });
  return std::move(best->moves);
}

Result<std::vector<BookMove>> BookFile::find_as_is(const Setup& position) const {
  const std::string key = write_sfen_without_number(position);
  if (indexed_) {
    const auto found =
        std::ranges::lower_bound(index_, key, {}, &std::pair<std::string, std::uint64_t>::first);
    if (found == index_.end() || found->first != key) return std::vector<BookMove>();
    return moves_at(found->second, key, position);
  }
  const Result<std::uint64_t> at = lower_bound(key);
  if (!at) return tl::unexpected<Error>(at.error());
  if (*at >= size_) return std::vector<BookMove>();
  return moves_at(*at, key, position);
}

Result<std::vector<BookMove>> BookFile::find(const Setup& position) const {
  Result<std::vector<BookMove>> found = find_as_is(position);
  if (!found || !found->empty()) return found;
  found = find_as_is(turned(position));
  if (!found) return found;
  for (BookMove& move : *found) {
    move.move = turned(move.move, position.variant);
    if (move.ponder) move.ponder = turned(*move.ponder, position.variant);
  }
  return found;
}

}  // namespace yari
