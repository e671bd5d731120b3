/// \file
/// Names of openings and castles, known by the positions that define them.
///
/// A name belongs to the position, not to the order of moves: transpositions count.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "record/game.h"
#include "rules/by.h"
#include "rules/position.h"
#include "text/result.h"

namespace yari::openings {

/// A piece on a square or in a hand, as the side sees the board whose opening it is.
struct Cell {
  Piece piece;  ///< black: own
  /// No value: in hand.
  std::optional<Square> square;
};

/// One condition: one of the cells holds; none of them when `absent`.
struct Condition {
  std::vector<Cell> any;
  bool absent = false;
};

/// A row of a list.
struct OpeningName {
  enum class Kind { opening, castle };

  Variant variant = Variant::shogi;
  Kind kind = Kind::opening;
  std::string english, japanese;
  /// Of this side alone; no value: of either.
  std::optional<Color> side;
  /// It is looked for up to this ply.
  int until = 0;
  /// All of them must hold. For Black, then for White, whose board is turned round.
  ByColor<std::vector<Condition>> conditions;
};

/// Names of a game or a position; null where it has none. They point into the list.
struct FoundNames {
  const OpeningName* opening = nullptr;
  ByColor<const OpeningName*> castles{};
};

/// A list of names, most general first: of several that match, the last one counts.
class OpeningList {
 public:
  /// The names that the program comes with. Yari Shogi has no published names, so there are none.
  static const OpeningList& shipped();
  /// Reads a list in the format of docs/openings.md. The error is about the byte at its offset.
  static Result<OpeningList> read(std::string_view text);

  /// Adds the names of another list after these.
  void append(const OpeningList& other);
  std::span<const OpeningName> names() const { return names_; }
  /// The largest ply at which a name is looked for; 0 for an empty list.
  int last_ply() const;

  /// The names of a main line: of all that match at some ply up to their limit, the last of each
  /// kind in the list. Illegal moves end the line.
  FoundNames of_line(const Setup& start, std::span<const Move> moves) const;
  /// The names of one position, whatever its ply. Requires: a valid position.
  FoundNames of_position(const Setup& position) const;

 private:
  /// A condition of a name, for that side, is about a square or the hands.
  struct Watch {
    std::uint32_t name = 0;
    Color side = Color::black;
  };
  /// By the squares, and at last the hands.
  static constexpr std::size_t hands = 128;
  using Watches = std::array<std::vector<Watch>, hands + 1>;
  template <class V>
  class Finder;

  /// After each change of the names.
  void watch();

  std::vector<OpeningName> names_;
  /// By variant: the last ply at which a name is looked for, less than 0 without names.
  std::array<int, 2> last_plies_{-1, -1};
  /// By variant. Of a position after a move only those names can be new that watch what it changed.
  std::array<Watches, 2> watches_;
};

}  // namespace yari::openings
