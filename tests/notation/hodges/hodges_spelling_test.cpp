// Every spelling of a move, of numbers, comments, endings and starts that records use.
#include "notation/format.h"
#include "notation/hodges/move_text.h"
#include "rules/handicap.h"
#include "tests/notation/records.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

ReadResult read(std::string_view text, bool strict = false) {
  ReadOptions options;
  options.strict = strict;
  return format_named("hodges")->read(text, options);
}

struct Spelling {
  const char* text;
  const char* usi;
};

std::string moves_of(std::string_view text) {
  const ReadResult result = read(text);
  CAPTURE(text, messages(result));
  REQUIRE(result.game);
  CHECK_FALSE(result.game->was_cut());
  return usi_moves(*result.game);
}

}  // namespace

TEST_CASE("moves are read in every spelling") {
  const Spelling table[] = {
      {"[Variant \"Shogi\"] 1. P-7f P-3d", "7g7f 3c3d"},
      {"[Variant \"Shogi\"] 1.P7f 2.P3d", "7g7f 3c3d"},
      {"[Variant \"Shogi\"] P7g-7f P3c-3d", "7g7f 3c3d"},
      {"[Variant \"Shogi\"] 1 P–7f P−3d", "7g7f 3c3d"},
      {"[Variant \"Shogi\"] 1. P-76\t1... P-34", "7g7f 3c3d"},
      {"[Variant \"Shogi\"] 1. P7776 P3334", "7g7f 3c3d"},
      {"[Variant \"Shogi\"] 1. P76, P34.", "7g7f 3c3d"},
      {"[Variant \"Shogi\"] P7f P3d B8hx2b+ S3ax2b", "7g7f 3c3d 8h2b+ 3a2b"},
      {"[Variant \"Shogi\"] P7f P3d Bx2b+ xS", "7g7f 3c3d 8h2b+ 3a2b"},
      {"[Variant \"Shogi\"] P7f P3d Bx2b+ Sx", "7g7f 3c3d 8h2b+ 3a2b"},
      {"[Variant \"Shogi\"] P7f P3d Bx2b+ S×2b", "7g7f 3c3d 8h2b+ 3a2b"},
      {"[Variant \"Shogi\"] P7f P3d Bx2b= xS3", "7g7f 3c3d 8h2b 3a2b"},
      {"[Variant \"Shogi\"] P7f P3d Bx2b Sx B'5e", "7g7f 3c3d 8h2b 3a2b B*5e"},
      {"[Variant \"Shogi\"] P7f P3d Bx2b+ S3a2b B5e", "7g7f 3c3d 8h2b+ 3a2b B*5e"},
      {"[Variant \"Shogi\"] G69-58", "6i5h"},
      {"[Variant \"Shogi\"] G65h", "6i5h"},
      {"[Variant \"Shogi\"] P2f P8d P2e P8e P2d Px2d Rx2d P'2c R-2h",
       "2g2f 8c8d 2f2e 8d8e 2e2d "
       "2c2d 2h2d P*2c 2d2h"},
      {"[Variant \"Shogi\"] P7f P3d Bx2b+ Sx P6f S33 B*5e S-4d Bx4d Px4d",
       "7g7f 3c3d 8h2b+ 3a2b 6g6f 2b3c B*5e 3c4d 5e4d 4c4d"},
      {"[Variant \"Yari Shogi\"] 1. P-3f P-3d 2. YN2i-3g", "3g3f 3c3d 2i3g"},
      {"[Variant \"Yari Shogi\"] 1. P-3f P-3d 2. N2i3g K-4b", "3g3f 3c3d 2i3g 4a4b"},
      {"[Variant \"Yari Shogi\"] 1. P-7f P-3d 2. G-4h", "7g7f 3c3d 4i4h"},
      {"[Variant \"Yari Shogi\"] 1. P7f P3d 2. B5h", "7g7f 3c3d 5i5h"},
  };
  for (const Spelling& s : table) {
    CAPTURE(s.text);
    CHECK(moves_of(s.text) == s.usi);
  }
}

