// Sums, comparisons and ranges, as they are written.
#include "db/query/cells.h"
#include "db/query/parser.h"
#include "rules/by.h"

namespace yari::query {
namespace {

/// Numbers in a query stay far below no_limit.
constexpr int max_constant = 100'000'000;

}  // namespace

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
  return add(Amount{std::move(sum.terms), sign.difference.moved_by(-sum.constant)}, sign.inverted);
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

/// What is counted: for "points" a side, else a cell; of hands and totals its unpromoted pieces.
std::optional<Contents> Parser::counted(Term::Type type) {
  if (type == Term::Type::points) {
    if (cursor_.take_word("black")) return any_black & contents_of(game());
    if (cursor_.take_word("white")) return any_white & contents_of(game());
    return cursor_.expected("'black' or 'white'");
  }
  const std::size_t begin = cursor_.at();
  const std::optional<Contents> contents = read_cell(cursor_, game());
  if (!contents || type == Term::Type::board) return contents;
  Contents counted = 0;
  for (Color c : both_colors) {
    for (const Kind k : holdable_kinds) counted |= bit_of(Piece(c, k));
    if (type == Term::Type::total) counted |= bit_of(Piece(c, general));
  }
  if ((*contents & counted) == 0) {
    return cursor_.fail(type == Term::Type::hand
                            ? "expected an unpromoted piece that can be in hand"
                            : "expected an unpromoted piece",
                        begin);
  }
  return *contents & counted;
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

}  // namespace yari::query
