// Prefix codes: a bit that tells a piece from an empty square, the piece, promotion, colour.
#include "analysis/book/packed_sfen.h"

#include <array>

#include "rules/variant.h"

namespace yari {

namespace {

constexpr std::size_t packed_bits = packed_sfen_size * 8;

struct Code {
  unsigned bits;
  int length;
};

/// By kind, after the bit that says that there is a piece.
constexpr std::array<Code, hand_kind_count> piece_codes{
    {{0b0, 1}, {0b001, 3}, {0b101, 3}, {0b011, 3}, {0b0111, 4}, {0b01111, 5}, {0b11111, 5}}};
constexpr int longest_code = 5;

constexpr Kind silver{3};
constexpr Kind gold{4};
/// Where a king stands that is not on the board.
constexpr int no_square = max_squares;

class BitWriter {
 public:
  void put(unsigned bits, int length) {
    for (int i = 0; i < length; ++i, ++at_) {
      if (at_ < packed_bits && (bits >> i & 1) != 0)
        bytes_[at_ / 8] =
            static_cast<char>(static_cast<unsigned char>(bytes_[at_ / 8]) | 1u << at_ % 8);
    }
  }
  void put_piece(Kind kind, bool promoted, Color color) {
    // A gold has no promotion: in the box, where that bit is set, it is White's promoted silver.
    const Code& code = piece_codes[static_cast<std::size_t>(index(unpromoted(kind)))];
    put(code.bits, code.length);
    if (unpromoted(kind) != gold) put(promoted ? 1 : 0, 1);
    put(color == Color::white ? 1 : 0, 1);
  }
  std::size_t length() const { return at_; }
  std::string bytes() && { return std::move(bytes_); }

 private:
  std::string bytes_ = std::string(packed_sfen_size, '\0');
  std::size_t at_ = 0;
};

class BitReader {
 public:
  explicit BitReader(std::string_view bytes) : bytes_(bytes) {}

  bool at_end() const { return at_ >= packed_bits; }
  /// Bits after the end are 0, and `overran`.
  unsigned take(int length) {
    unsigned bits = 0;
    for (int i = 0; i < length; ++i, ++at_)
      if (at_ < packed_bits)
        bits |= (static_cast<unsigned char>(bytes_[at_ / 8]) >> at_ % 8 & 1u) << i;
    return bits;
  }
  bool overran() const { return at_ > packed_bits; }

  Piece take_piece() {
    unsigned bits = 0;
    for (int length = 1; length <= longest_code; ++length) {
      bits |= take(1) << (length - 1);
      for (const Kind kind : holdable_kinds) {
        const Code& code = piece_codes[static_cast<std::size_t>(index(kind))];
        if (code.length != length || code.bits != bits) continue;
        const bool promotes = kind != gold && take(1) == 1;
        const Color color = take(1) == 1 ? Color::white : Color::black;
        return {color, promotes ? promoted(kind) : kind};
      }
    }
    // Five ones are a rook, and every shorter beginning is a code.
    return Piece::none();
  }

 private:
  std::string_view bytes_;
  std::size_t at_ = 0;
};

/// The square of a king; `no_square` when it is not on the board.
int king_square(const Setup& position, Color color) {
  for (const Square s : all_squares)
    if (position[s] == Piece(color, general)) return s.index();
  return no_square;
}

}  // namespace

std::optional<std::string> pack_sfen(const Setup& position) {
  BitWriter out;
  out.put(position.side_to_move == Color::white ? 1 : 0, 1);
  for (const Color color : both_colors)
    out.put(static_cast<unsigned>(king_square(position, color)), 7);
  for (const Square s : all_squares) {
    const Piece piece = position[s];
    if (!piece.empty() && piece.kind() == general) continue;
    out.put(piece.empty() ? 0 : 1, 1);
    if (!piece.empty()) out.put_piece(piece.kind(), is_promoted(piece.kind()), piece.color());
  }
  for (const Color color : both_colors)
    for (const Kind kind : holdable_kinds)
      for (int n = position.hands[color].count(kind); n > 0; --n) out.put_piece(kind, false, color);
  const Hand box = rest_of_set(position);
  for (const Kind kind : holdable_kinds)
    for (int n = box.count(kind); n > 0; --n) {
      if (kind == gold)
        out.put_piece(silver, true, Color::white);
      else
        out.put_piece(kind, true, Color::black);
    }
  if (out.length() != packed_bits) return std::nullopt;
  return std::move(out).bytes();
}

Result<Setup> unpack_sfen(std::string_view bytes) {
  BitReader in(bytes);
  Setup position;
  position.variant = Variant::shogi;
  position.side_to_move = in.take(1) == 1 ? Color::white : Color::black;
  for (const Color color : both_colors) {
    const unsigned at = in.take(7);
    if (at > no_square) return fail("a king stands outside of the board");
    if (at == no_square) continue;
    const Square s(static_cast<int>(at));
    if (!position[s].empty()) return fail("two kings stand on one square");
    position[s] = Piece(color, general);
  }
  for (const Square s : all_squares)
    if (position[s].empty() && in.take(1) == 1) position[s] = in.take_piece();
  while (!in.at_end()) {
    const Piece piece = in.take_piece();
    // What is promoted lies in neither hand.
    if (!piece.empty() && !is_promoted(piece.kind()))
      position.hands[piece.color()].add(piece.kind());
  }
  if (in.overran()) return fail("the pieces take more than 256 bits");
  return position;
}

}  // namespace yari
