// What a book of games is sorted by, and what comes of it: positions as bytes, records in order.
#include <algorithm>
#include <map>
#include <string>

#include "analysis/book/book_maker.h"
#include "analysis/book/external_sort.h"
#include "analysis/book/sfen_order.h"
#include "analysis/book/yaneuraou_db.h"
#include "rules/start.h"
#include "tests/analysis/books.h"

namespace yari::test {

namespace {

template <class V>
std::string order_of(const Position<V>& position) {
  std::string bytes;
  SfenOrderWriter<V>(position).append(bytes, position);
  return bytes;
}

/// The text of a book of lines from given starts, the last line counted first where `backwards`.
std::string book_of_lines(const std::vector<std::pair<Setup, std::vector<Move>>>& lines,
                          const BookMakerOptions& how, bool backwards) {
  BookMaker maker(how);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::size_t n = backwards ? lines.size() - 1 - i : i;
    maker.count({static_cast<std::uint32_t>(n + 1), lines[n].first, lines[n].second});
  }
  std::string text;
  maker.each([&](const BookEntry& entry) { append_yaneuraou_db(text, entry); });
  return text;
}

/// The sort gives these records, each of them, in order of their bytes.
void check_sorted(ExternalSort& sort, std::vector<std::string> records) {
  std::ranges::sort(records);
  std::size_t n = 0;
  for (std::string_view record; sort.next(record); ++n) {
    REQUIRE(n < records.size());
    REQUIRE(record == records[n]);
  }
  CHECK(n == records.size());
  std::string_view none;
  CHECK_FALSE(sort.next(none));
}

}  // namespace

