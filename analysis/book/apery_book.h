/// \file
/// The book of Apery, ".bin", of Shogi.
///
/// Records of 16 bytes, sorted by their first number: the key of a position (8 bytes), a move (2),
/// how often it was played (2) and its score (4, signed). Numbers have their lowest byte first. A
/// move has its target in bits 0 to 6, its origin in bits 7 to 13, where a dropped piece is 80 and
/// its number, and a promotion in bit 14.
///
/// The key is the exclusive or of random numbers: one for each piece on its square, one for each
/// kind of piece and how many of it the side to move has in hand, one where White is to move. They
/// are what std::mt19937_64 gives without a seed. A key does not say which position it is of: the
/// book is read by going from the start positions wherever it leads.
/// Source: the documents of Apery and ShogiHome; the keys of a test of ShogiHome are in ours.
#pragma once

#include <memory>

#include "analysis/book/book.h"

namespace yari {

struct AperyRecord {
  static constexpr std::size_t size = 16;
  std::uint64_t key = 0;
  std::int32_t score = 0;
  /// Of the move, and how often it was played.
  std::uint16_t bits = 0, count = 0;

  /// Not judged.
  BookMove move() const;
};

/// Requires: a position of Shogi, each side of which has at most 18 pieces of a kind in hand.
std::uint64_t apery_key(const Setup& position);
/// Requires: AperyRecord::size bytes.
AperyRecord read_apery_record(std::string_view bytes);

/// Reads the positions that the book leads to, from the start positions of all handicaps: over its
/// own moves, and over one move of which it says nothing. How many it does not reach is reported at
/// the end. All of the book, up to 256 MiB, is in memory.
std::unique_ptr<BookReader> read_apery(BookBytes bytes, std::optional<Variant> variant,
                                       OnBookFinding report);
/// Sorts and unites positions on their way; all is written at the end. Counts beyond 16 bits become
/// smaller in the same proportion, a count that is missing is 1, a score 0.
std::unique_ptr<BookWriter> write_apery(BookSink sink);

}  // namespace yari
