// From text to data, and what is said of text that is no query.
#include "db/query/query.h"
#include "rules/sfen.h"
#include "rules/start.h"
#include "tests/support/catch.h"
#include "tests/support/repeated.h"

namespace {

using namespace yari;
using namespace yari::query;

std::vector<Node> nodes_of(std::string_view text, Variant v = Variant::yari) {
  const Result<Query> query = parse(text, v);
  if (!query) FAIL(text << ": " << query.error().message << " at " << query.error().offset);
  return query->nodes;
}

Contents piece(char letter, Variant v = Variant::yari) {
  const bool white = letter >= 'a';
  for (int k = 0; k < 8; ++k) {
    const KindInfo& kind = info(v)[Kind(k)];
    if (kind.exists && kind.letter == (letter & ~0x20)) {
      return bit_of(Piece(white ? Color::white : Color::black, Kind(k)));
    }
  }
  FAIL("no piece " << letter);
  return 0;
}

Squares square(int file, char rank) {
  return Squares{1} << Square::at(file - 1, rank - 'a').index();
}

struct Bad {
  std::string_view text;
  std::size_t offset;
  std::string_view message;
};

}  // namespace

TEST_CASE("conditions become the data that they say") {
  CHECK(nodes_of("pieces K4h") == std::vector<Node>{PieceOn{piece('K'), square(4, 'h')}});
  CHECK(nodes_of("pieces [Rb]1-2a") ==
        std::vector<Node>{PieceOn{piece('R') | piece('b'), square(1, 'a') | square(2, 'a')}});
  CHECK(nodes_of("black to move") == std::vector<Node>{ToMove{Color::black}});
  CHECK(nodes_of("white 'to move'") ==
        std::vector<Node>{HeaderTest(NameIs{NameIs::Field::white, "to move"})});
  CHECK(nodes_of("date in 1995-08..1996") ==
        std::vector<Node>{HeaderTest(DateIs{19950801, 19961231})});
  CHECK(nodes_of("date < 1995") == std::vector<Node>{HeaderTest(DateIs{0, 19950100})});
  CHECK(nodes_of("result 1/2-1/2") == std::vector<Node>{HeaderTest(GameResult::draw)});
  CHECK(nodes_of("plies > 80") == std::vector<Node>{HeaderTest(PliesAre{{81, no_limit}})});
  CHECK(nodes_of("rated >= 2000") == std::vector<Node>{HeaderTest(RatingsAre{{2000, no_limit}})});
  CHECK(nodes_of("handicap 'two pieces'", Variant::shogi) ==
        std::vector<Node>{HeaderTest(HandicapIs{"Two pieces"})});
  CHECK(nodes_of("judgement blunder,turned in 2.. by white") ==
        std::vector<Node>{JudgementIs{1 << 3 | 1 << 8, Color::white, Range{2, no_limit}}});
  const auto by_name = nodes_of("judgement any by 'to move'");
  REQUIRE(by_name.size() == 7);
  CHECK(by_name.back() == Node{Any{{2, 5}}});
  CHECK(by_name[4] == Node{JudgementIs{~0u, Color::white, {}}});
  CHECK(nodes_of("drop P to 5e") ==
        std::vector<Node>{MoveIs{MoveIs::Type::drop, piece('P'), ~Squares{0}, square(5, 'e')}});
}

TEST_CASE("a piece has SFEN's letter or the name that players of Yari Shogi use") {
  for (const auto& [theirs, sfen] :
       {std::pair("pieces YR7i yb3a", "pieces R7i b3a"),
        {"pieces G4i", "pieces K4i"},
        {"pattern '_yn+YBg/YR*' anywhere", "pattern '_n+Bk/R*' anywhere"},
        {"hand YR + hand yb >= 2", "hand R + hand b >= 2"},
        {"capture yr", "capture r"},
        {"pieces [YRyb]1a", "pieces [Rb]1a"}})
    CHECK(nodes_of(theirs) == nodes_of(sfen));
  CHECK(nodes_of("pieces G4i", Variant::shogi) != nodes_of("pieces K4i", Variant::shogi));
  CHECK(!parse("pieces YR7i", Variant::shogi));
  CHECK(!parse("pieces Yr7i", Variant::yari));
  CHECK(!parse("pieces +G4i", Variant::yari));
}

