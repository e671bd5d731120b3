// What the look-ups have in common, and which of them a file gets.
#include "analysis/book/book_file.h"

#include <cerrno>
#include <cstring>

#include "analysis/book/apery_file.h"
#include "analysis/book/book_format.h"
#include "analysis/book/db_file.h"
#include "analysis/book/ybb.h"
#include "analysis/book/ybb_file.h"
#include "platform/open_file.h"

namespace yari {

namespace {

tl::unexpected<Error> system_fault() { return fail(std::strerror(errno)); }

Result<std::string> read_from(int file, std::uint64_t at, std::size_t size) {
  std::string bytes(size, '\0');
  std::size_t filled = 0;
  while (filled < size) {
    const std::ptrdiff_t n =
        platform::read_at(file, at + filled, bytes.data() + filled, size - filled);
    if (n < 0) return system_fault();
    if (n == 0) break;
    filled += static_cast<std::size_t>(n);
  }
  bytes.resize(filled);
  return bytes;
}

}  // namespace

Result<std::shared_ptr<const BookFile>> BookFile::open(const std::filesystem::path& name) {
  const int file = platform::open_to_read(name);
  if (file < 0) return system_fault();
  const auto refuse = [&](Error why) {
    platform::close(file);
    return tl::unexpected<Error>(std::move(why));
  };
  if (platform::kind_of(file) != platform::FileKind::regular)
    return refuse({"a book must be a file, since it is looked up in"});
  std::error_code fault;
  const std::uint64_t size = std::filesystem::file_size(name, fault);
  if (fault) return refuse({fault.message()});
  const Result<std::string> head = read_from(file, 0, YbbHeader::size);
  if (!head) return refuse(head.error());
  const BookFormat* format = book_format_of(*head, name.string());
  if (format != nullptr && format->name == "ybb") return open_ybb_file(file, size);
  if (format != nullptr && format->name == "apery") return open_apery_file(file, size);
  return open_db_file(file, size);
}

BookFile::~BookFile() { platform::close(file_); }

Result<std::string> BookFile::read(std::uint64_t at, std::size_t size) const {
  return read_from(file_, at, size);
}

BookBytes BookFile::bytes_from(std::uint64_t at) const {
  return [file = file_, at](char* to, std::size_t size) mutable -> std::size_t {
    const std::ptrdiff_t n = platform::read_at(file, at, to, size);
    if (n <= 0) return 0;
    at += static_cast<std::uint64_t>(n);
    return static_cast<std::size_t>(n);
  };
}

Result<std::uint64_t> BookFile::bisect(
    std::uint64_t at, std::uint64_t records, std::size_t size, std::string_view key,
    const std::function<std::string(std::string_view)>& key_of) const {
  std::uint64_t low = 0, high = records;
  // What is known of the keys around: a probe between them lies between them in a sorted file.
  std::string least, most;
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    const Result<std::string> record = read(at + middle * size, size);
    if (!record) return tl::unexpected<Error>(record.error());
    if (record->size() < size) return fail("the file ends within its records");
    std::string there = key_of(*record);
    if (there < least || (high < records && there > most)) return unsorted();
    if (there < key) {
      low = middle + 1;
      least = std::move(there);
    } else {
      high = middle;
      most = std::move(there);
    }
  }
  return low;
}

tl::unexpected<Error> BookFile::unsorted() {
  return fail("the book is not sorted: 'yari book convert --sort' sorts it");
}

void BookFile::say(const OnBookFinding& report, Severity severity, std::uint64_t record,
                   std::string message) {
  if (report) report(book_record_finding(severity, record + 1, std::move(message)));
}

Result<std::vector<BookMove>> BookFile::find(const Setup& position,
                                             const OnBookFinding& report) const {
  Result<std::vector<BookMove>> found = find_as_is(position, report);
  if (!found || !found->empty()) return found;
  found = find_as_is(turned(position), report);
  if (!found) return found;
  for (BookMove& move : *found) {
    move.move = turned(move.move, position.variant);
    if (move.ponder) move.ponder = turned(*move.ponder, position.variant);
  }
  return found;
}

}  // namespace yari
