/// \file
/// What was played from a position, and how it went: the opening explorer.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "db/database.h"

namespace yari {

/// Games counted together.
struct PlayCounts {
  std::int64_t games = 0, black_wins = 0, white_wins = 0, draws = 0;
  /// Sum of the lengths of the games.
  std::int64_t plies = 0;
  std::optional<DateNumber> first_date, last_date;
  /// The game with the last date, of several the last one.
  GameId last_game = 0;

  /// Points of `c` in percent, draws counted half, unfinished games not at all; no value without
  /// finished games.
  std::optional<double> score(Color c) const;
  /// How many Elo points `c` played above its opponents: 400 log10(score / (100 - score)), from
  /// -800 to 800. Records seldom hold ratings, so it is relative. No value as for `score`.
  std::optional<double> performance(Color c) const;
  /// The mean length of a game, rounded; no value without games.
  std::optional<std::int64_t> mean_plies() const;
  bool operator==(const PlayCounts&) const = default;
};

struct ExplorerMove {
  Move move;
  PlayCounts counts;
  bool operator==(const ExplorerMove&) const = default;
};

/// A position as its games saw it. A game counts once, however often the position came up in it.
struct ExplorerPosition {
  PlayCounts all;
  /// The moves played, the most frequent first; a game that came back and chose otherwise counts
  /// for both moves. Games that ended here are in none.
  std::vector<ExplorerMove> moves;
  /// The players that reached the position most often, either side, the busiest first: ten at most.
  std::vector<std::pair<std::string, std::int64_t>> players;
  bool operator==(const ExplorerPosition&) const = default;
};

/// Counts the games through the position. Transpositions count alike.
ExplorerPosition explore(Database& database, const Setup& position, const GameFilter& filter = {});

/// How many games go through the position, where that was counted beforehand; no value where it
/// must be counted now.
std::optional<std::int64_t> games_counted(Database& database, const Setup& position,
                                          const GameFilter& filter = {});

/// A position in a tree of openings.
struct ExplorerNode {
  Setup position;
  /// Moves from the first node, by the shortest way.
  int depth = 0;
  ExplorerPosition statistics;
  /// For each of the statistics' moves the node it leads to, where that is in the tree.
  std::vector<std::optional<std::size_t>> next;
};

/// The tree of what was played in the first `depth` moves from a position, as a graph: a position
/// reached by several ways is one node. Moves of fewer than `min_games` games are not followed, and
/// no more than `max_nodes` nodes are made. The first node is the position itself.
std::vector<ExplorerNode> explore_tree(Database& database, const Setup& position,
                                       const GameFilter& filter, int depth, std::int64_t min_games,
                                       std::size_t max_nodes = 10'000);

/// One sentence for each position whose counts, made beforehand, are not what a count of the games
/// gives.
std::vector<std::string> faults_of_counts(Database& database);

}  // namespace yari
