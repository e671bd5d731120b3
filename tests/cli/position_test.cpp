// board, moves and perft, and the options that name a position.
#include <map>
#include <regex>

#include "tests/cli/program.h"
#include "tests/support/catch.h"
#include "tests/support/data.h"

namespace yari::test {

namespace {
const std::string yari_start = "rnnkbbr/7/ppppppp/7/7/7/PPPPPPP/7/RBBKNNR b - 1";
}

TEST_CASE("the options --sfen, --usi and --moves name the same position") {
  const auto by_usi = yari({"board", "--json", "--usi", "startpos moves 7g7f 3c3d"}).object();
  CHECK(by_usi["sfen"] == "rnnkbbr/7/pppp1pp/4p2/7/P6/1PPPPPP/7/RBBKNNR b - 3");
  CHECK(by_usi["side"] == "black");
  CHECK(by_usi["legal_moves"] == 21);
  CHECK(by_usi["ending"].is_null());
  CHECK(yari({"board", "--json", "--moves", "P-7f P-3d"}).object() == by_usi);
  CHECK(yari({"board", "--json", "--moves", "1. P-7f P-3d"}).object() == by_usi);
  const std::string sfen = by_usi["sfen"];
  CHECK(yari({"board", "--json", "--sfen", sfen}).object()["sfen"] == sfen);
  CHECK(yari({"board", "--json"}).object()["sfen"] == yari_start);
  CHECK(yari({"board", "--sfen", "startpos", "--usi", "startpos"}).code == 2);
}

TEST_CASE("the option --sfen takes positions as other programs and links write them") {
  const std::string board = "rnnkbbr/7/ppppppp/7/7/7/PPPPPPP/7/RBBKNNR";
  for (const std::string& text :
       {board + "[] w 0 1", board + "[-] w - - 0 1", board + "_b_-_1", "sfen " + board + " b - 1",
        "position sfen " + board + " b - 1", std::string("position startpos")}) {
    INFO(text);
    CHECK(yari({"board", "--json", "--sfen", text}).object()["sfen"] == yari_start);
    CHECK(yari({"board", "--json", "--usi", text + " moves 7g7f"}).object()["side"] == "white");
  }
  CHECK_THAT(yari({"board", "--sfen", board + "[x] w 0 1"}).err,
             Contains("[x] w 0 1\n" + std::string(4 + 2 + board.size(), ' ') + "^\n"));
}

TEST_CASE("the option --moves takes USI, Hodges and Japanese notation, from any start") {
  const auto sfen = [](std::vector<std::string> words) {
    words.insert(words.begin(), {"board", "--json"});
    const Outcome outcome = yari(words);
    INFO(outcome.err);
    return outcome.object()["sfen"];
  };
  const std::string yari_position = "rnnkbbr/7/pppp1pp/4p2/7/P6/1PPPPPP/7/RBBKNNR b - 3";
  for (const char* moves : {"7g7f 3c3d", "P-7f P-3d", "７六歩 ３四歩", "7六歩 3四歩", "P-7f 3c3d",
                            "☗７六歩☖３四歩", "1. P-7f 1... P-3d", "1.7g7f　３四歩"})
    CHECK(sfen({"--moves", moves}) == yari_position);
  CHECK(sfen({"--usi", "7g7f 3c3d"}) == yari_position);
  CHECK(sfen({"--sfen", yari_position, "--moves", "7i7h 3d3e"}) ==
        sfen({"--moves", "7g7f 3c3d 7i7h 3d3e"}));
}

TEST_CASE("a move that can mean several, or none, is shown with its place") {
  const Outcome two = yari({"board", "--variant", "shogi", "--moves", "P-7f P-3d ５八金"});
  CHECK_THAT(two.err, Contains("4i5h") && Contains("6i5h") && Contains("say which"));
  CHECK_THAT(yari({"board", "--moves", "7g7f xyz"}).err,
             Contains("found 'xyz'\n     7g7f xyz\n          ^\n"));
  CHECK_THAT(yari({"board", "--moves", "7g7f 7g7f"}).err,
             Contains("     7g7f 7g7f\n          ^\n"));
}

TEST_CASE("a handicap by its name is a start, of the game that has it") {
  CHECK_THAT(yari({"board", "--handicap", "YR1a"}).out, Contains("SFEN rnnkbb1/"));
  CHECK_THAT(yari({"board", "--handicap", "飛車落ち", "--moves", "3c3d"}).out,
             Contains("SFEN lnsgkgsnl/7b1/pppppp1pp/6p2/"));
  CHECK(yari({"board", "--handicap", "Rook", "--variant", "yari"}).code == 2);
  CHECK(yari({"board", "--handicap", "YR1a", "--sfen", "startpos"}).code == 2);
  const TemporaryFolder folder;
  const RunOptions here{.environment = {{"YARI_DB", folder / "g.db"}}};
  yari({"import", folder.file("g.psn",
                              "[Variant \"Yari Shogi\"]\n[Handicap \"YR1a\"]\n\n1. G-5b P-7f *\n\n"
                              "[Variant \"Yari Shogi\"]\n\n1. P-7f P-3d *\n")},
       here);
  CHECK(yari({"tree", "--handicap", "YR1a", "--json"}, here).json().size() == 2);
  CHECK(yari({"find", "--handicap", "YR1a", "--count"}, here).out == "1\n");
  CHECK(yari({"find", "--handicap", "YR1a", "--moves", "G-5b", "--count"}, here).out == "1\n");
  CHECK(yari({"find", "--handicap", "YR1a", "--query", "ply = 2", "--count"}, here).out == "1\n");
  CHECK(yari({"find", "--handicap", "any", "--query", "ply = 2", "--count"}, here).out == "1\n");
}

TEST_CASE("the names of all handicaps are listed, and each is a start") {
  const auto rows = yari({"board", "--handicap", "list", "--json"}).json();
  CHECK(rows.size() >= 9 + 15);
  std::map<std::string, std::string> taken_off;
  for (const auto& row : rows) {
    const std::string game = row["game"];
    CHECK(std::regex_match(row["taken_off"].get<std::string>(),
                           std::regex("[1-9][a-i]( [1-9][a-i])*")));
    taken_off[row["kanji"]] = row["taken_off"];
    CHECK(row["hand"] == (row["kanji"] == "歩三兵" ? "3p" : ""));
    for (const char* word : {"name", "kanji"}) {
      const std::string name = row[word];
      const Outcome board = yari({"board", "--handicap", name, "--variant", game, "--json"});
      INFO(name << board.err);
      CHECK(board.object()["side"] == "white");
    }
  }
  CHECK(taken_off["二枚落ち"] == "2b 8b");
  // A king alone, with three pawns in hand: no handicap by pieces taken off.
  CHECK(taken_off["歩三兵"] == "1a 1c 2a 2b 2c 3a 3c 4a 4c 5c 6a 6c 7a 7c 8a 8b 8c 9a 9c");
  CHECK_THAT(yari({"board", "--handicap", "list"}).out, Contains("飛車落ち"));
}

TEST_CASE("the board is drawn with the hands and the side to move") {
  const Outcome outcome = yari({"board", "--moves", "P-7f"});
  CHECK(outcome.code == 0);
  CHECK_THAT(outcome.out, Contains("White to move"));
  CHECK_THAT(outcome.out, Contains("SFEN rnnkbbr/7/ppppppp/7/7/P6/1PPPPPP/7/RBBKNNR w - 2\n"));
  CHECK_THAT(yari({"board", "--pieces", "kanji", "--variant", "shogi"}).out, Contains("玉"));
}

TEST_CASE("the board is drawn as SVG the way that the options say") {
  const auto drawn = [](std::vector<std::string> words) {
    words.insert(words.begin(), {"board", "--moves", "P-7f", "--svg"});
    return yari(words).out;
  };
  const std::string plain = drawn({});
  CHECK_THAT(plain, Contains("<title>Position, White to move</title>") && Contains(">歩<") &&
                        Contains("class=\"last\"") && !Contains("class=\"better\""));
  CHECK_THAT(drawn({"--pieces", "letters"}), !Contains("歩") && Contains(">YR<"));
  CHECK_THAT(drawn({"--arrow", "3c3d", "--arrow", "2c2d"}), Contains("class=\"better\""));
  CHECK_THAT(drawn({"--size", "96"}), Contains("width=\"768\""));
  CHECK(drawn({"--flip"}) != plain);
  CHECK(drawn({"--size", "48"}) == plain);
  CHECK(drawn({"-o", "-"}) == plain);
}

TEST_CASE("options of a drawing are refused where there is none") {
  CHECK(yari({"board", "--size", "50"}).err ==
        "yari: --size: goes with --svg\nyari: try 'yari board --help'\n");
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"--arrow", "7g7f"}, {"--size", "50"}, {"-o", "board.svg"}}) {
    std::vector<std::string> command{"board"};
    command.insert(command.end(), words.begin(), words.end());
    CHECK(yari(command).code == 2);
  }
  CHECK(yari({"board", "--svg", "--json"}).code == 2);
  CHECK(yari({"board", "--svg", "--size", "7"}).code == 2);
  CHECK_THAT(yari({"board", "--svg", "--arrow", "7g7d"}).err,
             Contains("--arrow: expected a legal move in USI, like 7g7f, found '7g7d'"));
}

