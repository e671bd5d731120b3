/// \file
/// A book as it comes from a file, which may be packed.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

#include "analysis/book/book_format.h"
#include "import/byte_input.h"

namespace yari {

/// A file cannot be read, or is no book; the message begins with its name.
class UnreadableBook : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct BookSourceOptions {
  /// Null: what the beginning of the file shows.
  const BookFormat* from = nullptr;
  /// The game, where the positions do not show it.
  std::optional<Variant> variant = {};
  /// May be empty.
  OnBookFinding report = {};
  /// Gets the bytes of the file that are read so far; may be empty.
  std::function<void(std::uint64_t)> progress = {};
};

/// Reads the positions of a file. Every function may throw UnreadableBook.
class BookSource {
 public:
  /// "-" is standard input.
  BookSource(const std::string& file, BookSourceOptions options);
  BookSource(const BookSource&) = delete;
  BookSource& operator=(const BookSource&) = delete;

  /// The file, as messages name it.
  const std::string& name() const { return name_; }
  const BookFormat& format() const { return *format_; }
  BookReader& reader() { return *reader_; }
  const BookReader& reader() const { return *reader_; }

 private:
  std::size_t read(char* to, std::size_t size);

  std::string name_;
  BookSourceOptions options_;
  std::unique_ptr<ByteInput> input_;
  const BookFormat* format_ = nullptr;
  std::unique_ptr<BookReader> reader_;
};

}  // namespace yari