TEST_CASE("the four-ply opening is read with a note and refused strictly, both candidates named") {
  const std::string_view text = "1. P-7f P-3d 2. P-2f YB-3b\n";
  const ReadResult lenient = read(text);
  REQUIRE(lenient.game);
  CHECK(lenient.game->moves.main_plies() == 4);
  CHECK(lenient.game->variant == Variant::yari);
  CHECK(messages(lenient).find("1:22: 'YB-3b' can be YB2a-3b or YB3a-3b; the later moves do not "
                               "decide, so the first, YB2a-3b, is taken") != std::string::npos);
  const ReadResult strict = read(text, true);
  CHECK_FALSE(strict.game);
  CHECK(messages(strict).find("1:22: 'YB-3b' can be YB2a-3b or YB3a-3b\n") != std::string::npos);
}

TEST_CASE("later moves decide what an ambiguous move meant") {
  const ReadResult slide = read("1. P-7f P-3d 2. P-2f YB-3b 3. P-2e YB2a-1b");
  REQUIRE(slide.game);
  CHECK(usi_moves(*slide.game) == "7g7f 3c3d 2g2f 3a3b 2f2e 2a1b");
  CHECK(messages(slide).find("the later moves leave YB3a-3b") != std::string::npos);
  const ReadResult step = read("1. P-7f P-3d 2. P-2f YB-3b 3. P-2e {x} (3. P-6f) YB3a-4b");
  REQUIRE(step.game);
  CHECK(usi_moves(*step.game) == "7g7f 3c3d 2g2f 2a3b 2f2e 3a4b");
}

TEST_CASE("an ambiguous move that the record never settles is taken where the line gets farthest") {
  const ReadResult result = read("1. P-7f P-3d 2. P-2f YB-3b 3. P-2e YB2a-1b 4. P-9z");
  REQUIRE(result.game);
  CHECK(result.game->was_cut());
  CHECK(usi_moves(*result.game) == "7g7f 3c3d 2g2f 3a3b 2f2e 2a1b");
}

TEST_CASE("numbering, comments and glyphs of every kind are read") {
  const ReadResult result =
      read("[Variant \"Shogi\"]\n\n{start} 1. P-7f! {one} [two] P-3d?! $14 ; three\n2... B-9i");
  REQUIRE(result.game);
  const MoveTree& moves = result.game->moves;
  CHECK(moves.note(root_node)->comment == "start");
  const std::vector<NodeId> line = moves.main_line();
  REQUIRE(line.size() == 2);
  CHECK(moves.note(line[0])->comment == "one\ntwo");
  CHECK(moves.note(line[0])->glyphs == std::vector<std::uint8_t>{1});
  CHECK(moves.note(line[1])->comment == "three");
  CHECK(moves.note(line[1])->glyphs == std::vector<std::uint8_t>{6, 14});
  CHECK(result.game->unread == "B-9i");
}

TEST_CASE("comments keep commands, nested braces and dump line ends") {
  const ReadResult result = read(
      "[Variant \"Shogi\"]\n\n1. P-7f {[%emt 0:00:05] [%clk 1:00:00.5] [%eval -0.35,12,99 "
      "\"X 1\" 3c3d] text {inner~line}\nend} P-3d {[%foo] bar}");
  REQUIRE(result.game);
  const std::vector<NodeId> line = result.game->moves.main_line();
  const Note* note = result.game->moves.note(line[0]);
  REQUIRE(note);
  CHECK(note->comment == "text {inner\nline} end");
  CHECK(note->spent_ms == 5000u);
  CHECK(note->left_ms == 3600500u);
  REQUIRE(note->evaluations.size() == 1);
  CHECK(note->evaluations[0].score == -35);
  CHECK(note->evaluations[0].depth == 12);
  CHECK(note->evaluations[0].nodes == 99);
  CHECK(note->evaluations[0].engine == "X 1");
  CHECK(note->evaluations[0].pv.size() == 1);
  CHECK(result.game->moves.note(line[1])->comment == "[%foo] bar");
}

TEST_CASE("variations are nested as they stand") {
  const ReadResult result =
      read("[Variant \"Shogi\"] 1. P-7f (1. P-2f {a} P-8d (1... P-3d) 2. P-2e) (1. {b} G7h) P-3d");
  REQUIRE(result.game);
  const MoveTree& moves = result.game->moves;
  CHECK(moves.size() == 8);
  const NodeId second = moves.next_sibling(moves.first_child(root_node));
  const NodeId third = moves.next_sibling(second);
  CHECK(moves.note(second)->comment == "a");
  CHECK(moves.note(third)->before == "b");
  CHECK(moves.next_sibling(moves.first_child(second)) != no_node);
}

