/// \file
/// Colours, squares and directions, common to both games.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <string>

namespace yari {

/// The two sides; Black (sente) moves up the board, towards rank a.
enum class Color : std::uint8_t { black, white };

inline constexpr std::array both_colors{Color::black, Color::white};

constexpr Color operator~(Color c) { return c == Color::black ? Color::white : Color::black; }
constexpr int index(Color c) { return static_cast<int>(c); }

/// Every board has ranks a..i; only the number of files differs.
inline constexpr int rank_count = 9;
/// The largest board: Shogi's 9 x 9.
inline constexpr int max_squares = 81;

/// A square of either board: `file * 9 + rank`, so that a file is nine neighbouring numbers.
///
/// File 0 is written "1" (Black's right edge), rank 0 is written "a" (White's home rank).
class Square {
 public:
  constexpr Square() = default;
  constexpr explicit Square(int index) : index_(static_cast<std::uint8_t>(index)) {}
  static constexpr Square at(int file, int rank) { return Square(file * rank_count + rank); }

  constexpr int index() const { return index_; }
  constexpr int file() const { return index_ / rank_count; }
  constexpr int rank() const { return index_ % rank_count; }
  /// The digit and letter people write: "7f".
  constexpr char file_digit() const { return static_cast<char>('1' + file()); }
  constexpr char rank_letter() const { return static_cast<char>('a' + rank()); }

  constexpr auto operator<=>(const Square&) const = default;

 private:
  std::uint8_t index_ = 0;
};

constexpr int index(Square s) { return s.index(); }

/// "7f".
inline std::string square_name(Square s) { return {s.file_digit(), s.rank_letter()}; }

/// A rank counted from the far side of `c`: 0 is the farthest rank, 8 the side's own first rank.
constexpr int rank_from_far_side(Color c, int rank) {
  return c == Color::black ? rank : rank_count - 1 - rank;
}

/// The eight directions as Black sees them; White's are the opposite ones.
enum class Direction : std::uint8_t {
  forward, backward, left, right, forward_left, forward_right, backward_left, backward_right
};

inline constexpr int direction_count = 8;

constexpr int index(Direction d) { return static_cast<int>(d); }

/// A step on the board: `file` grows to Black's left, `rank` grows towards Black.
struct Step {
  int file;
  int rank;
};

constexpr Step step_of(Direction d) {
  constexpr std::array<Step, direction_count> steps{
      {{0, -1}, {0, 1}, {1, 0}, {-1, 0}, {1, -1}, {-1, -1}, {1, 1}, {-1, 1}}};
  return steps[static_cast<std::size_t>(d)];
}

constexpr Direction opposite(Direction d) {
  constexpr std::array<Direction, direction_count> table{
      Direction::backward,       Direction::forward,       Direction::right,
      Direction::left,           Direction::backward_right, Direction::backward_left,
      Direction::forward_right,  Direction::forward_left};
  return table[static_cast<std::size_t>(d)];
}

/// The direction on the board that a side calls `d`.
constexpr Direction seen_from(Color c, Direction d) { return c == Color::black ? d : opposite(d); }

}  // namespace yari
