/// \file
/// A query made ready to run: its probes, the branches between them, and what can be known early.
#pragma once

#include <vector>

#include "db/query/probe.h"
#include "db/query/query.h"

namespace yari::query {

/// Asks a leaf of the query, then goes on at another branch or ends with an answer.
struct Branch {
  Part leaf;
  int if_true;
  int if_false;
};
inline constexpr int answer_yes = -1;
inline constexpr int answer_no = -2;

/// A part that asks only about single plies, and its first branch (or answer).
struct Track {
  Part part;
  int entry;
};

/// The program of a query for games of V. Vectors that speak of parts go by Part.
template <class V>
struct Program {
  /// Requires: the query speaks of V, or of neither game.
  explicit Program(const Query& query);

  Part root() const { return static_cast<Part>(query.nodes.size() - 1); }
  template <class T>
  const T* as(Part part) const {
    return std::get_if<T>(&query.nodes[part]);
  }
  std::vector<Part> parts_of(Part part) const;

  /// Without Either nodes.
  Query query;
  std::vector<Probe<V>> probes;
  /// Where in `probes` that of a leaf is; -1 for what is none.
  std::vector<int> probe_of;
  /// Whether a part asks only about single plies: there is no sequence in it.
  std::vector<bool> local;
  /// What has to happen before a leaf can hold in a game from the even start.
  std::vector<std::vector<Change>> changes;
  std::vector<Branch> branches;
  /// The whole query where it is local; else the local parts of the parts that are not.
  std::vector<Track> tracks;
  bool reads_header = false;
  bool only_headers = false;
  bool needs_changes = false;
  /// No later ply can match.
  int last_ply = no_limit;

 private:
  template <class Leaf>
  void add(Part part, const Leaf& leaf);
  void add(Part part, const HeaderTest& test);
  void add(Part part, const Not& node);
  void add(Part part, const All& node);
  void add(Part part, const Any& node);
  void add(Part part, const Sequence& node);
  void add(Part part, const Either& node);
  void inherit(Part part, Part from);
  void make_tracks();
  void add_track(Part part);
  int branches_for(Part part, int if_true, int if_false);
  int last_ply_of(Part part) const;

  std::vector<int> cost_;
};

extern template struct Program<YariShogi>;
extern template struct Program<Shogi>;

}  // namespace yari::query