TEST_CASE("sums have their terms on one side and the numbers on the other") {
  using Type = Term::Type;
  CHECK(nodes_of("hand P - hand p >= 2") ==
        std::vector<Node>{
            Amount{{{Type::hand, 1, piece('P')}, {Type::hand, -1, piece('p')}}, {2, no_limit}}});
  CHECK(nodes_of("ply + 3 < board R + 10") ==
        std::vector<Node>{
            Amount{{{Type::ply, 1, 0}, {Type::board, -1, piece('R')}}, {-no_limit, 6}}});
  CHECK(nodes_of("ply in -2..7") == std::vector<Node>{Amount{{{Type::ply, 1, 0}}, {-2, 7}}});
  CHECK(nodes_of("5 != ply") == std::vector<Node>{Amount{{{Type::ply, -1, 0}}, {-5, -5}}, Not{0}});
}

TEST_CASE("not binds closest, then and, then then, then or") {
  const std::vector<Node> expected{State::check,     Not{0},      MoveIs{MoveIs::Type::drop},
                                   All{{1, 2}},      State::mate, Sequence{{3, 4}, 7},
                                   State::stalemate, Any{{5, 6}}};
  CHECK(nodes_of("not check drop then mate within 7 or stalemate") == expected);
  CHECK(nodes_of("((not (check)) and drop then mate within 7) or (stalemate)") == expected);
}

TEST_CASE("patterns are read like boards") {
  const Contents any = nodes_of("pieces ?1a").size() == 1
                           ? std::get<PieceOn>(nodes_of("pieces ?1a")[0]).contents
                           : 0;
  const std::vector<Contents> cells{piece('P'), any, any, nothing, nothing, piece('k')};
  CHECK(nodes_of("pattern 'P*/2k' at 3b") ==
        std::vector<Node>{Pattern{3, 2, cells, Square::at(2, 1)}});
  CHECK(nodes_of("pattern \"P*/2k\" anywhere") == std::vector<Node>{Pattern{3, 2, cells, {}}});
  const auto whole = std::get<Pattern>(nodes_of("pattern '*/*/*/*/*/*/*/*/*K'")[0]);
  CHECK(whole.width == 7);
  CHECK(whole.corner == Square::at(6, 0));
  CHECK(whole.cells.back() == piece('K'));
}

TEST_CASE("positions may be given by moves of either notation") {
  const auto setup = [](std::string_view text) {
    return std::get<PositionIs>(nodes_of(text)[0]).setup;
  };
  const std::string sfen = "rnnk1br/5b1/ppppppp/7/7/4N2/PPPPPPP/7/RBBKN1R w - 4";
  CHECK(setup("position 'startpos moves 2i2h 3a2b 2h3f'")
            .same_position(*read_sfen(sfen, Variant::yari)));
  CHECK(setup("position 'startpos moves 1. YN2i-2h YB3a-2b 2. N-3f'") ==
        setup("position 'startpos moves 2i2h 3a2b 2h3f'"));
  CHECK(setup("position '" + sfen + "'") == *read_sfen(sfen, Variant::yari));
  CHECK(setup("position startpos") == start_setup(Variant::yari));
}

TEST_CASE("the variant of a query is the one it needs, if any") {
  CHECK(parse("check and player X", Variant::shogi)->variant == std::nullopt);
  CHECK(parse("pieces K5i", Variant::shogi)->variant == Variant::shogi);
  CHECK(parse("variant yari check", Variant::shogi)->variant == Variant::yari);
  CHECK(parse("variant shogi", Variant::yari)->nodes == std::vector<Node>{All{}});
}

