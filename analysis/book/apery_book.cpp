// Keys to positions: a search from the start over the moves that the book has.
#include "analysis/book/apery_book.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <random>
#include <span>
#include <unordered_set>

#include "analysis/book/binary.h"
#include "analysis/book/book_sort.h"
#include "analysis/book/legal_moves.h"
#include "rules/handicap.h"
#include "rules/position.h"
#include "rules/sfen.h"
#include "rules/start.h"

namespace yari {

namespace {

constexpr std::uint16_t apery_promotes = 1 << 14;
/// A dropped piece of number n comes from here, n squares on.
constexpr int drop_square = max_squares - 1;
constexpr std::size_t most_bytes = std::size_t{256} << 20;

struct Keys {
  static constexpr int piece_numbers = 31;
  static constexpr int counts = 19;

  IndexedBy<Piece, ByAnySquare<std::uint64_t>, 2 * kind_count> pieces{};
  std::array<std::array<std::uint64_t, counts>, hand_kind_count> hands{};
  std::uint64_t white_to_move = 0;

  Keys() {
    std::mt19937_64 random;
    std::array<ByAnySquare<std::uint64_t>, piece_numbers> by_number;
    for (auto& squares : by_number)
      for (std::uint64_t& key : squares) key = random();
    for (auto& by_count : hands)
      for (std::uint64_t& key : by_count) key = random();
    white_to_move = random();
    for (const Color color : both_colors)
      for (const Kind kind : all_kinds) {
        const int number = apery_number(kind) + (color == Color::white ? 16 : 0);
        if (number < piece_numbers)
          pieces[Piece(color, kind)] = by_number[static_cast<std::size_t>(number)];
      }
  }
};

std::uint16_t apery_move(Move move) {
  const int from =
      move.is_drop() ? drop_square + apery_number(move.dropped()) : move.from().index();
  return static_cast<std::uint16_t>(move.to().index() | from << 7 |
                                    (move.promotes() ? apery_promotes : 0));
}

Move read_apery_move(std::uint16_t bits) {
  const int to = bits & square_bits;
  const int from = bits >> 7 & square_bits;
  if (from == to) return Move::none();
  if (to >= max_squares) return impossible_move;
  if (from < max_squares)
    return Move::board(Square(from), Square(to), (bits & apery_promotes) != 0);
  const std::optional<Kind> kind = held_kind_of(from - drop_square);
  return kind ? Move::drop(*kind, Square(to)) : impossible_move;
}

class AperyReader final : public BookReader {
 public:
  AperyReader(BookBytes bytes, std::optional<Variant> variant, OnBookFinding report)
      : bytes_(std::move(bytes)), variant_(variant), report_(std::move(report)) {}

  std::optional<BookEntry> next() override {
    if (!begun_) begin();
    if (waiting_.empty()) {
      if (!std::exchange(told_, true)) tell_unreached();
      return std::nullopt;
    }
    BookEntry entry;
    entry.position = waiting_.front();
    waiting_.pop_front();
    entry.sfen = write_sfen(entry.position);
    const std::span<const Record> records = records_of(apery_key(entry.position));
    entry.line = records.front().number;
    for (const Record& record : records.first(std::min(records.size(), most_book_moves)))
      entry.moves.push_back(record.move());
    keep_legal_moves(entry, [&](std::size_t move, Severity severity, std::string message) {
      say(severity, records[move].number, std::move(message));
    });
    if (records.size() > most_book_moves)
      say(Severity::error, records[most_book_moves].number,
          fmt::format("the position has more than {} moves", most_book_moves));
    look_behind(entry);
    return entry;
  }

  std::optional<Variant> variant() const override { return variant_; }
  std::optional<bool> in_order() const override { return in_order_; }

 private:
  struct Record : AperyRecord {
    /// Where it stands in the file, from 1.
    std::uint32_t number;
  };

  void say(Severity severity, std::uint64_t record, std::string message) const {
    if (report_) report_(book_record_finding(severity, record, std::move(message)));
  }

  void begin() {
    begun_ = true;
    told_ = true;
    if (variant_ == Variant::yari) return say(Severity::error, 1, "a book of Apery is of Shogi");
    variant_ = Variant::shogi;
    read_records();
    told_ = records_.empty();
    in_order_ = std::ranges::is_sorted(records_, {}, &Record::key);
    if (!in_order_) {
      say(Severity::warning, 1, "not in the order of keys: look-ups may miss what is there");
      std::ranges::stable_sort(records_, {}, &Record::key);
    }
    look_from(start_setup(Variant::shogi));
    for (const NamedHandicap& handicap : shogi_handicaps())
      if (const Result<Setup> start = read_handicap(handicap.name, Variant::shogi))
        look_from(*start);
  }

  void read_records() {
    while (true) {
      const std::string bytes = take_bytes(bytes_, std::size_t{64} << 10);
      std::size_t at = 0;
      for (; at + AperyRecord::size <= bytes.size(); at += AperyRecord::size) {
        if (records_.size() >= most_bytes / AperyRecord::size)
          return say(Severity::error, records_.size(),
                     "the book has more than 256 MiB; the rest is not read");
        records_.push_back({read_apery_record(std::string_view(bytes).substr(at)),
                            static_cast<std::uint32_t>(records_.size() + 1)});
      }
      if (at < bytes.size())
        say(Severity::error, records_.size() + 1, "the file ends within a record of 16 bytes");
      if (at < bytes.size() || bytes.empty()) return;
    }
  }

