// Iterative deepening, the root, and what a search reports.
#include "analysis/engine/search.h"

#include <algorithm>

#include "analysis/engine/time_manager.h"

namespace yari {
namespace {

// How often time and the stop token are looked at.
constexpr std::uint64_t nodes_between_looks = 512;
constexpr int last_iteration = 100;

}  // namespace

template <class V>
SearchWorker<V>::SearchWorker(HashTable& hash, const SearchConstants& constants)
    : hash_(hash),
      constants_(constants),
      late_move_reduction_(constants),
      history_(std::make_unique<History>()),
      corrections_(std::make_unique<Corrections>()),
      layers_(shipped_network<V>()) {
  clear();
  for (StackEntry& f : stack_) f.after = &history_->after_nothing();
}

template <class V>
void SearchWorker<V>::set_up(const Line<V>& line) {
  root_ = line.position();
  roots_.clear();
  finished_.clear();
  const std::vector<Move>& wanted = control_->limits.root_moves;
  for (Move m : root_.legal_moves()) {
    const bool considered = wanted.empty() || std::ranges::count(wanted, m) > 0;
    if (considered && line.is_legal(m)) roots_.push_back({m, -infinite_score, {m}, 0});
  }
  const std::optional<HashEntry> known = hash_.find(root_.key());
  if (known && known->move) {
    std::stable_partition(roots_.begin(), roots_.end(),
                          [&](const RootMove& r) { return r.move == known->move; });
  }
  for (StackEntry& f : stack_) {
    f = StackEntry{};
    f.after = &history_->after_nothing();
  }
  layers_.reset(root_);
  stopped_ = false;
  nodes_ = 0;
  next_look_ = 0;
  selective_depth_ = 0;
}

template <class V>
Analysis SearchWorker<V>::run(const Line<V>& line, const SearchPath& path, SearchControl& control,
                              const Progress& progress, int thread) {
  control_ = &control;
  path_ = path;
  main_ = thread == 0;
  set_up(line);
  if (roots_.empty()) {
    const bool lost = root_.in_check() || V::info.stalemate_loses;
    Analysis over;
    over.score = lost ? Score{0, true} : Score{};
    return over;
  }
  roots_.front().score = whole_score_ = evaluate_node(root_);
  const int deepest =
      control.limits.depth > 0 ? std::min(control.limits.depth, last_iteration) : last_iteration;
  int done = 0;
  TimeManager time_manager(main_ ? control.limits.aim : std::chrono::milliseconds(0),
                           static_cast<int>(roots_.size()), constants_);
  for (int depth = 1; depth <= deepest && !stopped_; ++depth) {
    // Every second thread looks a ply deeper, so that not all do the same.
    search_all_lines(depth + thread % 2);
    if (stopped_) break;
    if (control.limits.multipv > 1) finished_ = roots_;
    whole_score_ = roots_.front().score;
    done = depth;
    if (main_ && progress) progress(report(done));
    const int best = roots_.front().score;
    const bool mate_is_sure = is_mate(best) && mate_score - std::abs(best) < depth;
    if (mate_is_sure && control.limits.multipv == 1) break;
    if (time_manager.ends(roots_.front().move, best, settled(), elapsed())) break;
  }
  if (stopped_) settle_cut_iteration();
  return report(done);
}

// Where the first move has become worse in an iteration that was cut short, no other move was
// searched to the end: the first one stays, with the score of the iteration before, unless it is
// mated.
template <class V>
void SearchWorker<V>::settle_cut_iteration() {
  // Lines of different iterations cannot be ranked: fall back on the last complete one.
  if (!finished_.empty()) {
    roots_ = finished_;
    return;
  }
  if (roots_.front().score >= whole_score_) return;
  const bool mated = roots_.front().score <= -mate_bound;
  if (mated && roots_.size() > 1) std::swap(roots_[0], roots_[1]);
  roots_.front().score = whole_score_;
}

template <class V>
void SearchWorker<V>::search_all_lines(int depth) {
  const std::size_t wanted =
      std::min(static_cast<std::size_t>(std::max(1, control_->limits.multipv)), roots_.size());
  for (std::size_t line = 0; line < wanted && !stopped_; ++line) {
    search_with_window(depth, line);
    std::stable_sort(roots_.begin(), roots_.begin() + static_cast<std::ptrdiff_t>(line) + 1,
                     [](const RootMove& a, const RootMove& b) { return a.score > b.score; });
  }
}

// Aspiration window (Chess Programming Wiki): expect what the last iteration found, widen on
// failure.
template <class V>
int SearchWorker<V>::search_with_window(int depth, std::size_t first) {
  const int expected = roots_[first].score;
  int delta = constants_.window;
  int alpha = -infinite_score;
  int beta = infinite_score;
  if (depth >= 4 && std::abs(expected) < perpetual_score) {
    alpha = expected - delta;
    beta = expected + delta;
  }
  while (true) {
    const int score = search_root(alpha, beta, depth, first);
    if (stopped_ || (score > alpha && score < beta)) return score;
    delta *= 3;
    const bool wide = delta > 1000;
    if (first == 0) whole_score_ = score;
    if (score <= alpha) {
      alpha = wide ? -infinite_score : std::max(-infinite_score, score - delta);
    } else {
      beta = wide ? infinite_score : std::min(infinite_score, score + delta);
    }
  }
}

template <class V>
int SearchWorker<V>::search_root(int alpha, int beta, int depth, std::size_t first) {
  Node n{root_, alpha, beta, depth, 0, true, false};
  if (!root_.in_check()) {
    n.raw_evaluation = evaluate_node(root_);
    n.evaluation = corrected(n.raw_evaluation, root_.side_to_move(), correction_keys(root_, 0));
  }
  entry(0).evaluation = n.evaluation;
  int best = -infinite_score;
  std::size_t best_at = first;
  for (std::size_t i = first; i < roots_.size(); ++i) {
    const Move m = roots_[i].move;
    const bool quiet = !m.promotes() && !root_.is_capture(m);
    const int count = static_cast<int>(i - first) + 1;
    Position<V> child = root_;
    child.play(m);
    const int reduced_by = reduction(n, m, count, quiet, child.in_check());
    enter(child, root_, m, 0);
    const std::uint64_t before = nodes_;
    const int score = search_child(n, child, count, depth - 1, reduced_by);
    leave();
    roots_[i].nodes += nodes_ - before;
    if (stopped_) break;
    if (score > best) best = score;
    if (count == 1 || score > n.alpha) {
      best_at = i;
      roots_[i].score = score;
      roots_[i].pv.assign(1, m);
      roots_[i].pv.insert(roots_[i].pv.end(), pv_[1].begin(), pv_[1].end());
    }
    n.alpha = std::max(n.alpha, score);
    if (n.alpha >= beta) break;
  }
  const auto at = [this](std::size_t i) { return roots_.begin() + static_cast<std::ptrdiff_t>(i); };
  std::rotate(at(first), at(best_at), at(best_at) + 1);
  // What some of the moves are worth is not what the position is worth.
  if (!stopped_ && first == 0 && control_->limits.root_moves.empty()) {
    const Bound bound = best >= beta ? Bound::lower : best > alpha ? Bound::exact : Bound::upper;
    hash_.store(root_.key(),
                {roots_[first].move, score_to_hash(best, 0), n.raw_evaluation, depth, bound});
  }
  return best;
}

template <class V>
bool SearchWorker<V>::out_of_budget() {
  if (stopped_) return true;
  ++nodes_;
  const Limits& limits = control_->limits;
  const std::uint64_t bound = limits.nodes;
  if (main_ && bound != 0 &&
      nodes_ + control_->other_nodes.load(std::memory_order_relaxed) > bound) {
    stopped_ = true;
  }
  if (nodes_ >= next_look_) {
    next_look_ = nodes_ + nodes_between_looks;
    if (main_) {
      if (control_->stop.stop_requested() ||
          (limits.time.count() > 0 && elapsed() >= limits.time)) {
        stopped_ = true;
      }
    } else {
      const std::uint64_t before =
          control_->other_nodes.fetch_add(nodes_between_looks, std::memory_order_relaxed);
      if (bound != 0 && before > bound) stopped_ = true;
    }
    if (control_->stopped.load(std::memory_order_relaxed)) stopped_ = true;
  }
  if (stopped_) {
    --nodes_;
    control_->stopped.store(true, std::memory_order_relaxed);
  }
  return stopped_;
}

template <class V>
double SearchWorker<V>::settled() const {
  return static_cast<double>(roots_.front().nodes) /
         static_cast<double>(std::max<std::uint64_t>(nodes_, 1));
}

template <class V>
std::chrono::milliseconds SearchWorker<V>::elapsed() const {
  if (control_->nodes_a_millisecond > 0)
    return std::chrono::milliseconds(nodes_ / control_->nodes_a_millisecond);
  return std::chrono::duration_cast<std::chrono::milliseconds>(SearchControl::Clock::now() -
                                                               control_->begin);
}

template <class V>
Analysis SearchWorker<V>::report(int depth) const {
  Analysis a;
  const std::size_t wanted = static_cast<std::size_t>(std::max(1, control_->limits.multipv));
  for (std::size_t i = 0; i < std::min(wanted, roots_.size()); ++i) {
    if (i > 0 && roots_[i].score == -infinite_score) break;
    a.lines.push_back({to_score(roots_[i].score), depth, roots_[i].pv});
  }
  a.score = a.lines.front().score;
  a.depth = depth;
  a.selective_depth = selective_depth_;
  a.nodes = nodes_ + control_->other_nodes.load(std::memory_order_relaxed);
  a.time = elapsed();
  a.hash_full = hash_.full();
  return a;
}

template <class V>
void SearchWorker<V>::keep_pv(int ply, Move m) {
  std::vector<Move>& pv = pv_[static_cast<std::size_t>(ply)];
  const std::vector<Move>& rest = pv_[static_cast<std::size_t>(ply) + 1];
  pv.assign(1, m);
  pv.insert(pv.end(), rest.begin(), rest.end());
}

template <class V>
void SearchWorker<V>::enter(const Position<V>& child, const Position<V>& p, Move m, int ply) {
  StackEntry& f = entry(ply);
  f.move = m;
  f.after = &history_->after(p.side_to_move(), p.moved_kind(m), m.to());
  path_.push(child);
  layers_.push(p, m, child);
}

template <class V>
void SearchWorker<V>::pass(const Position<V>& child, const Position<V>& p, int ply) {
  StackEntry& f = entry(ply);
  f.move = Move::none();
  f.after = &history_->after_nothing();
  path_.push(child);
  layers_.push(p, Move::none(), child);
}

template <class V>
void SearchWorker<V>::leave() {
  path_.pop();
  layers_.pop();
}

template <class V>
int SearchWorker<V>::evaluate_node(const Position<V>& p) {
  const bool playable = p.has_general(Color::black) && p.has_general(Color::white);
  if (!playable) return 0;
  return std::clamp(layers_.evaluate(p), 1 - evaluation_bound, evaluation_bound - 1);
}

template <class V>
int SearchWorker<V>::evaluate_node(const Position<V>& p, const std::optional<HashEntry>& known) {
  return known && known->evaluation != no_score ? known->evaluation : evaluate_node(p);
}

template <class V>
typename SearchWorker<V>::Corrections::Keys SearchWorker<V>::correction_keys(const Position<V>& p,
                                                                             int ply) {
  const auto move = [&](int plies_ago) { return history_->number(*entry(ply - plies_ago).after); };
  return Corrections::keys_of(p, move(1), move(2));
}

template <class V>
int SearchWorker<V>::corrected(int evaluation, Color us,
                               const typename Corrections::Keys& keys) const {
  return std::clamp(evaluation + corrections_->of(us, keys), 1 - evaluation_bound,
                    evaluation_bound - 1);
}

template <class V>
OrderingHints<V> SearchWorker<V>::hints(const Position<V>& p, int ply, Move hash_move) {
  OrderingHints<V> h;
  h.history = history_.get();
  h.hash_move = hash_move && p.is_legal(hash_move) ? hash_move : Move::none();
  h.killers = entry(ply).killers;
  h.after = {entry(ply - 1).after, entry(ply - 2).after, entry(ply - 4).after};
  return h;
}

template class SearchWorker<YariShogi>;
template class SearchWorker<Shogi>;

}  // namespace yari
