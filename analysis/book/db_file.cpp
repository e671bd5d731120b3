// Bisection of a text file: a probe takes the first position after a byte.
#include "analysis/book/db_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "analysis/book/lines.h"
#include "analysis/book/yaneuraou_db.h"
#include "rules/sfen.h"
#include "text/text.h"

namespace yari {

namespace {

constexpr std::uint64_t most_indexed = std::uint64_t{64} << 20;
constexpr std::size_t probe_size = 4096;
/// A search that has come down to this many bytes reads them at once.
constexpr std::uint64_t window_size = std::uint64_t{32} << 10;
/// A position has at most 1024 lines of moves: a file with more bytes between two is no book.
constexpr std::uint64_t farthest = std::uint64_t{8} << 20;
/// Entries of one position that differ in their move numbers.
constexpr int most_entries = 64;

class DbFile final : public BookFile {
 public:
  DbFile(int file, std::uint64_t size) : BookFile(file, size) {}

  Result<void> look_over();

 private:
  /// A line "sfen".
  struct Place {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    /// The SFEN without its number.
    std::string key;
  };
  /// A part of the file in memory.
  struct Window {
    std::uint64_t begin = 0;
    std::string text;
  };
  /// What a probe reads, out of the window where it has all of it.
  Result<std::string> probe(std::uint64_t at, const Window& window) const;
  Result<std::optional<Place>> place_from(std::uint64_t at, const Window& window) const;
  Result<std::uint64_t> lower_bound(const std::string& key) const;
  Result<std::vector<BookMove>> find_as_is(const Setup& position,
                                           const OnBookFinding& report) const override;
  Result<std::vector<BookMove>> moves_at(std::uint64_t at, const std::string& key,
                                         const Setup& position, const OnBookFinding& report) const;
  std::size_t lines_before(std::uint64_t at) const;

