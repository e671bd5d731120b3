// The single conditions, as they are written.
#include <algorithm>

#include "db/query/cells.h"
#include "db/query/line.h"
#include "db/query/parser.h"
#include "rules/start.h"

namespace yari::query {

const Parser::Condition Parser::conditions[] = {
    {"position", &Parser::position},   {"pattern", &Parser::pattern}, {"pieces", &Parser::pieces},
    {"hand", &Parser::amount},         {"board", &Parser::amount},    {"total", &Parser::amount},
    {"points", &Parser::amount},       {"ply", &Parser::amount},      {"black", &Parser::black},
    {"white", &Parser::white},         {"check", &Parser::state},     {"mate", &Parser::state},
    {"stalemate", &Parser::state},     {"move", &Parser::move},       {"drop", &Parser::move},
    {"capture", &Parser::move},        {"promotion", &Parser::move},  {"line", &Parser::line},
    {"player", &Parser::name},         {"event", &Parser::name},      {"site", &Parser::name},
    {"date", &Parser::date},           {"result", &Parser::result},   {"ending", &Parser::ending},
    {"handicap", &Parser::handicap},   {"plies", &Parser::plies},     {"rated", &Parser::rated},
    {"judgement", &Parser::judgement},
};

Parser::Parsed Parser::condition() {
  const std::string_view word = cursor_.word();
  if (word.empty() && cursor_.peek() >= '0' && cursor_.peek() <= '9') return amount();
  if (word == "variant") {
    return cursor_.fail("'variant' stands only at the beginning of a query", cursor_.at());
  }
  for (const Condition& c : conditions) {
    if (c.word == word) return (this->*c.read)();
  }
  if (const yari::Condition* const found = row_here()) return row(*found);
  return cursor_.expected("a condition");
}

const yari::Condition* Parser::row_here() const {
  const std::string_view rest = cursor_.text().substr(cursor_.at());
  const auto is_here = [&](const yari::Condition& row) {
    return rest.starts_with(row.name) &&
           (rest.size() == row.name.size() || is_blank(rest[row.name.size()]) ||
            rest[row.name.size()] == '"' || rest[row.name.size()] == '\'');
  };
  const auto found = std::ranges::find_if(rows_, is_here);
  return found == rows_.end() ? nullptr : &*found;
}

Parser::Parsed Parser::row(const yari::Condition& row) {
  const std::size_t begin = cursor_.at();
  const std::string name(row.name);
  const bool is_repeated =
      std::ranges::any_of(rows_read_, [&](const auto& read) { return read.first == &row; });
  if (is_repeated) return cursor_.fail("'" + name + "' can be asked once in a query", begin);
  rows_read_.emplace_back(&row, begin);
  cursor_.skip(name.size());
  cursor_.skip_blanks();
  const std::size_t value_at = cursor_.at();
  const std::optional<std::string> value = text("a value for '" + name + "'");
  if (!value) return std::nullopt;
  if (const std::optional<std::string> expected = row.read(query_.games, *value))
    return cursor_.fail("expected " + *expected + ", found '" + *value + "'", value_at);
  // What the rest of the query holds for, it holds for at every ply.
  return add(All{});
}

bool Parser::has_no_row_since(std::size_t before, std::string_view place) {
  if (rows_read_.size() == before) return true;
  cursor_.fail("this can stand where everything is joined by 'and', and not " + std::string(place),
               rows_read_[before].second);
  return false;
}

Parser::Parsed Parser::position() {
  cursor_.take_word("position");
  PositionIs condition;
  const Variant v = game().variant;
  if (cursor_.take_word("startpos")) {
    condition.setup = start_setup(v);
  } else {
    std::optional<Cursor> inner = cursor_.quoted();
    if (!inner) return std::nullopt;
    const std::optional<Setup> setup = read_position(*inner, v);
    if (!setup) return cursor_.fail(*inner);
    condition.setup = *setup;
    cursor_.skip_blanks();
  }
  if (!cursor_.take_word("hands")) return add(condition);
  if (cursor_.take_word("ignored")) {
    condition.hands = HandsRule::ignored;
  } else if (cursor_.take_word("at")) {
    if (!cursor_.take_word("least")) return cursor_.expected("'least'");
    condition.hands = HandsRule::at_least;
  } else if (!cursor_.take_word("exact")) {
    return cursor_.expected("'exact', 'ignored' or 'at least'");
  }
  return add(condition);
}

Parser::Parsed Parser::pattern() {
  cursor_.take_word("pattern");
  const std::size_t begin = cursor_.at();
  std::optional<Cursor> inner = cursor_.quoted();
  if (!inner) return std::nullopt;
  cursor_.skip_blanks();
  const bool anywhere = cursor_.take_word("anywhere");
  const std::size_t corner_at = cursor_.at();
  std::optional<Square> corner;
  if (!anywhere && cursor_.take_word("at")) {
    corner = read_square(cursor_, game());
    if (!corner) return std::nullopt;
    cursor_.skip_blanks();
  }
  const bool whole = !anywhere && !corner;
  const std::string_view rows = inner->text().substr(inner->at());
  if (whole && std::count(rows.begin(), rows.end(), '/') + 1 < rank_count) {
    return cursor_.fail("expected nine rows, or 'at' and a square, or 'anywhere'", begin);
  }
  std::optional<Pattern> pattern = read_pattern(*inner, game(), whole ? game().files : 0);
  if (!pattern) return cursor_.fail(*inner);
  if (whole) corner = Square::at(game().files - 1, 0);
  if (corner &&
      (pattern->width > corner->file() + 1 || pattern->height > rank_count - corner->rank())) {
    return cursor_.fail("the pattern reaches beyond the board from there", corner_at);
  }
  pattern->corner = corner;
  return add(std::move(*pattern));
}

Parser::Parsed Parser::pieces() {
  cursor_.take_word("pieces");
  All all;
  do {
    const std::optional<Contents> contents = read_cell(cursor_, game());
    if (!contents) return std::nullopt;
    const std::optional<Squares> squares = read_area(cursor_, game());
    if (!squares) return std::nullopt;
    const Parsed part = add(PieceOn{*contents, *squares});
    if (!part) return part;
    all.parts.push_back(*part);
    cursor_.skip_blanks();
  } while (at_cell(cursor_));
  return all.parts.size() == 1 ? all.parts[0] : add(std::move(all));
}

Parser::Parsed Parser::black() { return side(Color::black, NameIs::Field::black); }
Parser::Parsed Parser::white() { return side(Color::white, NameIs::Field::white); }

/// "black to move", or a name. A player called "to" can be put in quotes.
Parser::Parsed Parser::side(Color color, NameIs::Field field) {
  cursor_.take_word(cursor_.word());
  if (cursor_.take_word("to")) {
    if (!cursor_.take_word("move")) return cursor_.expected("'move'");
    return add(ToMove{color});
  }
  std::optional<std::string> name = text("a name, or 'to move'");
  return name ? add(HeaderTest(NameIs{field, std::move(*name)})) : std::nullopt;
}

Parser::Parsed Parser::state() {
  if (cursor_.take_word("check")) return add(State::check);
  if (cursor_.take_word("mate")) return add(State::mate);
  cursor_.take_word("stalemate");
  return add(State::stalemate);
}

Parser::Parsed Parser::move() {
  MoveIs move;
  if (cursor_.take_word("drop")) {
    move.type = MoveIs::Type::drop;
  } else if (cursor_.take_word("capture")) {
    move.type = MoveIs::Type::capture;
  } else if (cursor_.take_word("promotion")) {
    move.type = MoveIs::Type::promotion;
  } else {
    cursor_.take_word("move");
  }
  if (at_cell(cursor_)) {
    const std::optional<Contents> piece = read_cell(cursor_, game());
    if (!piece) return std::nullopt;
    move.piece = *piece;
    cursor_.skip_blanks();
  }
  const std::size_t begin = cursor_.at();
  for (auto [word, squares] : {std::pair("from", &move.from), std::pair("to", &move.to)}) {
    if (!cursor_.take_word(word)) continue;
    const std::optional<Squares> area = read_area(cursor_, game());
    if (!area) return std::nullopt;
    *squares = *area;
    cursor_.skip_blanks();
  }
  if (move.type == MoveIs::Type::drop && move.from != ~Squares{0}) {
    return cursor_.fail("a drop comes from no square", begin);
  }
  return add(move);
}

Parser::Parsed Parser::line() {
  cursor_.take_word("line");
  std::optional<Cursor> inner = cursor_.quoted();
  if (!inner) return std::nullopt;
  std::optional<LineIs> line = read_line(*inner, game().variant);
  if (!line) return cursor_.fail(*inner);
  cursor_.skip_blanks();
  return add(std::move(*line));
}

}  // namespace yari::query
