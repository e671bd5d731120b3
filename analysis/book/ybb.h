/// \file
/// The binary book of YaneuraOu, ".ybb", of Shogi.
///
///     "YANE-BINBOOK-V1\0", number of records (8 bytes), flags (8 bytes)
///     records, sorted by their first 32 bytes: packed position (32 bytes), where its moves begin
///       (8 bytes, from the first move on), move number (2 bytes), number of moves (2 bytes)
///     moves: move (2 bytes), score (2 bytes, signed) and, with bit 0 of the flags, depth (2 bytes)
///
/// Numbers have their lowest byte first. A move has its target in bits 0 to 6, its origin or the
/// piece dropped in bits 7 to 13, a drop in bit 14, a promotion in bit 15. Source: the document
/// "04-ybb" of BookMinerCpp (github.com/yaneurao/YaneuraOu-ScriptCollection).
#pragma once

#include <memory>

#include "analysis/book/book.h"
#include "text/result.h"

namespace yari {

inline constexpr std::string_view ybb_magic{"YANE-BINBOOK-V1\0", 16};

/// What the beginning of a file says.
struct YbbHeader {
  static constexpr std::size_t size = 32;
  std::uint64_t records = 0;
  bool has_depth = false;

  std::size_t move_size() const { return has_depth ? 6 : 4; }
};

/// A record of the index.
struct YbbRecord {
  static constexpr std::size_t size = 44;
  std::string packed;
  std::uint64_t moves_at = 0;
  int move_number = 1;
  std::size_t moves = 0;
};

/// Fails where the bytes begin no book, or one with flags that nobody has described.
/// Requires: YbbHeader::size bytes.
Result<YbbHeader> read_ybb_header(std::string_view bytes);
/// Requires: YbbRecord::size bytes.
YbbRecord read_ybb_record(std::string_view bytes);
/// As many moves as the bytes have, not judged.
std::vector<BookMove> read_ybb_moves(std::string_view bytes, const YbbHeader& header);

/// Reads the positions in the order of their moves, which is that of the index in books as programs
/// write them. Memory is bounded.
std::unique_ptr<BookReader> read_ybb(BookBytes bytes, std::optional<Variant> variant,
                                     OnBookFinding report);
/// Sorts and unites positions on their way; all is written at the end. A score beyond 16 bits is
/// written as the farthest, one that is missing as 0. Positions without a king are left out.
std::unique_ptr<BookWriter> write_ybb(BookSink sink);

}  // namespace yari
