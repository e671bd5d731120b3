// What positions, moves and lines of books have in common: small parts, at their bounds.
#include "analysis/book/book.h"
#include "analysis/book/book_engine.h"
#include "analysis/book/book_file.h"
#include "analysis/book/book_format.h"
#include "analysis/book/book_maker.h"
#include "analysis/book/book_sort.h"
#include "analysis/book/legal_moves.h"
#include "analysis/book/lines.h"
#include "rules/start.h"
#include "tests/analysis/books.h"

namespace yari::test {

namespace {

Move book_usi(std::string_view text) { return *read_usi_move(text, Variant::shogi); }

BookEntry start_entry(std::vector<BookMove> moves, int number = 1) {
  BookEntry entry;
  entry.position = start_setup(Variant::shogi);
  entry.position.move_number = number;
  entry.sfen = "number " + std::to_string(number);
  entry.moves = std::move(moves);
  return entry;
}

/// "7g7f 3 20/8 3c3d", "-" for what is not said.
std::vector<std::string> shown_moves(const BookEntry& entry) {
  std::vector<std::string> all;
  const auto number = [](const auto& n) { return n ? std::to_string(*n) : "-"; };
  for (const BookMove& m : entry.moves)
    all.push_back(fmt::format("{} {} {}/{} {}", write_usi_move(m.move, Variant::shogi),
                              number(m.count), number(m.score), number(m.depth),
                              m.ponder ? write_usi_move(*m.ponder, Variant::shogi) : "-"));
  return all;
}

std::vector<std::string> united_moves(const BookMove& a, const BookMove& b) {
  BookEntry entry = start_entry({a});
  unite(entry, start_entry({b}));
  return shown_moves(entry);
}

using BookTexts = std::vector<std::string>;

/// "1@0 text" for each line: its number, its place, and "!" where it was cut.
BookTexts book_lines(const std::string& text, std::size_t longest, std::size_t buffer) {
  BookLines lines(book_bytes(text), longest, buffer);
  BookTexts all;
  while (lines.next())
    all.push_back(fmt::format("{}@{} {}{}", lines.number(), lines.begin(), lines.text(),
                              lines.too_long() ? "!" : ""));
  return all;
}

}  // namespace

TEST_CASE("counts of one move are added, a move without one counts as one, and none overflows") {
  const Move m = book_usi("7g7f");
  CHECK(united_moves({.move = m, .count = 3}, {.move = m, .count = 4}) ==
        BookTexts{"7g7f 7 -/- -"});
  CHECK(united_moves({.move = m, .count = 3}, {.move = m}) == BookTexts{"7g7f 4 -/- -"});
  CHECK(united_moves({.move = m}, {.move = m, .count = 3}) == BookTexts{"7g7f 4 -/- -"});
  CHECK(united_moves({.move = m}, {.move = m}) == BookTexts{"7g7f - -/- -"});
  const std::string most = std::to_string(UINT64_MAX);
  CHECK(united_moves({.move = m, .count = UINT64_MAX}, {.move = m, .count = 2}) ==
        BookTexts{"7g7f " + most + " -/- -"});
  CHECK(united_moves({.move = m, .count = UINT64_MAX - 2}, {.move = m, .count = 2}) ==
        BookTexts{"7g7f " + most + " -/- -"});
}

TEST_CASE("of two scores of one move the deeper one counts, of equally deep ones the first") {
  const Move m = book_usi("7g7f");
  const auto scored = [&](int score, std::optional<int> depth, const char* ponder = nullptr) {
    return BookMove{.move = m,
                    .ponder = ponder ? std::optional(book_usi(ponder)) : std::nullopt,
                    .score = score,
                    .depth = depth,
                    .count = 1};
  };
  CHECK(united_moves(scored(10, 5), scored(20, 6)) == BookTexts{"7g7f 2 20/6 -"});
  CHECK(united_moves(scored(10, 5), scored(20, 5)) == BookTexts{"7g7f 2 10/5 -"});
  CHECK(united_moves(scored(10, 5), scored(20, {})) == BookTexts{"7g7f 2 10/5 -"});
  CHECK(united_moves(scored(10, {}), scored(20, 1)) == BookTexts{"7g7f 2 20/1 -"});
  CHECK(united_moves({.move = m, .count = 1}, scored(20, {})) == BookTexts{"7g7f 2 20/- -"});
  CHECK(united_moves(scored(10, 9), {.move = m, .depth = 99, .count = 1}) ==
        BookTexts{"7g7f 2 10/9 -"});
  // The answer goes with the score, and one is better than none.
  CHECK(united_moves(scored(10, 5, "3c3d"), scored(20, 6, "8c8d")) ==
        BookTexts{"7g7f 2 20/6 8c8d"});
  CHECK(united_moves(scored(10, 5, "3c3d"), scored(20, 6)) == BookTexts{"7g7f 2 20/6 3c3d"});
  CHECK(united_moves(scored(10, 5, "3c3d"), scored(20, 4, "8c8d")) ==
        BookTexts{"7g7f 2 10/5 3c3d"});
  CHECK(united_moves(scored(10, 5), scored(20, 4, "8c8d")) == BookTexts{"7g7f 2 10/5 8c8d"});
}

TEST_CASE("what stands beside the moves of two entries is kept") {
  const Move m = book_usi("7g7f");
  BookEntry entry = start_entry({{.move = m, .fields = 3, .comments = {"# a"}}}, 7);
  entry.comments = {"// one"};
  BookEntry other = start_entry({{.move = m, .fields = 5, .rest = "rest", .comments = {"# b"}}}, 5);
  other.comments = {"// two"};
  unite(entry, other);
  CHECK(entry.position.move_number == 5);
  CHECK(entry.sfen == "number 5");
  CHECK(entry.comments == BookTexts{"// one", "// two"});
  REQUIRE(entry.moves.size() == 1);
  CHECK(entry.moves[0].fields == 5);
  CHECK(entry.moves[0].rest == "rest");
  CHECK(entry.moves[0].comments == BookTexts{"# a", "# b"});
  unite(entry, start_entry({{.move = m, .rest = "other"}}, 6));
  CHECK(entry.position.move_number == 5);
  CHECK(entry.sfen == "number 5");
  CHECK(entry.moves[0].rest == "rest");
}

TEST_CASE("moves are sorted by count, then by score, and others stay in their order") {
  BookEntry entry = start_entry({{.move = book_usi("9g9f")},
                                 {.move = book_usi("8g8f"), .score = -5},
                                 {.move = book_usi("7g7f"), .score = 5, .count = 1},
                                 {.move = book_usi("6g6f"), .count = 2},
                                 {.move = book_usi("5g5f"), .count = 0},
                                 {.move = book_usi("4g4f"), .score = 0}});
  sort_moves(entry);
  CHECK(shown_moves(entry) == BookTexts{"6g6f 2 -/- -", "7g7f 1 5/- -", "9g9f - -/- -",
                                        "4g4f - 0/- -", "8g8f - -5/- -", "5g5f 0 -/- -"});
}

TEST_CASE("an entry has no more moves than a position of a book may have") {
  std::vector<BookMove> many(most_book_moves);
  for (std::size_t i = 0; i < many.size(); ++i)
    many[i].move = Move::from_bits(static_cast<std::uint16_t>(i + 1));
  BookEntry entry = start_entry(many);
  unite(entry, start_entry({{.move = Move::from_bits(5000)}}));
  CHECK(entry.moves.size() == most_book_moves);
}

TEST_CASE("a move number is a number after a blank at the end") {
  for (const auto& [sfen, without] :
       std::vector<std::pair<std::string, std::string>>{{"k b - 1", "k b -"},
                                                        {"k b - 12  ", "k b -"},
                                                        {"k b -   12", "k b -"},
                                                        {"k b -\t", "k b -"},
                                                        {"k b 2P", "k b 2P"},
                                                        {"k b 2P 3", "k b 2P"},
                                                        {"k b -1", "k b -1"},
                                                        {"12", "12"},
                                                        {"", ""}})
    CHECK(without_move_number(sfen) == without);
}

TEST_CASE("bytes that were read to look ahead are read again before the rest") {
  BookBytes rest = book_bytes("cdef");
  BookBytes all = with_beginning("ab", rest);
  CHECK(take_bytes(all, 1) == "a");
  CHECK(take_bytes(all, 3) == "bcd");
  CHECK(take_bytes(all, 9) == "ef");
  CHECK(take_bytes(all, 1).empty());
  CHECK(take_bytes(book_bytes("abc"), 3) == "abc");
}

TEST_CASE("a position turned is the other side's, with its hand and its moves") {
  const Setup position = *read_sfen("4k4/9/9/9/9/9/2P6/9/4K4 b R2p 3", Variant::shogi);
  CHECK(write_sfen(turned(position)) == "4k4/9/6p2/9/9/9/9/9/4K4 w 2Pr 3");
  CHECK(turned(book_usi("7g7f"), Variant::shogi) == book_usi("3c3d"));
  CHECK(turned(book_usi("8h2b+"), Variant::shogi) == book_usi("2b8h+"));
  CHECK(turned(book_usi("R*5e"), Variant::shogi) == book_usi("R*5e"));
  CHECK(turned(book_usi("P*9f"), Variant::shogi) == book_usi("P*1d"));
  CHECK(turned(Move::none(), Variant::shogi) == Move::none());
  CHECK(turned(*read_usi_move("7g7f", Variant::yari), Variant::yari) ==
        *read_usi_move("1c1d", Variant::yari));
}

TEST_CASE("where every count of a book is 0 any move is chosen, and huge ones do not overflow") {
  std::mt19937_64 random(2);
  const auto chosen = [&](const std::vector<std::uint64_t>& counts) {
    std::vector<BookMove> moves;
    for (const std::uint64_t count : counts)
      moves.push_back({.move = book_usi(moves.empty() ? "7g7f" : "2g2f"), .count = count});
    int first = 0;
    for (int i = 0; i < 2000; ++i)
      first += choose_book_move(moves, random).move == book_usi("7g7f");
    return first;
  };
  CHECK(chosen({0, 0}) > 800);
  CHECK(chosen({0, 0}) < 1200);
  CHECK(chosen({UINT64_MAX, UINT64_MAX}) > 800);
  CHECK(chosen({UINT64_MAX, UINT64_MAX}) < 1200);
  CHECK(chosen({1, 0}) == 2000);
  CHECK(chosen({0, 1}) == 0);
}

TEST_CASE("lines end with a line feed, with or without a carriage return, whatever the buffer") {
  for (const std::size_t buffer : {1U, 2U, 3U, 100U}) {
    INFO(buffer);
    CHECK(book_lines("ab\r\ncd\n\nef", 10, buffer) ==
          BookTexts{"1@0 ab", "2@4 cd", "3@7 ", "4@8 ef"});
    CHECK(book_lines("\xEF\xBB\xBFx\n\xEF\xBB\xBFy\n", 10, buffer) ==
          BookTexts{"1@0 x", "2@5 \xEF\xBB\xBFy"});
    CHECK(book_lines("", 10, buffer).empty());
    CHECK(book_lines("\n", 10, buffer) == BookTexts{"1@0 "});
    CHECK(book_lines("abc\nabcd\nabcdefgh\nx", 3, buffer) ==
          BookTexts{"1@0 abc", "2@4 abc!", "3@9 abc!", "4@18 x"});
  }
}

TEST_CASE("a finding shows its line up to 200 bytes, and none beyond") {
  BookLines lines(book_bytes("七六歩 x\n" + std::string(300, 'y')), 1000);
  REQUIRE(lines.next());
  const Diagnostic first = lines.finding(Severity::error, 10, "no");
  CHECK(first.line == 1);
  CHECK(first.column == 5);
  CHECK(first.caret == 5);
  CHECK(first.excerpt == "七六歩 x");
  CHECK(lines.finding(Severity::error, 99, "no").column == 6);
  REQUIRE(lines.next());
  CHECK(lines.finding(Severity::error, 0, "no").excerpt == std::string(200, 'y'));
  CHECK(lines.finding(Severity::error, 200, "no").caret == 201);
  const Diagnostic later = lines.finding(Severity::error, 201, "no");
  CHECK(later.column == 202);
  CHECK(later.excerpt.empty());
  CHECK(later.caret == 0);
}

TEST_CASE("a move that is no move stays, an illegal one goes, and its number is reported") {
  BookEntry entry = start_entry({{.move = Move::none()},
                                 {.move = book_usi("7g7e")},
                                 {.move = book_usi("7g7f"), .ponder = book_usi("3c3d")},
                                 {.move = book_usi("2g2f"), .ponder = book_usi("7g7f")},
                                 {.move = book_usi("7g7f")},
                                 {.move = Move::none()}});
  BookTexts found;
  keep_legal_moves(entry, [&](std::size_t move, Severity severity, const std::string& message) {
    found.push_back(fmt::format("{} {} {}", move, name(severity),
                                message.substr(0, message.find_first_of(":,"))));
  });
  CHECK(found == BookTexts{"1 error the move is illegal", "3 warning the answer is illegal",
                           "4 warning the position has this move already"});
  CHECK(entry.moves.size() == 5);
  CHECK(entry.moves[1].ponder == book_usi("3c3d"));
  CHECK_FALSE(entry.moves[2].ponder);
}

TEST_CASE("fast moves end with each side's first that took longer, or of which nothing is known") {
  const auto ends = [](const std::vector<std::optional<std::uint32_t>>& times) {
    Game game = new_game(Variant::shogi);
    NodeId node = root_node;
    const char* const moves[] = {"7g7f", "3c3d", "2g2f", "8c8d", "2f2e", "8d8e"};
    for (std::size_t i = 0; i < times.size(); ++i) {
      node = game.moves.add(node, book_usi(moves[i]));
      // A note without a time says nothing about it.
      game.moves.edit_note(node).comment = "noted";
      if (times[i]) game.moves.edit_note(node).spent_ms = *times[i];
    }
    const ByColor<int> all = ends_of_fast_moves(game, 100);
    return std::pair(all[Color::black], all[Color::white]);
  };
  CHECK(ends({}) == std::pair(INT_MAX, INT_MAX));
  CHECK(ends({100, 100}) == std::pair(INT_MAX, INT_MAX));
  CHECK(ends({100, 100, 101, 0, 0, 101}) == std::pair(2, 5));
  CHECK(ends({{}, 100, 0}) == std::pair(0, INT_MAX));
  CHECK(ends({0, {}, {}, {}}) == std::pair(2, 1));
}

TEST_CASE("only the moves before the end of the fast ones are counted") {
  BookMaker maker({});
  const std::vector<Move> moves{book_usi("7g7f"), book_usi("3c3d"), book_usi("2g2f"),
                                book_usi("8c8d")};
  const Setup start = start_setup(Variant::shogi);
  maker.count({1, start, moves, GameResult::unknown, {{2, 1}}});
  BookTexts made;
  maker.each([&](const BookEntry& entry) {
    for (const BookMove& m : entry.moves) made.push_back(write_usi_move(m.move, Variant::shogi));
  });
  CHECK(made == BookTexts{"7g7f"});
}

TEST_CASE("entries of one position are kept apart where they are not to be united") {
  for (const bool unites : {false, true}) {
    BookSort sort(unites);
    sort.add(start_entry({{.move = book_usi("7g7f"), .count = 1}}, 5));
    sort.add(start_entry({{.move = book_usi("2g2f"), .count = 2}}, 3));
    BookTexts numbers;
    sort.each([&](const BookEntry& entry) {
      numbers.push_back(fmt::format("{}:{}", entry.position.move_number, entry.moves.size()));
    });
    CHECK(numbers == (unites ? BookTexts{"3:2"} : BookTexts{"5:1", "3:1"}));
  }
}

TEST_CASE("a book that fails is reported once, and the engine plays without it") {
  const Setup start = start_setup(Variant::shogi);
  // Records of Apery, the second of which should be after the third: a look-up notices.
  std::string bytes(64, '\0');
  bytes[23] = '\xFF';
  bytes[39] = '\xFE';
  const BookOnDisk file(bytes, "bin");
  const auto book = BookFile::open(file.name);
  REQUIRE(book);
  BookEngine engine(std::make_unique<BuiltinEngine>(BuiltinOptions{.hash_mib = 1}), *book, {});
  CHECK(engine.take_notes().empty());
  for (int i = 0; i < 2; ++i) CHECK(engine.analyze({start, {}}, nodes(100)).scored);
  CHECK(engine.take_notes() ==
        BookTexts{"book: the book is not sorted: 'yari book convert --sort' sorts it"});
  CHECK(engine.take_notes().empty());
  CHECK(engine.identity() == BuiltinEngine({.hash_mib = 1}).identity() + " with a book");
}

TEST_CASE("the first plies of a game are the book's, by its move number") {
  const BookOnDisk file("#YANEURAOU-DB2016 1.00\nsfen " + write_sfen(start_setup(Variant::shogi)) +
                        "\n7g7f none 0 32 3\n");
  const auto from_book = [&](int plies, int number) {
    BookEngine engine(std::make_unique<BuiltinEngine>(BuiltinOptions{.hash_mib = 1}),
                      *BookFile::open(file.name), {.plies = plies});
    GamePosition position{start_setup(Variant::shogi), {}};
    position.start.move_number = number;
    return !engine.analyze(position, nodes(100)).scored;
  };
  CHECK(from_book(1, 1));
  CHECK_FALSE(from_book(0, 1));
  CHECK(from_book(10, 10));
  CHECK_FALSE(from_book(10, 11));
}

TEST_CASE("a book says by its head, or by the name of its file, what it is") {
  const auto format = [](const std::string& head, const std::string& file = "") {
    const BookFormat* found = book_format_of(head, file);
    return found ? std::string(found->name) : "none";
  };
  const std::string sfen = "sfen " + write_sfen(start_setup(Variant::shogi)) + "\n";
  CHECK(format("#YANEURAOU-DB2016 1.00\n") == "db");
  CHECK(format("# remark\n// another\n\n" + sfen + "# inside\n7g7f none 0 0 1\n") == "db");
  CHECK(format(sfen) == "usi");
  CHECK(format("7g7f none 0 0 1\n") == "usi");
  CHECK(format(sfen.substr(0, sfen.size() - 1) + " moves 7g7f\n7g7f none\n") == "usi");
  CHECK(format(sfen + "startpos moves 7g7f\n") == "usi");
  CHECK(format(std::string(16, '\0'), "a.bin") == "apery");
  CHECK(format(std::string(16, '\0'), "a.bin.gz") == "apery");
  CHECK(format(std::string(16, '\0'), "a.txt") == "none");
  const auto ending = [](std::string_view file) {
    const BookFormat* found = book_format_of_name(file);
    return found ? std::string(found->name) : "none";
  };
  CHECK(ending("a.db") == "db");
  CHECK(ending("a.ybb.zst") == "ybb");
  CHECK(ending("a.db.zip") == "none");
  CHECK(ending("db") == "none");
  CHECK(book_format_named("sfen")->name == "sfen");
  CHECK_FALSE(book_format_named("nothing"));
}

}  // namespace yari::test
