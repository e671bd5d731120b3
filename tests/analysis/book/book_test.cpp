// Opening books: the format of YaneuraOu, look-ups in a file, sorting, making, and play from them.
#include <fmt/format.h>

#include <cstring>
#include <map>
#include <set>

#include "analysis/book/book_engine.h"
#include "analysis/book/book_file.h"
#include "analysis/book/book_format.h"
#include "analysis/book/book_maker.h"
#include "analysis/book/book_sort.h"
#include "analysis/book/book_weight.h"
#include "analysis/book/usi_book.h"
#include "analysis/book/yaneuraou_db.h"
#include "rules/start.h"
#include "tests/analysis/books.h"

namespace yari::test {

namespace {

constexpr const char* start_sfen =
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
constexpr const char* after_7g7f =
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2";

std::string written(const ReadBook& book) {
  std::string text = std::string(yaneuraou_db_header) + '\n';
  for (const BookEntry& entry : book.entries) append_yaneuraou_db(text, entry);
  for (const std::string& line : book.last_comments) text += line + '\n';
  return text;
}

std::string book_of(const std::string& lines) {
  return fmt::format("{}\n{}", yaneuraou_db_header, lines);
}

std::vector<std::string> texts_of(const std::vector<BookMove>& moves, Variant v) {
  std::vector<std::string> texts;
  for (const BookMove& move : moves) texts.push_back(yaneuraou_db_line(move, v));
  return texts;
}

template <class V>
std::string book_of_positions(const std::map<std::string, Position<V>>& positions) {
  std::string text = book_of("");
  for (const auto& [key, position] : positions)
    text += fmt::format("sfen {}\n{} none 0 0 1\n", write_sfen(position.setup()),
                        write_usi_move(position.legal_moves()[0], V::info.variant));
  return text;
}

}  // namespace

TEST_CASE("a book of YaneuraOu comes back byte for byte") {
  const std::string text =
      book_of(fmt::format("// made by hand\nsfen {}\n7g7f 3c3d 12 32 100\n# the second\n2g2f none "
                          "-8 0 7\n6i7h\n5g5f 8c8d\n9g9f none none none none\n1g1f none 3 # rare\n"
                          "sfen {}\n3c3d none\nnone none 0 0 0\n// the end\n",
                          start_sfen, after_7g7f));
  const ReadBook book = read_book(text);
  CHECK(book.findings.empty());
  REQUIRE(book.entries.size() == 2);
  CHECK(written(book) == text);
  const BookMove& first = book.entries[0].moves[0];
  CHECK(write_usi_move(*first.ponder, Variant::shogi) == "3c3d");
  CHECK((first.score == 12 && first.depth == 32 && first.count == 100U));
  CHECK_FALSE(book.entries[0].moves[1].ponder);
  CHECK_FALSE(book.entries[0].moves[4].score);
  CHECK(book.entries[0].moves[5].rest == "# rare");
}

TEST_CASE("what is wrong with a book is reported with its place, and left out") {
  const std::string text = book_of(fmt::format(
      "7g7f none 0 0 1\nsfen nonsense\n7g7f none 0 0 1\nsfen {}\n7g7f none x 0 1\n7g7e none 0 0 1\n"
      "7z7f none 0 0 1\n2g2f 2g2f 0 0 1\n2g2f none 0 0 1\n7g7f none 0 0 -1\n",
      start_sfen));
  const ReadBook book = read_book(text);
  REQUIRE(book.findings.size() == 8);
  CHECK(book.findings[0] == "error 2:1: expected 'sfen' and a position, found '7g7f none 0 0 1'");
  CHECK_THAT(book.findings[1], Contains("error 3:7: expected a piece of Shogi"));
  CHECK(book.findings[2] == "error 6:11: expected a score in centipawns or none, found 'x'");
  CHECK_THAT(book.findings[3], Contains("error 8:2: "));
  CHECK_THAT(book.findings[4], Contains("error 11:15: expected how often"));
  CHECK_THAT(book.findings[5], Contains("error 7:1: the move is illegal: "));
  CHECK_THAT(book.findings[6], Contains("warning 9:1: the answer is illegal"));
  CHECK(book.findings[7] == "warning 10:1: the position has this move already");
  REQUIRE(book.entries.size() == 1);
  // The same move twice is kept as it is.
  CHECK(texts_of(book.entries[0].moves, Variant::shogi) ==
        std::vector<std::string>{"2g2f none 0 0 1", "2g2f none 0 0 1"});
}

TEST_CASE("a book that a stranger wrote costs no more than a bounded memory") {
  const std::string long_line(1 << 20, 'x');
  std::string comments;
  for (int i = 0; i < 100'000; ++i) comments += "// a comment that goes on and on\n";
  std::string moves;
  for (int i = 0; i < 5000; ++i) moves += "7g7f none 0 0 1\n";
  const ReadBook book =
      read_book(book_of(fmt::format("{}\n{}sfen {}\n{}", long_line, comments, start_sfen, moves)));
  REQUIRE(book.entries.size() == 1);
  CHECK(book.entries[0].moves.size() == most_book_moves);
  std::size_t bytes = 0;
  for (const std::string& line : book.entries[0].comments) bytes += line.size();
  CHECK(bytes <= std::size_t{64} << 10);
  CHECK(book.findings[0] == "error 2:4097: the line has more than 4096 bytes");
}

TEMPLATE_TEST_CASE("every position of a sorted book is found in the file, and no other", "",
                   YariShogi, Shogi) {
  using V = TestType;
  auto positions = random_positions<V>(60);
  std::map<std::string, Position<V>> in_book, others;
  std::size_t n = 0;
  for (const auto& [key, position] : positions)
    (n++ % 3 == 0 ? others : in_book).emplace(key, position);
  const BookOnDisk file(book_of_positions(in_book));
  const auto book = BookFile::open(file.name);
  REQUIRE(book);
  for (const auto& [key, position] : in_book) {
    Setup setup = position.setup();
    setup.move_number = 77;
    const auto moves = (*book)->find(setup);
    REQUIRE(moves);
    REQUIRE(moves->size() == 1);
    CHECK((*moves)[0].move == position.legal_moves()[0]);
  }
  for (const auto& [key, position] : others) {
    if (in_book.contains(write_sfen_without_number(turned(position.setup())))) continue;
    CHECK((*book)->find(position.setup())->empty());
  }
}

TEMPLATE_TEST_CASE("a position is found in a book that has it with the colours exchanged", "",
                   YariShogi, Shogi) {
  using V = TestType;
  const auto positions = random_positions<V>(5);
  for (const auto& [key, position] : positions) {
    const Setup other = turned(position.setup());
    CHECK(turned(other) == position.setup());
    REQUIRE(Position<V>::from(other));
    const Position<V> seen = *Position<V>::from(other);
    for (const Move move : position.legal_moves())
      CHECK(seen.is_legal(turned(move, V::info.variant)));
    const BookOnDisk file(book_of(fmt::format(
        "sfen {}\n{} none 0 0 1\n", write_sfen(other),
        write_usi_move(turned(position.legal_moves()[0], V::info.variant), V::info.variant))));
    const auto moves = (*BookFile::open(file.name))->find(position.setup());
    REQUIRE(moves->size() == 1);
    CHECK((*moves)[0].move == position.legal_moves()[0]);
  }
}

TEST_CASE("a small book need not be sorted, and what is no book is refused") {
  const BookOnDisk unsorted(book_of(
      fmt::format("sfen {}\n3c3d none 0 0 1\nsfen {}\n7g7f none 0 0 1\n", after_7g7f, start_sfen)));
  const auto book = BookFile::open(unsorted.name);
  REQUIRE(book);
  CHECK((*book)->find(*read_sfen(start_sfen, Variant::shogi))->size() == 1);
  CHECK((*book)->find(*read_sfen(after_7g7f, Variant::shogi))->size() == 1);
  const BookOnDisk other("[Black \"x\"]\n");
  const auto refused = BookFile::open(other.name);
  REQUIRE_FALSE(refused);
  CHECK_THAT(refused.error().message, Contains("expected a book that begins with"));
  CHECK_FALSE(BookFile::open("/no/such/file"));
}

TEST_CASE("of a position with two move numbers the smaller one counts in a look-up") {
  std::string sfen = start_sfen;
  sfen.pop_back();
  const BookOnDisk file(
      book_of(fmt::format("sfen {}15\n2g2f none 0 0 1\nsfen {}3\n7g7f none 0 0 1\n", sfen, sfen)));
  const auto moves = (*BookFile::open(file.name))->find(start_setup(Variant::shogi));
  REQUIRE(moves->size() == 1);
  CHECK(write_usi_move((*moves)[0].move, Variant::shogi) == "7g7f");
}

TEST_CASE("a sorted book has each position once, with counts added and the deeper score") {
  BookSort sorted(true);
  const std::string second = std::string(start_sfen).substr(0, std::strlen(start_sfen) - 1) + "5";
  const ReadBook book = read_book(book_of(fmt::format(
      "sfen {}\n3c3d none 1 1 1\nsfen {}\n2g2f none 50 10 2\n7g7f 8c8d 20 8 3\nsfen {}\n"
      "7g7f 3c3d -5 9 4\n",
      after_7g7f, second, start_sfen)));
  for (const BookEntry& entry : book.entries) sorted.add(entry);
  std::string text;
  sorted.each([&](const BookEntry& entry) { append_yaneuraou_db(text, entry); });
  CHECK(text ==
        fmt::format("sfen {}\n3c3d none 1 1 1\nsfen {}\n7g7f 3c3d -5 9 7\n2g2f none 50 10 2\n",
                    after_7g7f, start_sfen));
}

TEST_CASE("lines of games and lists of positions are books") {
  const ReadBook games = read_book(
      "startpos moves 7g7f 3c3d\n# nothing\nsfen " + std::string(after_7g7f) + "\n", "usi");
  CHECK(games.findings.empty());
  REQUIRE(games.entries.size() == 3);
  CHECK(games.entries[1].sfen == after_7g7f);
  CHECK(texts_of(games.entries[1].moves, Variant::shogi) ==
        std::vector<std::string>{"3c3d none none none 1"});
  CHECK(games.entries[2].moves.empty());
  std::string text;
  for (const BookEntry& entry : games.entries) append_usi_book(text, entry);
  const ReadBook again = read_book(text, "usi");
  REQUIRE(again.entries.size() == 3);
  CHECK(again.entries[0].moves == games.entries[0].moves);
  const ReadBook bad = read_book("startpos moves 7g7f 7g7f\n", "usi");
  CHECK(bad.entries.empty());
  CHECK_FALSE(bad.findings.empty());
  // The game of a line that can be of either is that of the others.
  const ReadBook either = read_book("startpos moves 7g7f\nstartpos moves 9g9f\n", "usi");
  REQUIRE(either.entries.size() == 2);
  CHECK(either.entries[0].position.variant == Variant::shogi);
  // A book is of one game: written with both it could not be read.
  const ReadBook both = read_book(
      "sfen " + std::string(after_7g7f) + "\nsfen " + write_sfen(start_setup(Variant::yari)) + "\n",
      "usi");
  CHECK(both.entries.size() == 1);
  REQUIRE(both.findings.size() == 1);
  CHECK_THAT(both.findings[0], Contains("the book is of Shogi, and this line of Yari Shogi"));
  CHECK(book_format_of(book_of(""))->name == "db");
  CHECK(book_format_of(fmt::format("sfen {}\n7g7f none\n", start_sfen))->name == "db");
  CHECK(book_format_of("startpos moves 7g7f\n")->name == "usi");
}

TEST_CASE("moves are weighed by what is said of the positions after them") {
  const Position<Shogi> start = Position<Shogi>::start();
  BookEntry entry{start.setup(), write_sfen(start.setup()), {}};
  std::map<Key, PositionJudgement> said;
  const auto add = [&](const char* usi, std::optional<PositionJudgement> judged) {
    const Move move = *read_usi_move(usi, Variant::shogi);
    entry.moves.push_back({.move = move, .score = 1, .depth = 2, .count = 3});
    Position<Shogi> after = start;
    after.play(move);
    if (judged) said[after.key()] = *judged;
  };
  add("7g7f", PositionJudgement{{-20, false}, 9, 48.26});
  add("2g2f", std::nullopt);
  add("6i7h", PositionJudgement{{-4, true}, 7, 0});
  add("1g1f", PositionJudgement{{300, false}, 0, 75});
  add("9g9f", PositionJudgement{{3, true}, 5, 100});
  const auto judge = [&](Key key) {
    const auto found = said.find(key);
    return found == said.end() ? std::nullopt : std::optional(found->second);
  };
  weigh_by_judgements(entry, judge);
  std::string text;
  append_yaneuraou_db(text, entry);
  CHECK(
      text.substr(text.find('\n') + 1) ==
      "6i7h none 31995 8 1000\n7g7f none 20 10 517\n1g1f none -300 1 250\n9g9f none -31996 6 0\n");

  // A move that mates needs no engine.
  const Setup mate = *read_sfen("4k4/9/4P4/9/9/9/9/9/4K4 b G 1", Variant::shogi);
  BookEntry last{mate, write_sfen(mate), {{.move = *read_usi_move("G*5b", Variant::shogi)}}};
  weigh_by_judgements(last, judge);
  REQUIRE(last.moves.size() == 1);
  CHECK(last.moves[0].score == 31'999);
  CHECK(last.moves[0].count == 1000U);
}

namespace {

/// What a book of the games should be: counted in memory, without sorting.
template <class V>
std::map<std::string, std::map<std::uint16_t, std::uint64_t>> counted_plainly(
    const std::vector<Game>& games, const BookMakerOptions& how) {
  std::map<std::string, std::map<std::uint16_t, std::pair<std::set<std::size_t>, std::uint64_t>>>
      all;
  for (std::size_t g = 0; g < games.size(); ++g) {
    Position<V> position = *Position<V>::from(games[g].start);
    int ply = 0;
    for (const Move move : games[g].moves.main_moves()) {
      if (ply++ == how.max_ply) break;
      const Color mover = position.side_to_move();
      const bool won = games[g].result == win_for(mover);
      if ((!how.side || *how.side == mover) && (!how.winner_only || won)) {
        auto& [in, points] = all[write_sfen_without_number(position.setup())][move.bits()];
        if (in.insert(g).second) points += won ? 2 : games[g].result == GameResult::draw ? 1 : 0;
      }
      position.play(move);
    }
  }
  std::map<std::string, std::map<std::uint16_t, std::uint64_t>> book;
  for (const auto& [key, moves] : all)
    for (const auto& [move, seen] : moves)
      if (seen.first.size() >= how.min_games)
        book[key][move] = how.weight == BookWeight::games ? seen.first.size() : seen.second;
  return book;
}

template <class V>
void make_and_compare(const std::vector<Game>& games, const BookMakerOptions& how) {
  BookMaker maker(how);
  std::vector<std::vector<Move>> lines;
  for (const Game& game : games) lines.push_back(game.moves.main_moves());
  for (std::size_t i = games.size(); i-- > 0;)
    maker.count({static_cast<std::uint32_t>(i + 1), games[i].start, lines[i], games[i].result});
  std::map<std::string, std::map<std::uint16_t, std::uint64_t>> made;
  std::string last;
  maker.each([&](const BookEntry& entry) {
    CHECK(last < entry.sfen);
    last = entry.sfen;
    CHECK_FALSE(made.contains(std::string(without_move_number(entry.sfen))));
    for (const BookMove& move : entry.moves)
      made[std::string(without_move_number(entry.sfen))][move.move.bits()] = *move.count;
  });
  CHECK(made == counted_plainly<V>(games, how));
}

}  // namespace

TEMPLATE_TEST_CASE("a book of games is what a plain count of them gives", "", YariShogi, Shogi) {
  using V = TestType;
  Rng rng(11);
  std::vector<Game> games;
  for (int i = 0; i < 200; ++i) {
    // Few moves are chosen from, so that games meet and come back.
    Game game = new_game(V::info.variant);
    Position<V> position = Position<V>::start();
    NodeId node = root_node;
    for (int ply = 0; ply < 24; ++ply) {
      const MoveList moves = position.legal_moves();
      if (moves.empty()) break;
      const Move move = moves[static_cast<int>(rng() % 2) % moves.size()];
      node = game.moves.add(node, move);
      position.play(move);
    }
    game.result = static_cast<GameResult>(rng() % 4);
    games.push_back(std::move(game));
  }
  make_and_compare<V>(games, {.max_ply = 20});
  make_and_compare<V>(games, {.min_games = 3, .max_ply = 20, .weight = BookWeight::results});
  make_and_compare<V>(games, {.min_games = 2, .side = Color::white, .winner_only = true});
}

TEST_CASE("a move of a book is chosen by its count, and the engine plays where the book ends") {
  std::mt19937_64 random(1);
  const ReadBook read = read_book(book_of(
      fmt::format("sfen {}\n7g7f 3c3d 0 32 3\n2g2f none 0 32 1\n9g9f none 0 32 0\n", start_sfen)));
  std::map<std::string, int> chosen;
  for (int i = 0; i < 4000; ++i)
    ++chosen[write_usi_move(choose_book_move(read.entries[0].moves, random).move, Variant::shogi)];
  CHECK(chosen.size() == 2);
  CHECK((chosen["7g7f"] > 2800 && chosen["7g7f"] < 3200));

  const BookOnDisk file(written(read));
  BookEngine engine(std::make_unique<BuiltinEngine>(BuiltinOptions{.hash_mib = 1}),
                    *BookFile::open(file.name), {.plies = 10, .seed = 5});
  const GamePosition start{start_setup(Variant::shogi), {}};
  Analysis answer = engine.analyze(start, nodes(200));
  REQUIRE(answer.lines.size() == 1);
  CHECK_FALSE(answer.scored);
  CHECK(answer.nodes == 0);
  // Not where several lines, other moves or no end are asked for, nor after the first plies.
  Limits several = nodes(200);
  several.multipv = 2;
  CHECK(engine.analyze(start, several).scored);
  Limits other = nodes(200);
  other.root_moves = {*read_usi_move("5g5f", Variant::shogi)};
  CHECK(engine.analyze(start, other).scored);
  GamePosition late = start;
  late.start.move_number = 11;
  CHECK(engine.analyze(late, nodes(200)).scored);
  CHECK(engine.analyze({*read_sfen(after_7g7f, Variant::shogi), {}}, nodes(200)).scored);
}

}  // namespace yari::test
