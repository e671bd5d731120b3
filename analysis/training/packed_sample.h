/// \file
/// A training sample in 40 bytes, for files that are streamed.
///
/// Bytes 0 to 34: bits, the lowest first. The side to move (1: White); for every square, in order
/// of index, whether a piece stands there; for each of these its kind, colour and promotion; in six
/// bits the number of pieces in hand; for each of them kind and colour. A kind is one bit 0 for the
/// pawn, else a bit 1 and the unpromoted kind in three bits. Bytes 35 and 36: the score, little
/// endian, in two's complement. Byte 37: the half points of the side to move, and four times the
/// number of the game's Variant. Byte 38: the outlook. Byte 39: the sum of the bytes before it,
/// plus 0x5B, modulo 256.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

#include "analysis/engine/network.h"
#include "rules/position.h"
#include "rules/setup.h"

namespace yari::training {

inline constexpr std::size_t packed_size = 40;
using PackedSample = std::array<std::uint8_t, packed_size>;

/// The win chance, 0..1, that a score of V stands for where samples are made and networks trained.
template <class V>
double chance(double centipawns) {
  return 1 / (1 + std::exp(-centipawns / NetworkShape<V>::output_scale));
}

/// What a sample says.
struct SampleValues {
  Setup position;
  /// Centipawns from the side to move's view; -32768 to 32767.
  int score = 0;
  /// 0, 1 or 2, of the side to move.
  int half_points = 1;
  /// The win chance of the side to move as the rest of the game saw it, in 255ths: the nearer a
  /// ply, the more its search counts; how the game ended counts as the last.
  std::uint8_t outlook = 128;
};

namespace detail {

inline constexpr std::size_t position_bits = 35 * 8;

class BitWriter {
 public:
  explicit BitWriter(PackedSample& to) : to_(to) {}
  void put(unsigned value, int bits) {
    for (int i = 0; i < bits; ++i, ++at_)
      if ((value >> i & 1U) != 0 && at_ < position_bits)
        to_[at_ / 8] = static_cast<std::uint8_t>(to_[at_ / 8] | 1U << at_ % 8);
  }
  bool fits() const { return at_ <= position_bits; }

 private:
  PackedSample& to_;
  std::size_t at_ = 0;
};

class BitReader {
 public:
  explicit BitReader(const PackedSample& from) : from_(from) {}
  /// Beyond the end there are zeros.
  unsigned take(int bits) {
    unsigned value = 0;
    for (int i = 0; i < bits; ++i, ++at_)
      if (at_ < position_bits) value |= (from_[at_ / 8] >> at_ % 8 & 1U) << i;
    return value;
  }
  bool inside() const { return at_ <= position_bits; }

 private:
  const PackedSample& from_;
  std::size_t at_ = 0;
};

inline void put_kind(BitWriter& bits, Kind kind) {
  const auto code = static_cast<unsigned>(index(unpromoted(kind)));
  bits.put(code == 0 ? 0 : 1 | code << 1, code == 0 ? 1 : 4);
}

inline Kind take_kind(BitReader& bits) {
  return Kind(static_cast<std::uint8_t>(bits.take(1) == 0 ? 0 : bits.take(3)));
}

inline std::uint8_t check_byte(const PackedSample& packed) {
  unsigned sum = 0x5B;
  for (std::size_t i = 0; i + 1 < packed_size; ++i) sum += packed[i];
  return static_cast<std::uint8_t>(sum);
}

}  // namespace detail

/// No value where the position takes more bits than there are, which no valid position of at most
/// 40 pieces does. A score beyond the range is cut to it.
inline std::optional<PackedSample> pack(const SampleValues& sample) {
  PackedSample packed{};
  detail::BitWriter bits(packed);
  const Setup& p = sample.position;
  const int squares = info(p.variant).squares();
  bits.put(static_cast<unsigned>(index(p.side_to_move)), 1);
  for (int i = 0; i < squares; ++i) bits.put(p[Square(i)].empty() ? 0 : 1, 1);
  for (int i = 0; i < squares; ++i) {
    const Piece piece = p[Square(i)];
    if (piece.empty()) continue;
    detail::put_kind(bits, piece.kind());
    bits.put(static_cast<unsigned>(index(piece.color())), 1);
    bits.put(is_promoted(piece.kind()) ? 1 : 0, 1);
  }
  int held = 0;
  for (const Color c : both_colors)
    for (int k = 0; k < hand_kind_count; ++k)
      held += p.hands[c].count(Kind{static_cast<std::uint8_t>(k)});
  if (held > 63) return std::nullopt;
  bits.put(static_cast<unsigned>(held), 6);
  for (const Color c : both_colors)
    for (int k = 0; k < hand_kind_count; ++k) {
      const Kind kind{static_cast<std::uint8_t>(k)};
      for (int n = p.hands[c].count(kind); n > 0; --n) {
        detail::put_kind(bits, kind);
        bits.put(static_cast<unsigned>(index(c)), 1);
      }
    }
  if (!bits.fits()) return std::nullopt;
  using Limits16 = std::numeric_limits<std::int16_t>;
  const auto score =
      static_cast<std::uint16_t>(std::clamp<int>(sample.score, Limits16::min(), Limits16::max()));
  packed[35] = static_cast<std::uint8_t>(score & 0xFF);
  packed[36] = static_cast<std::uint8_t>(score >> 8);
  packed[37] = static_cast<std::uint8_t>(sample.half_points | static_cast<int>(p.variant) << 2);
  packed[38] = sample.outlook;
  packed[39] = detail::check_byte(packed);
  return packed;
}

/// No value where the bytes are none that `pack` writes, or of a position that is not valid.
inline std::optional<SampleValues> unpack(const PackedSample& packed) {
  const int half_points = packed[37] & 3;
  const int variant = packed[37] >> 2;
  if (packed[39] != detail::check_byte(packed) || half_points > 2 || variant > 1)
    return std::nullopt;
  SampleValues sample;
  Setup& p = sample.position;
  p.variant = static_cast<Variant>(variant);
  detail::BitReader bits(packed);
  const int squares = info(p.variant).squares();
  p.side_to_move = bits.take(1) == 0 ? Color::black : Color::white;
  std::array<bool, 128> occupied{};
  for (int i = 0; i < squares; ++i) occupied[static_cast<std::size_t>(i)] = bits.take(1) != 0;
  for (int i = 0; i < squares; ++i) {
    if (!occupied[static_cast<std::size_t>(i)]) continue;
    const Kind kind = detail::take_kind(bits);
    const Color color = bits.take(1) == 0 ? Color::black : Color::white;
    p[Square(i)] = Piece(color, bits.take(1) == 0 ? kind : promoted(kind));
  }
  for (unsigned held = bits.take(6); held > 0; --held) {
    const Kind kind = detail::take_kind(bits);
    const Color color = bits.take(1) == 0 ? Color::black : Color::white;
    if (kind == general) return std::nullopt;
    p.hands[color].add(kind);
  }
  if (!bits.inside() || !faults_of(p).empty()) return std::nullopt;
  sample.score = static_cast<std::int16_t>(packed[35] | packed[36] << 8);
  sample.half_points = half_points;
  sample.outlook = packed[38];
  return sample;
}

}  // namespace yari::training
