// Symbols of five bits, and back.
#include "analysis/book/sfen_order.h"

#include <algorithm>
#include <utility>

#include "text/ascii.h"

namespace yari {

namespace {

constexpr std::uint32_t symbol_bits = 5;
/// In the order of their bytes, from 1.
constexpr std::string_view symbols = "+-0123456789BGKLNPRSbgklnprsw";
static_assert(std::ranges::is_sorted(symbols) && symbols.size() < 1u << symbol_bits);

constexpr std::uint64_t symbol_of(char c) { return symbols.find(c) + 1; }

/// Some symbols, the first in the highest bits.
struct Word {
  std::uint32_t bits = 0, size = 0;

  constexpr void add(char c) {
    bits = static_cast<std::uint32_t>(bits << symbol_bits | symbol_of(c));
    size += symbol_bits;
  }
  constexpr void add(int n) {
    if (n >= 100) add(static_cast<char>('0' + n / 100));
    if (n >= 10) add(static_cast<char>('0' + n / 10 % 10));
    add(static_cast<char>('0' + n % 10));
  }
  template <class V>
  constexpr void add(Piece piece) {
    if (is_promoted(piece.kind())) add('+');
    const char letter = V::info[piece.kind()].letter;
    add(piece.color() == Color::black ? letter : ascii_lower(letter));
  }
};

/// A number of empty squares, and the piece after them; nothing for no piece.
template <class V>
constexpr auto piece_words = [] {
  std::array<std::array<Word, 2 * kind_count + 1>, V::files> words;
  for (int empty = 0; empty < V::files; ++empty)
    for (const Color color : both_colors)
      for (const Kind kind : all_kinds) {
        if (!V::info[kind].exists) continue;
        const Piece piece(color, kind);
        Word& word = words[static_cast<std::size_t>(empty)][static_cast<std::size_t>(index(piece))];
        if (empty > 0) word.add(empty);
        word.add<V>(piece);
      }
  return words;
}();

template <class V>
const Word& piece_word(int empty, Piece piece) {
  return piece_words<V>[static_cast<std::size_t>(empty)][static_cast<std::size_t>(index(piece))];
}

/// How many pieces of a kind are in a hand, and empty squares at the end of a rank; nothing for 0.
constexpr std::array<Word, 256> number_words = [] {
  std::array<Word, 256> words;
  for (int n = 1; n < 256; ++n) words[static_cast<std::size_t>(n)].add(n);
  return words;
}();

constexpr std::uint32_t most_added_bits = 60;

/// Puts bits one after the other, the highest first.
class Bits {
 public:
  /// Requires: `size` <= most_added_bits.
  [[gnu::always_inline]] void add(std::uint64_t bits, std::uint32_t size) {
    const std::uint32_t room = 64 - used_;
    if (size < room) {
      last_ = last_ << size | bits;
      used_ += size;
      return;
    }
    used_ = size - room;
    put(last_ << room | bits >> used_);
    last_ = bits;
  }
  void add(const Word& word) { add(word.bits, word.size); }

  std::string_view bytes() {
    const auto whole = static_cast<std::size_t>(end_ - text_.data());
    const auto more = static_cast<std::size_t>(used_ + 7) / 8;
    if (used_ > 0) put(last_ << (64 - used_));
    return {text_.data(), whole + more};
  }

 private:
  void put(std::uint64_t word) {
    // Compilers write them at once.
    for (int i = 0; i < 8; ++i) end_[i] = static_cast<char>(word >> (56 - 8 * i));
    end_ += 8;
  }

