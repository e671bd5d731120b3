/// \file
/// Looking positions up in a book on disk, whatever its size.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/book/book.h"
#include "text/result.h"

namespace yari {

/// A .db, .ybb or .bin file, open to be read: positions are found by bisection, and nothing of it
/// is kept in memory. Safe to use from several threads.
class BookFile {
 public:
  /// The format is seen from the beginning of the file, that of Apery from the file's name. A
  /// .db file of up to 64 MiB need not be sorted. Fails where there is no such file, or it is none
  /// of these books.
  static Result<std::shared_ptr<const BookFile>> open(const std::filesystem::path& file);
  virtual ~BookFile();
  BookFile(const BookFile&) = delete;
  BookFile& operator=(const BookFile&) = delete;

  /// The moves of the position, whatever its move number, each of them legal; empty where the book
  /// does not have it. Where the book has the position with the colours exchanged, its moves are
  /// turned. Of several entries for one position, side by side, the one with the smallest move
  /// number counts.
  ///
  /// `report`, which may be empty, gets what is wrong with what the book has of the position, and
  /// with what stands there up to the next position that can be read.
  ///
  /// Fails when the file cannot be read, or turns out not to be sorted.
  Result<std::vector<BookMove>> find(const Setup& position, const OnBookFinding& report = {}) const;

 protected:
  /// Takes over the file descriptor, and closes it in the end.
  BookFile(int file, std::uint64_t size) : file_(file), size_(size) {}

  std::uint64_t size() const { return size_; }
  /// Up to `size` bytes from byte `at` on; fewer at the end of the file only.
  Result<std::string> read(std::uint64_t at, std::size_t size) const;
  /// For a reader: all bytes from byte `at` on. What cannot be read looks like the end.
  BookBytes bytes_from(std::uint64_t at) const;
  /// The first of `records` records, from `at` on and `size` bytes each, whose key is not less than
  /// `key`; `records` where all are less.
  Result<std::uint64_t> bisect(std::uint64_t at, std::uint64_t records, std::size_t size,
                               std::string_view key,
                               const std::function<std::string(std::string_view)>& key_of) const;
  static tl::unexpected<Error> unsorted();
  /// Reports what is wrong with the record of that number, from 0.
  static void say(const OnBookFinding& report, Severity severity, std::uint64_t record,
                  std::string message);

 private:
  virtual Result<std::vector<BookMove>> find_as_is(const Setup& position,
                                                   const OnBookFinding& report) const = 0;

  int file_;
  std::uint64_t size_;
};

}  // namespace yari
