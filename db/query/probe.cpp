// How each condition is made ready, and asked.
#include "db/query/probe.h"

#include <algorithm>
#include <bit>
#include <cassert>

#include "db/query/cells.h"
#include "db/query/line.h"
#include "rules/position.h"
#include "rules/start.h"

namespace yari::query {
namespace {

template <class V>
Bitboard<V> board_of(Squares squares) {
  return Bitboard<V>(static_cast<typename Bitboard<V>::Word>(squares)) & Bitboard<V>::all();
}

/// How many squares hold one of `contents` at the start of a game: a guess at how often one does.
template <class V>
int frequency(Contents contents) {
  const Setup& start = start_setup(V::info.variant);
  int n = 0;
  for (Square s : Bitboard<V>::all()) n += (contents >> start[s].code() & 1) != 0;
  return n;
}

/// Calls `f(contents, row, column)` for the cells that are not for anything.
template <class V, class F>
void for_each_cell(const Pattern& pattern, F f) {
  const Contents all = contents_of(V::info);
  std::size_t i = 0;
  for (int row = 0; row < pattern.height; ++row) {
    for (int column = 0; column < pattern.width; ++column, ++i) {
      if ((pattern.cells[i] & all) != all) f(pattern.cells[i], row, column);
    }
  }
}

Square target(Move m) { return m.to(); }
Square target(const HodgesMove& m) { return m.to; }

bool at_least(const Hand& hand, const Hand& wanted) {
  for (int k = 0; k < hand_kind_count; ++k) {
    if (hand.count(Kind(k)) < wanted.count(Kind(k))) return false;
  }
  return true;
}

}  // namespace

template <class V>
SetUnion<V>::SetUnion(Contents contents) {
  const Contents all = contents_of(V::info);
  contents &= all;
  negated_ = 2 * std::popcount(contents) > std::popcount(all);
  if (negated_) contents = all & ~contents;
  for (Color c : both_colors) {
    const Contents side = (c == Color::black ? any_black : any_white) & all;
    if ((contents & side) != side) continue;
    add(side_set + static_cast<std::size_t>(yari::index(c)));
    contents &= ~side;
  }
  for (; contents != 0; contents &= contents - 1) {
    add(static_cast<std::size_t>(std::countr_zero(contents)));
  }
}

template <class V>
PositionProbe<V>::PositionProbe(const PositionIs& condition)
    : wanted(condition.setup), hands(condition.hands) {}

template <class V>
bool PositionProbe<V>::operator()(const Here<V>& here) const {
  const Replay<V>& board = here.board;
  if (board.set(empty_set) != wanted.set(empty_set)) return false;
  if (board.side_to_move() != wanted.side_to_move()) return false;
  for (std::size_t i = 0; i < empty_set; ++i) {
    if (board.set(i) != wanted.set(i)) return false;
  }
  return std::all_of(both_colors.begin(), both_colors.end(), [&](Color c) {
    if (hands == HandsRule::ignored) return true;
    if (hands == HandsRule::exact) return board.hand(c) == wanted.hand(c);
    return at_least(board.hand(c), wanted.hand(c));
  });
}

template <class V>
CellsProbe<V>::CellsProbe(const Pattern& pattern) {
  std::vector<std::pair<Contents, Bitboard<V>>> groups;
  for_each_cell<V>(pattern, [&](Contents contents, int row, int column) {
    const Bitboard<V> square(
        Square::at(pattern.corner->file() - column, pattern.corner->rank() + row));
    const auto same = std::find_if(groups.begin(), groups.end(),
                                   [&](const auto& group) { return group.first == contents; });
    if (same == groups.end()) {
      groups.emplace_back(contents, square);
    } else {
      same->second |= square;
    }
  });
  // What few squares hold, demanded of many, fails soonest.
  std::stable_sort(groups.begin(), groups.end(), [](const auto& a, const auto& b) {
    return frequency<V>(a.first) * b.second.count() < frequency<V>(b.first) * a.second.count();
  });
  for (const auto& [contents, squares] : groups) cells.emplace_back(SetUnion<V>(contents), squares);
}

template <class V>
bool CellsProbe<V>::operator()(const Here<V>& here) const {
  for (const auto& [set, squares] : cells) {
    if (squares - set.of(here.board)) return false;
  }
  return true;
}

template <class V>
SlidingProbe<V>::SlidingProbe(const Pattern& pattern) {
  for (int file = pattern.width - 1; file < V::files; ++file) {
    for (int rank = 0; rank + pattern.height <= rank_count; ++rank) {
      corners |= Bitboard<V>(Square::at(file, rank));
    }
  }
  std::vector<std::pair<int, Cell>> by_frequency;
  for_each_cell<V>(pattern, [&](Contents contents, int row, int column) {
    by_frequency.push_back(
        {frequency<V>(contents), {SetUnion<V>(contents), row - column * rank_count}});
  });
  std::stable_sort(by_frequency.begin(), by_frequency.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  for (const auto& [n, cell] : by_frequency) cells.push_back(cell);
}

template <class V>
bool SlidingProbe<V>::operator()(const Here<V>& here) const {
  Bitboard<V> places = corners;
  for (const Cell& cell : cells) {
    const auto set = cell.set.of(here.board).bits();
    // Square numbers that would wrap around the board's edge are no `corners`.
    places &= Bitboard<V>(cell.offset >= 0 ? set >> cell.offset : set << -cell.offset);
    if (!places) return false;
  }
  return !places.empty();
}

template <class V>
PieceProbe<V>::PieceProbe(const PieceOn& condition)
    : set(condition.contents), squares(board_of<V>(condition.squares)) {}

template <class V>
AmountProbe<V>::AmountProbe(const Amount& amount) : range(amount.range) {
  const auto add_hands = [&](Contents contents, int factor) {
    for (Color c : both_colors) {
      for (int k = 0; k < hand_kind_count; ++k) {
        if ((contents & bit_of(Piece(c, Kind(k)))) != 0) hand_terms.push_back({c, Kind(k), factor});
      }
    }
  };
  const auto add_points = [&](Contents contents, int factor) {
    for (Contents rest = contents & ~nothing; rest != 0; rest &= rest - 1) {
      const Contents one = rest & (~rest + 1);
      const auto kind = Kind(std::countr_zero(one) % kind_count);
      const int points = factor * V::info[kind].impasse_points;
      if (points == 0) continue;
      board_terms.push_back({SetUnion<V>(one), points});
      add_hands(one, points);
    }
  };
  for (const Term& term : amount.sum) {
    switch (term.type) {
      case Term::Type::ply:
        ply_factor += term.factor;
        break;
      case Term::Type::board:
        board_terms.push_back({SetUnion<V>(term.contents), term.factor});
        break;
      case Term::Type::hand:
        add_hands(term.contents, term.factor);
        break;
      case Term::Type::total:
        board_terms.push_back({SetUnion<V>(term.contents | term.contents << 8), term.factor});
        add_hands(term.contents, term.factor);
        break;
      case Term::Type::points:
        add_points(term.contents, term.factor);
        break;
    }
  }
}

template <class V>
bool AmountProbe<V>::operator()(const Here<V>& here) const {
  int sum = ply_factor * static_cast<int>(here.ply);
  for (const HandTerm& term : hand_terms) {
    sum += term.factor * here.board.hand(term.color).count(term.kind);
  }
  for (const BoardTerm& term : board_terms) sum += term.factor * term.set.of(here.board).count();
  return range.has(sum);
}

/// No move is legal after mate and stalemate, so that only the end of a game can be either.
template <class V>
bool StateProbe<V>::operator()(const Here<V>& here) const {
  if (state == State::check) return here.board.in_check();
  if (here.next() || here.board.in_check() != (state == State::mate)) return false;
  return !Position<V>::from_unchecked(here.board.setup()).has_legal_move();
}

template <class V>
MoveProbe<V>::MoveProbe(const MoveIs& condition)
    : type(condition.type),
      piece(condition.piece),
      from(board_of<V>(condition.from)),
      to(board_of<V>(condition.to)),
      drops_too(condition.from == ~Squares{0}) {}

template <class V>
bool MoveProbe<V>::operator()(const Here<V>& here) const {
  const Move m = here.next();
  if (!m || m.to().index() >= Bitboard<V>::square_count || !to.has(m.to())) return false;
  if (type == MoveIs::Type::promotion && !m.promotes()) return false;
  Piece subject(here.board.side_to_move(), m.dropped());
  if (m.is_drop()) {
    if (!drops_too || type == MoveIs::Type::capture) return false;
  } else {
    if (type == MoveIs::Type::drop) return false;
    if (m.from().index() >= Bitboard<V>::square_count || !from.has(m.from())) return false;
    subject = here.board.at(type == MoveIs::Type::capture ? m.to() : m.from());
    if (subject.empty()) return false;
  }
  return (piece >> subject.code() & 1) != 0;
}

/// The first move is compared on the board; those that follow, on boards that they lead to.
template <class V>
bool LineProbe<V>::operator()(const Here<V>& here) const {
  if (line.moves.size() > here.moves.size() - here.ply) return false;
  const auto is = [&](const Replay<V>& board, std::size_t i) {
    const Move m = here.moves[here.ply + i];
    if (const Move* exact = std::get_if<Move>(&line.moves[i])) return m == *exact;
    return fits<V>(board, std::get<HodgesMove>(line.moves[i]), m);
  };
  // Squares alone distinguish most lines, and need no board.
  for (std::size_t i = 0; i < line.moves.size(); ++i) {
    const Square to = std::visit([](const auto& m) { return target(m); }, line.moves[i]);
    if (here.moves[here.ply + i].to() != to) return false;
  }
  Replay<V> board = here.board;
  for (std::size_t i = 0; i < line.moves.size(); ++i) {
    Replay<V> after = board;
    if (!after.play(here.moves[here.ply + i]) || !is(board, i)) return false;
    board = after;
  }
  return true;
}

template <class V>
bool JudgementProbe<V>::operator()(const Here<V>& here) const {
  const int ply = static_cast<int>(here.ply);
  auto at = std::lower_bound(here.noted.begin(), here.noted.end(), ply,
                             [](const Noted& n, int wanted) { return n.ply < wanted; });
  for (; at != here.noted.end() && at->ply == ply; ++at) {
    if (fits(test, *at)) return true;
  }
  return false;
}

namespace {

/// The probe of each condition that is asked of a position.
template <class V>
struct ProbeOf {
  Probe<V> operator()(const PositionIs& c) const { return PositionProbe<V>(c); }
  Probe<V> operator()(const Pattern& c) const {
    if (c.corner) return CellsProbe<V>(c);
    return SlidingProbe<V>(c);
  }
  Probe<V> operator()(const PieceOn& c) const { return PieceProbe<V>(c); }
  Probe<V> operator()(const Amount& c) const { return AmountProbe<V>(c); }
  Probe<V> operator()(const State& c) const { return StateProbe<V>(c); }
  Probe<V> operator()(const MoveIs& c) const { return MoveProbe<V>(c); }
  Probe<V> operator()(const LineIs& c) const { return LineProbe<V>(c); }
  Probe<V> operator()(const JudgementIs& c) const { return JudgementProbe<V>(c); }
  Probe<V> operator()(const ToMove& c) const { return ToMoveProbe<V>(c); }
  /// Combinations and conditions on headers have none.
  template <class C>
  Probe<V> operator()(const C&) const {
    assert(false);
    return ToMoveProbe<V>(ToMove{});
  }
};

}  // namespace

template <class V>
Probe<V> make_probe(const Node& node) {
  return std::visit(ProbeOf<V>(), node);
}

#define YARI_INSTANTIATE(V)          \
  template struct PositionProbe<V>;  \
  template struct CellsProbe<V>;     \
  template struct SlidingProbe<V>;   \
  template struct PieceProbe<V>;     \
  template struct AmountProbe<V>;    \
  template struct StateProbe<V>;     \
  template struct MoveProbe<V>;      \
  template struct LineProbe<V>;      \
  template struct JudgementProbe<V>; \
  template Probe<V> make_probe(const Node&);
YARI_INSTANTIATE(YariShogi)
YARI_INSTANTIATE(Shogi)
#undef YARI_INSTANTIATE

namespace {

/// Adds the change that a square needs before it can hold one of `contents`, if it needs one.
void add_change(std::vector<Change>& changes, Square s, Contents contents, const Setup& start) {
  if ((contents >> start[s].code() & 1) != 0) return;
  changes.push_back({s, (contents & nothing) == 0});
}

}  // namespace

std::vector<Change> changes_needed(const Node& node, const Setup& start) {
  std::vector<Change> changes;
  const VariantInfo& game = info(start.variant);
  if (const auto* position = std::get_if<PositionIs>(&node)) {
    for (int i = 0; i < game.squares(); ++i) {
      add_change(changes, Square(i), bit_of(position->setup[Square(i)]), start);
    }
  }
  if (const auto* pattern = std::get_if<Pattern>(&node); pattern && pattern->corner) {
    std::size_t i = 0;
    for (int row = 0; row < pattern->height; ++row) {
      for (int column = 0; column < pattern->width; ++column, ++i) {
        const Square s =
            Square::at(pattern->corner->file() - column, pattern->corner->rank() + row);
        add_change(changes, s, pattern->cells[i], start);
      }
    }
  }
  if (const auto* piece = std::get_if<PieceOn>(&node)) {
    const bool one_square = (piece->squares & (piece->squares - 1)) == 0;
    for (int i = 0; one_square && i < game.squares(); ++i) {
      if ((piece->squares >> i & 1) == 0) continue;
      add_change(changes, Square(i), piece->contents, start);
    }
  }
  return changes;
}

}  // namespace yari::query
