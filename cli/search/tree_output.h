/// \file
/// A tree of openings as a table, as JSON rows, or as a picture for Graphviz.
#pragma once

#include <vector>

#include "analysis/book/book.h"
#include "cli/terminal/terminal.h"
#include "db/explore/explorer.h"
#include "db/openings/opening_list.h"

namespace yari::cli {

/// The nodes of explore_tree, and which of their moves to show.
struct OpeningTree {
  std::vector<ExplorerNode> nodes;
  /// Moves of fewer games are left out.
  std::int64_t min_games = 1;
  /// What positions are called; null: names are not shown.
  const openings::OpeningList* names = nullptr;
  /// What an opening book has of each node; empty: no book is shown.
  std::vector<std::vector<BookMove>> book = {};
};

/// A line a move, indented by its depth; where a position was shown before, how it was reached
/// then.
void print_tree(const OpeningTree& tree, Terminal& terminal);
/// For each position an object a move, then one for all its games.
void print_tree_json(const OpeningTree& tree, Terminal& terminal);
/// A graph in the DOT language: a node a position, an edge a move.
void print_tree_dot(const OpeningTree& tree, Terminal& terminal);

}  // namespace yari::cli
