/// \file
/// Books in memory, on disk, and of positions of random games.
#pragma once

#include <fmt/format.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "analysis/book/book_format.h"
#include "rules/sfen.h"
#include "tests/analysis/play.h"

namespace yari::test {

inline BookBytes book_bytes(std::string text) {
  return [text = std::move(text), at = std::size_t{0}](char* to, std::size_t size) mutable {
    const std::size_t n = std::min(size, text.size() - at);
    std::memcpy(to, text.data() + at, n);
    at += n;
    return n;
  };
}

struct ReadBook {
  std::vector<BookEntry> entries;
  std::vector<std::string> findings;
  std::vector<std::string> last_comments;
};

/// "error 3:6: message".
inline ReadBook read_book(const std::string& text, const char* format = "db") {
  ReadBook read;
  const auto reader =
      book_format_named(format)->read(book_bytes(text), {}, [&](const Diagnostic& d) {
        read.findings.push_back(
            fmt::format("{} {}:{}: {}", name(d.severity), d.line, d.column, d.message));
      });
  while (auto entry = reader->next()) read.entries.push_back(*std::move(entry));
  read.last_comments = reader->last_comments();
  return read;
}

/// A file that is gone when the test ends.
struct BookOnDisk {
  std::filesystem::path name;
  explicit BookOnDisk(const std::string& bytes, const char* ending = "db") {
    static int number = 0;
    name = std::filesystem::temp_directory_path() /
           fmt::format("yari-book-test-{}-{}.{}", std::random_device()(), ++number, ending);
    std::ofstream(name, std::ios::binary) << bytes;
  }
  ~BookOnDisk() { std::filesystem::remove(name); }
};

/// The positions of random games, each once, with its first legal move; sorted.
template <class V>
std::map<std::string, Position<V>> random_positions(int games) {
  std::map<std::string, Position<V>> positions;
  Rng rng(7);
  for (int i = 0; i < games; ++i)
    play_random_game<V>(rng, 40, [&](const Position<V>& position) {
      if (position.has_legal_move())
        positions.emplace(write_sfen_without_number(position.setup()), position);
    });
  return positions;
}

}  // namespace yari::test
