/// \file
/// The alpha-beta search of one thread.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <vector>

#include "analysis/engine/correction.h"
#include "analysis/engine/engine.h"
#include "analysis/engine/hash_table.h"
#include "analysis/engine/history.h"
#include "analysis/engine/move_picker.h"
#include "analysis/engine/network_stack.h"
#include "analysis/engine/search_constants.h"
#include "analysis/engine/search_path.h"
#include "rules/outcome.h"

namespace yari {

/// What all threads of one analysis share.
struct SearchControl {
  using Clock = std::chrono::steady_clock;

  Limits limits;
  std::stop_token stop;
  Clock::time_point begin = Clock::now();
  std::atomic<bool> stopped{false};
  /// Nodes of the threads beside the first, added up now and then.
  std::atomic<std::uint64_t> other_nodes{0};
  /// See BuiltinOptions.
  std::uint64_t nodes_a_millisecond = 0;
};

/// Iterative deepening with principal variation search over a hash table.
///
/// Sources: T. A. Marsland and M. Campbell, "Parallel search of strongly ordered game trees" (1982)
/// for the principal variation search; Chess Programming Wiki for the rest, page named at each.
template <class V>
class SearchWorker {
 public:
  explicit SearchWorker(HashTable& hash, const SearchConstants& constants = search_constants<V>);

  /// Forgets what was learnt about moves and evaluations.
  void clear() {
    history_->clear();
    corrections_->clear();
  }
  /// `path` holds the positions of `line`, the last of them marked as the root. Thread 0
  /// reports progress and watches limits; the others follow `control.stopped`, and end by
  /// themselves where they have searched all the nodes there may be.
  Analysis run(const Line<V>& line, const SearchPath& path, SearchControl& control,
               const Progress& progress, int thread);
  /// Of the last run.
  std::uint64_t nodes() const { return nodes_; }

 private:
  using History = MoveHistory<V>;
  using Corrections = CorrectionHistory<V>;
  struct RootMove {
    Move move;
    int score = -infinite_score;
    std::vector<Move> pv;
    std::uint64_t nodes = 0;
  };
  /// What a node leaves for the nodes below it.
  struct StackEntry {
    Move move;
    std::array<Move, 2> killers{};
    typename History::Continuation* after = nullptr;
    int evaluation = no_score;
  };
  /// Facts about a node that many decisions need.
  struct Node {
    const Position<V>& p;
    int alpha;
    int beta;
    int depth;
    int ply;
    bool pv;
    bool cut;
    bool improving = false;
    /// What the network says, for the hash table, and the same corrected; none in check.
    int raw_evaluation = no_score;
    int evaluation = no_score;
    typename Corrections::Keys corrections{};
    std::optional<HashEntry> known{};
  };

  /// A node of the quiescence search and what it came to so far.
  struct QuietNode {
    const Position<V>& p;
    int alpha;
    int beta;
    int depth;
    int ply;
    bool pv;
    int best;
    int raw_evaluation = no_score;
    int evaluation = no_score;
    Move best_move{};
  };

  void set_up(const Line<V>& line);
  void search_all_lines(int depth);
  int search_with_window(int depth, std::size_t first);
  int search_root(int alpha, int beta, int depth, std::size_t first);
  int search(const Position<V>& p, int alpha, int beta, int depth, int ply, bool pv, bool cut);
  int quiesce(const Position<V>& p, int alpha, int beta, int depth, int ply);

  bool try_quiescence_move(QuietNode& q, Move m);
  bool try_tactical_moves(QuietNode& q, const OrderingHints<V>& ordering);
  bool try_checks(QuietNode& q);

  std::optional<int> prune_node(Node& n);
  std::optional<int> null_move(const Node& n);
  bool is_far_behind(const Node& n, int best) const;
  bool prune_move(const Node& n, Move m, int count, bool quiet, MovePicker<V>& picker);
  int reduction(const Node& n, Move m, int count, bool quiet, bool checks);
  int search_child(const Node& n, const Position<V>& child, int count, int depth, int reduced_by);
  int quiet_history(const Node& n, Move m);
  void reward(const Node& n, Move best, const MoveList& quiets, const MoveList& captures);
  void reward_quiet(const Node& n, Move m, int bonus);
  void reward_capture(const Node& n, Move m, int bonus);

  OrderingHints<V> hints(const Position<V>& p, int ply, Move hash_move);
  void enter(const Position<V>& child, const Position<V>& p, Move m, int ply);
  void pass(const Position<V>& child, const Position<V>& p, int ply);
  void leave();
  /// The static evaluation of the node that was entered last.
  int evaluate_node(const Position<V>& p);
  /// The same, from the hash table where it is there.
  int evaluate_node(const Position<V>& p, const std::optional<HashEntry>& known);
  typename Corrections::Keys correction_keys(const Position<V>& p, int ply);
  int corrected(int evaluation, Color us, const typename Corrections::Keys& keys) const;
  void learn_correction(const Node& n, int score, Bound bound, Move best);
  void keep_pv(int ply, Move m);
  bool out_of_budget();
  void settle_cut_iteration();
  /// The share of all nodes that the first of the root moves got.
  double settled() const;
  std::chrono::milliseconds elapsed() const;
  Analysis report(int depth) const;
  StackEntry& entry(int ply) { return stack_[static_cast<std::size_t>(ply + 4)]; }

  HashTable& hash_;
  SearchConstants constants_;
  ReductionTable late_move_reduction_;
  std::unique_ptr<History> history_;
  std::unique_ptr<Corrections> corrections_;
  SearchPath path_;
  NetworkStack<V> layers_;
  std::array<StackEntry, max_ply + 8> stack_{};
  std::array<std::vector<Move>, max_ply + 2> pv_;
  std::vector<RootMove> roots_;
  /// With several lines: the root moves after the last complete iteration.
  std::vector<RootMove> finished_;
  /// What the position is worth by the last search of all root moves, a bound where its window was
  /// missed.
  int whole_score_ = 0;
  Position<V> root_ = Position<V>::start();
  SearchControl* control_ = nullptr;
  bool main_ = true;
  bool stopped_ = false;
  int selective_depth_ = 0;
  std::uint64_t nodes_ = 0;
  std::uint64_t next_look_ = 0;
};

extern template class SearchWorker<YariShogi>;
extern template class SearchWorker<Shogi>;

}  // namespace yari
