// Opening books: what is read is legal, and comes back the same when it is written; a look-up in
// the file finds what reading it finds.
#include <cstring>
#include <fstream>

#include "analysis/book/book_file.h"
#include "analysis/book/book_format.h"
#include "analysis/book/book_sort.h"
#include "analysis/book/yaneuraou_db.h"
#include "fuzz/fuzz.h"
#include "rules/position.h"
#include "rules/sfen.h"

namespace yari::fuzz {

namespace {

BookBytes bytes_of(std::string_view text) {
  return [text](char* to, std::size_t size) mutable {
    const std::size_t n = std::min(size, text.size());
    std::memcpy(to, text.data(), n);
    text.remove_prefix(n);
    return n;
  };
}

std::vector<BookEntry> read(std::string_view text, const BookFormat& format) {
  std::vector<BookEntry> entries;
  const auto reader = format.read(bytes_of(text), {}, [](const Diagnostic& d) {
    require(d.line > 0 && d.column > 0 && !d.message.empty(), "a finding has a place and a text");
  });
  while (auto entry = reader->next()) entries.push_back(*std::move(entry));
  return entries;
}

void check_legal(const BookEntry& entry) {
  with_variant(entry.position.variant, [&]<class V>(V) {
    const auto position = Position<V>::from(entry.position);
    require(position.has_value(), "every position of a book can be played");
    for (const BookMove& move : entry.moves)
      require(!move.move || position->is_legal(move.move), "every move of a book is legal");
  });
}

void check_lookups(const std::vector<BookEntry>& entries, const std::string& text) {
  const std::filesystem::path name = scratch_file("book.db");
  std::ofstream(name, std::ios::binary) << text;
  const auto book = BookFile::open(name);
  require(book.has_value(), "a book that was written opens");
  for (const BookEntry& entry : entries) {
    std::vector<BookMove> moves = entry.moves;
    std::erase_if(moves, [](const BookMove& move) { return !move.move; });
    const auto found = (*book)->find(entry.position);
    require(found.has_value(), "a sorted book can be looked up in");
    // Without moves, those of the position with the colours exchanged are found.
    require(moves.empty() || *found == moves, "a look-up finds what was written");
  }
}

}  // namespace

void check(std::string_view input) {
  const BookFormat& format = book_format_of_head(input);
  const std::vector<BookEntry> entries = read(input, format);
  std::string text;
  for (const BookEntry& entry : entries) {
    check_legal(entry);
    append_yaneuraou_db(text, entry);
  }
  const std::vector<BookEntry> again = read(text, *book_format_named("db"));
  require(again.size() == entries.size(), "what is written reads back");
  for (std::size_t i = 0; i < again.size(); ++i)
    require(again[i].moves == entries[i].moves && again[i].sfen == entries[i].sfen,
            "what is written reads back the same");
  BookSort sort(true);
  for (const BookEntry& entry : entries) {
    if (entry.position.variant == entries.front().position.variant) sort.add(entry);
  }
  std::vector<BookEntry> sorted;
  std::string book = std::string(yaneuraou_db_header) + '\n';
  sort.each([&](const BookEntry& entry) {
    require(sorted.empty() || sorted.back().sfen < entry.sfen, "a sorted book is in order");
    sorted.push_back(entry);
    append_yaneuraou_db(book, entry);
  });
  check_lookups(sorted, book);
}

std::vector<std::string> seeds() {
  std::vector<std::string> all{"startpos moves 7g7f 3c3d\n"};
  for (const Game& game : seed_games())
    with_variant(game.variant, [&]<class V>(V) {
      std::string text = std::string(yaneuraou_db_header) + "\n// a book\n";
      Position<V> position = *Position<V>::from(game.start);
      for (const Move move : game.moves.main_moves()) {
        text += "sfen " + write_sfen(position.setup()) + '\n' +
                write_usi_move(move, V::info.variant) + " none -12 8 3\n";
        position.play(move);
        if (text.size() > 500) break;
      }
      all.push_back(text);
    });
  return all;
}

}  // namespace yari::fuzz
