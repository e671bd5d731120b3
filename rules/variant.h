/// \file
/// The two games as data: boards, pieces, promotion, drops, and how games end.
///
/// Nothing else in the program says how a piece moves, or what a notation calls it. Source: the
/// project's rules page, after the encyclopedia articles on Yari Shogi and Shogi and Christiaan
/// Freeling's own description.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>
#include <utility>

#include "rules/by.h"
#include "rules/piece.h"
#include "rules/square.h"

namespace yari {

enum class Variant : std::uint8_t { yari, shogi };

/// `standard` is the game's own; `svp` (Yari: the third repetition is an illegal move) and
/// `classic` (Shogi: three repetitions are no contest) are historic.
enum class RuleSet : std::uint8_t { standard, svp, classic };

/// A set of directions, as the mover sees them.
class Directions {
 public:
  constexpr Directions() = default;
  constexpr Directions(std::initializer_list<Direction> list) {
    for (Direction d : list) bits_ = static_cast<std::uint8_t>(bits_ | 1u << index(d));
  }
  constexpr bool has(Direction d) const { return (bits_ >> index(d) & 1) != 0; }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr bool operator==(const Directions&) const = default;

 private:
  std::uint8_t bits_ = 0;
};

/// What there is to know about one kind of piece.
struct KindInfo {
  /// False for the numbers that the variant does not use; then nothing else counts.
  bool exists = false;
  std::string_view name;
  /// Without the promotion sign: SFEN letter ("R") and Hodges letters ("YR"); promoted kinds
  /// repeat those of the piece they come from.
  char letter = 0;
  std::string_view hodges;
  /// The letter that some records in Hodges notation have for it alone: D for the dragon.
  char short_hodges = 0;
  /// CSA and JKF: "FU".
  std::string_view csa = {};
  /// KIF and KI2: the first is written in moves, the first of one character on boards; all are
  /// read.
  std::array<std::string_view, 3> kif = {};
  /// As boards are drawn, in one or two kanji.
  std::string_view kanji = {};
  /// What handicaps call it in kanji, beside the word of KIF: 飛車. Empty if none takes it off.
  std::string_view handicap_kanji = {};
  /// Single steps, as the mover sees them.
  Directions steps = {};
  /// Any distance over empty squares, as the mover sees them.
  Directions slides = {};
  /// The two forward jumps of a knight.
  bool jumps = false;
  bool can_promote = false;
  /// On this many of the farthest ranks the piece could never move again: it must promote there
  /// and may not be dropped there.
  int dead_ranks = 0;
  /// How many a complete set holds, both sides together, counted with their promoted form.
  int set_count = 0;
  /// Points when an impasse is counted.
  int impasse_points = 0;
};

/// What there is to know about one game.
struct VariantInfo {
  Variant variant;
  /// "yari", "shogi": command line, database, SFEN of other programs.
  std::string_view id;
  /// "Yari Shogi", "Shogi": tags and text.
  std::string_view name;
  int files;
  /// SFEN of the even start position.
  std::string_view start;
  /// Kinds that can be in hand, in SFEN order.
  std::span<const Kind> hand_order;
  ByKind<KindInfo> kinds;
  /// Times a position must occur with the same side to move to end the game.
  int repetitions;
  int repetitions_classic;
  bool pawn_drop_may_mate;
  /// Stalemate loses for the side that cannot move (otherwise it is a draw).
  bool stalemate_loses;
  /// A problem position may leave out the general of one side.
  bool one_general_may_be_missing;
  /// Fewer points than this lose an impasse.
  int impasse_threshold;
  /// How many centipawns are one unit of the scores that are shown, as players of the game write
  /// them: 100 gives "+4.32", 1 gives "+432".
  int score_unit;

  constexpr int squares() const { return files * rank_count; }
  constexpr const KindInfo& operator[](Kind k) const { return kinds[k]; }
};

/// Promotion is possible on the three farthest ranks in both games.
inline constexpr int promotion_ranks = 3;

namespace detail {

using enum Direction;
inline constexpr Directions diagonally_forward{forward_left, forward_right};
inline constexpr Directions straight{forward, backward, left, right};
inline constexpr Directions diagonal{forward_left, forward_right, backward_left, backward_right};
inline constexpr Directions all_around{forward,      backward,      left,          right,
                                       forward_left, forward_right, backward_left, backward_right};
inline constexpr Directions front_and_sides{forward, left, right, forward_left, forward_right};
inline constexpr Directions gold_steps{forward, backward, left, right, forward_left, forward_right};
inline constexpr Directions silver_steps{forward, forward_left, forward_right, backward_left,
                                         backward_right};
inline constexpr Directions front{forward, forward_left, forward_right};

}  // namespace detail

/// Yari Shogi, Christiaan Freeling 1981: 7 files, forward-ranging pieces.
struct YariShogi {
  static constexpr Kind P{0}, YN{1}, YB{2}, YR{3}, G{7};
  static constexpr Kind PP{8}, PYN{9}, PYB{10}, PYR{11};
  static constexpr std::array hand_order{YR, YB, YN, P};

