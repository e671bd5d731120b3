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

namespace yari::fuzz::book_fuzz {

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

void check_lookups(const std::vector<BookEntry>& entries, const std::string& bytes,
                   const char* file = "book.db") {
  const std::filesystem::path name = scratch_file(file);
  std::ofstream(name, std::ios::binary) << bytes;
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

/// A book of Shogi in a binary format: what that format says of it comes back, and is found.
void check_in_binary(const std::vector<BookEntry>& sorted, const BookFormat& format) {
  std::string bytes;
  const auto writer = format.write([&](std::string_view part) { bytes += part; });
  for (const BookEntry& entry : sorted)
    if (entry.position.variant == Variant::shogi) writer->write(entry);
  writer->finish();
  const std::vector<BookEntry> again = read(bytes, format);
  for (const BookEntry& entry : again) check_legal(entry);
  if (format.name == "ybb")
    require(again.size() + writer->left_out() == sorted.size(), "every position comes back");
  check_lookups(again, bytes, format.name == "ybb" ? "book.ybb" : "book.bin");
}

}  // namespace

void check(std::string_view input) {
  // Apery's books have no beginning of their own: what is no other book is tried as one.
  const BookFormat* detected = book_format_of(input);
  const BookFormat& format = detected != nullptr ? *detected : *book_format_named("apery");
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
  if (!sorted.empty() && sorted.front().position.variant == Variant::shogi)
    for (const char* binary : {"ybb", "apery"}) check_in_binary(sorted, *book_format_named(binary));
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
      if (V::info.variant != Variant::shogi) return;
      for (const char* binary : {"ybb", "apery"}) {
        std::string bytes;
        const auto writer =
            book_format_named(binary)->write([&](std::string_view part) { bytes += part; });
        for (const BookEntry& entry : read(text, *book_format_named("db"))) writer->write(entry);
        writer->finish();
        all.push_back(bytes);
      }
    });
  return all;
}

const Target target("book", check, seeds);

}  // namespace yari::fuzz::book_fuzz
