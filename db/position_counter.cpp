// Comparing positions is the work here: one that follows a confirmed one by a move that was seen
// before need not be compared again.
#include "db/position_counter.h"

#include <algorithm>
#include <optional>

#include "db/query/replay.h"
#include "rules/position.h"
#include "rules/sfen.h"
#include "rules/start.h"

namespace yari {

/// One game on its way through its candidates.
template <class V>
class PositionCounter::Walk {
 public:
  Walk(PositionCounter& counter, const LineView& line) : counter_(counter), line_(line) {}

  /// Whether the game stands at the candidate.
  bool confirm(const Candidate& c) {
    const bool follows = c.ply > 0 && known_ply_ == static_cast<std::int64_t>(c.ply) - 1;
    Edge* from =
        follows ? &counter_.edge(known_, line_.move(static_cast<int>(c.ply) - 1)) : nullptr;
    const bool here = from != nullptr && from->to >= 0
                          ? from->to == static_cast<std::int64_t>(c.position)
                          : compare(c);
    if (here && from != nullptr) from->to = static_cast<std::int32_t>(c.position);
    if (here) {
      known_ = c.position;
      known_ply_ = c.ply;
    }
    return here;
  }

 private:
  bool compare(const Candidate& c) {
    if (!reach(static_cast<int>(c.ply))) return false;
    const Setup& wanted = counter_.positions_[c.position];
    if (wanted.variant != V::info.variant || board_->side_to_move() != wanted.side_to_move)
      return false;
    for (const Color color : both_colors)
      if (board_->hand(color) != wanted.hands[color]) return false;
    for (const Square s : Bitboard<V>::all())
      if (board_->at(s) != wanted[s]) return false;
    return true;
  }
  /// Plays on to the ply; false when the line does not lead there.
  bool reach(int ply) {
    if (!board_ && !begin()) return false;
    for (; ply_ < ply; ++ply_)
      if (!board_->play(line_.move(ply_))) return false;
    return true;
  }
  bool begin() {
    static const query::Replay<V> even(start_setup(V::info.variant));
    if (line_.start.empty()) {
      board_ = even;
      return true;
    }
    const auto start = read_sfen(line_.start, V::info.variant);
    if (!start || !Position<V>::from(*start)) return false;
    board_.emplace(*start);
    return true;
  }

  PositionCounter& counter_;
  const LineView& line_;
  std::optional<query::Replay<V>> board_;
  int ply_ = 0;
  std::uint32_t known_ = 0;
  std::int64_t known_ply_ = -2;
};

std::uint32_t PositionCounter::add_position(const Setup& position, bool by_part) {
  positions_.push_back(position);
  by_part_.push_back(by_part);
  return static_cast<std::uint32_t>(positions_.size() - 1);
}

bool PositionCounter::is_legal(std::uint32_t position, Move move) {
  Edge& known = edge(position, move);
  if (known.legal == Edge::Legal::unknown) {
    const bool legal = with_variant(positions_[position].variant, [&]<class V>(V) {
      const auto board = Position<V>::from(positions_[position]);
      return board && board->is_legal(move);
    });
    known.legal = legal ? Edge::Legal::yes : Edge::Legal::no;
  }
  return known.legal == Edge::Legal::yes;
}

void PositionCounter::add(const CountedGame& game, int times, const LineView& line,
                          std::span<const Candidate> candidates) {
  games_.emplace_back(game, times);
  with_variant(line.variant, [&]<class V>(V) {
    Walk<V> walk(*this, line);
    for (const Candidate& c : candidates) {
      const int ply = static_cast<int>(c.ply);
      if (ply > line.plies() || !walk.confirm(c)) continue;
      Move next = ply < line.plies() ? line.move(ply) : Move::none();
      if (next && !is_legal(c.position, next)) next = Move::none();
      visits_.push_back({c.position, static_cast<std::uint32_t>(games_.size() - 1), next});
    }
  });
}

/// Requires: the visits of one game follow each other.
std::map<CountPart, PositionCounts> PositionCounter::count(std::span<const Visit> visits,
                                                           bool by_part) const {
  std::map<CountPart, PositionCounts> counts;
  PositionCounts& all = counts[all_games];
  std::vector<Move> moves;
  while (!visits.empty()) {
    const auto& [game, times] = games_[visits.front().game];
    moves.clear();
    for (const std::uint32_t number = visits.front().game;
         !visits.empty() && visits.front().game == number; visits = visits.subspan(1)) {
      const Move next = visits.front().next;
      if (next && std::find(moves.begin(), moves.end(), next) == moves.end()) moves.push_back(next);
    }
    all.add(game, moves, times);
    if (by_part) counts[part_of(game)].add(game, moves, times);
  }
  return counts;
}

void PositionCounter::finish(
    const std::function<void(std::uint32_t, CountPart, const PositionCounts&)>& visit) {
  // Sorted by counting: the order of games stays.
  std::vector<std::size_t> ends(positions_.size() + 1);
  for (const Visit& v : visits_) ++ends[v.position + 1];
  for (std::size_t i = 1; i < ends.size(); ++i) ends[i] += ends[i - 1];
  std::vector<Visit> sorted(visits_.size());
  for (const Visit& v : visits_) sorted[ends[v.position]++] = v;
  std::size_t begin = 0;
  for (std::uint32_t position = 0; position < positions_.size(); ++position) {
    const auto visits = std::span(sorted).subspan(begin, ends[position] - begin);
    begin = ends[position];
    for (auto& [part, counts] : count(visits, by_part_[position])) {
      counts.settle(false);
      if (!counts.is_nothing()) visit(position, part, counts);
    }
  }
  visits_.clear();
  games_.clear();
}

}  // namespace yari
