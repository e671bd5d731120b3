/// \file
/// Positions as bytes in the order of their SFENs: a book of games is sorted by them, as they are
/// made and compared sooner than the texts, and take half the space.
///
/// A symbol of five bits stands for each letter, digit and sign of the SFEN, in their order, and
/// one of zero bits for the end. What can be nothing else is left out: the '/' after a full rank,
/// the blanks. They are in temporary files alone.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "rules/position.h"

namespace yari {

/// Two symbols for each square, and four for each of seven kinds in two hands.
inline constexpr std::size_t most_sfen_order_bytes = 144;

/// Writes the positions of a game, one after the other.
template <class V>
class SfenOrderWriter {
 public:
  explicit SfenOrderWriter(const Position<V>& position);

  /// `move` led to `position`.
  void follow(Move move, const Position<V>& position);
  /// Appends the bytes of the position, whatever its move number. No such bytes are the beginning
  /// of those of another position. Requires: it is the last that was named.
  void append(std::string& out, const Position<V>& position) const;

 private:
  /// Up to its last piece, in two parts where one has no room; and the empty squares after it.
  struct Rank {
    std::uint64_t bits = 0, more = 0;
    std::uint8_t size = 0, more_size = 0, empty = 0;
  };
  void read_rank(int rank, const Position<V>& position);

  std::array<Rank, rank_count> ranks_{};
};

extern template class SfenOrderWriter<YariShogi>;
extern template class SfenOrderWriter<Shogi>;

/// Reads what SfenOrderWriter wrote; sooner where one position has the first ranks of the last.
class SfenOrderReader {
 public:
  /// Sets `position`, but for its move number, and `sfen`, without one. Other bytes than a writer's
  /// give a position that nobody wrote. Requires: `position` has its variant.
  void read(std::string_view bytes, Setup& position, std::string& sfen);

 private:
  template <class V>
  void read(std::size_t bits, Setup& position, std::string& sfen);

  struct RankEnd {
    std::size_t bit = 0, text = 0;
  };

  /// The last bytes, and zeros after them.
  std::array<char, most_sfen_order_bytes + 2> bytes_{};
  Variant variant_ = Variant::yari;
  /// What was read of them: the first ranks, where each ends, the text and the board.
  std::size_t ranks_ = 0;
  std::array<RankEnd, rank_count> ends_{};
  // A character for each symbol, and what lies between ranks and fields.
  std::array<char, 8 * most_sfen_order_bytes / 5 + 16> text_{};
  ByAnySquare<Piece> board_{};
};

}  // namespace yari
