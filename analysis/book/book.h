/// \file
/// An opening book: positions, and the moves that are to be played there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "notation/finding.h"
#include "rules/move.h"
#include "rules/setup.h"

namespace yari {

/// A move of a book, and what the book says of it.
struct BookMove {
  /// Move::none() where the book says "none" or "resign".
  Move move;
  /// The answer that is expected; it is legal after the move.
  std::optional<Move> ponder = {};
  /// Centipawns for the side that makes the move.
  std::optional<int> score = {};
  /// Plies searched, or to the end of the book: the program that made the book knows.
  std::optional<int> depth = {};
  /// How often it was played, or how much it weighs.
  std::optional<std::uint64_t> count = {};
  /// How many of the five are written; a value that is missing among these is "none".
  int fields = 5;
  /// What stands after them.
  std::string rest = {};
  /// Lines of comment before it, each with its mark.
  std::vector<std::string> comments = {};

  bool operator==(const BookMove&) const = default;
};

/// No position of a book has more lines of moves.
inline constexpr std::size_t most_book_moves = 1024;

/// A position of a book.
struct BookEntry {
  Setup position;
  /// As the book has it, which need not be canonical.
  std::string sfen;
  std::vector<BookMove> moves;
  /// Lines of comment before it, each with its mark.
  std::vector<std::string> comments = {};
  /// Its line in the file, or in a binary one its record, from 1; 0 where it is in none.
  std::size_t line = 0;
};

/// What is wrong with a line of a book.
FindingText book_finding(std::string message);
/// The same of a book in binary; `record` counts from 1.
Diagnostic book_record_finding(Severity severity, std::size_t record, std::string message);

/// An SFEN without its move number: by what a book knows a position.
std::string_view without_move_number(std::string_view sfen);

/// Adds what `other` knows of the same position: counts are added, and of two scores of one move
/// the deeper one counts, of equally deep ones the first. The smaller move number stays. Then the
/// moves are sorted: the most frequent first, of equal ones that with the higher score.
void unite(BookEntry& entry, const BookEntry& other);
/// As `unite` sorts them; others stay in their order.
void sort_moves(BookEntry& entry);

/// The position as the other side sees it: the board turned by half a turn, colours exchanged.
Setup turned(const Setup& position);
Move turned(Move move, Variant v);

/// Reads the positions of a book, one after the other.
class BookReader {
 public:
  virtual ~BookReader() = default;
  /// The next position; no value at the end. Every position is valid and every move legal: others
  /// are reported and left out.
  virtual std::optional<BookEntry> next() = 0;
  /// The game that the book is of; no value before the first position.
  virtual std::optional<Variant> variant() const = 0;
  /// Lines of comment after the last position.
  virtual std::vector<std::string> last_comments() { return {}; }
  /// Whether what was read so far stands in the order that look-ups need. No value: that order is
  /// the one of the SFENs.
  virtual std::optional<bool> in_order() const { return std::nullopt; }
};

/// Writes the positions of a book, one after the other.
class BookWriter {
 public:
  virtual ~BookWriter() = default;
  /// Requires: the format can express the game.
  virtual void write(const BookEntry& entry) = 0;
  /// Lines of comment after the last position; left out where the format has none.
  virtual void write_comments(const std::vector<std::string>&) {}
  /// Writes what is still to be written. Once, after all positions.
  virtual void finish() {}
  /// Positions that the format cannot express, and that were left out.
  virtual std::uint64_t left_out() const { return 0; }
};

/// Fills a buffer with the next bytes of a file; fewer at its end only. May throw.
using BookBytes = std::function<std::size_t(char*, std::size_t)>;
/// The next `size` bytes; fewer at the end of the file only.
std::string take_bytes(const BookBytes& bytes, std::size_t size);
/// `beginning`, which was read to look ahead, and then the rest of the file.
BookBytes with_beginning(std::string beginning, BookBytes rest);
/// Takes the next bytes of a file. May throw.
using BookSink = std::function<void(std::string_view)>;
/// Gets what is wrong with a book, position by position: first what cannot be read, then what is
/// illegal.
using OnBookFinding = std::function<void(const Diagnostic&)>;

}  // namespace yari
