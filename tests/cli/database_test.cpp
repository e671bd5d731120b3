// import, list, find, show, export, stats, verify: one small database through all of them.
#include "tests/cli/program.h"
#include "tests/support/catch.h"
#include "tests/support/data.h"

namespace yari::test {

namespace {

const std::string two_games =
    "[Variant \"Yari Shogi\"]\n[Event \"Spring Cup\"]\n[Black \"Ann Lee\"]\n[White \"Bo\"]\n"
    "[Date \"1995.08.23\"]\n[Result \"1-0\"]\n\n1. P-7f P-3d 2. YR-7h 1-0\n\n"
    "[Variant \"Yari Shogi\"]\n[Black \"Bo\"]\n[White \"Ann Lee\"]\n[Date \"1997\"]\n"
    "[Result \"0-1\"]\n\n1. P-7f P-3d 2. P-6f P-2d 0-1\n\n";

/// A database of the two games above.
struct Fixture : ProgramFolder {
  Fixture() {
    folder.file("games.psn", two_games);
    REQUIRE(run({"import", "games.psn"}).code == 0);
  }
};

std::vector<int> ids(const std::vector<nlohmann::json>& rows) {
  std::vector<int> result;
  for (const auto& row : rows) result.push_back(row["game"]);
  return result;
}

}  // namespace

TEST_CASE("import reports what it did, in JSON with every field, and adds nothing twice") {
  const Fixture f;
  const auto json = f.run({"import", "--json", "games.psn"}).object();
  for (const char* field :
       {"files", "games", "imported", "duplicates", "rejected", "cut", "same_moves", "bad_files",
        "skipped_files", "plies", "positions", "seconds", "stopped"})
    CHECK(json.contains(field));
  CHECK(json["games"] == 2);
  CHECK(json["imported"] == 0);
  CHECK(json["duplicates"] == 2);
  CHECK(json["contained"] == 0);
  const Outcome text = f.run({"import", "games.psn", "--db", "other.db"});
  CHECK(text.code == 0);
  CHECK_THAT(text.out, Contains("2 games from 1 file: 2 imported, 0 duplicates, 0 rejected\n"
                                "7 plies and 9 positions in "));
}

TEST_CASE("import reports which new games begin others or continue them") {
  const Fixture f;
  const std::string players = "[Variant \"Yari Shogi\"]\n[Black \"Ann Lee\"]\n[White \"Bo\"]\n\n";
  const std::string nobody = "[Variant \"Yari Shogi\"]\n\n";
  f.folder.file("more.psn", players + "1. P-7f P-3d *\n\n" + players +
                                "1. P-7f P-3d 2. YR-7h P-2d 3. P-6f *\n\n");
  CHECK(f.run({"import", "more.psn", "-q", "--db", "quiet.db"}).err.empty());
  const Outcome text = f.run({"import", "more.psn"});
  CHECK(text.err.empty());
  CHECK_THAT(text.out, Contains("\n2 games are beginnings of another: see 'yari duplicates'\n"));
  CHECK(f.run({"duplicates", "--json"}).json().size() == 2);
  f.folder.file("last.psn", players + "1. P-7f *\n\n");
  const Outcome last = f.run({"import", "last.psn", "--verbose"});
  CHECK_THAT(last.err, Contains("yari: game 5 is the beginning of game 1\n"));
  CHECK_THAT(last.out, Contains("\n1 game is the beginning of another: see 'yari duplicates'\n"));
  // Few moves are the same by chance.
  f.folder.file("nobody.psn", nobody + "1. P-7f P-3d 2. YR-7h P-2d *\n\n");
  CHECK(f.run({"import", "nobody.psn", "--json"}).object()["contained"] == 0);
  CHECK(f.run({"duplicates", "--json"}).json().size() == 3);
}

TEST_CASE("import refuses a bad record alone and copies it to the rejects folder") {
  const Fixture f;
  f.folder.file("bad.psn", "[Variant \"Yari Shogi\"]\n\n1. P-7f P-7f\n\n" + two_games);
  const Outcome outcome =
      f.run({"import", "--strict", "--rejects", "no", "--db", "new.db", "bad.psn", "missing"});
  CHECK(outcome.code == 1);
  CHECK_THAT(outcome.out, Contains("2 imported, 0 duplicates, 1 rejected; 1 bad file\n"));
  CHECK_THAT(outcome.err, Contains("bad.psn:3:") && Contains("missing: error: "));
  CHECK_THAT(read_file(f.folder / "no/rejects-psn-utf-8.psn"), Contains("1. P-7f P-7f"));
}

TEST_CASE("the database is what --db names, else YARI_DB, else yari.db") {
  const Fixture f;
  CHECK(f.run({"list", "--count"}).out == "2\n");
  CHECK(f.run({"list", "--count", "--db", "yari.db"}).out == "2\n");
  RunOptions elsewhere{.environment = {{"YARI_DB", f.folder / "yari.db"}}};
  CHECK(yari({"list", "--count"}, elsewhere).out == "2\n");
  const Outcome missing = f.run({"list", "--db", "none.db"});
  CHECK(missing.code == 2);
  CHECK_THAT(missing.err, Contains("there is no database none.db"));
  CHECK(f.run({"list", "--db", "games.psn"}).code == 2);
  CHECK(f.run({"import", "games.psn", "--db", "no/such/folder.db"}).code == 2);
}

TEST_CASE("list filters, sorts and gives every field", "[slow]") {
  const Fixture f;
  const auto list = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"list", "--json"});
    return f.run(words).json();
  };
  const auto all = list({});
  REQUIRE(ids(all) == std::vector{1, 2});
  CHECK(all[0] == nlohmann::json({{"game", 1},
                                  {"variant", "yari"},
                                  {"rules", "standard"},
                                  {"black", "Ann Lee"},
                                  {"white", "Bo"},
                                  {"date", "1995-08-23"},
                                  {"event", "Spring Cup"},
                                  {"site", nullptr},
                                  {"result", "1-0"},
                                  {"ending", "unknown"},
                                  {"handicap", nullptr},
                                  {"start", nullptr},
                                  {"plies", 3}}));
  CHECK(ids(list({"--player", "lee ann"})) == std::vector{1, 2});
  CHECK(ids(list({"--black", "ann"})) == std::vector{1});
  CHECK(ids(list({"--white", "ann"})) == std::vector{2});
  CHECK(ids(list({"--event", "spring"})) == std::vector{1});
  CHECK(ids(list({"--date", "1997"})) == std::vector{2});
  for (const char* date : {"1997-13", "1997-04-45", "1997-00", "1997..1995"})
    CHECK(f.run({"list", "--date", date}).code == 2);
  CHECK(f.run({"list", "--plies", "50..10"}).code == 2);
  CHECK(ids(list({"--date", "1990..1995-08-23"})) == std::vector{1});
  CHECK(ids(list({"--date", "..1999", "--result", "0-1"})) == std::vector{2});
  CHECK(ids(list({"--plies", "4.."})) == std::vector{2});
  CHECK(ids(list({"--plies", "3"})) == std::vector{1});
  CHECK(ids(list({"--sort", "date", "--reverse"})) == std::vector{2, 1});
  CHECK(ids(list({"--limit", "1", "--offset", "1"})) == std::vector{2});
  for (const char* even : {"even", "平手"}) {
    CHECK(ids(list({"--variant", "yari", "--handicap", even})) == std::vector{1, 2});
    const std::string query = "handicap " + std::string(even);
    CHECK(f.run({"find", "--query", query, "--json"}).code == 0);
  }
  CHECK(f.run({"list", "--variant", "shogi"}).code == 1);
  CHECK(f.run({"list", "--player", "nobody"}).code == 1);
  CHECK(f.run({"list", "--player", "nobody"}).out.empty());
  for (const std::vector<std::string>& bad :
       std::vector<std::vector<std::string>>{{"--date", "tomorrow"},
                                             {"--plies", "-4"},
                                             {"--result", "2-0"},
                                             {"--ending", "boom"},
                                             {"--sort", "size"},
                                             {"--rules", "house"},
                                             {"--limit", "-1"}}) {
    INFO(bad[0]);
    CHECK(f.run({"list", bad[0], bad[1]}).code == 2);
  }
}