  std::span<const Record> records_of(std::uint64_t key) const {
    return {std::ranges::lower_bound(records_, key, {}, &Record::key),
            std::ranges::upper_bound(records_, key, {}, &Record::key)};
  }

  /// Takes the position in, once, if the book has it; true if it has.
  bool take(const Setup& position) {
    const std::uint64_t key = apery_key(position);
    if (!std::ranges::binary_search(records_, key, {}, &Record::key)) return false;
    if (reached_.insert(key).second) waiting_.push_back(position);
    return true;
  }

  void look_from(const Setup& start) {
    if (!take(start)) take_replies(start);
  }

  /// Where its moves lead, and where a move leads of which the book says nothing.
  void look_behind(const BookEntry& entry) {
    const Position<Shogi> position = *Position<Shogi>::from(entry.position);
    for (const Move move : position.legal_moves()) {
      Position<Shogi> after = position;
      after.play(move);
      const bool known = take(after.setup());
      if (!known && std::ranges::find(entry.moves, move, &BookMove::move) != entry.moves.end())
        take_replies(after.setup());
    }
  }

  void take_replies(const Setup& setup) {
    const Position<Shogi> position = *Position<Shogi>::from(setup);
    for (const Move move : position.legal_moves()) {
      Position<Shogi> after = position;
      after.play(move);
      take(after.setup());
    }
  }

  void tell_unreached() const {
    std::size_t positions = 0;
    std::uint32_t first = 0;
    for (std::size_t i = 0; i < records_.size(); ++i) {
      if (i > 0 && records_[i].key == records_[i - 1].key) continue;
      ++positions;
      if (first == 0 && !reached_.contains(records_[i].key)) first = records_[i].number;
    }
    if (first > 0)
      say(Severity::error, first,
          fmt::format("{} of {} positions are left out: no start position leads to them, and the "
                      "book has their keys alone",
                      positions - reached_.size(), positions));
  }

  BookBytes bytes_;
  std::optional<Variant> variant_;
  OnBookFinding report_;
  bool begun_ = false, told_ = false;
  bool in_order_ = true;
  /// Sorted by their keys.
  std::vector<Record> records_;
  std::unordered_set<std::uint64_t> reached_;
  /// Reached, and not handed out yet.
  std::deque<Setup> waiting_;
};

class AperyWriter final : public BookWriter {
 public:
  explicit AperyWriter(BookSink sink) : sink_(std::move(sink)) {}

  void write(const BookEntry& entry) override { sort_.add(entry); }

  void finish() override {
    std::string bytes;
    sort_.each([&](const BookEntry& entry) {
      bytes.clear();
      const std::uint64_t key = apery_key(entry.position);
      std::uint64_t most = most_count;
      for (const BookMove& move : entry.moves) most = std::max(most, move.count.value_or(1));
      for (const BookMove& move : entry.moves) {
        if (!move.move) continue;
        append_little_endian(bytes, key);
        append_little_endian(bytes, apery_move(move.move));
        append_little_endian(bytes, count_of(move, most));
        append_little_endian(bytes, static_cast<std::int32_t>(move.score.value_or(0)));
      }
      sink_(bytes);
    });
  }

 private:
  static constexpr std::uint64_t most_count = UINT16_MAX;

  /// Of `most`, the largest count of the position, at most.
  static std::uint16_t count_of(const BookMove& move, std::uint64_t most) {
    const std::uint64_t count = move.count.value_or(1);
    if (most <= most_count || count == 0) return static_cast<std::uint16_t>(count);
    const double share = static_cast<double>(count) / static_cast<double>(most);
    return static_cast<std::uint16_t>(std::max(1.0, share * static_cast<double>(most_count)));
  }

  static std::string key_in_hex(const Setup& position) {
    std::string bytes;
    append_numbers(bytes, apery_key(position));
    return in_hex(bytes);
  }

  BookSink sink_;
  BookSort sort_{true, key_in_hex};
};

}  // namespace

std::uint64_t apery_key(const Setup& position) {
  static const Keys keys;
  std::uint64_t key = position.side_to_move == Color::white ? keys.white_to_move : 0;
  for (const Square s : all_squares)
    if (const Piece piece = position[s]; !piece.empty()) key ^= keys.pieces[piece][s];
  const Hand& hand = position.hands[position.side_to_move];
  for (const Kind kind : holdable_kinds)
    key ^= keys.hands[static_cast<std::size_t>(index(kind))]
                     [static_cast<std::size_t>(hand.count(kind))];
  return key;
}

BookMove AperyRecord::move() const {
  return {.move = read_apery_move(bits), .score = score, .count = count};
}

AperyRecord read_apery_record(std::string_view bytes) {
  return {.key = read_little_endian<std::uint64_t>(bytes, 0),
          .score = read_little_endian<std::int32_t>(bytes, 12),
          .bits = read_little_endian<std::uint16_t>(bytes, 8),
          .count = read_little_endian<std::uint16_t>(bytes, 10)};
}

std::unique_ptr<BookReader> read_apery(BookBytes bytes, std::optional<Variant> variant,
                                       OnBookFinding report) {
  return std::make_unique<AperyReader>(std::move(bytes), variant, std::move(report));
}

std::unique_ptr<BookWriter> write_apery(BookSink sink) {
  return std::make_unique<AperyWriter>(std::move(sink));
}

}  // namespace yari
