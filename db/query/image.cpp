// Images of single conditions, and of whole queries.
#include "db/query/image.h"

#include <utility>

namespace yari::query {
namespace {

Contents contents_image(Contents set, View view) {
  if (!view.turned) return set;
  return (set & any_black) << kind_count | (set & any_white) >> kind_count | (set & nothing);
}

/// A condition on a header after the players have changed sides.
template <class T>
T turned(const T& test) {
  return test;
}
GameResult turned(GameResult result) {
  if (result == GameResult::black_wins) return GameResult::white_wins;
  return result == GameResult::white_wins ? GameResult::black_wins : result;
}
NameIs turned(NameIs test) {
  using Field = NameIs::Field;
  if (test.field == Field::black) return {Field::white, std::move(test.text)};
  if (test.field == Field::white) return {Field::black, std::move(test.text)};
  return test;
}

/// Images of every type of condition on the board of `files` files; those on games and numbers that
/// look the same from everywhere fall through to the template.
class Imager {
 public:
  Imager(View view, int files) : view_(view), files_(files) {}

  template <class T>
  T operator()(const T& other) const {
    return other;
  }

  PositionIs operator()(PositionIs c) const {
    c.setup = query::image(c.setup, view_);
    return c;
  }

  Pattern operator()(Pattern c) const {
    const std::vector<Contents> before = c.cells;
    for (int row = 0; row < c.height; ++row) {
      for (int column = 0; column < c.width; ++column) {
        const int to_row = view_.turned ? c.height - 1 - row : row;
        const int to_column = flips_files() ? c.width - 1 - column : column;
        c.cells[static_cast<std::size_t>(to_row * c.width + to_column)] =
            contents_image(before[static_cast<std::size_t>(row * c.width + column)], view_);
      }
    }
    if (c.corner) c.corner = image_of_corner(c);
    return c;
  }

  PieceOn operator()(PieceOn c) const {
    c.contents = contents_image(c.contents, view_);
    c.squares = image(c.squares);
    return c;
  }

  Amount operator()(Amount c) const {
    for (Term& term : c.sum) term.contents = contents_image(term.contents, view_);
    return c;
  }

  JudgementIs operator()(JudgementIs c) const {
    if (c.side && view_.turned) c.side = ~*c.side;
    return c;
  }

  ToMove operator()(ToMove c) const { return {view_.turned ? ~c.side : c.side}; }

  MoveIs operator()(MoveIs c) const {
    c.piece = contents_image(c.piece, view_);
    c.from = image(c.from);
    c.to = image(c.to);
    return c;
  }

  LineIs operator()(LineIs c) const {
    for (auto& move : c.moves) {
      move = std::visit([&](const auto& m) -> std::variant<Move, HodgesMove> { return image(m); },
                        move);
    }
    return c;
  }

  HeaderTest operator()(const HeaderTest& test) const {
    if (!view_.turned) return test;
    return std::visit([&](const auto& t) -> HeaderTest { return turned(t); }, test);
  }

 private:
  bool flips_files() const { return view_.turned != view_.mirrored; }

  Square image(Square s) const { return query::image(s, view_, files_); }

  Squares image(Squares set) const {
    if (set == ~Squares{0}) return set;
    Squares result = 0;
    for (int i = 0; i < files_ * rank_count; ++i) {
      if ((set >> i & 1) != 0) result |= Squares{1} << image(Square(i)).index();
    }
    return result;
  }

  /// The cell that comes to lie on the highest file and the lowest rank.
  Square image_of_corner(const Pattern& c) const {
    const int file = c.corner->file() - (flips_files() ? c.width - 1 : 0);
    const int rank = c.corner->rank() + (view_.turned ? c.height - 1 : 0);
    return image(Square::at(file, rank));
  }

  Move image(Move m) const {
    if (m.is_drop()) return Move::drop(m.dropped(), image(m.to()));
    return Move::board(image(m.from()), image(m.to()), m.promotes());
  }

  HodgesMove image(HodgesMove m) const {
    m.to = image(m.to);
    if (m.from) m.from = image(*m.from);
    return m;
  }

  View view_;
  int files_;
};

/// Copies a query part by part; the recursion is as deep as the query, which parse bounds.
class Expansion {
 public:
  explicit Expansion(const Query& query)
      : query_(query), files_(info(query.variant.value_or(Variant::yari)).files) {
    result_.variant = query.variant;
  }

  Query run() {
    copy(static_cast<Part>(query_.nodes.size() - 1), View{});
    return std::move(result_);
  }

 private:
  Part copy(Part part, View view) {
    return std::visit([&](const auto& node) { return copy_node(node, view); }, query_.nodes[part]);
  }

  template <class Leaf>
  Part copy_node(const Leaf& leaf, View view) {
    return add(Imager(view, files_)(leaf));
  }
  Part copy_node(const All& node, View view) { return add(All{copy(node.parts, view)}); }
  Part copy_node(const Any& node, View view) { return add(Any{copy(node.parts, view)}); }
  Part copy_node(const Not& node, View view) { return add(Not{copy(node.part, view)}); }
  Part copy_node(const Sequence& node, View view) {
    return add(Sequence{copy(node.parts, view), node.within});
  }
  Part copy_node(const Either& node, View view) {
    View other = view;
    bool& flag = node.image == Either::Image::turned ? other.turned : other.mirrored;
    flag = !flag;
    const Part first = copy(node.part, view);
    const Part second = copy(node.part, other);
    return add(Any{{first, second}});
  }

  std::vector<Part> copy(const std::vector<Part>& parts, View view) {
    std::vector<Part> copies;
    for (Part part : parts) copies.push_back(copy(part, view));
    return copies;
  }

  Part add(Node node) {
    result_.nodes.push_back(std::move(node));
    return static_cast<Part>(result_.nodes.size() - 1);
  }

  const Query& query_;
  int files_;
  Query result_;
};

}  // namespace

Square image(Square s, View view, int files) {
  const bool flips_files = view.turned != view.mirrored;
  return Square::at(flips_files ? files - 1 - s.file() : s.file(),
                    view.turned ? rank_count - 1 - s.rank() : s.rank());
}

Setup image(const Setup& setup, View view) {
  Setup result = setup;
  const VariantInfo& game = info(setup.variant);
  for (int i = 0; i < game.squares(); ++i) {
    Piece piece = setup[Square(i)];
    if (view.turned && !piece.empty()) piece = Piece(~piece.color(), piece.kind());
    result[image(Square(i), view, game.files)] = piece;
  }
  if (view.turned) {
    std::swap(result.hands[0], result.hands[1]);
    result.side_to_move = ~setup.side_to_move;
  }
  return result;
}

Query expand(const Query& query) { return Expansion(query).run(); }

}  // namespace yari::query
