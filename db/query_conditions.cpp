// The single conditions, as they are written.
#include <algorithm>

#include "db/query_cells.h"
#include "db/query_line.h"
#include "db/query_parser.h"
#include "rules/handicap.h"

namespace yari::query {
namespace {

/// Numbers in a query stay far below no_limit.
constexpr int max_constant = 100'000'000;

Range shifted(Range range, int by) {
  return {range.low == -no_limit ? range.low : range.low + by,
          range.high == no_limit ? range.high : range.high + by};
}

}  // namespace

const Parser::Condition Parser::conditions[] = {
    {"position", &Parser::position}, {"pattern", &Parser::pattern}, {"pieces", &Parser::pieces},
    {"hand", &Parser::amount},       {"board", &Parser::amount},    {"total", &Parser::amount},
    {"points", &Parser::amount},     {"ply", &Parser::amount},      {"black", &Parser::black},
    {"white", &Parser::white},       {"check", &Parser::state},     {"mate", &Parser::state},
    {"stalemate", &Parser::state},   {"move", &Parser::move},       {"drop", &Parser::move},
    {"capture", &Parser::move},      {"promotion", &Parser::move},  {"line", &Parser::line},
    {"player", &Parser::name},       {"event", &Parser::name},      {"site", &Parser::name},
    {"date", &Parser::date},         {"result", &Parser::result},   {"ending", &Parser::ending},
    {"handicap", &Parser::handicap}, {"plies", &Parser::plies},
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
  return cursor_.expected("a condition");
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
    PieceOn piece;
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

/// Everything but numbers goes to the left side, numbers to the right.
Parser::Parsed Parser::amount() {
  Sum sum;
  if (!add_terms(sum, 1)) return std::nullopt;
  Comparison sign{};
  if (cursor_.take_word("in")) {
    const std::optional<Range> in = range();
    if (!in) return std::nullopt;
    sign.difference = *in;
  } else {
    const std::optional<Comparison> read = comparison();
    if (!read || !add_terms(sum, -1)) return std::nullopt;
    sign = *read;
  }
  return add(Amount{std::move(sum.terms), shifted(sign.difference, -sum.constant)}, sign.inverted);
}

bool Parser::add_terms(Sum& sum, int sign) {
  if (!add_term(sum, sign)) return false;
  while (cursor_.peek() == '+' || cursor_.peek() == '-') {
    const int factor = cursor_.peek() == '+' ? sign : -sign;
    cursor_.skip(1);
    cursor_.skip_blanks();
    if (!add_term(sum, factor)) return false;
  }
  return true;
}

bool Parser::add_term(Sum& sum, int sign) {
  static constexpr std::pair<std::string_view, Term::Type> words[] = {
      {"ply", Term::Type::ply},
      {"board", Term::Type::board},
      {"hand", Term::Type::hand},
      {"total", Term::Type::total},
      {"points", Term::Type::points}};
  const std::size_t begin = cursor_.at();
  if (cursor_.peek() >= '0' && cursor_.peek() <= '9') {
    const std::optional<int> n = cursor_.number();
    if (!n) return false;
    sum.constant += sign * *n;
    if (sum.constant > max_constant || sum.constant < -max_constant) {
      cursor_.fail("these numbers are too large", begin);
      return false;
    }
    cursor_.skip_blanks();
    return true;
  }
  for (const auto& [word, type] : words) {
    if (!cursor_.take_word(word)) continue;
    const std::optional<Contents> contents =
        type == Term::Type::ply ? std::optional<Contents>(0) : counted(type);
    if (!contents) return false;
    sum.terms.push_back({type, sign, *contents});
    if (sum.terms.size() > max_terms) {
      cursor_.fail("at most " + std::to_string(max_terms) + " terms are added up", begin);
      return false;
    }
    cursor_.skip_blanks();
    return true;
  }
  cursor_.expected("a number, 'ply', 'board', 'hand', 'total' or 'points'");
  return false;
}

/// What is counted: for "points" a side, else a cell; hands hold unpromoted pieces alone.
std::optional<Contents> Parser::counted(Term::Type type) {
  if (type == Term::Type::points) {
    if (cursor_.take_word("black")) return any_black & contents_of(game());
    if (cursor_.take_word("white")) return any_white & contents_of(game());
    return cursor_.expected("'black' or 'white'");
  }
  const std::size_t begin = cursor_.at();
  const std::optional<Contents> contents = read_cell(cursor_, game());
  if (!contents || type == Term::Type::board) return contents;
  Contents holdable = 0;
  for (Color c : both_colors) {
    for (int k = 0; k < hand_kind_count; ++k) holdable |= bit_of(Piece(c, Kind(k)));
  }
  if ((*contents & holdable) == 0) {
    return cursor_.fail("expected an unpromoted piece that can be in hand", begin);
  }
  return *contents & holdable;
}

std::optional<Parser::Comparison> Parser::comparison() {
  static constexpr std::pair<std::string_view, Comparison> signs[] = {
      {"!=", {{0, 0}, true}}, {"<=", {{-no_limit, 0}, false}}, {">=", {{0, no_limit}, false}},
      {"=", {{0, 0}, false}}, {"<", {{-no_limit, -1}, false}}, {">", {{1, no_limit}, false}}};
  for (const auto& [sign, comparison] : signs) {
    if (!cursor_.take(sign)) continue;
    cursor_.skip_blanks();
    return comparison;
  }
  return cursor_.expected("=, !=, <, <=, >, >= or 'in'");
}

/// "2..5", "2..", "..5", "-3..3", or a single number.
std::optional<Range> Parser::range() {
  const auto bound = [&](int missing) -> std::optional<int> {
    const bool minus = cursor_.take("-");
    if (!minus && (cursor_.peek() < '0' || cursor_.peek() > '9')) return missing;
    const std::optional<int> n = cursor_.number();
    return n && minus ? -*n : n;
  };
  const std::size_t begin = cursor_.at();
  const std::optional<int> low = bound(-no_limit);
  if (!low) return std::nullopt;
  const bool single = cursor_.at() != begin && cursor_.peek() != '.';
  if (!single && !cursor_.take("..")) return cursor_.expected("a range like 2..5");
  const std::optional<int> high = single ? low : bound(no_limit);
  if (!high) return std::nullopt;
  if (*low > *high) return cursor_.fail("this range is empty", begin);
  cursor_.skip_blanks();
  return Range{*low, *high};
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

Parser::Parsed Parser::name() {
  using Field = NameIs::Field;
  const Field field = cursor_.take_word("player")  ? Field::player
                      : cursor_.take_word("event") ? Field::event
                                                   : Field::site;
  if (field == Field::site) cursor_.take_word("site");
  std::optional<std::string> name = text("a name");
  return name ? add(HeaderTest(NameIs{field, std::move(*name)})) : std::nullopt;
}

Parser::Parsed Parser::date() {
  cursor_.take_word("date");
  DateIs test;
  if (cursor_.take_word("in")) {
    if (cursor_.peek() != '.') {
      const std::optional<DateNumber> from = read_one_date();
      if (!from) return std::nullopt;
      test.from = earliest(*from);
      test.to = latest(*from);
    }
    if (cursor_.take("..")) {
      test.to = no_limit;
      const bool open = cursor_.peek() < '0' || cursor_.peek() > '9';
      const std::optional<DateNumber> to = open ? std::optional(no_limit) : read_one_date();
      if (!to) return std::nullopt;
      if (!open) test.to = latest(*to);
    }
    cursor_.skip_blanks();
    return add(HeaderTest(test));
  }
  const std::optional<Comparison> sign = comparison();
  if (!sign) return std::nullopt;
  const std::optional<DateNumber> date = read_one_date();
  if (!date) return std::nullopt;
  cursor_.skip_blanks();
  const auto [low, high] = sign->difference;
  if (low != -no_limit) test.from = low > 0 ? latest(*date) + 1 : earliest(*date);
  if (high != no_limit) test.to = high < 0 ? earliest(*date) - 1 : latest(*date);
  return add(HeaderTest(test), sign->inverted);
}

/// "1995", "1995-08" or "1995-08-23".
std::optional<DateNumber> Parser::read_one_date() {
  const std::size_t begin = cursor_.at();
  std::size_t length = 0;
  for (char c = cursor_.peek(); (c >= '0' && c <= '9') || c == '-'; c = cursor_.peek(length)) {
    ++length;
  }
  const std::string_view text = cursor_.text().substr(begin, length);
  const std::optional<DateNumber> date = read_date(text);
  if (!date || write_date(*date) != text) return cursor_.expected("a date like 1995-08-23");
  cursor_.skip(length);
  return date;
}

Parser::Parsed Parser::result() {
  cursor_.take_word("result");
  static constexpr std::pair<std::string_view, GameResult> words[] = {
      {"black", GameResult::black_wins},
      {"white", GameResult::white_wins},
      {"draw", GameResult::draw},
      {"unknown", GameResult::unknown}};
  const std::size_t begin = cursor_.at();
  const std::string_view run = cursor_.take_run();
  std::optional<GameResult> result = result_named(run);
  for (const auto& [word, meaning] : words) {
    if (run == word) result = meaning;
  }
  if (!result) {
    return cursor_.fail("expected 1-0, 0-1, 1/2-1/2, *, black, white, draw or unknown", begin);
  }
  cursor_.skip_blanks();
  return add(HeaderTest(*result));
}

Parser::Parsed Parser::ending() {
  cursor_.take_word("ending");
  const std::size_t begin = cursor_.at();
  const std::optional<std::string> words = text("an ending like resignation");
  if (!words) return std::nullopt;
  if (const std::optional<Ending> ending = ending_named(*words)) return add(HeaderTest(*ending));
  std::string names;
  for (int e = 0; e < ending_count; ++e) {
    names += e == 0 ? "" : ", ";
    names += yari::name(Ending(e));
  }
  return cursor_.fail("expected an ending, one of: " + names, begin);
}

Parser::Parsed Parser::handicap() {
  cursor_.take_word("handicap");
  const std::size_t begin = cursor_.at();
  std::optional<std::string> words = text("a handicap, 'even' or 'any'");
  if (!words) return std::nullopt;
  if (*words == "even" || *words == "any") return add(HeaderTest(HandicapIs{std::move(*words)}));
  const Result<Setup> setup = read_handicap(*words, game().variant);
  if (!setup) return cursor_.fail("no such handicap: " + setup.error().message, begin);
  return add(HeaderTest(HandicapIs{handicap_name(*setup).value_or("even")}));
}

Parser::Parsed Parser::plies() {
  cursor_.take_word("plies");
  if (cursor_.take_word("in")) {
    const std::optional<Range> in = range();
    return in ? add(HeaderTest(PliesAre{*in})) : std::nullopt;
  }
  const std::optional<Comparison> sign = comparison();
  if (!sign) return std::nullopt;
  const std::optional<int> n = cursor_.number();
  if (!n) return std::nullopt;
  cursor_.skip_blanks();
  return add(HeaderTest(PliesAre{shifted(sign->difference, *n)}), sign->inverted);
}

std::optional<std::string> Parser::text(std::string_view what) {
  const std::size_t begin = cursor_.at();
  std::string_view found;
  if (cursor_.peek() == '"' || cursor_.peek() == '\'') {
    const std::optional<Cursor> inner = cursor_.quoted();
    if (!inner) return std::nullopt;
    found = inner->text().substr(inner->at());
  } else {
    found = cursor_.take_run();
  }
  if (found.empty()) {
    if (cursor_.at() == begin) return cursor_.expected(what);
    return cursor_.fail("expected " + std::string(what) + ", found nothing between the quotes",
                        begin);
  }
  cursor_.skip_blanks();
  return std::string(found);
}

}  // namespace yari::query