TEST_CASE("what is no query is refused with the place") {
  static constexpr Bad table[] = {
      {"", 0, "expected a condition, found the end"},
      {"   # only a comment", 19, "expected a condition, found the end"},
      {"chek", 0, "expected a condition, found 'chek'"},
      {"check and", 9, "expected a condition, found the end"},
      {"check or or mate", 9, "expected a condition, found 'or'"},
      {"check)", 5, "expected the end of the query, found ')'"},
      {"(check", 0, "this '(' is never closed"},
      {"(check]", 6, "expected ')', found ']'"},
      {"not", 3, "expected a condition, found the end"},
      {"check then", 10, "expected a condition, found the end"},
      {"check then mate within soon", 23, "expected a number, found 'soon'"},
      {"check within 3", 6, "expected the end of the query, found 'within'"},
      {"check variant shogi", 6, "'variant' stands only at the beginning of a query"},
      {"variant chess", 8, "expected 'yari' or 'shogi', found 'chess'"},
      {"twin (check or twin mate)", 15, "'twin' cannot stand inside another 'twin'"},
      {"mirror mirror check", 7, "'mirror' cannot stand inside another 'mirror'"},
      {"pieces", 6, "expected a piece of Yari Shogi, A, a, _ or ?, found the end"},
      {"pieces X2h", 7, "expected a piece of Yari Shogi, A, a, _ or ?, found 'X2h'"},
      {"pieces K8h", 8, "expected a file 1..7, found '8h'"},
      {"pieces K7", 9, "expected a rank a..i, found the end"},
      {"pieces K7f +K1a", 11, "expected a piece that can promote, found '+'"},
      {"pieces [RB4f", 10, "expected a piece of Yari Shogi, A, a, _ or ?, found '4f'"},
      {"pieces [RB", 7, "this '[' is never closed"},
      {"pieces []4f", 7, "nothing fits these brackets"},
      {"pieces [^Aa_]4f", 7, "nothing fits these brackets"},
      {"pattern PP", 8, "expected text in quotes, found 'PP'"},
      {"pattern 'PP", 8, "this quote is never closed"},
      {"pattern 'PP'", 8, "expected nine rows, or 'at' and a square, or 'anywhere'"},
      {"pattern 'PP/P' anywhere", 12, "this row has 1 squares, not 2; '*' would fill it"},
      {"pattern 'P**' anywhere", 11, "expected at most one '*' in a row, found '*'"},
      {"pattern '9' anywhere", 9, "this row has more squares than the board is wide"},
      {"pattern '' anywhere", 9, "expected a row with at least one square, found the end"},
      {"pattern 'P0' anywhere", 10, "expected a piece of Yari Shogi, A, a, _ or ?, found '0'"},
      {"pattern 'P/P/P/P/P/P/P/P/P/P' anywhere", 27, "expected at most nine rows, found 'P'"},
      {"pattern 'PP/PP' at 1a", 16, "the pattern reaches beyond the board from there"},
      {"pattern 'PP/PP' at 2i", 16, "the pattern reaches beyond the board from there"},
      {"position here", 9, "expected text in quotes, found 'here'"},
      {"position 'startpos moves 7i7h 3a4b 2i9z'", 37, "expected a file 1..7, found '9'"},
      {"position 'startpos moves 2i4i'", 25, "this move is not legal: an own piece stands there"},
      {"position 'startpos moves P-7f YB-3b'", 30, "this move can be 2a3b or 3a3b: say which"},
      {"position 'startpos moves P-7e'", 25, "no legal move is written like this"},
      {"position '7/7/7/7/7/7/7/7/7 b - 1'", 10, "no game can reach this: Black has no general"},
      {"position 'rnnkbbr/7/ppppppp/7/7/7/PPPPPPP/7/RBBKNNX b - 1'", 50,
       "expected a piece of Yari Shogi or a number of empty squares, found 'X'"},
      {"position startpos hands full", 24,
       "expected 'exact', 'ignored' or 'at least', found 'full'"},
      {"position startpos hands at most", 27, "expected 'least', found 'most'"},
      {"line ''", 6, "expected a move like 7g7f or P-7f, found the end"},
      {"line 'P-7f 7g7'", 14, "expected a rank a..i, found the end"},
      {"line 'P7f-'", 10, "expected a file 1..7, found the end"},
      {"line '+K-7f'", 6, "expected a piece that can promote after '+'"},
      {"line 'K*5e'", 6, "expected a piece that can be dropped"},
      {"line 'P-7fx'", 10, "expected a blank, found 'x'"},
      {"hand", 4, "expected a piece of Yari Shogi, A, a, _ or ?, found the end"},
      {"hand K = 1", 5, "expected an unpromoted piece that can be in hand"},
      {"total +R = 1", 6, "expected an unpromoted piece"},
      {"hand P", 6, "expected =, !=, <, <=, >, >= or 'in', found the end"},
      {"hand P = x", 9,
       "expected a number, 'ply', 'board', 'hand', 'total' or 'points', found 'x'"},
      {"hand P in 5..2", 10, "this range is empty"},
      {"hand P in many", 10, "expected a range like 2..5, found 'many'"},
      {"points grey > 3", 7, "expected 'black' or 'white', found 'grey'"},
      {"ply = 99999999", 6, "expected a number of at most a million"},
      {"black to go", 9, "expected 'move', found 'go'"},
      {"drop P from 5e", 7, "a drop comes from no square"},
      {"move to here", 8, "expected a file 1..7, found 'here'"},
      {"player", 6, "expected a name, found the end"},
      {"player ''", 7, "expected a name, found nothing between the quotes"},
      {"event 'open", 6, "this quote is never closed"},
      {"date 1995", 5, "expected =, !=, <, <=, >, >= or 'in', found '1995'"},
      {"date = 1995-13", 7, "expected a date like 1995-08-23, found '1995'"},
      {"result 2-0", 7, "expected 1-0, 0-1, 1/2-1/2, *, black, white, draw or unknown"},
      {"handicap YX", 9,
       "no such handicap: expected a piece or a square of White's, or the name of a handicap"},
      {"plies 80", 6, "expected =, !=, <, <=, >, >= or 'in', found '80'"},
  };
  for (const Bad& bad : table) {
    INFO(bad.text);
    const Result<Query> query = parse(bad.text, Variant::yari);
    REQUIRE_FALSE(query);
    CHECK(query.error().message == bad.message);
    CHECK(query.error().offset == bad.offset);
  }
}

