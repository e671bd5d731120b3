/// \file
/// A question about games and their positions: what can be asked, as data; and how text becomes it.
///
/// The language is described in docs/query.md. A query holds or does not hold at every ply of a
/// game's main line (ply 0 is the start); what can be used of an index is in db/query/plan.h, the
/// search itself in db/query/matcher.h.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "db/query/condition.h"
#include "record/date.h"
#include "rules/bitboard.h"
#include "rules/handicap.h"
#include "rules/move.h"
#include "rules/outcome.h"
#include "rules/setup.h"
#include "text/result.h"

namespace yari::query {

/// A set of squares of either board: bit Square::index().
using Squares = Uint128;

/// What may stand on a square: bit Piece::code() for every piece taken, bit 32 for "nothing".
using Contents = std::uint64_t;

inline constexpr Contents bit_of(Piece p) { return Contents{1} << p.code(); }
inline constexpr Contents nothing = bit_of(Piece::none());
inline constexpr Contents any_black = 0xFFFF;
inline constexpr Contents any_white = any_black << kind_count;
inline constexpr Contents anything = any_black | any_white | nothing;

/// In place of a bound that is missing: beyond every sum that can occur.
inline constexpr int no_limit = 1'000'000'000;

/// Whole numbers from `low` to `high`, both taken.
struct Range {
  int low = 0;
  int high = 0;
  bool has(int n) const { return n >= low && n <= high; }
  Range moved_by(int n) const {
    return {low == -no_limit ? low : low + n, high == no_limit ? high : high + n};
  }
  bool operator==(const Range&) const = default;
};

// Conditions on what stands where.

enum class HandsRule : std::uint8_t { exact, ignored, at_least };

/// This position, with this side to move.
struct PositionIs {
  Setup setup;
  HandsRule hands = HandsRule::exact;
  bool operator==(const PositionIs&) const = default;
};

/// A rectangle of squares: `cells` go as SFEN does, from rank a down, from the highest file.
struct Pattern {
  int width = 0;
  int height = 0;
  std::vector<Contents> cells;
  /// Where the first cell lies; no value: anywhere on the board.
  std::optional<Square> corner;
  bool operator==(const Pattern&) const = default;
};

/// One of `contents` stands on one of `squares`, or more.
struct PieceOn {
  Contents contents = 0;
  Squares squares = 0;
  bool operator==(const PieceOn&) const = default;
};

/// Something that can be counted, added `factor` times.
struct Term {
  enum class Type : std::uint8_t {
    ply,     ///< moves played before this position
    board,   ///< squares that hold one of `contents`
    hand,    ///< pieces of `contents` in hand; unpromoted pieces alone
    total,   ///< both, promoted pieces counted with what they were; unpromoted pieces alone
    points,  ///< impasse points of the pieces of `contents`, board and hand
  };
  Type type = Type::ply;
  int factor = 1;
  Contents contents = 0;
  bool operator==(const Term&) const = default;
};

/// The sum of the terms, of which there are max_terms at most, lies in the range.
struct Amount {
  std::vector<Term> sum;
  Range range;
  bool operator==(const Amount&) const = default;
};

struct ToMove {
  Color side = Color::black;
  bool operator==(const ToMove&) const = default;
};

/// What the side to move finds itself in.
enum class State : std::uint8_t { check, mate, stalemate };

// Conditions on the move that was played here; none of them holds at the end of the game.

struct MoveIs {
  enum class Type : std::uint8_t { any, drop, capture, promotion };
  Type type = Type::any;
  /// The piece that moved, as it was before; for a capture the piece that was taken.
  Contents piece = anything;
  /// The origin, which a drop does not have.
  Squares from = ~Squares{0};
  Squares to = ~Squares{0};
  bool operator==(const MoveIs&) const = default;
};

/// A move as Hodges notation writes it; what it leaves out stays open.
struct HodgesMove {
  enum class Type : std::uint8_t { move, capture, drop };
  Kind kind{};
  Type type = Type::move;
  /// "+". A move without it does not promote, unless it must.
  bool promotes = false;
  Square to;
  std::optional<Square> from;
  bool operator==(const HodgesMove&) const = default;
};

/// These moves were played from here on, one after the other.
struct LineIs {
  std::vector<std::variant<Move, HodgesMove>> moves;
  bool operator==(const LineIs&) const = default;
};

/// Annotation noted the move that was played here for one of `kinds` (db/query/judged_kind.h).
struct JudgementIs {
  /// Bit JudgedKind for every kind taken.
  std::uint32_t kinds = 0;
  /// Whose move it was; no value: either's.
  std::optional<Color> side;
  /// Plies of the mate; no value: with or without one.
  std::optional<Range> mate;
  bool operator==(const JudgementIs&) const = default;
};

// Conditions on the game: they hold at every ply of it or at none.

struct NameIs {
  enum class Field : std::uint8_t { player, black, white, event, site };
  Field field = Field::player;
  /// Matches as GameFilter's names do.
  std::string text;
  bool operator==(const NameIs&) const = default;
};

/// Dates with unknown parts are taken when they may lie in the range; no date never is.
struct DateIs {
  DateNumber from = 0;
  DateNumber to = no_limit;
  bool operator==(const DateIs&) const = default;
};

struct HandicapIs {
  /// As handicap_name writes it, ignoring case; "even"; or "any" for every handicap.
  std::string name;
  bool operator==(const HandicapIs&) const = default;
};

/// The number of moves of the whole game.
struct PliesAre {
  Range range;
  bool operator==(const PliesAre&) const = default;
};

/// Both players' ratings lie in the range; those of a game that lacks one never do.
struct RatingsAre {
  Range range;
  bool operator==(const RatingsAre&) const = default;
};

using HeaderTest =
    std::variant<NameIs, DateIs, GameResult, Ending, HandicapIs, PliesAre, RatingsAre>;

// Combinations. A part is the place of its node in Query::nodes.

using Part = std::uint32_t;

struct All {
  std::vector<Part> parts;
  bool operator==(const All&) const = default;
};
struct Any {
  std::vector<Part> parts;
  bool operator==(const Any&) const = default;
};
struct Not {
  Part part = 0;
  bool operator==(const Not&) const = default;
};
/// The first part holds here, and each further one at a later ply than the one before it; the last
/// at most `within` plies from here.
struct Sequence {
  std::vector<Part> parts;
  int within = no_limit;
  bool operator==(const Sequence&) const = default;
};
/// The part or its image: with colours and board turned, or mirrored left to right.
struct Either {
  enum class Image : std::uint8_t { turned, mirrored };
  Part part = 0;
  Image image = Image::turned;
  bool operator==(const Either&) const = default;
};

using Node = std::variant<PositionIs, Pattern, PieceOn, Amount, ToMove, State, MoveIs, LineIs,
                          JudgementIs, HeaderTest, All, Any, Not, Sequence, Either>;

/// A query. Every part of a node comes before it; the last node is the query itself.
struct Query {
  std::vector<Node> nodes;
  /// The game whose letters and board the query speaks of; it holds in no game of the other. No
  /// value: nothing in it depends on the game.
  std::optional<Variant> variant;
  /// Conditions on whole games that the index or the header decides, joined to the rest by "and".
  /// Matchers do not look at them.
  GameFilter games = {};
  bool operator==(const Query&) const = default;
};

inline constexpr std::size_t max_text = 64 * 1024;
inline constexpr std::size_t max_nodes = 2'000;
inline constexpr std::size_t max_terms = 64;
inline constexpr int max_depth = 64;

/// Reads the words for a handicap.
using HandicapReader = Result<Setup> (*)(std::string_view, Variant);

/// Reads a query.
///
/// `by_default` is the game whose pieces are meant where the text does not begin with "variant
/// NAME". A condition of `conditions` that the language does not know by itself becomes a part of
/// Query::games, where it is joined to the rest by "and" alone. Error::offset is the byte in
/// `text`.
Result<Query> parse(std::string_view text, Variant by_default,
                    HandicapReader handicaps = read_handicap,
                    std::span<const Condition> conditions = {});

}  // namespace yari::query