  bool indexed_ = false;
  /// Keys and places, sorted; of a small file that is not sorted.
  std::vector<std::pair<std::string, std::uint64_t>> index_;
};

Result<void> DbFile::look_over() {
  const Result<std::string> head = read(0, probe_size);
  if (!head) return tl::unexpected<Error>(head.error());
  const std::string_view first = trimmed(line_at(*head, 0));
  if (!first.starts_with("#YANEURAOU-DB") && !first.starts_with("sfen ") &&
      !first.starts_with("//"))
    return fail(fmt::format("expected a book that begins with '{}', found {}", yaneuraou_db_header,
                            in_quotes(first)));
  if (size() > most_indexed) return {};
  bool sorted = true;
  for (BookLines lines(bytes_from(0), probe_size); lines.next();) {
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

Result<std::string> DbFile::probe(std::uint64_t at, const Window& window) const {
  const std::uint64_t end = std::min(at + probe_size, size());
  if (at < window.begin || end > window.begin + window.text.size()) return read(at, probe_size);
  return window.text.substr(static_cast<std::size_t>(at - window.begin),
                            static_cast<std::size_t>(end - at));
}

Result<std::optional<DbFile::Place>> DbFile::place_from(std::uint64_t at,
                                                        const Window& window) const {
  // The line that `at` lies in has begun before it, unless a line ends right there.
  std::uint64_t from = at == 0 ? 0 : at - 1;
  bool begins = at == 0;
  std::string text;
  std::uint64_t line_begin = from;
  for (const std::uint64_t end = at + farthest; from < size() && from < end;) {
    const Result<std::string> more = probe(from, window);
    if (!more) return tl::unexpected<Error>(more.error());
    if (more->empty()) break;
    text += *more;
    from += more->size();
    std::size_t line = 0;
    while (true) {
      const std::size_t stop = text.find('\n', line);
      const bool last = from >= size();
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
  if (from < size()) return fail("no position within 8 MiB: the file is no book");
  return std::nullopt;
}

Result<std::uint64_t> DbFile::lower_bound(const std::string& key) const {
  std::uint64_t low = 0, high = size(), found = size();
  // What is known of the keys around: a probe between them lies between them in a sorted file.
  std::string least, most;
  bool has_most = false;
  Window window;
  while (low < high) {
    // The last steps are near each other: a disk gives all of it as soon as it gives one of them.
    if (high - low <= window_size && window.text.empty()) {
      window.begin = low == 0 ? 0 : low - 1;
      Result<std::string> text = read(window.begin, high - window.begin + probe_size);
      if (!text) return tl::unexpected<Error>(text.error());
      window.text = *std::move(text);
    }
    const std::uint64_t middle = low + (high - low) / 2;
    Result<std::optional<Place>> place = place_from(middle, window);
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

/// No value, 0, where counting them would take long.
std::size_t DbFile::lines_before(std::uint64_t at) const {
  constexpr std::uint64_t most_counted = std::uint64_t{1} << 30;
  if (at > most_counted) return 0;
  const BookBytes bytes = bytes_from(0);
  std::string block(std::size_t{64} << 10, '\0');
  std::size_t lines = 0;
  while (at > 0) {
    const std::size_t got =
        bytes(block.data(), static_cast<std::size_t>(std::min<std::uint64_t>(at, block.size())));
    if (got == 0) break;
    lines += static_cast<std::size_t>(
        std::count(block.begin(), block.begin() + static_cast<std::ptrdiff_t>(got), '\n'));
    at -= got;
  }
  return lines;
}

Result<std::vector<BookMove>> DbFile::moves_at(std::uint64_t at, const std::string& key,
                                               const Setup& position,
                                               const OnBookFinding& report) const {
  std::vector<Diagnostic> findings;
  const auto reader = read_yaneuraou_db(
      bytes_from(at),
      {.variant = position.variant, .begins_within = true, .buffer_size = probe_size},
      [&](const Diagnostic& finding) { findings.push_back(finding); });
  std::optional<BookEntry> best;
  std::size_t end = std::numeric_limits<std::size_t>::max();
  for (int entries = 0; entries < most_entries; ++entries) {
    std::optional<BookEntry> entry = reader->next();
    if (entry && without_move_number(entry->sfen) != key) end = entry->line;
    if (!entry || entry->line == end) break;
    if (!best || entry->position.move_number < best->position.move_number) best = std::move(entry);
  }
  std::erase_if(findings, [&](const Diagnostic& finding) { return finding.line >= end; });
  if (report && !findings.empty()) {
    const std::size_t before = lines_before(at);
    for (Diagnostic& finding : findings) {
      finding.line = before == 0 && at > 0 ? 0 : finding.line + before;
      report(finding);
    }
  }
  if (!best) return std::vector<BookMove>();
  std::erase_if(best->moves, [](const BookMove& move) { return !move.move; });
  return std::move(best->moves);
}

Result<std::vector<BookMove>> DbFile::find_as_is(const Setup& position,
                                                 const OnBookFinding& report) const {
  const std::string key = write_sfen_without_number(position);
  if (indexed_) {
    const auto found =
        std::ranges::lower_bound(index_, key, {}, &std::pair<std::string, std::uint64_t>::first);
    if (found == index_.end() || found->first != key) return std::vector<BookMove>();
    return moves_at(found->second, key, position, report);
  }
  const Result<std::uint64_t> at = lower_bound(key);
  if (!at) return tl::unexpected<Error>(at.error());
  if (*at >= size()) return std::vector<BookMove>();
  return moves_at(*at, key, position, report);
}

}  // namespace

Result<std::shared_ptr<const BookFile>> open_db_file(int file, std::uint64_t size) {
  auto book = std::make_shared<DbFile>(file, size);
  if (const Result<void> looked = book->look_over(); !looked)
    return tl::unexpected<Error>(looked.error());
  return book;
}

}  // namespace yari
