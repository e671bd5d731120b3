// What people type, and what programs write that no rule of the notation allows: read, and
// reported.
#include "tests/notation/records.h"
#include "tests/support/catch.h"

namespace yari::test::typed_records {

namespace {

ReadResult read(const std::string& moves, const std::string& tags = "[Variant \"Shogi\"]\n") {
  return hodges().read(tags + "\n" + moves + "\n", {});
}

std::string usi_of(const std::string& moves) {
  const ReadResult result = read(moves);
  CAPTURE(moves, messages(result));
  REQUIRE(result.game);
  CHECK_FALSE(result.game->was_cut());
  return usi_moves(*result.game);
}

std::string outcome_of(const ReadResult& result) {
  REQUIRE(result.game);
  return std::string(name(result.game->result)) + ' ' + std::string(name(result.game->ending));
}

std::string said_about(const std::string& moves) { return messages(read(moves)); }

/// Each move and, in parentheses, what may follow it.
std::string tree_of(const Game& game, NodeId node = root_node) {
  std::string out;
  for (NodeId n = game.moves.first_child(node); n != no_node; n = game.moves.next_sibling(n)) {
    const Note* note = game.moves.note(n);
    out += '(' + (note && !note->before.empty() ? '{' + note->before + '}' : std::string());
    out += write_usi_move(game.moves.move(n), game.variant) + tree_of(game, n) + ')';
  }
  return out;
}

bool refused_strictly(const std::string& moves) {
  return !hodges().read("[Variant \"Shogi\"]\n\n" + moves + "\n", strictly()).game;
}

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("moves by coordinates stand among others") {
  CHECK(usi_of("1. P2f P8d 2. 2f2e 8d8e 3. 6i7h") == "2g2f 8c8d 2f2e 8d8e 6i7h");
  CHECK(usi_of("1.P7f 3c3d 2.8h2b+ xS 3. b*5e") == "7g7f 3c3d 8h2b+ 3a2b B*5e");
  CHECK(usi_of("1.P7f 3c-3d 2.8hx2b+ 3a2b 3. B@5e") == "7g7f 3c3d 8h2b+ 3a2b B*5e");
  CHECK_FALSE(refused_strictly("1. P2f P8d 2. 2f2e 8d8e"));
  CHECK(contains(said_about("1. 2g2e"), "the pawn of Black on 2g cannot go to 2e"));
  CHECK(contains(said_about("1. 5e5d"), "there is no piece of Black on 5e"));
  CHECK(contains(said_about("1. P1f-1e"), "there is no pawn of Black on 1f"));
  CHECK(contains(said_about("1. P5a-5b"), "there is no pawn of Black on 5a"));
  CHECK(contains(said_about("1. K*5e"), "a king cannot be dropped"));
}

TEST_CASE("a record whose moves are all USI's is noted once") {
  const ReadResult result = read("2g2f 8c8d 2f2e 8d8e 1-0");
  CHECK(messages(result) == "3:1: the moves are written as USI writes them\n");
  CHECK(usi_moves(*result.game) == "2g2f 8c8d 2f2e 8d8e");
}

TEST_CASE("every spelling by hand is read with a warning, and strict reading refuses it") {
  for (const char* first :
       {"p-7f", "P-7F", "p7f", "pawn-7f", "Pawn to 7f", "PAWN 7f", "pawn from 7g to 7f", "p7g-7f",
        "Ｐ－７ｆ", "Ｐ７ｆ", "7G7F", "▲７六歩", "７六歩", "pawn 7g to 7f"}) {
    CAPTURE(first);
    const std::string moves = std::string("1. ") + first + " P-3d";
    CHECK(usi_of(moves) == "7g7f 3c3d");
    CHECK(contains(said_about(moves), "is read as "));
    CHECK(refused_strictly(moves));
  }
  const std::string before = "1. P-7f P-3d 2. ";
  for (const char* capture : {"bishop x 2b+", "Bishop takes 2b promotes", "bx2b+", "B X 2b+",
                              "bishop takes on 2b and promotes"}) {
    CAPTURE(capture);
    CHECK(usi_of(before + capture) == "7g7f 3c3d 8h2b+");
  }
  for (const char* drop : {"bishop drop 5e", "drop bishop 5e", "Bishop drops on 5e", "b'5e"})
    CHECK(usi_of(before + "Bx2b+ Sx2b 3. " + drop) == "7g7f 3c3d 8h2b+ 3a2b B*5e");
}

TEST_CASE("Yari pieces are typed in words") {
  const ReadResult result =
      read("1. pawn-7f pawn to 3d 2. yari bishop 6i x 3d", "[Variant \"Yari Shogi\"]\n");
  CAPTURE(messages(result));
  REQUIRE(result.game);
  CHECK(usi_moves(*result.game).starts_with("7g7f 3c3d"));
  CHECK(contains(messages(result), "'yari bishop 6i x 3d'"));
}

TEST_CASE("numbers of moves end in any sign, in characters of any width") {
  for (const char* moves : {"1: P-7f P-3d 2: P-2f", "1) P-7f P-3d 2) P-2f", "1- P-7f P-3d 2- P-2f",
                            "1:P-7f 2:P-3d 3:P-2f", "１．P-7f P-3d ２．P-2f",
                            "1. P-7f　P-3d 2. P-2f", "1.\u00A0P-7f P-3d\u00A02. P-2f"}) {
    CAPTURE(moves);
    CHECK(usi_of(moves) == "7g7f 3c3d 2g2f");
    CHECK(messages(read(moves)).empty());
  }
}

TEST_CASE("a move that nobody can read is answered with the one that is spelled most alike") {
  CHECK(contains(said_about("1. P-2k"), "expected a move (did you mean P-2f?), found 'P-2k'"));
  CHECK(contains(said_about("1. P-2e"), "no pawn of Black can go to 2e; did you mean P-2f?"));
  CHECK_FALSE(contains(said_about("1. zzz"), "did you mean"));
  CHECK_FALSE(contains(said_about("1. P-2f P-8d 2. P-1a {illegal move}"), "did you mean"));
}

TEST_CASE("after words among the moves reading goes on where the rest makes sense") {
  const std::string moves = "1. P-7f hello there P-3d 2. P-2f *";
  CHECK(usi_of(moves) == "7g7f 3c3d 2g2f");
  CHECK(contains(said_about(moves), "found 'hello there', which is kept as a comment"));
  CHECK(refused_strictly(moves));
  // What may be left of a move is no word, and what cannot be played afterwards makes no sense.
  CHECK(read("1. P-7f P-3x P-3d 2. P-2f").game->was_cut());
  CHECK(read("1. P-7f hello P-2f 2. P-3d").game->was_cut());
}

TEST_CASE("Shogidokoro's endings are read") {
  const auto outcome = [](const std::string& word) {
    return outcome_of(read("1.P7g-7f (00:03 / 00:00:03)\n2." + word));
  };
  CHECK(outcome("Resigns         (00:03 / 00:00:08)") == "1-0 resignation");
  CHECK(outcome("Timeup          (00:03 / 00:00:08)") == "1-0 timeout");
  CHECK(outcome("Interrupt       (00:03 / 00:00:08)") == "* abandoned");
  CHECK(outcome("Sennichite      (00:03 / 00:00:08)") == "1/2-1/2 repetition");
  CHECK(outcome("Jishogi         (00:02 / 00:00:44)\n{\n入玉宣言により勝ち。\n}") ==
        "0-1 declaration");
  CHECK(outcome("Jishogi {入玉宣言により勝ち。}") == "0-1 declaration");
  CHECK(outcome("Jishogi {入玉宣言により負け。}") == "1-0 illegal move");
  CHECK(outcome("Jishogi {White wins by declaration}") == "0-1 declaration");
  CHECK(outcome("Jishogi") == "1/2-1/2 impasse");
  CHECK(outcome("Jishogi 0-1") == "0-1 impasse");
  CHECK(messages(read("1.P7g-7f\n2.Jishogi 0-1")).find("0-1") == std::string::npos);
  const ReadResult tagged = read("[Variant \"Shogi\"]\n[Result \"0-1\"]\n\n1.P7g-7f\n2.Jishogi");
  CHECK(outcome_of(tagged) == "0-1 impasse");
  CHECK(messages(tagged) == "");
}

TEST_CASE("sections of variations go back to their move, in descending order") {
  const ReadResult result = read(
      "1.P7g-7f\n2.P3c-3d\n3.P2g-2f\n4.P8c-8d\n5.Resigns\n\nVariation:4\n4.P4c-4d\n5.P2f-2e\n\n"
      "Variation:2\n{another}\n2.P8c-8d\n\nVariation:1\n1.P2g-2f\n");
  CAPTURE(messages(result));
  REQUIRE(result.game);
  CHECK(result.diagnostics.empty());
  CHECK(usi_moves(*result.game) == "7g7f 3c3d 2g2f 8c8d");
  CHECK(tree_of(*result.game) == "(7g7f(3c3d(2g2f(8c8d)(4c4d(2f2e))))({another}8c8d))(2g2f)");
}

TEST_CASE("a word that no list has is an ending where a move's number stands") {
  const ReadResult result = read("1.P7g-7f (00:03 / 00:00:03)\n2.Quits (00:01 / 00:00:01)");
  CHECK(messages(result).find("'Quits' is no ending that is known") != std::string::npos);
  CHECK_FALSE(result.game->was_cut());
  CHECK(outcome_of(result) == "* unknown");
  CHECK_FALSE(read("1.P7g-7f 2.感想戦").game->was_cut());
  CHECK(outcome_of(read("1.P7g-7f 2.投了 (00:01 / 00:00:01)")) == "1-0 resignation");
  // Followed by anything else, and without a number, it is damage.
  CHECK(read("1.P7g-7f 2.Quits X9").game->was_cut());
  CHECK(read("1.P7g-7f Quits").game->was_cut());
  // What may be the beginning of a move is no ending.
  for (const char* cut : {"P", "pawn", "bish", "P-8", "同歩", "７六"})
    CHECK(read("1.P7g-7f 2." + std::string(cut)).game->was_cut());
}

TEST_CASE("a glyph without a move after it is reported") {
  CHECK(
      contains(said_about("1. P-2f P-8d ( $2 ) 2. P-2e"), "expected a move after the glyph '$2'"));
  CHECK(contains(said_about("1. P-2f P-8d (!? P-3d) 2. P-2e"), "stands before its move, 'P-3d'"));
}

TEST_CASE("one file of Shogi does not overrule the game that is asked for") {
  ReadOptions options;
  options.variant = Variant::yari;
  const ReadResult one = hodges().read("1. P-7f P-3d 2. P-8f\n", options);
  CHECK(one.game->variant == Variant::yari);
  const ReadResult more = hodges().read("1. P-7f P-8d 2. P-2f P-8e 3. S-7h\n", options);
  CHECK(more.game->variant == Variant::shogi);
  CHECK(contains(messages(more), "by its moves it is Shogi"));
}

TEST_CASE("a clock that is none stays text") {
  const Game game = *read("1. P-7f {[%clk 1:2:3:] text}").game;
  const Note* note = game.moves.note(game.moves.first_child(root_node));
  REQUIRE(note);
  CHECK_FALSE(note->left_ms);
  CHECK(note->comment == "[%clk 1:2:3:] text");
}

TEST_CASE("tags after a result on its line begin the next game") {
  const auto records = [](const std::string& text) { return records_of(text, hodges()); };
  const std::string game = "[Variant \"Shogi\"]\n\n1. P-2f P-8d ";
  for (const char* end : {"1-0[Event \"A\"]", "* [Event \"A\"]", "1/2-1/2 [Anything \"A\"]",
                          "resigns[Black \"C\"]", "White resigns. [Black \"C\"]",
                          "{1-0}[Event \"A\"]", "1-0 {good} [Event \"A\"][Black \"B\"]",
                          "[Event \"A\"]", "1-0[SFEN \"4k4/9/9/9/9/9/9/9/4K4 b P 1\"]"}) {
    CAPTURE(end);
    for (const char* newline : {"\n", "\r\n"}) {
      const std::string text = game + end + newline + newline + "1. K-5h *" + newline;
      const auto found = records(text);
      REQUIRE(found.size() == 2);
      CHECK(found[0].starts_with(game));
      CHECK(found[1].starts_with('['));
    }
  }
  CHECK(records(game + "1-0[Event \"A\"] 1. P-7f 0-1[Event \"B\"] 1. P-2f *\n").size() == 3);
  // Comments in brackets are none.
  CHECK(records(game + "[Black \"looks\" here] P-2e *\n").size() == 1);
  CHECK(records(game + "[Idea \"attack\"] P-2e *\n").size() == 1);
}

TEST_CASE("lines of a book of openings are games") {
  const auto count = [](const std::string& text) { return records_of(text, hodges()).size(); };
  CHECK(
      count("# OPENINGS\n#\nP7f P8d S6h P3d\nS7g S6b\n#\nP2f P8d P2e\n# \n# Next\nP7f P3d\n#\n") ==
      3);
  CHECK(count("# p.4\n1.P-7f P-8d\n2.S-6h P-3d\n# p.9\n1.P-7f P-3d\n") == 2);
  CHECK(count("#\nP7f P3d #\nP2f P8d #\nP7f P8d\n") == 3);
  // In a game with tags a remark is a remark.
  CHECK(count("# A\n[Variant \"Shogi\"]\n\nP7f P3d\n# so far\nP2f P8d\n") == 1);
}

TEST_CASE("GNU Shogi's set-ups have pieces in hand, in any order") {
  for (const char* start : {"wK5a bK5i bRH1 wPH2 $", "bRH wPH2 bK5i wK5a $",
                            "bR* wP* wP* wK5a bK5i $", "wK5a, bK5i, bRH1, wPH2"}) {
    CAPTURE(start);
    const ReadResult result = read(std::string(start) + "\n1. R*5b *");
    REQUIRE(result.game);
    CHECK(write_sfen(result.game->start) == "4k4/9/9/9/9/9/9/9/4K4 b R2p 1");
    CHECK(usi_moves(*result.game) == "R*5b");
  }
}

TEST_CASE("a position of programs for many kinds of chess is read, and its form is said") {
  const auto start = [](const std::string& fen) {
    return read("*", "[Variant \"Shogi\"]\n[FEN \"" + fen + "\"]\n");
  };
  const ReadResult even =
      start("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[-] w 0 1");
  CHECK(write_sfen(even.game->start) ==
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1");
  CHECK(contains(messages(even), "Fairy-Stockfish, pychess and XBoard"));
  CHECK(write_sfen(start("4k4/9/9/9/9/9/9/9/4K4[RPPp] b - - 0 12").game->start) ==
        "4k4/9/9/9/9/9/9/9/4K4 w R2Pp 24");
  // Without brackets it is a guess.
  const std::string bare = "[Variant \"Shogi\"]\n[FEN \"4k4/9/9/9/9/9/9/9/4K4 w 0 1\"]\n\n*\n";
  CHECK(write_sfen(hodges().read(bare, {}).game->start) == "4k4/9/9/9/9/9/9/9/4K4 b - 1");
  CHECK_FALSE(hodges().read(bare, strictly()).game);
  CHECK(messages(start("4k4/9/9/9/9/9/9/9/4K4 w - 1")).empty());
}

TEST_CASE("変化 begins a variation in Hodges notation, too, and no record") {
  const std::string text =
      "[Variant \"Shogi\"]\n\n1. P-7f P-3d 2. P-2f *\n\n変化：3手\u3000\n\n1. P-6f *\n";
  REQUIRE(records_of(text, hodges()).size() == 1);
  const Game game = *hodges().read(text, {}).game;
  CHECK(usi_moves(game) == "7g7f 3c3d 2g2f");
  CHECK(game.moves.size() == 5);
  CHECK(write_usi_move(game.moves.move(4), Variant::shogi) == "6g6f");
}

TEST_CASE("four digits are two squares and no number of a move") {
  const ReadResult squares = hodges().read("[Variant \"Shogi\"]\n\n1. 7776 3334 2. P-2f 1-0\n", {});
  CHECK(usi_moves(*squares.game) == "7g7f 3c3d 2g2f");
  CHECK(contains(messages(squares), "'7776' is read as P-7f"));
  CHECK(usi_moves(*hodges().read("[Variant \"Shogi\"]\n\n1001. P-7f P-3d *\n", {}).game) ==
        "7g7f 3c3d");
}

TEST_CASE("words in parentheses are a comment, moves in them a variation") {
  CHECK(messages(read("1. P-7f (equal) P-3d (time 7:07 - 7:21) 2. P-2f")).empty());
  CHECK(read("1. P-7f (P-2f) P-3d").game->moves.has_variations());
  CHECK(contains(said_about("1. P-7f (P-2k) P-3d"), "expected a move"));
}

}  // namespace yari::test::typed_records
