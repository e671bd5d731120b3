// check and convert: records without a database, and everything that can be wrong with a file.
#include "tests/cli/program.h"
#include "tests/support/catch.h"
#include "tests/support/data.h"

namespace yari::test {

using Catch::Matchers::StartsWith;

namespace {

const std::string good_game =
    "[Variant \"Yari Shogi\"]\n[Black \"A\"]\n[White \"B\"]\n[Result \"1-0\"]\n\n"
    "1. P-7f P-3d 2. YR-7h 1-0\n\n";
/// The four plies of an old encyclopedia article: two of White's yari bishops reach 3b.
const std::string ambiguous = "1. P-7f P-3d 2. P-2f YB-3b\n";

}  // namespace

TEST_CASE("check finds nothing wrong with a sound file, and counts") {
  const TemporaryFolder folder;
  const Outcome text = yari({"check", folder.file("good.psn", good_game + good_game)});
  CHECK(text.code == 0);
  CHECK(text.out == "2 games in 1 file, 6 plies: 0 errors, 0 warnings, 0 notes\n");
  CHECK(text.err.empty());
  const auto json = yari({"check", "--json", folder / "good.psn"}).object();
  CHECK(json == nlohmann::json({{"files", 1},
                                {"skipped_files", 0},
                                {"games", 2},
                                {"refused", 0},
                                {"cut", 0},
                                {"plies", 6},
                                {"errors", 0},
                                {"warnings", 0},
                                {"notes", 0}}));
}

TEST_CASE("check shows a finding as a compiler does, with the place") {
  const TemporaryFolder folder;
  folder.file("bad.psn", "[Variant \"Yari Shogi\"]\n\n1. P-7f P-3d 2. P-7g\n");
  const Outcome outcome = yari({"check", "bad.psn"}, {.folder = folder.path()});
  CHECK(outcome.code == 1);
  CHECK_THAT(outcome.err, StartsWith("bad.psn:3:17: error: "));
  CHECK_THAT(outcome.err, Contains("\n  1. P-7f P-3d 2. P-7g\n                  ^\n"));
  const auto json = yari({"check", "--json", "bad.psn"}, {.folder = folder.path()}).json();
  REQUIRE(json.size() == 2);
  CHECK(json[0]["file"] == "bad.psn");
  CHECK(json[0]["line"] == 3);
  CHECK(json[0]["column"] == 17);
  CHECK(json[0]["severity"] == "error");
  CHECK(json[0]["excerpt"] == "1. P-7f P-3d 2. P-7g");
  CHECK(json[0]["caret"] == 17);
  CHECK(json[1]["errors"] == 1);
}

TEST_CASE("an ambiguous move is guessed leniently and refused strictly, both candidates named") {
  const Outcome lenient = yari({"check", "--variant", "yari", "-"}, {.input = ambiguous});
  CHECK(lenient.code == 0);
  CHECK_THAT(lenient.err, StartsWith("-:1:22: ") && Contains("2a") && Contains("3a"));
  const Outcome strict =
      yari({"check", "--strict", "--variant", "yari", "-"}, {.input = ambiguous});
  CHECK(strict.code == 1);
  CHECK_THAT(strict.err, StartsWith("-:1:22: error: ") && Contains("2a") && Contains("3a"));
}

TEST_CASE("files that are no records are refused with their name, and the rest is read") {
  const TemporaryFolder folder;
  folder.file("good.psn", good_game);
  folder.file("empty.psn", "");
  folder.file("binary.psn", std::string("\x7F"
                                        "ELF\0\1\2\3\xFF\xFE\0\0",
                                        12) +
                                std::string(4000, '\0'));
  folder.file("line.psn", std::string(1'000'000, 'x'));
  folder.file("nested.psn", "1. P-7f " + std::string(100'000, '(') + "\n");
  folder.file("cut.psn", good_game.substr(0, good_game.size() / 2));
  const Outcome outcome = yari({"check", "good.psn", "missing.psn", "empty.psn", "binary.psn",
                                "line.psn", "nested.psn", "cut.psn"},
                               {.folder = folder.path()});
  CHECK(outcome.code == 1);
  CHECK_THAT(outcome.err, Contains("missing.psn: error: "));
  for (const char* name : {"empty.psn:", "binary.psn:", "line.psn:", "nested.psn:", "cut.psn:"})
    CHECK_THAT(outcome.err, Contains(name));
  CHECK(outcome.err.size() < 100'000);
}

TEST_CASE("check --fix writes what was understood, and leaves the rest as it was") {
  const TemporaryFolder folder;
  const std::string spelled = "[Variant \"Shogi\"]\n\n1. pawn to 7f p-3d 2. P-2F\n\n";
  const std::string sound = "[Variant \"Shogi\"]\n\n1.P-7f P-3d *\n\n";
  const std::string damaged = "[Variant \"Shogi\"]\n\n1.P-7f Q-3d *\n";
  folder.file("a.psn", spelled + sound + damaged);
  const auto yari_there = [&](std::vector<std::string> words) {
    return yari(std::move(words), {.folder = folder.path()});
  };
  const Outcome fixed = yari_there({"check", "a.psn", "--fix", "-o", "b.psn"});
  CHECK(fixed.code == 1);
  CHECK_THAT(fixed.err, Contains("a.psn:9:1: not repaired") || Contains("a.psn:9: not repaired: "));
  CHECK_THAT(fixed.err, Contains("1 record repaired, 1 with findings left as they were"));
  const std::string text = read_file((folder.path() / "b.psn").string());
  CHECK(text.find("pawn") == std::string::npos);
  CHECK(text.ends_with(sound + damaged));
  const Outcome again = yari_there({"check", "--strict", "b.psn"});
  CHECK_THAT(again.out, StartsWith("2 games in 1 file, 5 plies: 1 error, 0 warnings"));
  // Standard output is the records alone.
  folder.file("c.psn", spelled);
  const Outcome printed = yari_there({"check", "c.psn", "--fix"});
  CHECK(printed.code == 0);
  CHECK(yari({"check", "--strict", "-"}, {.input = printed.out}).code == 0);
  CHECK(yari_there({"check", "c.psn", "-o", "d.psn"}).code == 2);
  CHECK(yari_there({"check", "c.psn", "--fix", "--json"}).code == 2);
  const Outcome missing = yari_there({"check", "missing.psn", "--fix", "-o", "d.psn"});
  CHECK(missing.code == 1);
  CHECK_THAT(missing.err, Contains("d.psn is not written: there is no record to write"));
  CHECK_FALSE(std::filesystem::exists(folder.path() / "d.psn"));
  CHECK(yari_there({"check", "c.psn", "missing.psn", "--fix"}).code == 1);
  // The file that is read may be the one that is written, but for what it would lose.
  for (const auto& [name, content] :
       {std::pair("long.kif", "手合割：平手\n   1 ７六歩(77)\n" + std::string(17'000'000, '*')),
        std::pair("comments.csa", std::string("V2.2\nPI\n+\n+7776FU\nhello\n/\n' alone\n")),
        std::pair("bytes.kif", std::string("手合割：平手\n*\xFF\xFF\n   9 ７六歩(77)\n"))}) {
    CAPTURE(name);
    folder.file(name, content);
    const Outcome kept = yari_there({"check", name, "--fix", "-o", name});
    CHECK(kept.code == 1);
    CHECK_THAT(kept.err, Contains(std::string(name) + " is left as it was: it would lose"));
    CHECK(read_file((folder.path() / name).string()) == content);
    CHECK_THAT(yari_there({"check", name, "--fix", "-o", "other"}).err, !Contains("it would lose"));
  }
  CHECK(yari_there({"check", "c.psn", "--fix", "-o", "c.psn"}).code == 0);
  CHECK(read_file((folder.path() / "c.psn").string()) == printed.out);
}

TEST_CASE("convert --to usi prints one line a game") {
  const Outcome outcome = yari({"convert", "--to", "usi", "-"}, {.input = good_game + good_game});
  CHECK(outcome.code == 0);
  CHECK(outcome.out == "startpos moves 7g7f 3c3d 7i7h\nstartpos moves 7g7f 3c3d 7i7h\n");
  CHECK_THAT(outcome.err, StartsWith("yari: usi cannot hold, and left out: "));
}

TEST_CASE("convert writes a file whole or not at all, also over the one it reads") {
  const TemporaryFolder folder;
  const std::string file = folder.file("game.psn", good_game);
  CHECK(yari({"convert", file, "--to", "hodges", "-o", file}).code == 0);
  CHECK_THAT(read_file(file), Contains("1. P-7f P-3d 2. YR-7h 1-0"));
  CHECK(yari({"convert", file, "-o", folder / "no/such/folder.psn"}).code == 2);
  CHECK(yari({"convert", file, "--to", "usi", "-o", "/dev/full"}).code == 2);
  CHECK(yari({"convert", file}).code == 2);
  const Outcome unknown = yari({"convert", file, "--to", "hodge"});
  CHECK(unknown.code == 2);
  CHECK_THAT(unknown.err, Contains("did you mean hodges?"));
  std::size_t files = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder.path()))
    ++files;
  CHECK(files == 1);
}

TEST_CASE("convert packs a file whose name says so") {
  const TemporaryFolder folder;
  const std::string file = folder.file("game.psn", good_game);
  const std::string packed = folder / "game.kif.gz";
  CHECK(yari({"convert", file, "-o", packed}).code == 0);
  CHECK_THAT(read_file(packed), StartsWith("\x1F\x8B"));
  CHECK(yari({"convert", packed, "--to", "usi"}).out == "startpos moves 7g7f 3c3d 7i7h\n");
}

TEST_CASE("a run over a folder does not read the file that it writes there") {
  const TemporaryFolder folder;
  folder.file("a.psn", good_game);
  const Outcome outcome =
      yari({"convert", ".", "--to", "usi", "-o", "all.usi"}, {.folder = folder.path()});
  CHECK(outcome.code == 0);
  CHECK(read_file(folder / "all.usi") == "startpos moves 7g7f 3c3d 7i7h\n");
  CHECK_THAT(outcome.err, !Contains("tmp"));
}

TEST_CASE(
    "convert --to-encoding writes bytes and declaration that agree, and reports what is lost") {
  const TemporaryFolder folder;
  const std::string file = folder.file(
      "game.psn", "[Variant \"Shogi\"]\n[Black \"羽生\"]\n[White \"♡\"]\n\n1. P-7f *\n\n");
  const std::string kif = folder / "game.kif";
  const Outcome outcome = yari({"convert", file, "--to-encoding", "shift_jis", "-o", kif});
  CHECK(outcome.code == 0);
  CHECK_THAT(outcome.err, Contains("characters that Shift_JIS does not have (1 game)"));
  const std::string bytes = read_file(kif);
  CHECK_THAT(bytes, StartsWith("#KIF version=2.0 encoding=Shift_JIS\n"));
  CHECK_THAT(bytes, Contains("\x89\x48\x90\xB6") && Contains("\x81\xAC"));
  const auto back = yari({"convert", "--json", kif, "--to", "hodges"}).object();
  CHECK_THAT(back["text"].get<std::string>(), Contains("[Black \"羽生\"]"));
  CHECK(yari({"convert", file, "--to", "kif", "--to-encoding", "klingon"}).code == 2);
  CHECK(yari({"convert", file, "--to", "kif", "--to-encoding", "sjis", "--json"}).code == 2);
}

TEST_CASE("players and handicap are read below comments that stand before them") {
  const std::string record =
      "*made by a site\n&mark\n手合割：香落ち\n先手：Ann\n後手：Bob\n"
      "手数----指手---------消費時間--\n*first\n1 ３四歩(33)\n2 ７六歩(77)\n";
  const Outcome psn = yari({"convert", "--from", "kif", "--to", "psn", "-"}, {.input = record});
  CHECK(psn.code == 0);
  CHECK_THAT(psn.out, Contains("[Black \"Ann\"]") && Contains("[White \"Bob\"]") &&
                          Contains("[Handicap") && Contains("made by a site") && Contains("first"));
}

TEST_CASE("games that follow one another without a blank line are told apart") {
  const auto games = [](const std::string& format, const std::string& text) {
    return yari({"check", "--json", "--from", format, "-"}, {.input = text}).json().back();
  };
  const auto hodges = games("hodges", "1. P-7f P-3d 1-0\n1. P-2f P-5d 0-1\n1. P-6f P-2d *\n");
  CHECK(hodges["games"] == 3);
  CHECK(hodges["plies"] == 6);
  CHECK(games("hodges", "1. P-7f P-3d\n1. P-2f\n")["games"] == 1);
  const std::string one = "手数----指手\n1 ７六歩(77)\n2 ３四歩(33)\n3 投了\n";
  CHECK(games("kif", one + one)["games"] == 2);
}

TEST_CASE("half a point each is a draw, and a letter says more about the game than a digit") {
  const Outcome half =
      yari({"convert", "--variant", "shogi", "--to", "psn", "-"}, {.input = "1. P-7f P-3d 1/2\n"});
  CHECK_THAT(half.out, Contains("[Result \"1/2-1/2\"]"));
  const Outcome yb = yari({"check", "--json", "--from", "hodges", "-"},
                          {.input = "1. P77-76 P73-74 2. YR79-78 *\n"});
  CHECK_THAT(yb.out, !Contains("by its moves it is Shogi"));
}

TEST_CASE("convert --json gives an object a game") {
  const auto json = yari({"convert", "--to", "usi", "--json", "-"}, {.input = good_game}).object();
  CHECK(json["file"] == "-");
  CHECK(json["line"] == 1);
  CHECK(json["variant"] == "yari");
  CHECK(json["format"] == "usi");
  CHECK(json["text"] == "startpos moves 7g7f 3c3d 7i7h\n");
  CHECK(json["losses"].is_array());
}

TEST_CASE("convert --to usi gives the moves of the reference for 200 real files' worth of games") {
  const auto games = shared_data("yari/selfplay-1.hodges");
  const auto truth = shared_data("yari/selfplay-1.truth.tsv");
  if (!games || !truth) return;
  const std::vector<std::string> lines = yari({"convert", "--to", "usi", games->string()}).lines();
  const auto rows = read_tsv(*truth);
  REQUIRE(lines.size() == rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) CHECK(lines[i] == "startpos moves " + rows[i][4]);
}

}  // namespace yari::test