TEST_CASE("queries are bounded in size, depth and sums") {
  using test::repeated;
  const auto refused = [](const std::string& text) { return parse(text, Variant::yari).error(); };
  CHECK(parse(repeated("(", 60) + "check" + repeated(")", 60), Variant::yari));
  CHECK(refused(repeated("(", 100'000)).message == "a query has at most 65536 bytes");
  CHECK(refused(repeated("(", 60'000)).offset == 64);
  CHECK(refused(repeated("not ", 10'000)).message == "a query is at most 64 brackets deep");
  CHECK(parse(repeated("check ", 1999), Variant::yari));
  CHECK(refused(repeated("check ", 2001)).message == "a query has at most 2000 conditions");
  CHECK(refused("ply" + repeated(" + ply", 64) + " = 0").message ==
        "at most 64 terms are added up");
  CHECK(refused("1000000" + repeated(" + 1000000", 1000) + " = 0").message ==
        "these numbers are too large");
}

TEST_CASE("a long word that ends the query is named whole") {
  const std::string word(24, 'x');
  // On the heap and nothing after it, so that a byte read too far is noticed by a sanitizer.
  const std::vector<char> text(word.begin(), word.end());
  CHECK_THAT(parse(std::string_view(text.data(), text.size()), Variant::yari).error().message,
             Contains("'" + word + "'"));
}

TEST_CASE("a query cut anywhere is read or refused, never more") {
  const std::string text =
      "variant yari twin (pattern '[^P]?/A*' at 4h and hand P - 2 in -1..3) then not "
      "position 'startpos moves 7g7f P-3d' hands at least within 9 or date in 1995-08.. "
      "capture [Rr] from 1-7a to 5e line 'P-7f YBx3c+' ending 'perpetual check'";
  CHECK(parse(text, Variant::shogi));
  for (std::size_t n = 0; n < text.size(); ++n) {
    const Result<Query> query = parse(text.substr(0, n), Variant::shogi);
    if (!query) CHECK(query.error().offset <= n);
  }
}
