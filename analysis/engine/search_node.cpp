// One node of the search: pruning, reductions, and learning from cutoffs.
#include <algorithm>

#include "analysis/engine/checking_moves.h"
#include "analysis/engine/search.h"
#include "analysis/engine/see.h"
#include "analysis/engine/values.h"

namespace yari {
namespace {

/// With full hands captures that check and their many answers would go on for 100,000 nodes.
constexpr int longest_quiescence = 6;

/// The last plies of a principal variation.
constexpr int near_its_end = 3;

template <class V>
bool is_tactical(const Position<V>& p, Move m) {
  return m.promotes() || p.is_capture(m);
}

/// Whether a score of this kind says all that the window asks.
bool settles(Bound bound, int score, int alpha, int beta) {
  if (bound == Bound::lower) return score >= beta;
  if (bound == Bound::upper) return score <= alpha;
  return bound == Bound::exact;
}

}  // namespace

template <class V>
int SearchWorker<V>::search(const Position<V>& p, int alpha, int beta, int depth, int ply, bool pv,
                            bool cut) {
  if (depth <= 0) return quiesce(p, alpha, beta, 0, ply);
  pv_[static_cast<std::size_t>(ply)].clear();
  if (out_of_budget()) return 0;
  if (const std::optional<int> repeated = path_.repetition()) return *repeated;
  if (ply >= max_ply - 1) return p.in_check() ? 0 : evaluate_node(p);
  // Mate distance pruning (Chess Programming Wiki): no score below is better than a known mate.
  alpha = std::max(alpha, mated_in(ply));
  beta = std::min(beta, mates_in(ply + 1));
  if (alpha >= beta) return alpha;
  selective_depth_ = std::max(selective_depth_, ply);

  Node n{p, alpha, beta, depth, ply, pv, cut};
  n.known = hash_.find(p.key());
  if (n.known && !pv && n.known->depth >= depth) {
    const int score = score_from_hash(n.known->score, ply);
    if (settles(n.known->bound, score, alpha, beta)) return score;
  }
  entry(ply + 1).killers = {};
  if (const std::optional<int> score = prune_node(n)) return *score;
  // Internal iterative reduction (Chess Programming Wiki): without a hash move the ordering is
  // poor.
  if (depth >= 4 && !(n.known && n.known->move)) n.depth = --depth;

  const OrderingHints<V> ordering = hints(p, ply, n.known ? n.known->move : Move::none());
  MovePicker<V> picker(p, ordering, false);
  MoveList quiets;
  MoveList captures;
  int best = -infinite_score;
  Move best_move;
  int count = 0;
  while (const Move m = picker.next()) {
    ++count;
    const bool quiet = !is_tactical(p, m);
    if (best > -mate_bound && !is_far_behind(n, best) && prune_move(n, m, count, quiet, picker))
      continue;
    hash_.prefetch(p.key_after(m));
    Position<V> child = p;
    child.play(m);
    const int reduced_by = reduction(n, m, count, quiet, child.in_check());
    enter(child, p, m, ply);
    const int score = search_child(n, child, count, depth - 1, reduced_by);
    leave();
    if (stopped_) return 0;
    if (score > best) {
      best = score;
      if (score > n.alpha) {
        best_move = m;
        if (pv) keep_pv(ply, m);
        if (score >= beta) break;
        n.alpha = score;
      }
    }
    (quiet ? quiets : captures).push(m);
  }
  if (count == 0) return p.in_check() || V::info.stalemate_loses ? mated_in(ply) : 0;
  if (best >= beta) reward(n, best_move, quiets, captures);
  const Bound bound = best >= beta ? Bound::lower : best_move ? Bound::exact : Bound::upper;
  learn_correction(n, best, bound, best_move);
  hash_.store(p.key(), {best_move, score_to_hash(best, ply), n.raw_evaluation, depth,
                        pv || bound != Bound::exact ? bound : Bound::lower});
  return best;
}

// Whole nodes that need no search of their moves.
template <class V>
std::optional<int> SearchWorker<V>::prune_node(Node& n) {
  StackEntry& here = entry(n.ply);
  here.evaluation = no_score;
  if (n.p.in_check()) return std::nullopt;
  n.raw_evaluation = evaluate_node(n.p, n.known);
  n.corrections = correction_keys(n.p, n.ply);
  n.evaluation = corrected(n.raw_evaluation, n.p.side_to_move(), n.corrections);
  here.evaluation = n.evaluation;
  const int before = entry(n.ply - 2).evaluation;
  n.improving = n.ply >= 2 && (before == no_score || n.evaluation > before);
  if (n.pv) return std::nullopt;
  int expected = n.evaluation;
  if (n.known && !is_mate(n.known->score)) {
    const int score = n.known->score;
    const Bound b = n.known->bound;
    if (b == Bound::exact || (b == Bound::lower && score > expected) ||
        (b == Bound::upper && score < expected)) {
      expected = score;
    }
  }
  // Reverse futility pruning (Chess Programming Wiki): far above beta nothing will change that.
  if (n.depth <= 8 && std::abs(n.beta) < perpetual_score && expected < perpetual_score &&
      expected - constants_.reverse_futility * (n.depth - (n.improving ? 1 : 0)) >= n.beta) {
    return expected;
  }
  if (n.depth >= 3 && expected >= n.beta &&
      n.evaluation >= n.beta - constants_.null_slope * n.depth + constants_.null_room &&
      std::abs(n.beta) < perpetual_score && entry(n.ply - 1).move) {
    return null_move(n);
  }
  return std::nullopt;
}

// Null move pruning (C. Donninger, "Null move and deep search", ICCA Journal 16, 1993).
template <class V>
std::optional<int> SearchWorker<V>::null_move(const Node& n) {
  const int r = 3 + n.depth / 4 + std::min(3, (n.evaluation - n.beta) / constants_.null_share);
  Position<V> child = n.p;
  child.play_null();
  pass(child, n.p, n.ply);
  const int score = -search(child, -n.beta, -n.beta + 1, n.depth - 1 - r, n.ply + 1, false, !n.cut);
  leave();
  if (stopped_) return 0;
  if (score < n.beta) return std::nullopt;
  return is_mate(score) ? n.beta : score;
}

template <class V>
int SearchWorker<V>::quiet_history(const Node& n, Move m) {
  const std::size_t i = History::piece_to(n.p.side_to_move(), n.p.moved_kind(m), m.to());
  return (*entry(n.ply - 1).after)[i] + (*entry(n.ply - 2).after)[i];
}

// Where the first moves of many were all bad, pruning the others by their number would make the
// worst of moves the expected one, and its score the root's.
template <class V>
bool SearchWorker<V>::is_far_behind(const Node& n, int best) const {
  return n.pv && n.depth <= near_its_end && best < n.evaluation - constants_.far_behind;
}

// Single moves that need not be searched (Chess Programming Wiki, "Futility Pruning", "Late Move
// Pruning", and pruning by static exchange). Checks are exempt.
template <class V>
bool SearchWorker<V>::prune_move(const Node& n, Move m, int count, bool quiet,
                                 MovePicker<V>& picker) {
  if (n.p.in_check()) return false;
  const int depth = n.depth;
  if (!quiet)
    return depth <= 6 && picker.at_bad_captures() &&
           !see_at_least(n.p, m, -constants_.bad_capture * depth);
  if (depth <= 8 && count > (n.improving ? 6 + 2 * depth * depth : 4 + depth * depth)) {
    picker.skip_quiets();
    return !n.p.gives_check(m);
  }
  const int reduced = std::max(0, depth - late_move_reduction_(depth, count));
  const bool futile =
      reduced <= 6 &&
      n.evaluation + constants_.futility + constants_.futility_slope * reduced <= n.alpha;
  const bool unpromising = depth <= 4 && quiet_history(n, m) < -constants_.unpromising * depth;
  if (futile || unpromising) return !n.p.gives_check(m);
  return reduced <= 7 && !see_at_least(n.p, m, -constants_.bad_quiet * reduced * reduced) &&
         !n.p.gives_check(m);
}

template <class V>
int SearchWorker<V>::reduction(const Node& n, Move m, int count, bool quiet, bool checks) {
  if (n.depth < 3 || count < (n.pv ? 4 : 3) || (!quiet && see_at_least(n.p, m, 0))) return 0;
  int r = late_move_reduction_(n.depth, count);
  if (n.pv) --r;
  if (n.cut) ++r;
  if (!n.improving) ++r;
  if (checks || n.p.in_check()) --r;
  if (quiet) r -= std::clamp(quiet_history(n, m) / constants_.reduction_history, -2, 2);
  return std::clamp(r, 0, n.depth - 2);
}

// Principal variation search: a null window proves that later moves are no better, or they are
// searched again.
template <class V>
int SearchWorker<V>::search_child(const Node& n, const Position<V>& child, int count, int depth,
                                  int reduced_by) {
  const int ply = n.ply + 1;
  int score = 0;
  if (count > 1 || !n.pv) {
    const bool cut = count > 1 || !n.cut;
    score = -search(child, -n.alpha - 1, -n.alpha, depth - reduced_by, ply, false, cut);
    if (reduced_by > 0 && score > n.alpha && !stopped_) {
      score = -search(child, -n.alpha - 1, -n.alpha, depth, ply, false, !n.cut);
    }
  }
  if (n.pv && !stopped_ && (count == 1 || score > n.alpha)) {
    score = -search(child, -n.beta, -n.alpha, depth, ply, true, false);
  }
  return score;
}

template <class V>
void SearchWorker<V>::reward_quiet(const Node& n, Move m, int bonus) {
  const std::size_t i = History::piece_to(n.p.side_to_move(), n.p.moved_kind(m), m.to());
  for (int back : {1, 2, 4}) History::reward((*entry(n.ply - back).after)[i], bonus);
}

template <class V>
void SearchWorker<V>::reward_capture(const Node& n, Move m, int bonus) {
  if (!n.p.is_capture(m)) return;
  const int taken = index(n.p.at(m.to()).kind());
  History::reward(history_->capture(n.p.side_to_move(), n.p.moved_kind(m), m.to(), taken), bonus);
}

template <class V>
void SearchWorker<V>::reward(const Node& n, Move best, const MoveList& quiets,
                             const MoveList& captures) {
  const int bonus = std::min(1800, 16 * n.depth * n.depth + 120 * n.depth - 50);
  if (is_tactical(n.p, best)) {
    reward_capture(n, best, bonus);
  } else {
    reward_quiet(n, best, bonus);
    for (Move m : quiets) reward_quiet(n, m, -bonus);
    std::array<Move, 2>& killers = entry(n.ply).killers;
    if (killers[0] != best) killers = {best, killers[0]};
  }
  for (Move m : captures) reward_capture(n, m, -bonus);
}

// A capture says more of what hung than of such positions, and a bound nothing where the evaluation
// lies beyond it.
template <class V>
void SearchWorker<V>::learn_correction(const Node& n, int score, Bound bound, Move best) {
  if (n.p.in_check() || std::abs(score) >= perpetual_score) return;
  if (best && n.p.is_capture(best)) return;
  if (bound == Bound::lower && score <= n.evaluation) return;
  if (bound == Bound::upper && score >= n.evaluation) return;
  corrections_->learn(n.p.side_to_move(), n.corrections, score - n.evaluation, n.depth);
}

// Searches one move of a quiescence node; true when it cuts off.
template <class V>
bool SearchWorker<V>::try_quiescence_move(QuietNode& q, Move m) {
  hash_.prefetch(q.p.key_after(m));
  Position<V> child = q.p;
  child.play(m);
  enter(child, q.p, m, q.ply);
  const int score = -quiesce(child, -q.beta, -q.alpha, q.depth - 1, q.ply + 1);
  leave();
  if (stopped_ || score <= q.best) return stopped_;
  q.best = score;
  if (score <= q.alpha) return false;
  q.alpha = score;
  q.best_move = m;
  if (q.pv) keep_pv(q.ply, m);
  return score >= q.beta;
}

// Captures and promotions that can still matter; every move in check, but not all of the quiet ones
// once one has saved the general.
template <class V>
bool SearchWorker<V>::try_tactical_moves(QuietNode& q, const OrderingHints<V>& ordering) {
  const Position<V>& p = q.p;
  MovePicker<V> picker(p, ordering, !p.in_check());
  int count = 0;
  while (const Move m = picker.next()) {
    ++count;
    if (p.in_check()) {
      if (q.best > -mate_bound && count > 3 && !is_tactical(p, m)) return false;
    } else {
      // Delta pruning (Chess Programming Wiki): even the gain of the capture leaves it below alpha.
      const int taken = p.is_capture(m) ? piece_values<V>.captured(p.at(m.to()).kind()) : 0;
      const int most = q.evaluation + taken + (m.promotes() ? 300 : 0) + constants_.delta;
      if (most <= q.alpha && !p.gives_check(m)) continue;
    }
    if (try_quiescence_move(q, m)) return true;
  }
  return false;
}

// Quiet checks that lose nothing: with pieces in hand a mate is often one drop away.
template <class V>
bool SearchWorker<V>::try_checks(QuietNode& q) {
  MoveList checks;
  checking_moves(q.p, checks);
  for (Move m : checks) {
    if (is_tactical(q.p, m) || !see_at_least(q.p, m, 0)) continue;
    if (try_quiescence_move(q, m)) return true;
  }
  return false;
}

// Quiescence search (Chess Programming Wiki): captures and promotions until the position is quiet,
// every move in check, and checks at its first ply.
template <class V>
int SearchWorker<V>::quiesce(const Position<V>& p, int alpha, int beta, int depth, int ply) {
  pv_[static_cast<std::size_t>(ply)].clear();
  if (out_of_budget()) return 0;
  if (const std::optional<int> repeated = path_.repetition()) return *repeated;
  if (ply >= max_ply - 1) return p.in_check() ? 0 : evaluate_node(p);
  if (depth <= -longest_quiescence) return evaluate_node(p);
  selective_depth_ = std::max(selective_depth_, ply);
  QuietNode q{p, alpha, beta, depth, ply, beta - alpha > 1, mated_in(ply)};
  const std::optional<HashEntry> known = hash_.find(p.key());
  if (known && !q.pv) {
    const int score = score_from_hash(known->score, ply);
    if (settles(known->bound, score, alpha, beta)) return score;
  }
  if (!p.in_check()) {
    q.raw_evaluation = evaluate_node(p, known);
    q.evaluation = corrected(q.raw_evaluation, p.side_to_move(), correction_keys(p, ply));
    q.best = q.evaluation;
    if (q.best >= beta) {
      if (!known)
        hash_.store(p.key(), {Move::none(), q.best, q.raw_evaluation, depth, Bound::lower});
      return q.best;
    }
    q.alpha = std::max(q.alpha, q.best);
  }
  const int at_start = q.alpha;
  OrderingHints<V> ordering = hints(p, ply, known ? known->move : Move::none());
  if (ordering.hash_move && !p.in_check() && !is_tactical(p, ordering.hash_move)) {
    ordering.hash_move = Move::none();
  }
  if (!try_tactical_moves(q, ordering) && depth == 0 && !p.in_check()) try_checks(q);
  if (stopped_) return 0;
  const Bound bound = q.best >= beta       ? Bound::lower
                      : q.alpha > at_start ? Bound::exact
                                           : Bound::upper;
  hash_.store(p.key(), {q.best_move, score_to_hash(q.best, ply), q.raw_evaluation, depth, bound});
  return q.best;
}

template class SearchWorker<YariShogi>;
template class SearchWorker<Shogi>;

}  // namespace yari
