// The slow reading, condition by condition.
#include "tests/db/tools/query_brute.h"

#include <algorithm>
#include <cctype>

#include "rules/handicap.h"
#include "rules/position.h"
#include "rules/start.h"

namespace yari::test {
namespace {

using namespace query;

Square seen_square(Square s, bool turned, bool mirrored, int files) {
  int file = s.file();
  int rank = s.rank();
  if (turned) {
    file = files - 1 - file;
    rank = 8 - rank;
  }
  if (mirrored) file = files - 1 - file;
  return Square::at(file, rank);
}

bool in(Contents contents, Piece piece) { return (contents & bit_of(piece)) != 0; }
bool in(Squares squares, Square s) { return (squares >> s.index() & 1) != 0; }

bool contains_ignoring_case(const std::string& text, const std::string& part) {
  const auto lower = [](std::string s) {
    for (char& c : s) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return s;
  };
  return lower(text).find(lower(part)) != std::string::npos;
}

}  // namespace

Setup seen(const Setup& setup, bool turned, bool mirrored) {
  const VariantInfo& game = info(setup.variant);
  Setup result = setup;
  for (int i = 0; i < game.squares(); ++i) {
    Piece piece = setup[Square(i)];
    if (!piece.empty() && turned) piece = Piece(~piece.color(), piece.kind());
    result[seen_square(Square(i), turned, mirrored, game.files)] = piece;
  }
  if (turned) {
    result.hands = {setup.hands[1], setup.hands[0]};
    result.side_to_move = ~setup.side_to_move;
  }
  return result;
}

Move seen(Move m, bool turned, bool mirrored, int files) {
  const Square to = seen_square(m.to(), turned, mirrored, files);
  if (m.is_drop()) return Move::drop(m.dropped(), to);
  return Move::board(seen_square(m.from(), turned, mirrored, files), to, m.promotes());
}

BruteGame::BruteGame(const Setup& start, std::vector<Move> moves) : moves_(std::move(moves)) {
  with_variant(start.variant, [&]<class V>(V) {
    for (std::size_t v = 0; v < views_.size(); ++v) {
      View& view = views_[v];
      Position<V> position = Position<V>::from_unchecked(start);
      for (std::size_t ply = 0;; ++ply) {
        view.setups.push_back(seen(position.setup(), v & 1, v & 2));
        const auto here = Position<V>::from_unchecked(view.setups.back());
        const bool stuck = !here.has_legal_move();
        view.has_state.push_back(stuck || here.in_check());
        view.states.push_back(!stuck            ? State::check
                              : here.in_check() ? State::mate
                                                : State::stalemate);
        if (ply == moves_.size()) break;
        view.moves.push_back(seen(moves_[ply], v & 1, v & 2, V::files));
        position.play(moves_[ply]);
      }
    }
  });
}

bool BruteGame::is_even() const { return start().same_position(start_setup(start().variant)); }

/// Asks one view of the game at one ply.
struct BruteGame::Asker {
  const BruteGame& game;
  const Query& query;
  std::size_t view;
  int ply;

  bool ask(Part part) const { return std::visit(*this, query.nodes[part]); }
  Asker at(int other_ply) const { return {game, query, view, other_ply}; }
  const Setup& setup() const { return game.views_[view].setups[static_cast<std::size_t>(ply)]; }
  int squares() const { return info(setup().variant).squares(); }
  bool turned() const { return (view & 1) != 0; }

  bool operator()(const All& c) const {
    return std::all_of(c.parts.begin(), c.parts.end(), [&](Part p) { return ask(p); });
  }
  bool operator()(const Any& c) const {
    return std::any_of(c.parts.begin(), c.parts.end(), [&](Part p) { return ask(p); });
  }
  bool operator()(const Not& c) const { return !ask(c.part); }
  bool operator()(const Either& c) const {
    const std::size_t other = view ^ (c.image == Either::Image::turned ? 1u : 2u);
    return ask(c.part) || Asker{game, query, other, ply}.ask(c.part);
  }
  bool operator()(const Sequence& c) const {
    return goes_on(c, 0, std::min(game.plies(), ply + std::min(c.within, game.plies())));
  }
  bool goes_on(const Sequence& c, std::size_t step, int last) const {
    if (!ask(c.parts[step])) return false;
    if (step + 1 == c.parts.size()) return true;
    for (int later = ply + 1; later <= last; ++later) {
      if (at(later).goes_on(c, step + 1, last)) return true;
    }
    return false;
  }