  static constexpr int files = 7;
  // clang-format off
  static constexpr VariantInfo info{
      .variant = Variant::yari,
      .id = "yari",
      .name = "Yari Shogi",
      .files = files,
      .start = "rnnkbbr/7/ppppppp/7/7/7/PPPPPPP/7/RBBKNNR b - 1",
      .hand_order = hand_order,
      .kinds = {{{
          {.exists = true, .name = "pawn", .letter = 'P', .hodges = "P",
           .csa = "FU", .kif = {"歩"}, .kanji = "歩",
           .steps = {Direction::forward}, .can_promote = true, .dead_ranks = 1, .set_count = 14,
           .impasse_points = 1},
          {.exists = true, .name = "yari knight", .letter = 'N', .hodges = "YN",
           .csa = "KE", .kif = {"桂"}, .kanji = "香桂",
           .slides = {Direction::forward}, .jumps = true, .can_promote = true, .dead_ranks = 1,
           .set_count = 4, .impasse_points = 1},
          {.exists = true, .name = "yari bishop", .letter = 'B', .hodges = "YB",
           .csa = "KA", .kif = {"角"}, .kanji = "香角",
           .steps = detail::diagonally_forward, .slides = {Direction::forward}, .can_promote = true,
           .dead_ranks = 1, .set_count = 4, .impasse_points = 5},
          {.exists = true, .name = "yari rook", .letter = 'R', .hodges = "YR",
           .csa = "HI", .kif = {"飛"}, .kanji = "香飛",
           .slides = {Direction::forward, Direction::left, Direction::right}, .can_promote = true,
           .set_count = 4, .impasse_points = 5},
          {}, {}, {},
          {.exists = true, .name = "general", .letter = 'K', .hodges = "G",
           .csa = "OU", .kif = {"玉", "将", "王"}, .kanji = "将",
           .steps = detail::all_around, .set_count = 2},
          {.exists = true, .name = "yari silver", .letter = 'P', .hodges = "P",
           .csa = "TO", .kif = {"と", "成歩"}, .kanji = "香銀",
           .steps = detail::front, .slides = {Direction::backward}, .impasse_points = 1},
          {.exists = true, .name = "yari gold (from knight)", .letter = 'N', .hodges = "YN",
           .csa = "NK", .kif = {"成桂", "圭"}, .kanji = "成桂",
           .steps = detail::front_and_sides, .slides = {Direction::backward}, .impasse_points = 1},
          {.exists = true, .name = "yari gold (from bishop)", .letter = 'B', .hodges = "YB",
           .csa = "UM", .kif = {"馬", "成角"}, .kanji = "成角",
           .steps = detail::front_and_sides, .slides = {Direction::backward}, .impasse_points = 5},
          {.exists = true, .name = "rook", .letter = 'R', .hodges = "YR",
           .csa = "RY", .kif = {"龍", "竜", "成飛"}, .kanji = "飛車",
           .slides = detail::straight, .impasse_points = 5},
          {}, {}, {}, {},
      }}},
      .repetitions = 3,
      .repetitions_classic = 3,
      .pawn_drop_may_mate = true,
      .stalemate_loses = false,
      .one_general_may_be_missing = false,
      .impasse_threshold = 26,
      .score_unit = 100,
  };
  // clang-format on
};

/// Shogi as played since the rule of the fourth repetition (1983).
struct Shogi {
  static constexpr Kind P{0}, L{1}, N{2}, S{3}, G{4}, B{5}, R{6}, K{7};
  static constexpr Kind PP{8}, PL{9}, PN{10}, PS{11}, PB{13}, PR{14};
  static constexpr std::array hand_order{R, B, G, S, N, L, P};

