// Books in binary: packed positions, YaneuraOu's .ybb, Apery's .bin, and look-ups in them.
#include <set>

#include "analysis/book/apery_book.h"
#include "analysis/book/binary.h"
#include "analysis/book/book_file.h"
#include "analysis/book/packed_sfen.h"
#include "analysis/book/ybb.h"
#include "rules/handicap.h"
#include "rules/start.h"
#include "tests/analysis/books.h"

namespace yari::test {

namespace {

Setup shogi(const std::string& sfen) { return *read_sfen(sfen, Variant::shogi); }

/// The book as the format writes it.
std::string bytes_of(const std::vector<BookEntry>& entries, const char* format) {
  std::string bytes;
  const auto writer =
      book_format_named(format)->write([&](std::string_view part) { bytes += part; });
  for (const BookEntry& entry : entries) writer->write(entry);
  writer->finish();
  return bytes;
}

/// What all formats in binary say of a position: "SFEN: 7g7f 12, 2g2f -3".
std::set<std::string> sayings(const std::vector<BookEntry>& entries) {
  std::set<std::string> said;
  for (const BookEntry& entry : entries) {
    std::string text = write_sfen_without_number(entry.position) + ":";
    for (const BookMove& move : entry.moves)
      text += fmt::format(" {} {},", write_usi_move(move.move, Variant::shogi), *move.score);
    said.insert(text);
  }
  return said;
}

/// A book of whole games, in which each position leads to the next.
std::vector<BookEntry> book_of_games(int games) {
  std::map<std::string, BookEntry> entries;
  Rng rng(11);
  for (int i = 0; i < games; ++i) {
    Position<Shogi> position = *Position<Shogi>::from(start_setup(Variant::shogi));
    for (int ply = 0; ply < 30 && position.has_legal_move(); ++ply) {
      BookEntry& entry = entries[write_sfen_without_number(position.setup())];
      entry.position = position.setup();
      entry.sfen = write_sfen(entry.position);
      const MoveList moves = position.legal_moves();
      const Move move = moves[static_cast<int>(rng() % static_cast<unsigned>(moves.size()))];
      if (std::ranges::find(entry.moves, move, &BookMove::move) == entry.moves.end())
        entry.moves.push_back({.move = move,
                               .score = static_cast<int>(rng() % 2001) - 1000,
                               .depth = static_cast<int>(rng() % 50),
                               .count = rng() % 1000});
      position.play(move);
    }
  }
  std::vector<BookEntry> book;
  for (auto& [key, entry] : entries) book.push_back(std::move(entry));
  return book;
}

}  // namespace

TEST_CASE("keys of positions are those of Apery") {
  // As ShogiHome's tests of them have it, read as a number with its lowest byte first.
  const auto key = [](const char* sfen) {
    std::string bytes;
    append_little_endian(bytes, apery_key(shogi(sfen)));
    return in_hex(bytes);
  };
  CHECK(key("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1") ==
        "157eade1e78ebeee");
  CHECK(key("lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2") ==
        "d5207256821f7b3e");
  CHECK(key("lnsgk1snl/1r4g2/pppppp1pp/6p2/7P1/2P6/PP1PPPP1P/1+b5R1/LNSGKGSNL b b 7") ==
        "dabcbe6950ce089a");
  CHECK(key("lnsgk1snl/1r4g2/p1pppp1pp/6p2/1p5P1/2P6/PPSPPPP1P/7R1/LN1GKGSNL w Bb 12") ==
        "ac59e8ffb6da83e7");
  CHECK(key("ln1gk1snl/6gb1/2sppppp1/p7p/2R6/Pr4P2/2PPPPN1P/1BGK2S2/LNS2G2L w 3Pp 26") ==
        "ffa73ad01aa22070");
}

TEST_CASE("positions are packed as YaneuraOu packs them") {
  const Setup start = start_setup(Variant::shogi);
  CHECK(in_hex(*pack_sfen(start)) ==
        "58a451220ceb67227e9653221caf447824c22b119e53221ceb6f223e9651220c");
  // Pieces in both hands, promoted ones, and some that are in no hand: a bishop and a gold.
  const Setup other =
      shogi("ln1gk1snl/6gb1/2sppppp1/p7p/2R6/Pr4P2/2PPPPN1P/2+PK2S2/LNS2G2L w 2Pp 1");
  CHECK(in_hex(*pack_sfen(other)) ==
        "69a491240ceb6702e79bc47220111e89e095089c7e441d2bfcb28ca46000b85f");
  CHECK(unpack_sfen(*pack_sfen(other))->same_position(other));
  CHECK_FALSE(pack_sfen(shogi("4k4/9/9/9/9/9/9/9/9 b G 1")));
}

TEST_CASE("packed positions come back, whatever is on the board and in hand") {
  for (const auto& [key, position] : random_positions<Shogi>(200)) {
    const std::optional<std::string> packed = pack_sfen(position.setup());
    REQUIRE(packed);
    CHECK(unpack_sfen(*packed)->same_position(position.setup()));
  }
  for (const NamedHandicap& handicap : shogi_handicaps()) {
    const Setup setup = *read_handicap(handicap.name, Variant::shogi);
    CHECK(unpack_sfen(*pack_sfen(setup))->same_position(setup));
  }
}

TEST_CASE("any 32 bytes are a position, or are refused") {
  Rng rng(5);
  int refused = 0;
  for (int i = 0; i < 20'000; ++i) {
    std::string bytes(packed_sfen_size, '\0');
    for (char& c : bytes) c = static_cast<char>(rng() % 256);
    const Result<Setup> read = unpack_sfen(bytes);
    refused += read ? 0 : 1;
    if (read && faults_of(*read).empty())
      if (const auto packed = pack_sfen(*read)) CHECK(unpack_sfen(*packed)->same_position(*read));
  }
  CHECK(refused > 0);
}

TEST_CASE("books in binary come back, and the same bytes from them") {
  const std::vector<BookEntry> book = book_of_games(40);
  for (const char* format : {"ybb", "apery"}) {
    INFO(format);
    const std::string bytes = bytes_of(book, format);
    const ReadBook read = read_book(bytes, format);
    CHECK(read.findings.empty());
    CHECK(sayings(read.entries) == sayings(book));
    CHECK(bytes_of(read.entries, format) == bytes);
  }
}

TEST_CASE("every position of a book in binary is found, and no other") {
  const std::vector<BookEntry> book = book_of_games(40);
  const auto others = random_positions<Shogi>(20);
  std::set<std::string> in_book;
  for (const BookEntry& entry : book) in_book.insert(write_sfen_without_number(entry.position));
  for (const char* format : {"ybb", "apery"}) {
    INFO(format);
    const BookOnDisk disk(bytes_of(book, format), book_format_named(format)->ending.data() + 1);
    const auto file = BookFile::open(disk.name);
    REQUIRE(file);
    for (const BookEntry& entry : book) {
      BookEntry found = entry;
      found.moves = *(*file)->find(entry.position);
      CHECK(sayings({found}) == sayings({entry}));
      const std::vector<BookMove> as_other_side = *(*file)->find(turned(entry.position));
      REQUIRE(as_other_side.size() == entry.moves.size());
      CHECK(as_other_side[0].move == turned(entry.moves[0].move, Variant::shogi));
    }
    for (const auto& [key, position] : others)
      if (!in_book.contains(key) &&
          !in_book.contains(write_sfen_without_number(turned(position.setup()))))
        CHECK((*file)->find(position.setup())->empty());
    CHECK((*file)->find(start_setup(Variant::yari))->empty());
  }
}

TEST_CASE("what a format in binary has of a move") {
  BookEntry entry;
  entry.position = start_setup(Variant::shogi);
  const auto move = [](const char* usi) { return *read_usi_move(usi, Variant::shogi); };
  entry.moves = {{.move = move("7g7f"), .score = 100'000, .depth = 7, .count = 1'000'000},
                 {.move = Move::none(), .count = 5},
                 {.move = move("2g2f"), .score = -100'000, .count = 3}};
  const std::vector<BookMove> ybb = read_book(bytes_of({entry}, "ybb"), "ybb").entries[0].moves;
  REQUIRE(ybb.size() == 2);
  CHECK((ybb[0].score == 32767 && ybb[0].depth == 7 && !ybb[0].count));
  CHECK((ybb[1].score == -32768 && ybb[1].depth == 0));
  entry.moves[0].depth.reset();
  const std::string without_depth = bytes_of({entry}, "ybb");
  CHECK(without_depth.size() == YbbHeader::size + YbbRecord::size + 2 * std::size_t{4});
  CHECK_FALSE(read_book(without_depth, "ybb").entries[0].moves[0].depth);
  const std::vector<BookMove> apery =
      read_book(bytes_of({entry}, "apery"), "apery").entries[0].moves;
  REQUIRE(apery.size() == 2);
  // Counts keep their proportion, and none becomes 0.
  CHECK((apery[0].score == 100'000 && apery[0].count == 65535U && !apery[0].depth));
  CHECK(apery[1].count == 1U);
  CHECK(lost_between(*book_format_named("db"), *book_format_named("apery")) ==
        "answers, depths, comments, move numbers");
  CHECK(lost_between(*book_format_named("usi"), *book_format_named("sfen")) == "moves");
  CHECK(lost_between(*book_format_named("ybb"), *book_format_named("db")).empty());
}

TEST_CASE("a book of Apery is read as far as it leads, and says what it does not reach") {
  std::vector<BookEntry> book = book_of_games(1);
  // Of the replies of one side the book says nothing: they are bridged.
  std::erase_if(book,
                [](const BookEntry& entry) { return entry.position.side_to_move == Color::white; });
  const ReadBook one_sided = read_book(bytes_of(book, "apery"), "apery");
  CHECK(one_sided.findings.empty());
  CHECK(sayings(one_sided.entries) == sayings(book));
  // Three plies that are not there cannot be.
  std::erase_if(book, [](const BookEntry& entry) {
    return entry.position.move_number >= 5 && entry.position.move_number <= 9;
  });
  const ReadBook gap = read_book(bytes_of(book, "apery"), "apery");
  CHECK(gap.entries.size() == 2);
  REQUIRE(gap.findings.size() == 1);
  CHECK_THAT(gap.findings[0],
             Contains(fmt::format("{} of {} positions", book.size() - 2, book.size())));
  // A game with a handicap has a start position of its own.
  BookEntry handicap;
  handicap.position = *read_handicap("Rook", Variant::shogi);
  handicap.moves = {{.move = *read_usi_move("3c3d", Variant::shogi), .score = 1}};
  CHECK(sayings(read_book(bytes_of({handicap}, "apery"), "apery").entries) == sayings({handicap}));
}

TEST_CASE("a damaged book in binary is reported, and what is sound of it is read") {
  const std::vector<BookEntry> book = book_of_games(3);
  for (const char* format : {"ybb", "apery"}) {
    INFO(format);
    const std::string bytes = bytes_of(book, format);
    for (std::size_t size = 0; size < bytes.size(); size += 37) {
      const std::string cut = bytes.substr(0, size);
      const ReadBook read = read_book(cut, format);
      CHECK(read.entries.size() < book.size());
      if (size % 16 != 0) CHECK_FALSE(read.findings.empty());
    }
    Rng rng(9);
    for (int i = 0; i < 100; ++i) {
      std::string damaged = bytes;
      for (int n = 0; n < 3; ++n) damaged[rng() % damaged.size()] = static_cast<char>(rng() % 256);
      for (const BookEntry& entry : read_book(damaged, format).entries) {
        const Position<Shogi> position = *Position<Shogi>::from(entry.position);
        for (const BookMove& move : entry.moves)
          CHECK((!move.move || position.is_legal(move.move)));
      }
      const BookOnDisk disk(damaged, book_format_named(format)->ending.data() + 1);
      const auto file = BookFile::open(disk.name);
      for (const BookEntry& entry : book) {
        if (!file) break;
        const auto found = (*file)->find(entry.position);
        if (!found) continue;
        const Position<Shogi> position = *Position<Shogi>::from(entry.position);
        for (const BookMove& move : *found) CHECK(position.is_legal(move.move));
      }
    }
  }
}

TEST_CASE("a .ybb book that promises more than it has takes neither time nor memory") {
  std::string promise(ybb_magic);
  append_little_endian(promise, std::uint64_t{1} << 60);
  append_little_endian(promise, std::uint64_t{0});
  CHECK(read_book(promise, "ybb").findings ==
        std::vector<std::string>{"error 1:1: the file ends in its index, which has "
                                 "1152921504606846976 records by its header"});
  const BookOnDisk disk(promise + std::string(100, '\0'), "ybb");
  REQUIRE_FALSE(BookFile::open(disk.name));
  std::string flags(ybb_magic);
  append_little_endian(flags, std::uint64_t{0});
  append_little_endian(flags, std::uint64_t{6});
  CHECK(read_book(flags, "ybb").findings ==
        std::vector<std::string>{"error 1:1: unknown flags 0x6"});
}

TEST_CASE("a .ybb book that is out of order is read, and noticed") {
  const std::vector<BookEntry> book = book_of_games(2);
  std::string bytes = bytes_of(book, "ybb");
  const std::size_t first = YbbHeader::size, second = first + YbbRecord::size;
  const std::string record = bytes.substr(first, YbbRecord::size);
  bytes.replace(first, YbbRecord::size, bytes.substr(second, YbbRecord::size));
  bytes.replace(second, YbbRecord::size, record);
  const ReadBook read = read_book(bytes, "ybb");
  CHECK(sayings(read.entries) == sayings(book));
  REQUIRE(read.findings.size() == 1);
  CHECK_THAT(read.findings[0], Contains("warning 2:1: not in the order of packed positions"));
  // So is one that has a position twice: only one of the two would be found.
  bytes.replace(second, YbbRecord::size, bytes.substr(first, YbbRecord::size));
  const ReadBook twice = read_book(bytes, "ybb");
  REQUIRE_FALSE(twice.findings.empty());
  CHECK_THAT(twice.findings[0], Contains("warning 2:1: not in the order of packed positions"));
}

TEST_CASE("a book is known by its beginning, and Apery's by its name") {
  const std::vector<BookEntry> book = book_of_games(1);
  CHECK(book_format_of(bytes_of(book, "ybb"))->name == "ybb");
  CHECK(book_format_of(bytes_of(book, "apery")) == nullptr);
  CHECK(book_format_of(bytes_of(book, "apery"), "b.bin")->name == "apery");
  CHECK(book_format_of(bytes_of(book, "apery"), "b.bin.gz")->name == "apery");
  CHECK(book_format_of("#YANEURAOU-DB2016 1.00\n", "b.bin")->name == "db");
}

}  // namespace yari::test
