/// \file
/// Looking positions up in a book on disk, whatever its size.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "analysis/book/book.h"
#include "text/result.h"

namespace yari {

/// A .db file, open to be read.
///
/// Sorted positions are found by bisection of the file: nothing of it is kept in memory. A file of
/// up to 64 MiB need not be sorted: then its positions are indexed when it is opened. Safe to use
/// from several threads.
class BookFile {
 public:
  /// Fails where there is no such file, where it is none of YaneuraOu's text books, and where the
  /// positions of a small one cannot be read.
  static Result<std::shared_ptr<const BookFile>> open(const std::filesystem::path& file);
  ~BookFile();
  BookFile(const BookFile&) = delete;
  BookFile& operator=(const BookFile&) = delete;

  /// The moves of the position, whatever its move number, each of them legal; empty where the book
  /// does not have it. Where the book has the position with the colours exchanged, its moves are
  /// turned. Of several entries for one position, side by side, the one with the smallest move
  /// number counts.
  ///
  /// Fails when the file cannot be read, or turns out not to be sorted.
  Result<std::vector<BookMove>> find(const Setup& position) const;

 private:
  /// A line "sfen".
  struct Place {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    /// The SFEN without its number.
    std::string key;
  };
  explicit BookFile(int file) : file_(file) {}
  Result<void> look_over();
  Result<std::optional<Place>> place_from(std::uint64_t at) const;
  Result<std::uint64_t> lower_bound(const std::string& key) const;
  Result<std::vector<BookMove>> find_as_is(const Setup& position) const;
  Result<std::vector<BookMove>> moves_at(std::uint64_t at, const std::string& key,
                                         const Setup& position) const;

  int file_;
  std::uint64_t size_ = 0;
  bool indexed_ = false;
  /// Keys and places, sorted; of a small file that is not sorted.
  std::vector<std::pair<std::string, std::uint64_t>> index_;
};

}  // namespace yari
