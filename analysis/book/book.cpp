// What positions and moves of books have in common, whatever the format.
#include "analysis/book/book.h"

#include <algorithm>

#include "rules/sfen.h"
#include "text/ascii.h"

namespace yari {

namespace {

/// What a move weighs where a book does not say it.
std::uint64_t weight(const BookMove& move) { return move.count.value_or(1); }

std::uint64_t capped_sum(std::uint64_t a, std::uint64_t b) {
  return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

void add(BookMove& move, const BookMove& other) {
  if (move.count || other.count) move.count = capped_sum(weight(move), weight(other));
  const bool deeper =
      other.score && (!move.score || other.depth.value_or(0) > move.depth.value_or(0));
  if (deeper) {
    move.score = other.score;
    move.depth = other.depth;
  }
  if ((deeper && other.ponder) || !move.ponder) move.ponder = other.ponder;
  move.fields = std::max(move.fields, other.fields);
  if (move.rest.empty()) move.rest = other.rest;
  move.comments.insert(move.comments.end(), other.comments.begin(), other.comments.end());
}

void add(std::vector<BookMove>& moves, const BookMove& other) {
  const auto same = std::ranges::find(moves, other.move, &BookMove::move);
  if (same != moves.end())
    add(*same, other);
  else if (moves.size() < most_book_moves)
    moves.push_back(other);
}

Square turned(Square s, const VariantInfo& v) { return Square(v.squares() - 1 - s.index()); }

}  // namespace

FindingText book_finding(std::string message) {
  return {FindingCode::book_line, {std::move(message)}};
}

Diagnostic book_record_finding(Severity severity, std::size_t record, std::string message) {
  Diagnostic d;
  d.severity = severity;
  d.line = record;
  d.column = 1;
  d.say(book_finding(std::move(message)));
  return d;
}

std::string take_bytes(const BookBytes& bytes, std::size_t size) {
  std::string taken(size, '\0');
  std::size_t filled = 0;
  while (filled < size) {
    const std::size_t n = bytes(taken.data() + filled, size - filled);
    if (n == 0) break;
    filled += n;
  }
  taken.resize(filled);
  return taken;
}

BookBytes with_beginning(std::string beginning, BookBytes rest) {
  return [beginning = std::move(beginning), rest = std::move(rest), used = std::size_t{0}](
             char* to, std::size_t size) mutable {
    if (used == beginning.size()) return rest(to, size);
    const std::size_t n = beginning.copy(to, size, used);
    used += n;
    return n;
  };
}

std::string_view without_move_number(std::string_view sfen) {
  while (!sfen.empty() && (sfen.back() == ' ' || sfen.back() == '\t')) sfen.remove_suffix(1);
  std::string_view rest = sfen;
  while (!rest.empty() && is_digit(rest.back())) rest.remove_suffix(1);
  // "b 2P" without a number ends in no digit; a number stands after a blank.
  if (rest.size() == sfen.size() || rest.empty() || rest.back() != ' ') return sfen;
  while (!rest.empty() && rest.back() == ' ') rest.remove_suffix(1);
  return rest;
}

void sort_moves(BookEntry& entry) {
  if (entry.moves.size() < 2) return;
  std::ranges::stable_sort(entry.moves, [](const BookMove& a, const BookMove& b) {
    if (weight(a) != weight(b)) return weight(a) > weight(b);
    return a.score.value_or(0) > b.score.value_or(0);
  });
}

void unite(BookEntry& entry, const BookEntry& other) {
  if (other.position.move_number < entry.position.move_number) {
    entry.position.move_number = other.position.move_number;
    entry.sfen = other.sfen;
  }
  std::vector<BookMove> moves;
  for (const BookEntry* part : {static_cast<const BookEntry*>(&entry), &other})
    for (const BookMove& move : part->moves) add(moves, move);
  entry.moves = std::move(moves);
  entry.comments.insert(entry.comments.end(), other.comments.begin(), other.comments.end());
  sort_moves(entry);
}

Setup turned(const Setup& position) {
  const VariantInfo& v = info(position.variant);
  Setup other = position;
  for (int i = 0; i < v.squares(); ++i) {
    const Piece piece = position[Square(i)];
    other[turned(Square(i), v)] = piece.empty() ? piece : Piece(~piece.color(), piece.kind());
  }
  std::swap(other.hands[Color::black], other.hands[Color::white]);
  other.side_to_move = ~position.side_to_move;
  return other;
}

Move turned(Move move, Variant variant) {
  const VariantInfo& v = info(variant);
  if (!move) return move;
  if (move.is_drop()) return Move::drop(move.dropped(), turned(move.to(), v));
  return Move::board(turned(move.from(), v), turned(move.to(), v), move.promotes());
}

}  // namespace yari
