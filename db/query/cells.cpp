// Cells, areas and patterns.
#include "db/query/cells.h"

#include <algorithm>

namespace yari::query {
namespace {

bool is_ascii_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

char upper(char letter) { return static_cast<char>(letter & ~0x20); }

/// A piece at the cursor, in SFEN's letter ("R") or as Hodges notation names it ("YR", "G"); small
/// letters are White's.
struct PieceName {
  Kind kind{};
  std::size_t length = 0;
};
std::optional<PieceName> name_at(const Cursor& cursor, std::size_t at, const VariantInfo& game) {
  const char first = cursor.peek(at);
  const char second = cursor.peek(at + 1);
  if (!is_ascii_letter(first)) return std::nullopt;
  const bool same_case = is_ascii_letter(second) && (first >= 'a') == (second >= 'a');
  const std::string two{upper(first), same_case ? upper(second) : ' '};
  for (int k = 0; k <= index(general); ++k) {
    const KindInfo& kind = game[Kind(k)];
    if (!kind.exists) continue;
    if (kind.hodges == two) return PieceName{Kind(k), 2};
    if (kind.letter == two[0] || kind.hodges == two.substr(0, 1)) return PieceName{Kind(k), 1};
  }
  return std::nullopt;
}

/// "K", "+r", "A", "a", "_", "?".
std::optional<Contents> read_simple_cell(Cursor& cursor, const VariantInfo& game) {
  const Contents all = contents_of(game);
  if (cursor.take("A")) return any_black & all;
  if (cursor.take("a")) return any_white & all;
  if (cursor.take("_")) return nothing;
  if (cursor.take("?")) return all;
  const bool plus = cursor.peek() == '+';
  const std::size_t begin = plus ? 1 : 0;
  const std::optional<PieceName> piece = name_at(cursor, begin, game);
  if (!piece) return cursor.expected("a piece of " + std::string(game.name) + ", A, a, _ or ?");
  if (plus && !game[piece->kind].can_promote) return cursor.expected("a piece that can promote");
  const Color color = cursor.peek(begin) >= 'a' ? Color::white : Color::black;
  cursor.skip(begin + piece->length);
  return bit_of(Piece(color, plus ? promoted(piece->kind) : piece->kind));
}

/// Two numbers of a side of a rectangle, from 0: "7", "7-9", "a-i".
struct Span {
  int from = 0;
  int to = 0;
};

std::optional<Span> read_span(Cursor& cursor, char first, int count, std::string_view what) {
  Span span;
  const auto one = [&](int& n) {
    const char c = cursor.peek();
    if (c < first || c >= first + count) {
      cursor.expected(std::string(what) + ' ' + first + ".." +
                      static_cast<char>(first + count - 1));
      return false;
    }
    n = c - first;
    cursor.skip(1);
    return true;
  };
  if (!one(span.from)) return std::nullopt;
  span.to = span.from;
  if (cursor.take("-") && !one(span.to)) return std::nullopt;
  if (span.from > span.to) std::swap(span.from, span.to);
  return span;
}

/// One row, with the place where a "*" stands.
struct Row {
  std::vector<Contents> cells;
  std::optional<std::size_t> star;
  std::size_t offset = 0;
};

std::optional<Row> read_row(Cursor& cursor, const VariantInfo& game) {
  Row row;
  row.offset = cursor.at();
  while (!cursor.at_end() && cursor.peek() != '/') {
    const char c = cursor.peek();
    if (c == '*') {
      if (row.star) return cursor.expected("at most one '*' in a row");
      row.star = row.cells.size();
      cursor.skip(1);
    } else if (is_digit(c) && c != '0') {
      row.cells.insert(row.cells.end(), static_cast<std::size_t>(c - '0'), nothing);
      cursor.skip(1);
    } else if (const std::optional<Contents> cell = read_cell(cursor, game)) {
      row.cells.push_back(*cell);
    } else {
      return std::nullopt;
    }
    if (static_cast<int>(row.cells.size()) > game.files) {
      return cursor.fail("this row has more squares than the board is wide", row.offset);
    }
  }
  return row;
}

/// Puts the rows together, each `width` cells wide.
std::optional<Pattern> assemble(Cursor& cursor, const std::vector<Row>& rows, std::size_t width,
                                Contents all) {
  Pattern pattern;
  pattern.width = static_cast<int>(width);
  pattern.height = static_cast<int>(rows.size());
  for (const Row& row : rows) {
    const std::size_t missing = width - row.cells.size();
    if (missing != 0 && !row.star) {
      return cursor.fail("this row has " + std::to_string(row.cells.size()) + " squares, not " +
                             std::to_string(width) + "; '*' would fill it",
                         row.offset);
    }
    const auto star = static_cast<std::ptrdiff_t>(row.star.value_or(0));
    pattern.cells.insert(pattern.cells.end(), row.cells.begin(), row.cells.begin() + star);
    pattern.cells.insert(pattern.cells.end(), missing, all);
    pattern.cells.insert(pattern.cells.end(), row.cells.begin() + star, row.cells.end());
  }
  return pattern;
}

}  // namespace

Contents contents_of(const VariantInfo& game) {
  Contents set = nothing;
  for (Color c : both_colors) {
    for (int k = 0; k < kind_count; ++k) {
      if (game[Kind(k)].exists) set |= bit_of(Piece(c, Kind(k)));
    }
  }
  return set;
}

bool at_cell(const Cursor& cursor) {
  const char c = cursor.peek();
  if (c == '[' || c == '+' || c == '?') return true;
  // "YR" and its like: no word of the language is as short and begins with a Y.
  const std::size_t last = c == 'Y' || c == 'y' ? 1 : 0;
  return (is_ascii_letter(c) || c == '_') && !is_ascii_letter(cursor.peek(last + 1));
}

std::optional<Contents> read_cell(Cursor& cursor, const VariantInfo& game) {
  if (cursor.peek() != '[') return read_simple_cell(cursor, game);
  const std::size_t begin = cursor.at();
  cursor.skip(1);
  const bool negated = cursor.take("^");
  Contents set = 0;
  while (cursor.peek() != ']') {
    if (cursor.at_end()) return cursor.fail("this '[' is never closed", begin);
    const std::optional<Contents> one = read_simple_cell(cursor, game);
    if (!one) return std::nullopt;
    set |= *one;
  }
  cursor.skip(1);
  if (negated) set = contents_of(game) & ~set;
  if (set == 0) return cursor.fail("nothing fits these brackets", begin);
  return set;
}

std::optional<Squares> read_area(Cursor& cursor, const VariantInfo& game) {
  const std::optional<Span> files = read_span(cursor, '1', game.files, "a file");
  if (!files) return std::nullopt;
  const std::optional<Span> ranks = read_span(cursor, 'a', rank_count, "a rank");
  if (!ranks) return std::nullopt;
  Squares squares = 0;
  for (int file = files->from; file <= files->to; ++file) {
    for (int rank = ranks->from; rank <= ranks->to; ++rank) {
      squares |= Squares{1} << Square::at(file, rank).index();
    }
  }
  return squares;
}

std::optional<Square> read_square(Cursor& cursor, const VariantInfo& game) {
  const char file = cursor.peek();
  if (file < '1' || file >= '1' + game.files) {
    return cursor.expected(std::string("a file 1..") + static_cast<char>('0' + game.files));
  }
  cursor.skip(1);
  const char rank = cursor.peek();
  if (rank < 'a' || rank >= 'a' + rank_count) return cursor.expected("a rank a..i");
  cursor.skip(1);
  return Square::at(file - '1', rank - 'a');
}

std::optional<Pattern> read_pattern(Cursor& cursor, const VariantInfo& game, int width) {
  std::vector<Row> rows;
  do {
    if (static_cast<int>(rows.size()) == rank_count) return cursor.expected("at most nine rows");
    std::optional<Row> row = read_row(cursor, game);
    if (!row) return std::nullopt;
    rows.push_back(std::move(*row));
  } while (cursor.take("/"));
  std::size_t widest = static_cast<std::size_t>(width);
  for (const Row& row : rows) widest = std::max(widest, row.cells.size());
  if (widest == 0) return cursor.expected("a row with at least one square");
  return assemble(cursor, rows, widest, contents_of(game));
}

}  // namespace yari::query