TEST_CASE("find gives every game and ply of a position, with every field") {
  const Fixture f;
  const auto hits = f.run({"find", "--json", "--moves", "P-7f P-3d"}).json();
  REQUIRE(ids(hits) == std::vector{1, 2});
  CHECK(hits[0] == nlohmann::json({{"game", 1},
                                   {"ply", 2},
                                   {"sfen", "rnnkbbr/7/pppp1pp/4p2/7/P6/1PPPPPP/7/RBBKNNR b - 3"},
                                   {"next", "7i7h"},
                                   {"move", "YR-7h"},
                                   {"black", "Ann Lee"},
                                   {"white", "Bo"},
                                   {"date", "1995-08-23"},
                                   {"result", "1-0"},
                                   {"judgements", nlohmann::json::array()},
                                   {"hits", 1}}));
  CHECK(hits[1]["next"] == "6g6f");
  const auto end = f.run({"find", "--json", "--moves", "P-7f P-3d YR-7h"}).object();
  CHECK(end["next"].is_null());
  CHECK(end["move"].is_null());
  CHECK(f.run({"find", "--sfen", "startpos", "--count"}).out == "2\n");
  CHECK(ids(f.run({"find", "--json", "--sfen", "startpos", "--limit", "1"}).json()).size() == 1);
  CHECK(ids(f.run({"find", "--json", "--sfen", "startpos", "--black", "bo"}).json()) ==
        std::vector{2});
  CHECK(f.run({"find", "--moves", "P-1f"}).code == 1);
  CHECK(f.run({"find", "--variant", "shogi", "--sfen", "startpos"}).code == 1);
  CHECK(f.run({"find"}).code == 2);
}

