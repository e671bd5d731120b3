// Staged generation and scoring of moves.
#include "analysis/engine/move_picker.h"

#include <algorithm>
#include <cstdlib>

#include "analysis/engine/see.h"
#include "analysis/engine/values.h"

namespace yari {
namespace {

// So many moves are picked one by one; should the node need more, the rest is sorted.
constexpr int picked_singly = 6;
// For each step that a quiet move's target is nearer to the enemy general than this.
constexpr int near_general = 4;
constexpr int nearness_bonus = 200;

int distance(Square a, Square b) {
  return std::max(std::abs(a.file() - b.file()), std::abs(a.rank() - b.rank()));
}

}  // namespace

template <class V>
MovePicker<V>::MovePicker(const Position<V>& p, const OrderingHints<V>& hints, bool tactical_only)
    : p_(p),
      hints_(hints),
      us_(p.side_to_move()),
      enemy_general_(p.pieces(~us_, general)),
      tactical_only_(tactical_only) {}

template <class V>
int MovePicker<V>::tactical_score(Move m) const {
  constexpr const PieceValues& values = piece_values<V>;
  const Kind mover = p_.moved_kind(m);
  int score = m.promotes() ? 8 * (values.on_board(promoted(mover)) - values.on_board(mover)) : 0;
  if (p_.is_capture(m)) {
    const Kind taken = p_.at(m.to()).kind();
    score += 8 * values.captured(taken) - values.on_board(mover);
    score += hints_.history->capture(us_, mover, m.to(), index(taken)) / 8;
  }
  return score;
}

template <class V>
int MovePicker<V>::quiet_score(Move m) const {
  const std::size_t i = MoveHistory<V>::piece_to(us_, p_.moved_kind(m), m.to());
  int score = 0;
  for (const auto* continuation : hints_.after) score += (*continuation)[i];
  // Before the history knows better, moves towards the enemy general are the likely ones.
  if (enemy_general_) {
    const int d = distance(enemy_general_.first(), m.to());
    score += nearness_bonus * std::max(0, near_general - d);
  }
  return score;
}

template <class V>
void MovePicker<V>::score_tactical(int first) {
  for (int i = first; i < moves_.size(); ++i) {
    scores_[static_cast<std::size_t>(i)] = tactical_score(moves_[i]);
  }
}

template <class V>
void MovePicker<V>::score_quiets(int first) {
  // In check captures stand among the quiet moves, and before them.
  constexpr int before_quiets = 1 << 20;
  for (int i = first; i < moves_.size(); ++i) {
    const Move m = moves_[i];
    const bool tactical = p_.in_check() && (m.promotes() || p_.is_capture(m));
    scores_[static_cast<std::size_t>(i)] =
        tactical ? before_quiets + tactical_score(m) : quiet_score(m);
  }
}

template <class V>
Move MovePicker<V>::take_best() {
  const auto score = [this](int i) -> int& { return scores_[static_cast<std::size_t>(i)]; };
  if (taken_ < picked_singly) {
    ++taken_;
    int best = at_;
    for (int i = at_ + 1; i < moves_.size(); ++i) {
      if (score(i) > score(best)) best = i;
    }
    std::swap(moves_[at_], moves_[best]);
    std::swap(score(at_), score(best));
  } else if (taken_ == picked_singly) {
    ++taken_;
    std::array<std::uint64_t, max_moves> keyed;
    const int n = moves_.size() - at_;
    for (int i = 0; i < n; ++i) {
      // Descending by score, then in the order they were made.
      const auto high = static_cast<std::uint64_t>(score(at_ + i) + (1 << 30));
      keyed[static_cast<std::size_t>(i)] =
          high << 32 | static_cast<std::uint64_t>(max_moves - i) << 16 | moves_[at_ + i].bits();
    }
    std::sort(keyed.begin(), keyed.begin() + n, std::greater<>());
    for (int i = 0; i < n; ++i) {
      moves_[at_ + i] =
          Move::from_bits(static_cast<std::uint16_t>(keyed[static_cast<std::size_t>(i)]));
    }
  }
  return moves_[at_++];
}

template <class V>
bool MovePicker<V>::usable_killer(Move m) const {
  if (!m || m == hints_.hash_move || m.promotes() || p_.is_capture(m)) return false;
  return p_.is_legal(m);
}

template <class V>
bool MovePicker<V>::was_handed_out(Move m) const {
  return m == hints_.hash_move ||
         (!p_.in_check() && (m == hints_.killers[0] || m == hints_.killers[1]));
}

template <class V>
Move MovePicker<V>::next() {
  switch (stage_) {
    case Stage::hash:
      stage_ = Stage::make_tactical;
      if (hints_.hash_move) return hints_.hash_move;
      [[fallthrough]];
    case Stage::make_tactical:
      if (p_.in_check()) {
        moves_ = p_.legal_moves();
        score_quiets(0);
        stage_ = Stage::quiets;
        return next();
      }
      p_.tactical_moves(moves_);
      score_tactical(0);
      stage_ = Stage::tactical;
      [[fallthrough]];
    case Stage::tactical:
      while (at_ < moves_.size()) {
        const Move m = take_best();
        if (m == hints_.hash_move) continue;
        if (see_at_least(p_, m, 0)) return m;
        bad_.push(m);
      }
      if (tactical_only_) return Move::none();
      stage_ = Stage::killers;
      [[fallthrough]];
    case Stage::killers:
      while (killer_ < 2 && !skip_quiets_) {
        const Move m = hints_.killers[static_cast<std::size_t>(killer_++)];
        if (usable_killer(m)) return m;
      }
      stage_ = Stage::make_quiets;
      [[fallthrough]];
    case Stage::make_quiets:
      moves_.clear();
      at_ = taken_ = 0;
      if (!skip_quiets_) {
        p_.quiet_moves(moves_);
        score_quiets(0);
      }
      stage_ = Stage::quiets;
      [[fallthrough]];
    case Stage::quiets:
      while (at_ < moves_.size() && !(skip_quiets_ && !p_.in_check())) {
        const Move m = take_best();
        if (!was_handed_out(m)) return m;
      }
      stage_ = Stage::bad_captures;
      [[fallthrough]];
    case Stage::bad_captures:
      if (bad_at_ < bad_.size()) return bad_[bad_at_++];
      stage_ = Stage::done;
      [[fallthrough]];
    case Stage::done:
      break;
  }
  return Move::none();
}

template class MovePicker<YariShogi>;
template class MovePicker<Shogi>;

}  // namespace yari