TEST_CASE("bad positions are refused with the place or the fault") {
  const auto refused = [](const std::vector<std::string>& words) {
    const Outcome outcome = yari(words);
    CHECK(outcome.code == 2);
    CHECK(outcome.out.empty());
    return outcome.err;
  };
  const auto sfen = [&](const std::string& text) { return refused({"board", "--sfen", text}); };
  CHECK_THAT(sfen("rnnkbbr/7/ppppxpp/7/7/7/PPPPPPP/7/RBBKNNR b - 1"),
             Contains("\n     rnnkbbr/7/ppppxpp/") && Contains("\n                   ^\n"));
  CHECK_THAT(sfen("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"),
             Contains("add --variant shogi"));
  CHECK_THAT(sfen("7/7/7/7/7/7/7/7/3K3 b - 1"), Contains("general"));
  CHECK_THAT(sfen("3k3/7/7/7/7/7/7/3K3/3K3 b - 1"), Contains("general"));
  CHECK_THAT(sfen("3k3/P6/P6/7/7/7/7/7/3K3 b - 1"), Contains("pawn"));
  sfen("");
  sfen("3k3/7/7/7/7/7/7/7/3K3 b -1P 1");
  sfen("3k3/7/7/7/7/7/7/7/3K3 b 999999999999P 1");
  CHECK_THAT(refused({"board", "--usi", "startpos moves 7g7f 7g7f"}), Contains("^"));
  CHECK_THAT(refused({"board", "--usi", "startpos moves 7g7"}), Contains("^"));
  CHECK_THAT(refused({"board", "--moves", "P-7f P-7e"}), Contains("--moves: "));
  CHECK_THAT(refused({"board", "--variant", "chess"}), Contains("expected yari or shogi"));
  const Outcome other = yari({"board", "--moves", "P-9f"});
  CHECK(other.code == 2);
  CHECK_THAT(other.err, Contains("add --variant shogi"));
}