TEST_CASE("results and endings are read in tags, tokens and words") {
  struct Case {
    const char* text;
    GameResult result;
    Ending ending;
  };
  using enum GameResult;
  const Case table[] = {
      {"[Result \"1-0\"] P7f P3d", black_wins, Ending::unknown},
      {"P7f P3d 0-1", white_wins, Ending::unknown},
      {"P7f P3d 1/2-1/2", draw, Ending::unknown},
      {"P7f P3d *", unknown, Ending::unknown},
      {"P7f P3d resigns", white_wins, Ending::resignation},
      {"P7f resigns", black_wins, Ending::resignation},
      {"P7f White resigns", black_wins, Ending::resignation},
      {"P7f P3d mate", white_wins, Ending::mate},
      {"P7f P3d time", white_wins, Ending::timeout},
      {"P7f P3d sennichite", draw, Ending::repetition},
      {"P7f P3d jishogi", draw, Ending::impasse},
      {"[Result \"1-0\"] P7f P3d jishogi", black_wins, Ending::impasse},
      {"P7f P3d illegal move", black_wins, Ending::illegal_move},
      {"P7f P3d Black wins", black_wins, Ending::unknown},
      {"P7f P3d {0-1}", white_wins, Ending::unknown},
      {"P7f P3d {resigns}", white_wins, Ending::resignation},
      {"[Termination \"checkmate\"] P7f P3d 0-1", white_wins, Ending::mate},
      {"[Result \"0-1\"] [Termination \"White resigns\"] P7f P3d", white_wins, Ending::resignation},
  };
  for (const Case& c : table) {
    const ReadResult result = read(std::string("[Variant \"Shogi\"] ") + c.text);
    CAPTURE(c.text, messages(result));
    REQUIRE(result.game);
    CHECK_FALSE(result.game->was_cut());
    CHECK(result.game->moves.main_plies() >= 1);
    CHECK(name(result.game->result) == name(c.result));
    CHECK(name(result.game->ending) == name(c.ending));
  }
}

TEST_CASE("handicaps are read from their tag, from a removal, and recovered when lost") {
  const Setup rook = *read_handicap("Rook", Variant::shogi);
  const ReadResult tagged = read("[Variant \"Shogi\"] [Handicap \"Rook\"] 1. ... P-3d 2. P-7f");
  REQUIRE(tagged.game);
  CHECK(tagged.game->start == rook);
  CHECK(usi_moves(*tagged.game) == "3c3d 7g7f");

  const ReadResult removed = read("[Variant \"Shogi\"] 1. R8b P-3d 2. P-7f");
  REQUIRE(removed.game);
  CHECK(removed.game->start == rook);
  CHECK(usi_moves(*removed.game) == "3c3d 7g7f");

  const ReadResult yari = read("[Variant \"Yari Shogi\"] 1. YR1a P-3d 2. P-7f");
  REQUIRE(yari.game);
  CHECK(yari.game->start == *read_handicap("YR1a", Variant::yari));

  // Without its rook White can bring the king to 8b by way of 7b.
  const ReadResult lost =
      read("[Variant \"Shogi\"] 1. ... K6b 2. P7f K7b 3. P6f K8b 4. P6e P3d 5. Bx2b+ Sx");
  REQUIRE(lost.game);
  CHECK_FALSE(lost.game->was_cut());
  CHECK(lost.game->start.side_to_move == Color::white);
  CHECK(lost.game->start[Square::at(7, 1)].empty());
  CHECK(messages(lost).find("no tag says where the game starts") != std::string::npos);
  CHECK_FALSE(read("[Variant \"Shogi\"] 1. ... P-3d 2. P-7f", true).game);
}