TEST_CASE("show prints the record, the board at a ply, or both as JSON") {
  const Fixture f;
  CHECK_THAT(f.run({"show", "1"}).out, Contains("1. P-7f P-3d 2. YR-7h 1-0\n"));
  CHECK_THAT(f.run({"show", "1", "--ply", "1"}).out, Contains("\nSFEN rnnkbbr/7/ppppppp/"));
  CHECK(f.run({"show", "1", "--to", "usi"}).out == "startpos moves 7g7f 3c3d 7i7h\n");
  CHECK_THAT(f.run({"show", "1", "--ply", "1", "--svg"}).out,
             Contains("<title>Ann Lee - Bo, ply 1</title>") && Contains("class=\"last\""));
  CHECK_THAT(f.run({"show", "1", "--ply", "0", "--svg"}).out, !Contains("class=\"last\""));
  CHECK(f.run({"show", "1", "--svg"}).code == 2);
  CHECK(f.run({"show", "1", "--ply", "1", "--svg", "-o", "board.svg"}).code == 0);
  CHECK_THAT(read_file(f.folder / "board.svg"), Contains("</svg>"));
  const auto json = f.run({"show", "2", "--json", "--ply", "4"}).object();
  CHECK(json["moves"] == std::vector{"7g7f", "3c3d", "6g6f", "2c2d"});
  CHECK(json["start"] == "rnnkbbr/7/ppppppp/7/7/7/PPPPPPP/7/RBBKNNR b - 1");
  CHECK(json["sfen"] == "rnnkbbr/7/pppp2p/4pp1/7/PP5/2PPPPP/7/RBBKNNR b - 5");
  CHECK(json["tags"].is_object());
  CHECK_THAT(json["text"].get<std::string>(), Contains("2. P-6f"));
  CHECK(f.run({"show", "99"}).code == 1);
  CHECK(f.run({"show", "1", "--ply", "4"}).code == 2);
  CHECK(f.run({"show", "x"}).code == 2);
  CHECK(f.run({"show"}).code == 2);
}