TEST_CASE("moves lists every legal move once, and exits with 1 when there is none") {
  const Outcome start = yari({"moves"});
  CHECK(start.lines().size() == 20);
  CHECK_THAT(start.out, Contains("P-7f        7g7f\n"));
  const auto json = yari({"moves", "--json"}).json();
  REQUIRE(json.size() == 20);
  for (const auto& move : json)
    for (const char* field : {"usi", "move", "japanese", "capture", "promotion", "drop", "check"})
      CHECK(move.contains(field));
  CHECK(yari({"moves", "--sfen", "3k3/3P3/3G3/7/7/7/7/7/3K3 w - 1"}).code == 2);
  const Outcome mate = yari({"moves", "--sfen", "3k2R/7/3+B3/7/7/7/7/7/3K3 w - 1"});
  CHECK(mate.code == 1);
  CHECK(mate.out.empty());
}

TEST_CASE("perft prints the count alone on its last line") {
  CHECK(yari({"debug", "perft", "--depth", "3"}).out == "7960\n");
  const Outcome divided = yari({"debug", "perft", "--depth", "2", "--divide"});
  CHECK(divided.lines().size() == 21);
  CHECK(divided.lines().back() == "400");
  CHECK(yari({"debug", "perft", "--depth", "0", "--divide"}).out == "1\n");
  CHECK(yari({"debug", "perft"}).code == 2);
  const auto json = yari({"debug", "perft", "--depth", "2", "--json"}).object();
  CHECK(json == nlohmann::json({{"sfen", yari_start}, {"depth", 2}, {"nodes", 400}}));
}

TEST_CASE("bench sums up the nodes of its searches, the same every time") {
  const std::vector<std::string> rows = yari({"debug", "bench", "--depth", "4", "--json"}).lines();
  REQUIRE(rows.size() == 9);
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i + 1 < rows.size(); ++i) {
    sum += nlohmann::json::parse(rows[i])["nodes"].get<std::uint64_t>();
  }
  CHECK(nlohmann::json::parse(rows.back())["signature"] == sum);
  const Outcome text = yari({"debug", "bench", "--depth", "4"});
  CHECK(text.lines()[8] == "signature " + std::to_string(sum));
  CHECK(yari({"debug", "bench", "--depth", "0"}).code == 2);
}

TEST_CASE("perft equals the reference counts of up to 200,000 nodes") {
  for (const std::string variant : {"yari", "shogi"}) {
    const auto path = shared_data(variant + "/perft.tsv");
    if (!path) return;
    for (const auto& row : read_tsv(*path)) {
      if (std::stoull(row[2]) > 200'000) continue;
      INFO(row[0]);
      CHECK(
          yari({"debug", "perft", "--variant", variant, "--sfen", row[0], "--depth", row[1]}).out ==
          row[2] + "\n");
    }
  }
}

}  // namespace yari::test