TEST_CASE("an illegal move keeps the legal part, with its place") {
  const std::string_view text =
      "[Variant \"Shogi\"]\n[Black \"日本\"]\n\n1. P-7f P-3d {日本} 2. K-9a P-4d 1-0\n";
  const ReadResult lenient = read(text);
  REQUIRE(lenient.game);
  CHECK(usi_moves(*lenient.game) == "7g7f 3c3d");
  CHECK(lenient.game->unread == "K-9a P-4d 1-0");
  CHECK(lenient.game->result == GameResult::black_wins);
  REQUIRE(lenient.diagnostics.size() == 1);
  const Diagnostic& d = lenient.diagnostics[0];
  CHECK(d.severity == Severity::error);
  CHECK(d.line == 4);
  CHECK(d.column == 22);
  CHECK(d.message == "ply 3, 'K-9a', is illegal: no king of Black can go to 9a");
  CHECK(d.excerpt == "1. P-7f P-3d {日本} 2. K-9a P-4d 1-0");
  CHECK(d.caret == 22);
  CHECK_FALSE(read(text, true).game);
}

TEST_CASE("under svp the third repetition is reported, and refused strictly") {
  const std::string text =
      "[Variant \"Yari Shogi\"]\n[Rules \"svp\"]\n\n1. G-4h G-4b 2. G-4i G-4a 3. G-4h G-4b "
      "4. G-4i G-4a *\n";
  const ReadResult lenient = read(text);
  REQUIRE(lenient.game);
  CHECK(messages(lenient).find("ply 8 makes a position occur for the third time") !=
        std::string::npos);
  CHECK_FALSE(read(text, true).game);
}

TEST_CASE("tags state fields, are renamed where dialects differ, and keep their order") {
  const ReadResult result = read(
      "[Sente \"A \\\"x\\\"\"]\n[Gote \"B\"]\n[Variant \"shogi\"]\n[Date \"19950823\"]\n"
      "[Event \"\"]\n[Result \"0-1\"]\n\nP7g-7f\n");
  REQUIRE(result.game);
  CHECK(result.game->tags ==
        std::vector<Tag>{
            {"Black", "A \"x\""}, {"White", "B"}, {"Date", "1995.08.23"}, {"Event", ""}});
}

TEST_CASE("wrong tags are reported with their place") {
  const ReadResult result = read("[Variant \"Chess\"]\n[Date 1995]\n[Black \"A]\n\n1. P-7f\n");
  REQUIRE(result.game);
  CHECK(messages(result).find("1:11: expected a game") != std::string::npos);
  CHECK(messages(result).find("2:7: expected a tag value in quotes") != std::string::npos);
  CHECK(messages(result).find("3:9: expected '\"]'") != std::string::npos);
  CHECK(result.game->tag("Black") == "A");
  CHECK_FALSE(read("[Date 1995]\n\n1. P-7f\n", true).game);
  CHECK_FALSE(read("[SFEN \"lnsgkgsnl/9/9 b - 1\"]\n\n1. P-7f\n").game);
  CHECK_FALSE(read("[SFEN \"9/9/9/9/9/9/9/9/9 b - 1\"]\n\n1. P-7f\n").game);
}

TEST_CASE("moves of pawns alone are Hodges notation, and not a board of CSA") {
  const auto likeness = [](const char* format, const char* text) {
    return format_named(format)->likeness(text);
  };
  for (const char* moves : {"P-7f P-3d\n", "P-7f P-9z\n", "P-76 P-34\n", "P-7f\nP-3d\n"}) {
    INFO(moves);
    CHECK(likeness("csa", moves) == 0);
    CHECK(likeness("hodges", moves) > 0);
  }
  CHECK(likeness("csa", "P+27FU\nP-00AL\n") > 0);
}

TEST_CASE("a move of the long form is what its parts say, and other forms stay what they were") {
  MoveText move;
  CHECK(read_move_text("+B3cx4c+ ", move) == 8);
  CHECK(move.promoted);
  CHECK(move.type == MoveText::Type::capture);
  CHECK(move.promotion == Promotion::taken);
  CHECK(read_move_text("P7g-7f", move) == 6);
  CHECK(move.promotion == Promotion::unsaid);
  CHECK((move.from_file == 6 && move.from_rank == 6 && move.target == Square::at(6, 5)));
  CHECK(read_move_text("P7g-7f5", move) == 0);
  CHECK(read_move_text("YB6i-5h", move) == 7);
  CHECK(move.yari);
  CHECK(read_move_text("xS6e", move) == 4);
  CHECK(move.may_recapture);
}

}  // namespace yari::test
