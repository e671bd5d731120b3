/// \file
/// A book that grows by analysis: which position to look at next, and what follows for the others.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "analysis/book/book.h"
#include "analysis/book/graph_values.h"
#include "analysis/engine/engine.h"

namespace yari {

struct BookMinerOptions {
  /// No position further from the start is looked at.
  int max_ply = 60;
  /// A score counts so much less for each ply that it is away, in centipawns.
  int drop = 0;
  /// Moves that are worse than the best by more are not in the book, in centipawns.
  int margin = 50;
};

/// A move that somebody played, or that a book has, and how often; 0 counts as once.
struct PlayedMove {
  Move move;
  std::uint64_t times = 0;
};

/// A position that is to be analysed.
struct MiningTask {
  std::size_t node = 0;
  Setup position;
  /// How one comes there from the start.
  std::vector<Move> line;
};

/// The graph of the positions that were analysed, from one start, and the moves that lead out of
/// it.
///
/// The next position is the cheapest one. A move costs 1, and more where the side that makes it
/// does not like it: a point for each 20 centipawns that it loses, or for each halving of the share
/// of games in which it was played, whichever is less. So the book is deep where play is good or
/// usual, and wide near the start. After T. R. Lincke, "Strategies for the Automatic Construction
/// of Opening Books", Computers and Games 2000.
class BookMiner {
 public:
  /// What is known of a position already; no value: nothing.
  using Known = std::function<std::optional<Analysis>(const Setup&)>;
  /// What was played in a position; empty: nothing.
  using Played = std::function<std::vector<PlayedMove>(const Setup&)>;

  /// Takes in all that is known and can be reached from the start. Requires: `start` is valid.
  BookMiner(const Setup& start, const BookMinerOptions& options, Known known, Played played);

  /// The position to analyse next; no value when none is left, or those that are left may depend on
  /// what is being analysed now. It is not given again.
  std::optional<MiningTask> next();
  /// What came out. Of no use is an analysis without a score: then the position stays a leaf, with
  /// the score that the position before it gave its move.
  void answer(const MiningTask& task, const Analysis& analysis);

  /// Positions that are analysed and in the graph.
  std::size_t positions() const { return analysed_; }
  /// Tasks that wait for an answer.
  std::size_t waiting() const { return waiting_; }
  /// What the start is worth to the side to move, and the best play for both as far as the book
  /// goes.
  GraphValue value();
  std::vector<Move> best_line();
  /// The line to the position that `next` would give; empty when there is none, or it is the start.
  std::vector<Move> next_line();
  /// Calls `visit` with each position that has moves, in the order of their bytes as a .db file
  /// has them.
  void each(const std::function<void(const BookEntry&)>& visit);

 private:
  struct Choice {
    Move move = Move::none();
    /// The node that it leads to, analysed or not.
    std::size_t to = 0;
    /// What the engine said; no value where it did not name the move.
    std::optional<int> score = {};
    int depth = 0;
    std::optional<Move> ponder = {};
    std::uint64_t times = 0;
  };
  struct Node {
    Setup position;
    /// The cheapest way from the start, and its last step.
    double cost = 0;
    int ply = 0;
    std::optional<std::size_t> from = {};
    Move move = Move::none();
    enum class State : std::uint8_t { leaf, waiting, useless, analysed } state = State::leaf;
    std::vector<Choice> choices = {};
    /// Of a position without moves.
    std::optional<int> end = {};
  };

  std::size_t node_of(const Setup& position);
  void take(std::size_t node, const Analysis& analysis);
  void take_in_known(std::vector<std::size_t> nodes);
  /// What a choice is worth to the side that makes it; no value where nobody said.
  std::optional<GraphValue> worth(const Choice& choice) const;
  void evaluate();
  void plan();
  std::vector<Move> line_to(std::size_t node) const;
  std::optional<std::size_t> cheapest_leaf();
  std::optional<BookEntry> entry(const Node& node) const;

  BookMinerOptions options_;
  Known known_;
  Played played_;
  std::vector<Node> nodes_;
  /// By SFEN without its number.
  std::unordered_map<std::string, std::size_t> numbers_;
  std::vector<GraphValue> values_;
  /// Leaves, the cheapest last, as of the last plan.
  std::vector<std::size_t> planned_;
  std::size_t analysed_ = 0, waiting_ = 0;
  /// Answers since values and plan were made.
  std::size_t news_ = 0;
  bool evaluated_ = false;
};

}  // namespace yari
