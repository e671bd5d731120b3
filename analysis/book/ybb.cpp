// Index first, then the moves: both are kept in temporary files on their way.
#include "analysis/book/ybb.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "analysis/book/binary.h"
#include "analysis/book/book_sort.h"
#include "analysis/book/external_sort.h"
#include "analysis/book/legal_moves.h"
#include "analysis/book/packed_sfen.h"
#include "rules/sfen.h"
#include "text/text.h"

namespace yari {

namespace {

constexpr std::uint16_t ybb_drops = 1 << 14;
constexpr std::uint16_t ybb_promotes = 1 << 15;
constexpr std::uint64_t depth_flag = 1;

std::uint16_t ybb_move(Move move) {
  const int from = move.is_drop() ? apery_number(move.dropped()) : move.from().index();
  return static_cast<std::uint16_t>(move.to().index() | from << 7 |
                                    (move.is_drop() ? ybb_drops : 0) |
                                    (move.promotes() ? ybb_promotes : 0));
}

Move read_ybb_move(std::uint16_t bits) {
  const int to = bits & square_bits;
  const int from = bits >> 7 & square_bits;
  const bool drops = (bits & ybb_drops) != 0;
  // No move, a resignation and the like go from a square to itself.
  if (!drops && from == to) return Move::none();
  if (to >= max_squares) return impossible_move;
  if (drops) {
    const std::optional<Kind> kind = held_kind_of(from);
    return kind ? Move::drop(*kind, Square(to)) : impossible_move;
  }
  if (from >= max_squares) return impossible_move;
  return Move::board(Square(from), Square(to), (bits & ybb_promotes) != 0);
}

template <class T>
T clipped(std::int64_t value) {
  return static_cast<T>(std::clamp<std::int64_t>(value, std::numeric_limits<T>::min(),
                                                 std::numeric_limits<T>::max()));
}

class YbbReader final : public BookReader {
 public:
  YbbReader(BookBytes bytes, std::optional<Variant> variant, OnBookFinding report)
      : bytes_(std::move(bytes)), variant_(variant), report_(std::move(report)) {}

  std::optional<BookEntry> next() override {
    if (!begun_) begin();
    for (std::string_view bytes; index_.next(bytes);) {
      take_number<std::uint64_t>(bytes);
      const auto number = take_number<std::uint64_t>(bytes);
      if (std::optional<BookEntry> entry = read_entry(read_ybb_record(bytes), number)) return entry;
    }
    return std::nullopt;
  }

  std::optional<Variant> variant() const override { return variant_; }
  std::optional<bool> in_order() const override { return in_order_; }

 private:
  void say(Severity severity, std::uint64_t record, std::string message) const {
    if (report_) report_(book_record_finding(severity, record, std::move(message)));
  }

  /// Reads all of the index; its records come back in the order of their moves.
  void begin() {
    begun_ = true;
    if (variant_ == Variant::yari) return say(Severity::error, 1, "a .ybb book is of Shogi");
    variant_ = Variant::shogi;
    std::string bytes = take_bytes(bytes_, YbbHeader::size);
    const Result<YbbHeader> header = bytes.size() < YbbHeader::size
                                         ? fail("the file ends in its header")
                                         : read_ybb_header(bytes);
    if (!header) return say(Severity::error, 1, header.error().message);
    header_ = *header;
    std::string last, record;
    for (std::uint64_t i = 1; i <= header_.records; ++i) {
      bytes = take_bytes(bytes_, YbbRecord::size);
      if (bytes.size() < YbbRecord::size)
        return say(Severity::error, i,
                   fmt::format("the file ends in its index, which has {} records by its header",
                               header_.records));
      const YbbRecord read = read_ybb_record(bytes);
      if (i > 1 && read.packed <= last && in_order_) {
        in_order_ = false;
        say(Severity::warning, i, "not in the order of packed positions: look-ups may miss it");
      }
      last = read.packed;
      record.clear();
      append_numbers(record, read.moves_at, i);
      index_.add(record += bytes);
    }
  }

  std::optional<BookEntry> read_entry(const YbbRecord& record, std::uint64_t number) {
    const std::optional<std::vector<BookMove>> moves = moves_of(record, number);
    if (!moves) return std::nullopt;
    Result<Setup> position = unpack_sfen(record.packed);
    if (!position) {
      say(Severity::error, number, position.error().message);
      return std::nullopt;
    }
    position->move_number = std::max(record.move_number, 1);
    if (const auto faults = faults_of(*position); !faults.empty()) {
      say(Severity::error, number, "the position cannot be played: " + faults.front());
      return std::nullopt;
    }
    BookEntry entry;
    entry.position = *position;
    entry.sfen = write_sfen(*position);
    entry.line = number;
    entry.moves = *moves;
    keep_legal_moves(entry, [&](std::size_t, Severity severity, std::string message) {
      say(severity, number, std::move(message));
    });
    return entry;
  }