  static constexpr int files = 9;
  // clang-format off
  static constexpr VariantInfo info{
      .variant = Variant::shogi,
      .id = "shogi",
      .name = "Shogi",
      .files = files,
      .start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
      .hand_order = hand_order,
      .kinds = {{{
          {.exists = true, .name = "pawn", .letter = 'P', .hodges = "P",
           .csa = "FU", .kif = {"歩"}, .kanji = "歩",
           .steps = {Direction::forward}, .can_promote = true, .dead_ranks = 1, .set_count = 18,
           .impasse_points = 1},
          {.exists = true, .name = "lance", .letter = 'L', .hodges = "L",
           .csa = "KY", .kif = {"香"}, .kanji = "香", .handicap_kanji = "香車",
           .slides = {Direction::forward}, .can_promote = true, .dead_ranks = 1, .set_count = 4,
           .impasse_points = 1},
          {.exists = true, .name = "knight", .letter = 'N', .hodges = "N",
           .csa = "KE", .kif = {"桂"}, .kanji = "桂", .handicap_kanji = "桂馬",
           .jumps = true, .can_promote = true, .dead_ranks = 2, .set_count = 4, .impasse_points = 1},
          {.exists = true, .name = "silver", .letter = 'S', .hodges = "S",
           .csa = "GI", .kif = {"銀"}, .kanji = "銀", .handicap_kanji = "銀将",
           .steps = detail::silver_steps, .can_promote = true, .set_count = 4, .impasse_points = 1},
          {.exists = true, .name = "gold", .letter = 'G', .hodges = "G",
           .csa = "KI", .kif = {"金"}, .kanji = "金", .handicap_kanji = "金将",
           .steps = detail::gold_steps, .set_count = 4, .impasse_points = 1},
          {.exists = true, .name = "bishop", .letter = 'B', .hodges = "B",
           .csa = "KA", .kif = {"角"}, .kanji = "角", .handicap_kanji = "角行",
           .slides = detail::diagonal, .can_promote = true, .set_count = 2, .impasse_points = 5},
          {.exists = true, .name = "rook", .letter = 'R', .hodges = "R",
           .csa = "HI", .kif = {"飛"}, .kanji = "飛", .handicap_kanji = "飛車",
           .slides = detail::straight, .can_promote = true, .set_count = 2, .impasse_points = 5},
          {.exists = true, .name = "king", .letter = 'K', .hodges = "K",
           .csa = "OU", .kif = {"玉", "王"}, .kanji = "玉",
           .steps = detail::all_around, .set_count = 2},
          {.exists = true, .name = "promoted pawn", .letter = 'P', .hodges = "P", .short_hodges = 'T',
           .csa = "TO", .kif = {"と", "成歩"}, .kanji = "と",
           .steps = detail::gold_steps, .impasse_points = 1},
          {.exists = true, .name = "promoted lance", .letter = 'L', .hodges = "L",
           .csa = "NY", .kif = {"成香", "杏"}, .kanji = "杏",
           .steps = detail::gold_steps, .impasse_points = 1},
          {.exists = true, .name = "promoted knight", .letter = 'N', .hodges = "N",
           .csa = "NK", .kif = {"成桂", "圭"}, .kanji = "圭",
           .steps = detail::gold_steps, .impasse_points = 1},
          {.exists = true, .name = "promoted silver", .letter = 'S', .hodges = "S",
           .csa = "NG", .kif = {"成銀", "全"}, .kanji = "全",
           .steps = detail::gold_steps, .impasse_points = 1},
          {},
          {.exists = true, .name = "horse", .letter = 'B', .hodges = "B", .short_hodges = 'H',
           .csa = "UM", .kif = {"馬", "成角"}, .kanji = "馬",
           .steps = detail::straight, .slides = detail::diagonal, .impasse_points = 5},
          {.exists = true, .name = "dragon", .letter = 'R', .hodges = "R", .short_hodges = 'D',
           .csa = "RY", .kif = {"龍", "竜", "成飛"}, .kanji = "龍",
           .steps = detail::diagonal, .slides = detail::straight, .impasse_points = 5},
          {},
      }}},
      .repetitions = 4,
      .repetitions_classic = 3,
      .pawn_drop_may_mate = false,
      .stalemate_loses = true,
      .one_general_may_be_missing = true,
      .impasse_threshold = 24,
      .score_unit = 1,
  };
  // clang-format on
};

constexpr const VariantInfo& info(Variant v) {
  return v == Variant::yari ? YariShogi::info : Shogi::info;
}

/// Calls `f` with a value of the variant's type: the one place where run time picks the game.
///
///     with_variant(v, [&]<class V>(V) { return Position<V>::start(); })
template <class F>
decltype(auto) with_variant(Variant v, F&& f) {
  if (v == Variant::yari) return std::forward<F>(f)(YariShogi{});
  return std::forward<F>(f)(Shogi{});
}

}  // namespace yari
