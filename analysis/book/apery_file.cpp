#include "analysis/book/apery_file.h"

#include <utility>

#include "analysis/book/apery_book.h"
#include "analysis/book/external_sort.h"
#include "analysis/book/legal_moves.h"

namespace yari {

namespace {

/// Sorts by bytes as the number sorts.
std::string sorting_key(std::uint64_t key) {
  std::string bytes;
  append_numbers(bytes, key);
  return bytes;
}

class AperyFile final : public BookFile {
 public:
  AperyFile(int file, std::uint64_t size) : BookFile(file, size) {}

 private:
  Result<std::vector<BookMove>> find_as_is(const Setup& position,
                                           const OnBookFinding& report) const override {
    if (position.variant != Variant::shogi) return std::vector<BookMove>();
    const std::uint64_t key = apery_key(position);
    const Result<std::uint64_t> place =
        bisect(0, size() / AperyRecord::size, AperyRecord::size, sorting_key(key),
               [](std::string_view record) { return sorting_key(read_apery_record(record).key); });
    if (!place) return tl::unexpected<Error>(place.error());
    const Result<std::string> bytes =
        read(*place * AperyRecord::size, most_book_moves * AperyRecord::size);
    if (!bytes) return tl::unexpected<Error>(bytes.error());
    BookEntry entry;
    entry.position = position;
    std::vector<std::uint64_t> records;
    for (std::size_t at = 0; at + AperyRecord::size <= bytes->size(); at += AperyRecord::size) {
      const AperyRecord record = read_apery_record(std::string_view(*bytes).substr(at));
      if (record.key != key) break;
      BookMove move = record.move();
      if (!move.move) continue;
      entry.moves.push_back(std::move(move));
      records.push_back(*place + at / AperyRecord::size);
    }
    // Another position may have the same key: then its moves are illegal here.
    keep_legal_moves(entry, [&](std::size_t move, Severity severity, std::string message) {
      say(report, severity, records[move], std::move(message));
    });
    return std::move(entry.moves);
  }
};

}  // namespace

Result<std::shared_ptr<const BookFile>> open_apery_file(int file, std::uint64_t size) {
  auto book = std::make_shared<AperyFile>(file, size);
  if (size % AperyRecord::size != 0)
    return fail("the size of a book of Apery is a multiple of 16 bytes");
  return book;
}

}  // namespace yari