  std::array<char, most_sfen_order_bytes> text_;
  char* end_ = text_.data();
  std::uint64_t last_ = 0;
  std::uint32_t used_ = 0;
};

/// What a symbol says.
struct SymbolMeaning {
  char letter = ' ';
  /// Squares of a rank: as many as a digit says, none for a sign.
  std::uint8_t squares = 1;
  /// Of a digit.
  std::uint8_t count = 0;
  /// As it is, and after a '+'.
  std::array<Piece, 2> pieces{};
};

template <class V>
constexpr std::array<SymbolMeaning, 1 << symbol_bits> symbol_meanings = [] {
  std::array<SymbolMeaning, 1 << symbol_bits> all;
  for (const char c : symbols) {
    SymbolMeaning& meaning = all[symbol_of(c)];
    meaning.letter = c;
    if (is_digit(c)) meaning.squares = meaning.count = static_cast<std::uint8_t>(c - '0');
    if (c == '+') meaning.squares = 0;
    for (const Color color : both_colors)
      for (const Kind kind : unpromoted_kinds) {
        if (!V::info[kind].exists) continue;
        const char letter = V::info[kind].letter;
        if (c == (color == Color::black ? letter : ascii_lower(letter)))
          meaning.pieces = {Piece(color, kind), Piece(color, promoted(kind))};
      }
  }
  return all;
}();

}  // namespace

void SfenOrderReader::read(std::string_view bytes, Setup& position, std::string& sfen) {
  bytes = bytes.substr(0, most_sfen_order_bytes);
  const auto differs = std::mismatch(bytes.begin(), bytes.end(), bytes_.begin()).first;
  const auto same = static_cast<std::size_t>(differs - bytes.begin());
  bytes.copy(bytes_.data(), bytes.size());
  bytes_[bytes.size()] = bytes_[bytes.size() + 1] = '\0';
  if (variant_ != position.variant) {
    ranks_ = 0;
    // The smaller board has nothing on the files of the larger.
    board_.fill(Piece::none());
  }
  variant_ = position.variant;
  while (ranks_ > 0 && ends_[ranks_ - 1].bit > 8 * same) --ranks_;
  with_variant(variant_, [&]<class V>(V) { read<V>(8 * bytes.size(), position, sfen); });
}

template <class V>
void SfenOrderReader::read(std::size_t bits, Setup& position, std::string& sfen) {
  std::size_t at = ranks_ > 0 ? ends_[ranks_ - 1].bit : 0;
  char* end = text_.data() + (ranks_ > 0 ? ends_[ranks_ - 1].text : 0);
  const auto next = [&]() -> std::size_t {
    const char* const from = &bytes_[at / 8];
    const unsigned two = static_cast<unsigned>(octet(from[0]) << 8 | octet(from[1]));
    const std::size_t symbol = two >> (16 - symbol_bits - at % 8) & ((1u << symbol_bits) - 1);
    at += symbol_bits;
    return symbol;
  };
  for (; ranks_ < rank_count; ++ranks_) {
    const int rank = static_cast<int>(ranks_);
    // A symbol is a piece on the next square, a sign before it or its first empty one: whatever it
    // is, the same steps are taken, for nobody can foresee it.
    for (int file = 0; file < V::files; ++file) board_[Square::at(file, rank)] = Piece::none();
    bool promotes = false;
    for (int file = V::files; file > 0 && at < bits;) {
      const SymbolMeaning& meaning = symbol_meanings<V>[next()];
      *end++ = meaning.letter;
      board_[Square::at(file - 1, rank)] = meaning.pieces[promotes ? 1 : 0];
      promotes = meaning.squares == 0;
      file -= meaning.squares;
    }
    *end++ = rank + 1 < rank_count ? '/' : ' ';
    ends_[ranks_] = {at, static_cast<std::size_t>(end - text_.data())};
  }
  position.board = board_;
  const char side = symbol_meanings<V>[next()].letter;
  position.side_to_move = side == 'b' ? Color::black : Color::white;
  *end++ = side;
  *end++ = ' ';
  position.hands = {};
  int count = 0;
  while (at < bits) {
    const std::size_t symbol = next();
    if (symbol == 0) break;
    const SymbolMeaning& meaning = symbol_meanings<V>[symbol];
    *end++ = meaning.letter;
    const Piece piece = meaning.pieces[0];
    if (piece.empty()) {
      // A digit, or the sign of no pieces at all.
      count = (10 * count + meaning.count) % 256;
    } else if (piece.kind() != general) {
      position.hands[piece.color()].add(piece.kind(), std::max(count, 1));
      count = 0;
    }
  }
  sfen.assign(text_.data(), end);
}

template <class V>
SfenOrderWriter<V>::SfenOrderWriter(const Position<V>& position) {
  for (int rank = 0; rank < rank_count; ++rank) read_rank(rank, position);
}

template <class V>
void SfenOrderWriter<V>::follow(Move move, const Position<V>& position) {
  read_rank(move.to().rank(), position);
  if (!move.is_drop() && move.from().rank() != move.to().rank())
    read_rank(move.from().rank(), position);
}

template <class V>
void SfenOrderWriter<V>::read_rank(int rank, const Position<V>& position) {
  // The same steps for a piece and for none: which it is, nobody can foresee.
  std::uint64_t high = 0, low = 0;
  std::uint32_t size = 0;
  int empty = 0;
  for (int file = V::files - 1; file >= 0; --file) {
    const Piece piece = position.at(Square::at(file, rank));
    const Word& word = piece_word<V>(empty, piece);
    high = high << word.size | low >> 1 >> (63 - word.size);
    low = low << word.size | word.bits;
    size += word.size;
    empty = piece.empty() ? empty + 1 : 0;
  }
  Rank& read = ranks_[static_cast<std::size_t>(rank)];
  read = {low, 0, static_cast<std::uint8_t>(size), 0};
  if (size > most_added_bits)
    read = {high << (64 - most_added_bits) | low >> most_added_bits,
            low & ((std::uint64_t{1} << most_added_bits) - 1),
            static_cast<std::uint8_t>(size - most_added_bits), most_added_bits};
  read.empty = static_cast<std::uint8_t>(empty);
}

template <class V>
void SfenOrderWriter<V>::append(std::string& out, const Position<V>& position) const {
  Bits bits;
  for (const Rank& rank : ranks_) {
    bits.add(rank.bits, rank.size);
    bits.add(rank.more, rank.more_size);
    bits.add(number_words[rank.empty]);
  }
  bits.add(symbol_of(position.side_to_move() == Color::black ? 'b' : 'w'), symbol_bits);
  if (position.hand(Color::black).empty() && position.hand(Color::white).empty())
    bits.add(symbol_of('-'), symbol_bits);
  for (const Color color : both_colors) {
    const Hand& hand = position.hand(color);
    if (hand.empty()) continue;
    for (const Kind kind : V::hand_order) {
      const int n = hand.count(kind);
      if (n == 0) continue;
      if (n > 1) bits.add(number_words[static_cast<std::size_t>(n)]);
      bits.add(piece_word<V>(0, Piece(color, kind)));
    }
  }
  bits.add(0, symbol_bits);
  out += bits.bytes();
}

template class SfenOrderWriter<YariShogi>;
template class SfenOrderWriter<Shogi>;

}  // namespace yari
