/// \file
/// A game record: start, tags, a tree of moves with notes, and how it ended.
#pragma once

#include <cassert>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/move.h"
#include "rules/outcome.h"
#include "rules/setup.h"

namespace yari {

/// One tag pair, in the order of the record. Names are ASCII, values UTF-8.
struct Tag {
  std::string name;
  std::string value;
  bool operator==(const Tag&) const = default;
};

/// The limit of an Evaluation's score, in centipawns or plies, and of its depth.
inline constexpr int most_score = 1'000'000;

/// What an engine (or a person) thought of a position.
struct Evaluation {
  /// Centipawns from Black's view; with `mate`, plies to mate: positive when Black mates, negative
  /// when White does.
  int score = 0;
  bool mate = false;
  int depth = 0;            ///< plies, 0 when not stated
  std::uint64_t nodes = 0;  ///< 0 when not stated
  std::string engine;       ///< empty when not stated
  std::vector<Move> pv;
  bool operator==(const Evaluation&) const = default;
};

/// What is said about one move (or, at the root, about the start position).
struct Note {
  /// Before the move; used for the first move of a variation.
  std::string before;
  /// After the move. Several comments are joined by newlines.
  std::string comment;
  /// Numeric annotation glyphs: 1 !, 2 ?, 3 !!, 4 ??, 5 !?, 6 ?!, others as PGN numbers them.
  std::vector<std::uint8_t> glyphs;
  /// Thinking time of this move.
  std::optional<std::uint32_t> spent_ms;
  /// Time left on the mover's clock after it.
  std::optional<std::uint32_t> left_ms;
  std::vector<Evaluation> evaluations;
  /// Name of a bookmark on this move (KIF `&`).
  std::string bookmark;

  bool empty() const { return *this == Note{}; }
  bool operator==(const Note&) const = default;
};

/// Numbers a node of a MoveTree; the root, before the first move, is 0.
using NodeId = std::uint32_t;
inline constexpr NodeId root_node = 0;
/// "no such node": the root is nobody's child.
inline constexpr NodeId no_node = 0;

/// The moves of a game with all variations, kept in one vector: nothing about it is recursive.
///
/// The first child of a node continues its line; the later ones are variations. Where the game was
/// ended and a record shows what could have been played instead, these moves are variations, too:
/// the main line has ended before them, and first_child() does not lead to them. The legality of
/// moves is the reader's business: a Game holds only moves that were legal when they were added.
class MoveTree {
 public:
  MoveTree() : nodes_(1) {}

  /// Adds a move after `parent`, as its last child, and returns its node.
  NodeId add(NodeId parent, Move move);
  void reserve(std::size_t plies) { nodes_.reserve(plies + 1); }

  /// Requires: not the root.
  Move move(NodeId n) const { return nodes_[n].move; }
  NodeId parent(NodeId n) const { return nodes_[n].parent; }
  NodeId first_child(NodeId n) const { return n == end_ ? no_node : nodes_[n].first_child; }
  /// The same, also past the end of the main line: the first of all children of `n`.
  NodeId any_child(NodeId n) const { return nodes_[n].first_child; }
  /// Ends the main line at its last move: moves added there begin variations in the place of the
  /// ending.
  void end_main_line();
  /// Where the main line ends though moves follow; no value where none do.
  std::optional<NodeId> ended_at() const;
  /// The next variation beside `n`.
  NodeId next_sibling(NodeId n) const { return nodes_[n].next_sibling; }
  /// False for the first move of a variation. Requires: not the root.
  bool is_main(NodeId n) const { return first_child(parent(n)) == n; }
  bool has_variations() const;
  /// Number of nodes, the root included; every id below it is valid.
  std::size_t size() const { return nodes_.size(); }

  /// The note on `n`, or null.
  const Note* note(NodeId n) const;
  /// The note on `n`, made when there is none.
  Note& edit_note(NodeId n);
  void clear_note(NodeId n);
  bool has_notes() const;

  /// The nodes of the main line, in order, without the root.
  std::vector<NodeId> main_line() const;
  std::vector<Move> main_moves() const;
  int main_plies() const;
  /// Distance from the root.
  int ply(NodeId n) const;
  /// The moves from the root to `n`.
  std::vector<Move> moves_to(NodeId n) const;

  /// Same moves, order of variations and notes, whatever the order they were added in.
  bool operator==(const MoveTree& other) const;

 private:
  struct Node {
    Move move;
    NodeId parent = no_node;
    NodeId first_child = no_node;
    NodeId last_child = no_node;
    NodeId next_sibling = no_node;
    std::uint32_t note = 0;  // 1 + index into notes_, 0 for none
  };
  std::vector<Node> nodes_;
  std::vector<Note> notes_;
  /// Where the main line was ended.
  NodeId end_ = not_ended;
  static constexpr NodeId not_ended = 0xFFFF'FFFF;
};

/// A game as it was recorded.
struct Game {
  Variant variant = Variant::yari;
  RuleSet rules = RuleSet::standard;
  /// Even, handicap or any other position; valid (Position::from accepts it).
  Setup start;
  /// Players, event, date and all others, but never what the fields beside it say (variant, rules,
  /// start, handicap, result, ending): readers take those out, writers put them back.
  std::vector<Tag> tags;
  MoveTree moves;
  GameResult result = GameResult::unknown;
  Ending ending = Ending::unknown;
  /// The text from a damaged or illegal move on, when a lenient reader cut the game there.
  std::string unread;

  bool was_cut() const { return !unread.empty(); }
  /// The value of the first tag of that name (ignoring ASCII case); empty when there is none.
  std::string_view tag(std::string_view name) const;
  bool has_tag(std::string_view name) const;
  /// Replaces or appends.
  void set_tag(std::string_view name, std::string_view value);

  bool operator==(const Game&) const = default;
};

/// The game's tag names that other parts of the program know.
namespace tags {
inline constexpr std::string_view black = "Black", white = "White", event = "Event", site = "Site",
                                  date = "Date", round = "Round";
}  // namespace tags

/// A new game from the even start.
Game new_game(Variant v);

}  // namespace yari
