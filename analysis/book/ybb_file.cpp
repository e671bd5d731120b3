#include "analysis/book/ybb_file.h"

#include <fmt/format.h>

#include <utility>

#include "analysis/book/legal_moves.h"
#include "analysis/book/packed_sfen.h"
#include "analysis/book/ybb.h"

namespace yari {

namespace {

class YbbFile final : public BookFile {
 public:
  YbbFile(int file, std::uint64_t size) : BookFile(file, size) {}

  Result<void> begin() {
    const Result<std::string> bytes = read(0, YbbHeader::size);
    if (!bytes) return tl::unexpected<Error>(bytes.error());
    if (bytes->size() < YbbHeader::size) return fail("the file ends in its header");
    const Result<YbbHeader> header = read_ybb_header(*bytes);
    if (!header) return tl::unexpected<Error>(header.error());
    header_ = *header;
    if (header_.records > (size() - YbbHeader::size) / YbbRecord::size)
      return fail("the file ends in its index");
    return {};
  }

 private:
  Result<std::vector<BookMove>> find_as_is(const Setup& position,
                                           const OnBookFinding& report) const override {
    if (position.variant != Variant::shogi) return std::vector<BookMove>();
    const std::optional<std::string> packed = pack_sfen(position);
    if (!packed) return std::vector<BookMove>();
    const Result<std::uint64_t> place =
        bisect(YbbHeader::size, header_.records, YbbRecord::size, *packed,
               [](std::string_view record) { return read_ybb_record(record).packed; });
    if (!place) return tl::unexpected<Error>(place.error());
    if (*place == header_.records) return std::vector<BookMove>();
    const Result<std::string> bytes =
        read(YbbHeader::size + *place * YbbRecord::size, YbbRecord::size);
    if (!bytes) return tl::unexpected<Error>(bytes.error());
    if (bytes->size() < YbbRecord::size) return fail("the file ends within its records");
    const YbbRecord record = read_ybb_record(*bytes);
    if (record.packed != *packed) return std::vector<BookMove>();
    return moves_of(record, *place, position, report);
  }

  Result<std::vector<BookMove>> moves_of(const YbbRecord& record, std::uint64_t number,
                                         const Setup& position, const OnBookFinding& report) const {
    const std::uint64_t moves = YbbHeader::size + header_.records * YbbRecord::size;
    const std::size_t wanted = std::min(record.moves, most_book_moves) * header_.move_size();
    if (record.moves_at > size() - moves) return fail("the moves lie beyond the end of the file");
    const Result<std::string> bytes = read(moves + record.moves_at, wanted);
    if (!bytes) return tl::unexpected<Error>(bytes.error());
    if (record.moves > most_book_moves)
      say(report, Severity::error, number,
          fmt::format("the position has more than {} moves", most_book_moves));
    if (bytes->size() < wanted)
      say(report, Severity::error, number, "the file ends before the moves of the position");
    BookEntry entry;
    entry.position = position;
    entry.moves = read_ybb_moves(*bytes, header_);
    keep_legal_moves(entry, [&](std::size_t, Severity severity, std::string message) {
      say(report, severity, number, std::move(message));
    });
    std::erase_if(entry.moves, [](const BookMove& move) { return !move.move; });
    return std::move(entry.moves);
  }

  YbbHeader header_;
};

}  // namespace

Result<std::shared_ptr<const BookFile>> open_ybb_file(int file, std::uint64_t size) {
  auto book = std::make_shared<YbbFile>(file, size);
  if (const Result<void> begun = book->begin(); !begun) return tl::unexpected<Error>(begun.error());
  return book;
}

}  // namespace yari