  bool operator()(const PositionIs& c) const {
    if (c.setup.board != setup().board || c.setup.side_to_move != setup().side_to_move)
      return false;
    for (std::size_t side = 0; side < 2; ++side) {
      for (int k = 0; k < hand_kind_count; ++k) {
        const int wanted = c.setup.hands[side].count(Kind(k));
        const int held = setup().hands[side].count(Kind(k));
        if (c.hands == HandsRule::exact && held != wanted) return false;
        if (c.hands == HandsRule::at_least && held < wanted) return false;
      }
    }
    return true;
  }

  bool operator()(const Pattern& c) const {
    const int files = info(setup().variant).files;
    for (int top = 0; top + c.height <= rank_count; ++top) {
      for (int left = files - 1; left - c.width + 1 >= 0; --left) {
        if (c.corner && *c.corner != Square::at(left, top)) continue;
        if (lies_at(c, left, top)) return true;
      }
    }
    return false;
  }
  bool lies_at(const Pattern& c, int left, int top) const {
    for (int row = 0; row < c.height; ++row) {
      for (int column = 0; column < c.width; ++column) {
        const Contents wanted = c.cells[static_cast<std::size_t>(row * c.width + column)];
        if (!in(wanted, setup()[Square::at(left - column, top + row)])) return false;
      }
    }
    return true;
  }

  bool operator()(const PieceOn& c) const {
    for (int i = 0; i < squares(); ++i) {
      if (in(c.squares, Square(i)) && in(c.contents, setup()[Square(i)])) return true;
    }
    return false;
  }

  bool operator()(const Amount& c) const {
    int sum = 0;
    for (const Term& term : c.sum) sum += term.factor * value(term);
    return sum >= c.range.low && sum <= c.range.high;
  }
  int value(const Term& term) const {
    if (term.type == Term::Type::ply) return ply;
    const VariantInfo& game_info = info(setup().variant);
    int n = 0;
    for (int i = 0; i < squares(); ++i) {
      const Piece piece = setup()[Square(i)];
      if (term.type == Term::Type::hand) break;
      if (term.type == Term::Type::board) {
        n += in(term.contents, piece);
      } else if (!piece.empty()) {
        const Piece plain(piece.color(), unpromoted(piece.kind()));
        if (term.type == Term::Type::total) n += in(term.contents, plain);
        if (term.type == Term::Type::points && in(term.contents, plain)) {
          n += game_info[plain.kind()].impasse_points;
        }
      }
    }
    for (Color color : both_colors) {
      for (int k = 0; k < hand_kind_count; ++k) {
        const Piece piece(color, Kind(k));
        if (term.type == Term::Type::board || !in(term.contents, piece)) continue;
        const int held = setup().hands[static_cast<std::size_t>(index(color))].count(Kind(k));
        n += term.type == Term::Type::points ? held * game_info[Kind(k)].impasse_points : held;
      }
    }
    return n;
  }

  bool operator()(const ToMove& c) const { return setup().side_to_move == c.side; }
  bool operator()(State wanted) const {
    const auto i = static_cast<std::size_t>(ply);
    if (!game.views_[view].has_state[i]) return false;
    const State state = game.views_[view].states[i];
    return state == wanted || (wanted == State::check && state == State::mate);
  }

  bool operator()(const MoveIs& c) const {
    if (ply == game.plies()) return false;
    const Move m = game.views_[view].moves[static_cast<std::size_t>(ply)];
    const Piece mover = m.is_drop() ? Piece(setup().side_to_move, m.dropped()) : setup()[m.from()];
    const Piece taken = setup()[m.to()];
    if (!in(c.to, m.to())) return false;
    if (m.is_drop() ? c.from != ~Squares{0} : !in(c.from, m.from())) return false;
    switch (c.type) {
      case MoveIs::Type::any:
        return in(c.piece, mover);
      case MoveIs::Type::drop:
        return m.is_drop() && in(c.piece, mover);
      case MoveIs::Type::capture:
        return !taken.empty() && in(c.piece, taken);
      case MoveIs::Type::promotion:
        return m.promotes() && in(c.piece, mover);
    }
    return false;
  }