TEMPLATE_TEST_CASE("the bytes of positions are in the order of their SFENs, and are read back", "",
                   YariShogi, Shogi) {
  using V = TestType;
  Rng rng(5);
  // By the texts, which end where others go on: the lowest byte of all stands after them.
  std::map<std::string, std::string> by_text;
  for (int game = 0; game < 150; ++game) {
    Position<V> position = Position<V>::start();
    SfenOrderWriter<V> writer(position);
    for (int ply = 0; ply < 200 && position.has_legal_move(); ++ply) {
      const Move move = random_move(position, rng);
      position.play(move);
      writer.follow(move, position);
      std::string bytes;
      writer.append(bytes, position);
      REQUIRE(bytes == order_of(position));
      by_text[write_sfen_without_number(position.setup()) + '\0'] = bytes;
    }
  }
  REQUIRE(by_text.size() > 10'000);
  SfenOrderReader reader, other;
  Setup read, again;
  read.variant = again.variant = V::info.variant;
  std::string text, last;
  for (const auto& [sfen, bytes] : by_text) {
    REQUIRE(last < bytes);
    REQUIRE_FALSE((!last.empty() && bytes.starts_with(last)));
    reader.read(bytes, read, text);
    REQUIRE(text == sfen.substr(0, sfen.size() - 1));
    const Setup expected = *read_sfen(text, V::info.variant);
    REQUIRE(read.same_position(expected));
    // The next has not the same ranks.
    if (!last.empty() && rng() % 4 == 0) other.read(last, again, text);
    other.read(bytes, again, text);
    REQUIRE(again.same_position(expected));
    last = bytes;
  }
}

TEST_CASE("the longest position has its bytes, and its text comes back") {
  for (const char* sfen :
       {"+p+p+p+p+p+p+p+p+p/+P+P+P+P+P+P+P+P+P/+r+r+r+r+r+r+r+r+r/+B+B+B+B+B+B+B+B+B/"
        "+s+s+s+s+s+s+s+s+s/+N+N+N+N+N+N+N+N+N/+l+l+l+l+l+l+l+l+l/+P+P+P+P+P+P+P+P+P/"
        "+p+p+p+p+p+p+p+p+p w 81R81B81G81S81N81L81P81r81b81g81s81n81l81p",
        "9/9/9/9/9/9/9/9/9 b -", "k8/9/9/9/9/9/9/9/8K w 10P2r"}) {
    const Position<Shogi> position =
        Position<Shogi>::from_unchecked(*read_sfen(sfen, Variant::shogi));
    SfenOrderReader reader;
    Setup read;
    read.variant = Variant::shogi;
    std::string text;
    const std::string bytes = order_of(position);
    CHECK(bytes.size() <= most_sfen_order_bytes);
    reader.read(bytes, read, text);
    CHECK(text == sfen);
    CHECK(read.same_position(position.setup()));
  }
}

TEST_CASE("of hands that begin alike the shorter is first, whatever follows it in a record") {
  std::string last;
  // In the order of their texts, of which none is the beginning of a record of the next.
  for (const char* hands :
       {"P", "P2rp", "Pp", "R", "R2P", "R2Pg", "RP", "RPp", "RS", "RSP", "RSPp"}) {
    const std::string sfen = fmt::format("k8/9/9/9/9/9/9/9/8K b {}", hands);
    const std::string bytes =
        order_of(Position<Shogi>::from_unchecked(*read_sfen(sfen, Variant::shogi)));
    if (!last.empty()) CHECK(last + '\xFF' < bytes);
    last = bytes;
  }
}

TEST_CASE("a reader goes from one game to the other") {
  SfenOrderReader reader;
  Setup read;
  std::string text;
  for (int i = 0; i < 2; ++i) {
    read.variant = Variant::yari;
    reader.read(order_of(Position<YariShogi>::start()), read, text);
    CHECK(read.same_position(start_setup(Variant::yari)));
    read.variant = Variant::shogi;
    reader.read(order_of(Position<Shogi>::start()), read, text);
    CHECK(read.same_position(start_setup(Variant::shogi)));
  }
}

TEST_CASE("runs that begin with different records are merged in order") {
  Rng rng(13);
  std::vector<std::string> records;
  ExternalSort sort(2000);
  for (int i = 0; i < 900; ++i) {
    std::string record(20, '\0');
    for (char& c : record) c = static_cast<char>(rng());
    sort.add(record);
    records.push_back(std::move(record));
  }
  std::ranges::sort(records);
  std::size_t n = 0;
  for (std::string_view record; sort.next(record); ++n) REQUIRE(record == records.at(n));
  CHECK(n == records.size());
}

TEST_CASE("a move of a book without a count comes back as it was") {
  const std::string text = fmt::format("sfen {}\n7g7f 3c3d 30 20\n2g2f none -5\n9g9f none\n1g1f\n",
                                       write_sfen(start_setup(Variant::shogi)));
  const ReadBook book = read_book("#YANEURAOU-DB2016 1.00\n" + text);
  REQUIRE(book.entries.size() == 1);
  std::string again;
  append_yaneuraou_db(again, book.entries[0]);
  CHECK(again == text);
}

TEST_CASE("bytes that are no position's are read to their end") {
  Rng rng(7);
  SfenOrderReader reader;
  Setup read;
  std::string text;
  for (int i = 0; i < 20'000; ++i) {
    read.variant = rng() % 2 == 0 ? Variant::yari : Variant::shogi;
    std::string bytes(rng() % 200, '\0');
    for (char& c : bytes) c = static_cast<char>(rng() % 3 == 0 ? 0x11 : rng());
    reader.read(bytes, read, text);
    CHECK(text.size() < 300);
  }
}

TEST_CASE("records that do not fit into memory come back sorted, each of them") {
  Rng rng(3);
  std::vector<std::string> records;
  ExternalSort sort(20'000);
  for (int i = 0; i < 5000; ++i) {
    std::string record(rng() % 40, 'a');
    for (char& c : record) c = static_cast<char>(rng() % 5 == 0 ? 0xFF : 'a' + rng() % 3);
    sort.add(record);
    records.push_back(std::move(record));
  }
  check_sorted(sort, std::move(records));
}

TEST_CASE(
    "records that begin alike, that end in zeros and that are others' beginnings are sorted") {
  for (const std::size_t memory : {std::size_t{20'000}, std::size_t{64} << 20}) {
    Rng rng(9);
    std::vector<std::string> records;
    ExternalSort sort(memory);
    for (int i = 0; i < 6000; ++i) {
      std::string record(rng() % 3 == 0 ? 16 : 0, 'a');
      for (std::size_t n = rng() % 14; n > 0; --n) record += rng() % 4 == 0 ? 'a' : '\0';
      sort.add(record);
      records.push_back(std::move(record));
    }
    check_sorted(sort, std::move(records));
  }
}

TEST_CASE("a position of a book has the move number of the game that reached it soonest") {
  const auto start_with = [](int number) {
    Setup start = start_setup(Variant::shogi);
    start.move_number = number;
    return start;
  };
  const auto moves = [](std::initializer_list<const char*> texts) {
    std::vector<Move> list;
    for (const char* text : texts) list.push_back(*read_usi_move(text, Variant::shogi));
    return list;
  };
  // The second game comes back to the start at ply 4: the first, at ply 0, counts, though its
  // number is greater; of those that are equally soon, the one with the smallest number of its own.
  const std::vector<std::pair<Setup, std::vector<Move>>> lines{
      {start_with(9), moves({"7g7f"})},
      {start_with(3), moves({"2h3h", "8b7b", "3h2h", "7b8b", "2g2f"})},
      {start_with(1), moves({"2h3h"})}};
  const std::string start = "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - ";
  for (const bool backwards : {false, true}) {
    CHECK_THAT(book_of_lines(lines, {}, backwards),
               Contains(start + "9\n2h3h none 0 32 2\n2g2f none 0 32 1\n7g7f none 0 32 1\n"));
    // A move that is left out has its part in the number.
    CHECK(book_of_lines(lines, {.min_games = 2}, backwards) == start + "9\n2h3h none 0 32 2\n");
    CHECK_THAT(book_of_lines({lines[1], lines[2]}, {}, backwards),
               Contains(start + "3\n2h3h none 0 32 2\n2g2f none 0 32 1\n"));
  }
}

}  // namespace yari::test