TEST_CASE("export writes records that import to the same games") {
  const Fixture f;
  CHECK(f.run({"export", "-o", "out.psn"}).code == 0);
  const auto again = f.run({"import", "--json", "out.psn"}).object();
  CHECK(again["duplicates"] == 2);
  CHECK(f.run({"export", "2", "--to", "usi"}).out == "startpos moves 7g7f 3c3d 6g6f 2c2d\n");
  CHECK(f.run({"export", "--player", "nobody"}).code == 1);
  CHECK(f.run({"export", "0"}).code == 2);
  CHECK(f.run({"export", "--files", "out/{black}.psn"}).out == "2 files written\n");
  CHECK_THAT(read_file(f.folder / "out/Ann Lee.psn"), Contains("[Black \"Ann Lee\"]"));
  CHECK(f.run({"export", "--files", "../{black}.psn"}).code == 2);
}

TEST_CASE("stats counts a game as annotated once an engine has judged it") {
  const Fixture f;
  // A comment of a person, and a record that is damaged in the middle.
  f.folder.file("more.psn",
                "[Variant \"Yari Shogi\"]\n[Black \"C\"]\n\n1. P-7f {good} P-3d 2. P-5f 1-0\n\n"
                "[Variant \"Yari Shogi\"]\n[Black \"D\"]\n\n1. P-4f P-3d 2. R-9z 1-0\n");
  f.run({"import", "more.psn"});
  CHECK(f.run({"stats", "--json"}).object()["annotated"] == 0);
  REQUIRE(f.run({"annotate", "1", "--nodes", "20"}).code == 0);
  CHECK(f.run({"stats", "--json"}).object()["annotated"] == 1);
}

TEST_CASE("stats and verify count what is there") {
  const Fixture f;
  const auto stats = f.run({"stats", "--json"}).object();
  CHECK(stats["games"] == 2);
  CHECK(stats["plies"] == 7);
  CHECK(stats["postings"] == 9);
  CHECK(stats["players"] == 2);
  CHECK(stats["variants"] == nlohmann::json({{"yari", 2}}));
  CHECK(stats["results"] == nlohmann::json({{"0-1", 1}, {"1-0", 1}}));
  for (const char* field : {"annotated", "events", "sites", "index_bytes", "index_runs",
                            "evaluations", "file_bytes", "endings", "handicaps", "years"})
    CHECK(stats.contains(field));
  CHECK(stats["lengths"] ==
        nlohmann::json(
            {{"min", 3}, {"median", 3}, {"mean", 3.5}, {"max", 4}, {"histogram", {{"0", 2}}}}));
  REQUIRE(stats["common_positions"].size() == 6);
  CHECK(stats["common_positions"][0] ==
        nlohmann::json({{"variant", "yari"},
                        {"sfen", "rnnkbbr/7/ppppppp/7/7/7/PPPPPPP/7/RBBKNNR b - 1"},
                        {"games", 2},
                        {"black", 1},
                        {"white", 1},
                        {"draw", 0},
                        {"last_date", "1997"}}));
  CHECK(f.run({"stats", "--json", "--positions", "0"}).object()["common_positions"].empty());
  CHECK_THAT(f.run({"stats"}).out, Contains("games") &&
                                       Contains("from 3 to 4 plies, median 3, mean 3.5\n") &&
                                       Contains("Most common positions\n"));
  const auto verified = f.run({"db", "verify", "--json"}).object();
  CHECK(verified ==
        nlohmann::json(
            {{"ok", true}, {"games", 2}, {"postings", 9}, {"problems", nlohmann::json::array()}}));
  CHECK(f.run({"db", "verify"}).out == "sound: 2 games, 9 indexed positions\n");
}

TEST_CASE("import stopped by Ctrl-C leaves a sound database and says how to go on") {
  const auto data = shared_data("shogi/psn/gsdb-1.psn");
  if (!data) return;
  const TemporaryFolder folder;
  RunOptions here{.folder = folder.path()};
  here.interrupt_at_file = folder / "yari.db";
  const Outcome outcome = yari({"import", "--jobs", "1", data->string()}, here);
  here.interrupt_at_file.clear();
  // A fast machine may be done by then.
  if (outcome.code == 130) CHECK_THAT(outcome.err, Contains("interrupted"));
  yari({"import", data->string()}, here);
  CHECK(yari({"list", "--count"}, here).out == "992\n");
  CHECK(yari({"db", "verify"}, here).code == 0);
}

}  // namespace yari::test