  bool operator()(const LineIs& c) const {
    for (std::size_t i = 0; i < c.moves.size(); ++i) {
      const Asker later = at(ply + static_cast<int>(i));
      if (later.ply >= game.plies()) return false;
      const Move m = game.views_[view].moves[static_cast<std::size_t>(later.ply)];
      const Move* exact = std::get_if<Move>(&c.moves[i]);
      if (exact ? *exact != m : !later.reads_as(m, std::get<HodgesMove>(c.moves[i]))) return false;
    }
    return true;
  }
  bool reads_as(Move m, const HodgesMove& text) const {
    using Type = HodgesMove::Type;
    if (m.to() != text.to || m.is_drop() != (text.type == Type::drop)) return false;
    if (m.is_drop()) return m.dropped() == text.kind;
    if (setup()[m.from()].kind() != text.kind) return false;
    if (setup()[m.to()].empty() != (text.type == Type::move)) return false;
    if (text.from && *text.from != m.from()) return false;
    if (m.promotes() == text.promotes) return true;
    // Promoting although the text does not say so is no contradiction where nothing else is legal.
    return m.promotes() && with_variant(setup().variant, [&]<class V>(V) {
             const auto position = Position<V>::from_unchecked(setup());
             return !position.is_legal(Move::board(m.from(), m.to()));
           });
  }

  bool operator()(const JudgementIs& c) const {
    for (const Noted& n : game.noted) {
      const Color side = turned() ? ~n.side : n.side;
      const bool kind_fits = (c.kinds & 1u << n.kind) != 0;
      const bool mate_fits =
          !c.mate || (n.mate && *n.mate >= c.mate->low && *n.mate <= c.mate->high);
      if (n.ply == ply && kind_fits && mate_fits && c.side.value_or(side) == side) return true;
    }
    return false;
  }

  bool operator()(const HeaderTest& test) const {
    return std::visit([&](const auto& t) { return holds(t); }, test);
  }
  bool holds(const NameIs& t) const {
    const std::string& first = turned() ? game.white : game.black;
    const std::string& second = turned() ? game.black : game.white;
    switch (t.field) {
      case NameIs::Field::player:
        return contains_ignoring_case(first, t.text) || contains_ignoring_case(second, t.text);
      case NameIs::Field::black:
        return contains_ignoring_case(first, t.text);
      case NameIs::Field::white:
        return contains_ignoring_case(second, t.text);
      case NameIs::Field::event:
        return contains_ignoring_case(game.event, t.text);
      case NameIs::Field::site:
        return contains_ignoring_case(game.site, t.text);
    }
    return false;
  }
  /// By counting through every day that the game may have been played on.
  bool holds(const DateIs& t) const {
    if (!game.date) return false;
    const int year = *game.date / 10000, month = *game.date / 100 % 100, day = *game.date % 100;
    for (int m = 1; m <= 12; ++m) {
      for (int d = 1; d <= 31; ++d) {
        if ((month != 0 && m != month) || (day != 0 && d != day)) continue;
        const int full = year * 10000 + m * 100 + d;
        if (full >= t.from && full <= t.to) return true;
      }
    }
    return false;
  }
  bool holds(GameResult wanted) const {
    GameResult won = game.result;
    if (turned() && won == GameResult::black_wins) {
      won = GameResult::white_wins;
    } else if (turned() && won == GameResult::white_wins) {
      won = GameResult::black_wins;
    }
    return won == wanted;
  }
  bool holds(Ending wanted) const { return game.ending == wanted; }
  bool holds(const HandicapIs& t) const {
    const std::optional<std::string> name = handicap_name(game.start());
    if (t.name == "any") return name.has_value();
    if (t.name == "even") return game.is_even();
    return name == t.name;
  }
  bool holds(const PliesAre& t) const {
    return game.plies() >= t.range.low && game.plies() <= t.range.high;
  }
  bool holds(const RatingsAre& t) const {
    int fitting = 0;
    for (const std::optional<int>& rating : game.ratings)
      if (rating.has_value() && *rating >= t.range.low && *rating <= t.range.high) ++fitting;
    return fitting == 2;
  }
};

std::vector<int> BruteGame::matches(const Query& query) const {
  if (query.variant && *query.variant != start().variant) return {};
  const auto is_about_games = [](const Node& node) {
    return std::holds_alternative<HeaderTest>(node) || std::holds_alternative<All>(node) ||
           std::holds_alternative<Any>(node) || std::holds_alternative<Not>(node) ||
           std::holds_alternative<Either>(node);
  };
  const bool once = std::all_of(query.nodes.begin(), query.nodes.end(), is_about_games);
  std::vector<int> found;
  for (int p = 0; p <= plies(); ++p) {
    if (once && p > 0) break;
    if (Asker{*this, query, 0, p}.ask(static_cast<Part>(query.nodes.size() - 1)))
      found.push_back(p);
  }
  return found;
}

}  // namespace yari::test
