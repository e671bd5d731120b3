// Single moves, lines of them, and positions given by moves.
#include "db/query/line.h"

#include "db/query/cells.h"
#include "rules/position.h"
#include "rules/sfen.h"
#include "rules/start.h"

namespace yari::query {
namespace {

/// The longest piece name at the cursor: "YR", "G", "P"; Yari's SFEN letters are taken too.
std::optional<Kind> take_kind(Cursor& cursor, const VariantInfo& game) {
  std::optional<Kind> best;
  std::size_t length = 0;
  const std::string_view rest = cursor.text().substr(cursor.at());
  for (int k = 0; k <= index(general); ++k) {
    const KindInfo& kind = game[Kind(k)];
    if (!kind.exists) continue;
    for (std::string_view name : {kind.hodges, std::string_view(&kind.letter, 1)}) {
      if (name.size() > length && rest.starts_with(name)) best = Kind(k), length = name.size();
    }
  }
  cursor.skip(length);
  return best;
}

std::optional<HodgesMove> read_hodges(Cursor& cursor, const VariantInfo& game) {
  HodgesMove move;
  const std::size_t begin = cursor.at();
  const bool plus = cursor.take("+");
  const std::optional<Kind> kind = take_kind(cursor, game);
  if (!kind) return cursor.expected("a move like 7g7f or P-7f");
  if (plus && !game[*kind].can_promote) {
    return cursor.fail("expected a piece that can promote after '+'", begin);
  }
  move.kind = plus ? promoted(*kind) : *kind;
  if (is_digit(cursor.peek())) {
    move.from = read_square(cursor, game);
    if (!move.from) return std::nullopt;
  }
  if (cursor.take("x")) {
    move.type = HodgesMove::Type::capture;
  } else if (cursor.take("*")) {
    move.type = HodgesMove::Type::drop;
    if (plus || move.from || *kind == general) {
      return cursor.fail("expected a piece that can be dropped", begin);
    }
  } else if (!cursor.take("-")) {
    return cursor.expected("'-', 'x' or '*'");
  }
  const std::optional<Square> to = read_square(cursor, game);
  if (!to) return std::nullopt;
  move.to = *to;
  if (cursor.take("+")) {
    move.promotes = true;
  } else {
    cursor.take("=");
  }
  return move;
}

/// Whether a USI move begins here: a square, or a single letter and an asterisk. Drops are written
/// alike in both notations but for Yari's names.
bool at_usi_move(const Cursor& cursor) { return is_digit(cursor.peek()); }

using AnyMove = std::variant<Move, HodgesMove>;

std::optional<AnyMove> read_move(Cursor& cursor, Variant v) {
  if (!at_usi_move(cursor)) {
    const std::optional<HodgesMove> move = read_hodges(cursor, info(v));
    if (!move) return std::nullopt;
    if (!cursor.at_end() && !is_blank(cursor.peek())) return cursor.expected("a blank");
    return *move;
  }
  const std::size_t begin = cursor.at();
  std::size_t length = 0;
  while (cursor.peek(length) != '\0' && !is_blank(cursor.peek(length))) ++length;
  const Result<Move> move = read_usi_move(cursor.text().substr(begin, length), v);
  if (!move) return cursor.fail(move.error().message, begin + move.error().offset);
  cursor.skip(length);
  return *move;
}

/// Passes over "12." and "12..."; nothing else.
void skip_number(Cursor& cursor) {
  std::size_t length = 0;
  while (is_digit(cursor.peek(length))) ++length;
  if (length == 0 || cursor.peek(length) != '.') return;
  while (cursor.peek(length) == '.') ++length;
  cursor.skip(length);
  cursor.skip_blanks();
}

template <class V>
std::optional<Move> resolve(const Position<V>& position, const AnyMove& text, Cursor& cursor,
                            std::size_t offset) {
  if (const Move* exact = std::get_if<Move>(&text)) {
    const MoveFault fault = position.fault_of(*exact);
    if (fault == MoveFault::legal) return *exact;
    return cursor.fail("this move is not legal: " + std::string(describe(fault)), offset);
  }
  std::optional<Move> found;
  std::string others;
  for (Move m : position.legal_moves()) {
    if (!fits<V>(position, std::get<HodgesMove>(text), m)) continue;
    if (found) others += " or " + write_usi_move(m, V::info.variant);
    if (!found) found = m;
  }
  if (!found) return cursor.fail("no legal move is written like this", offset);
  if (!others.empty()) {
    return cursor.fail(
        "this move can be " + write_usi_move(*found, V::info.variant) + others + ": say which",
        offset);
  }
  return found;
}

template <class V>
std::optional<Setup> play_moves(Cursor& cursor, Position<V> position) {
  for (skip_number(cursor); !cursor.at_end(); skip_number(cursor)) {
    const std::size_t begin = cursor.at();
    const std::optional<AnyMove> text = read_move(cursor, V::info.variant);
    if (!text) return std::nullopt;
    const std::optional<Move> move = resolve(position, *text, cursor, begin);
    if (!move) return std::nullopt;
    position.play(*move);
    cursor.skip_blanks();
  }
  return position.setup();
}

}  // namespace

std::optional<LineIs> read_line(Cursor& cursor, Variant v) {
  LineIs line;
  cursor.skip_blanks();
  do {
    skip_number(cursor);
    std::optional<AnyMove> move = read_move(cursor, v);
    if (!move) return std::nullopt;
    line.moves.push_back(*move);
    cursor.skip_blanks();
  } while (!cursor.at_end());
  return line;
}

std::optional<Setup> read_position(Cursor& cursor, Variant v) {
  constexpr std::string_view moves = " moves";
  cursor.skip_blanks();
  const std::size_t begin = cursor.at();
  const std::string_view rest = cursor.text().substr(begin);
  std::string_view sfen = rest.substr(0, rest.find(moves));
  while (!sfen.empty() && is_blank(sfen.back())) sfen.remove_suffix(1);
  const Result<Setup> setup = read_start(sfen, v);
  if (!setup) return cursor.fail(setup.error().message, begin + setup.error().offset);
  cursor.skip(sfen.size());
  cursor.skip_blanks();
  cursor.take(moves.substr(1));
  cursor.skip_blanks();
  return with_variant(v, [&]<class V>(V) -> std::optional<Setup> {
    const auto position = Position<V>::from(*setup);
    if (!position) return cursor.fail("no game can reach this: " + position.error()[0], begin);
    return play_moves<V>(cursor, *position);
  });
}

}  // namespace yari::query