  /// Goes on in the file; no value, and said, where the moves are not there.
  std::optional<std::vector<BookMove>> moves_of(const YbbRecord& record, std::uint64_t number) {
    if (record.moves > most_book_moves) {
      say(Severity::error, number,
          fmt::format("the position has more than {} moves", most_book_moves));
      return std::nullopt;
    }
    if (record.moves > 0 && record.moves_at < moves_read_) {
      say(Severity::error, number, "the moves lie within those of another position");
      return std::nullopt;
    }
    if (record.moves == 0) return std::vector<BookMove>();
    while (moves_read_ < record.moves_at) {
      const std::uint64_t gap = record.moves_at - moves_read_;
      const std::string skipped =
          take_bytes(bytes_, static_cast<std::size_t>(std::min(gap, most_skipped)));
      if (skipped.empty()) break;
      moves_read_ += skipped.size();
    }
    const std::size_t size = record.moves * header_.move_size();
    std::string bytes = moves_read_ == record.moves_at ? take_bytes(bytes_, size) : std::string();
    moves_read_ += bytes.size();
    if (bytes.size() < size) {
      say(Severity::error, number, "the file ends before the moves of the position");
      return std::nullopt;
    }
    return read_ybb_moves(bytes, header_);
  }

  static constexpr std::uint64_t most_skipped = std::uint64_t{64} << 10;

  BookBytes bytes_;
  std::optional<Variant> variant_;
  OnBookFinding report_;
  bool begun_ = false;
  bool in_order_ = true;
  YbbHeader header_;
  ExternalSort index_;
  /// Bytes of the moves.
  std::uint64_t moves_read_ = 0;
};

class YbbWriter final : public BookWriter {
 public:
  explicit YbbWriter(BookSink sink) : sink_(std::move(sink)) {}

  void write(const BookEntry& entry) override {
    if (!pack_sfen(entry.position)) {
      ++left_out_;
      return;
    }
    for (const BookMove& move : entry.moves) has_depth_ |= move.move && move.depth.has_value();
    sort_.add(entry);
  }

  void finish() override {
    // In order already: what is sorted by is the order in which they come.
    ExternalSort index, moves;
    std::uint64_t records = 0, moves_at = 0;
    std::string record;
    sort_.each([&](const BookEntry& entry) {
      const std::string bytes = moves_of(entry);
      record.clear();
      append_numbers(record, records);
      record += *pack_sfen(entry.position);
      append_little_endian(record, moves_at);
      append_little_endian(record, clipped<std::uint16_t>(entry.position.move_number));
      append_little_endian(record, static_cast<std::uint16_t>(bytes.size() / move_size()));
      index.add(record);
      record.clear();
      append_numbers(record, records);
      moves.add(record += bytes);
      ++records;
      moves_at += bytes.size();
    });
    std::string header(ybb_magic);
    append_little_endian(header, records);
    append_little_endian(header, has_depth_ ? depth_flag : 0);
    sink_(header);
    for (ExternalSort* part : {&index, &moves})
      for (std::string_view bytes; part->next(bytes);) sink_(bytes.substr(sizeof(records)));
  }

  std::uint64_t left_out() const override { return left_out_; }

 private:
  std::size_t move_size() const { return YbbHeader{.has_depth = has_depth_}.move_size(); }

  std::string moves_of(const BookEntry& entry) const {
    std::string bytes;
    for (const BookMove& move : entry.moves) {
      if (!move.move) continue;
      append_little_endian(bytes, ybb_move(move.move));
      append_little_endian(bytes, clipped<std::int16_t>(move.score.value_or(0)));
      if (has_depth_) append_little_endian(bytes, clipped<std::uint16_t>(move.depth.value_or(0)));
    }
    return bytes;
  }

  BookSink sink_;
  BookSort sort_{true, [](const Setup& position) { return in_hex(*pack_sfen(position)); }};
  bool has_depth_ = false;
  std::uint64_t left_out_ = 0;
};

}  // namespace

Result<YbbHeader> read_ybb_header(std::string_view bytes) {
  if (!bytes.starts_with(ybb_magic)) return fail("expected 'YANE-BINBOOK-V1' at the beginning");
  const auto flags = read_little_endian<std::uint64_t>(bytes, ybb_magic.size() + 8);
  if ((flags & ~depth_flag) != 0) return fail(fmt::format("unknown flags {:#x}", flags));
  return YbbHeader{read_little_endian<std::uint64_t>(bytes, ybb_magic.size()), flags != 0};
}

YbbRecord read_ybb_record(std::string_view bytes) {
  return {
      std::string(bytes.substr(0, packed_sfen_size)), read_little_endian<std::uint64_t>(bytes, 32),
      read_little_endian<std::uint16_t>(bytes, 40), read_little_endian<std::uint16_t>(bytes, 42)};
}

std::vector<BookMove> read_ybb_moves(std::string_view bytes, const YbbHeader& header) {
  std::vector<BookMove> moves;
  for (std::size_t at = 0; at + header.move_size() <= bytes.size(); at += header.move_size()) {
    BookMove& move = moves.emplace_back();
    move.move = read_ybb_move(read_little_endian<std::uint16_t>(bytes, at));
    move.score = read_little_endian<std::int16_t>(bytes, at + 2);
    if (header.has_depth) move.depth = read_little_endian<std::uint16_t>(bytes, at + 4);
  }
  return moves;
}

std::unique_ptr<BookReader> read_ybb(BookBytes bytes, std::optional<Variant> variant,
                                     OnBookFinding report) {
  return std::make_unique<YbbReader>(std::move(bytes), variant, std::move(report));
}

std::unique_ptr<BookWriter> write_ybb(BookSink sink) {
  return std::make_unique<YbbWriter>(std::move(sink));
}

}  // namespace yari
