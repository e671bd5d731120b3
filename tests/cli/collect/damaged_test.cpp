// A damaged game is reported and left out; the command goes on with the others.
#include <fmt/ranges.h>

#include <filesystem>

#include "db/database.h"
#include "db/store/sqlite/file/connection.h"
#include "rules/sfen.h"
#include "tests/cli/program.h"
#include "tests/support/catch.h"
#include "tests/support/data.h"

namespace yari::test {

namespace {

const std::string said = "game 2 is damaged: the move at ply 1";

/// Three games, annotated, of which the second is damaged at its first move.
struct Damaged : ProgramFolder {
  Damaged() {
    folder.file("games.psn",
                "[Variant \"Yari Shogi\"]\n[Black \"Ann\"]\n\n1. P-7f P-3d *\n\n"
                "[Variant \"Yari Shogi\"]\n[Black \"Ann\"]\n\n1. P-2f P-3d *\n\n"
                "[Variant \"Yari Shogi\"]\n[Black \"Ann\"]\n\n1. P-7f P-2d *\n\n");
    REQUIRE(run({"import", "games.psn"}).code == 0);
    REQUIRE(run({"annotate", "--all", "--nodes", "50"}).code == 0);
    // As an older version would have stored it, without checksums.
    sql("UPDATE records SET moves = x'ffff', notes = NULL, sums = NULL WHERE id = 2");
  }
  void sql(const std::string& text) const {
    Connection(folder / "yari.db", OpenMode::read_write).execute(text);
  }
};

}  // namespace

TEST_CASE("a damaged game does not keep others from being exported") {
  const Damaged d;
  const Outcome records = d.run({"export", "--plies", "0..", "-o", "all.psn"});
  CHECK(records.code == 1);
  CHECK_THAT(records.err, Contains(said));
  CHECK(d.run({"check", "--json", "all.psn"}).json().back()["games"] == 2);

  const Outcome files = d.run({"export", "--files", "{id}.psn"});
  CHECK(files.code == 1);
  CHECK(files.out == "2 files written\n");
  CHECK_THAT(files.err, Contains(said));
  CHECK(std::filesystem::exists(d.folder / "000003.psn"));

  const Outcome rows = d.run({"export", "--to", "csv"});
  CHECK(rows.code == 1);
  CHECK(rows.lines().size() == 5);
  CHECK_THAT(rows.err, Contains(said));
}

TEST_CASE(
    "a changed move is reported by everything that reads it, and repaired as far as it goes") {
  const Damaged d;
  // Game 3 becomes a legal game that nobody played.
  d.sql("UPDATE records SET moves = (SELECT moves FROM records WHERE id = 1) WHERE id = 3");
  const std::string changed = "game 3 is damaged: its moves are not those that were written";
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"find", "--moves", "P-7f"},
                                             {"find", "--query", "plies >= 1"},
                                             {"find", "--query", "plies >= 1", "--count"},
                                             {"tree", "--moves", "P-7f"},
                                             {"show", "3"},
                                             {"export"},
                                             {"stats", "--positions", "3"},
                                             {"db", "verify"}}) {
    INFO(fmt::format("{}", fmt::join(words, " ")));
    const Outcome answer = d.run(words);
    CHECK(answer.code != 0);
    CHECK_THAT(answer.err + answer.out, Contains(changed));
  }
  const Outcome repaired = d.run({"db", "compact", "--reindex"});
  CHECK(repaired.code == 1);
  CHECK_THAT(repaired.err, Contains(changed + "; the game they make is kept"));
  CHECK(d.run({"show", "3"}).code == 0);
  CHECK(d.run({"find", "--moves", "P-7f P-3d", "--json"}).json().size() == 2);
}

TEST_CASE("a damaged block of the index is reported by everything that reads it, and rebuilt") {
  const Damaged d;
  d.sql("DELETE FROM records WHERE id = 2; DELETE FROM games WHERE id = 2");
  // A bit of a ply: the block can be read, and says something else.
  d.sql(
      "UPDATE position_blocks SET data = CAST(substr(data, 1, length(data) - 5) || "
      "x'55' || substr(data, -4) AS BLOB)");
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"find", "--moves", "P-7f"},
                                             {"find", "--query", "position \"P-7f\""},
                                             {"tree", "--moves", "P-7f"},
                                             {"stats", "--positions", "3"},
                                             {"duplicates"}}) {
    INFO(fmt::format("{}", fmt::join(words, " ")));
    const Outcome answer = d.run(words);
    CHECK(answer.code == 2);
    CHECK_THAT(answer.err, Contains("of the position index is damaged") &&
                               Contains("'yari db compact --reindex' rebuilds it"));
  }
  CHECK(d.run({"db", "verify"}).code == 1);
  CHECK(d.run({"db", "compact", "--reindex"}).code == 0);
  CHECK(d.run({"db", "verify"}).code == 0);
  CHECK(d.run({"find", "--moves", "P-7f", "--json"}).json().size() == 2);
}

TEST_CASE("after an interrupted reindex no command answers from an index that is not whole",
          "[slow]") {
  const Damaged d;
  d.sql("DELETE FROM records WHERE id = 2; DELETE FROM games WHERE id = 2");
  REQUIRE(d.run({"db", "compact", "--reindex"}).code == 0);
  const std::vector<std::vector<std::string>> need_no_index{
      {"list"}, {"list", "--black", "ann"}, {"show", "1"}, {"export"}, {"players"}, {"ratings"}};
  std::vector<std::string> before;
  for (const auto& words : need_no_index) before.push_back(d.run(words).out);
  const std::string found = d.run({"find", "--moves", "P-7f"}).out;
  // What is there between two steps: some postings, some texts.
  d.sql(
      "INSERT INTO meta(name, value) VALUES ('rebuilding', 5);"
      "DELETE FROM position_blocks; DELETE FROM position_runs;"
      "INSERT INTO games_text(games_text) VALUES ('delete-all')");
  for (std::size_t i = 0; i < need_no_index.size(); ++i) {
    INFO(fmt::format("{}", fmt::join(need_no_index[i], " ")));
    CHECK(d.run(need_no_index[i]).out == before[i]);
  }
  d.folder.file("more.psn", "[Variant \"Yari Shogi\"]\n\n1. P-7f P-8d *\n\n");
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"find", "--moves", "P-7f"},
           {"find", "--query", "plies >= 1"},
           {"list", "--text", "good"},
           {"tree"},
           {"stats"},
           {"duplicates"},
           {"sql", "SELECT count(*) FROM games_text WHERE games_text MATCH 'good'"},
           {"sql", "SELECT count(*) FROM games_at('startpos')"},
           {"import", "more.psn"},
           {"annotate", "1", "--nodes", "50", "--force"},
           {"tag", "1", "--set", "Event=Cup"},
           {"delete", "1"},
           {"db", "compact"}}) {
    INFO(fmt::format("{}", fmt::join(words, " ")));
    const Outcome refused = d.run(words);
    CHECK(refused.code == 2);
    CHECK(refused.out.empty());
    CHECK_THAT(refused.err, Contains("the indexes are being rebuilt") &&
                                Contains("run 'yari db compact --reindex' to complete it"));
  }
  const Outcome verified = d.run({"db", "verify"});
  CHECK(verified.code == 1);
  CHECK_THAT(verified.out + verified.err, Contains("the indexes are being rebuilt"));
  CHECK(d.run({"db", "compact", "--reindex"}).code == 0);
  CHECK(d.run({"db", "verify"}).code == 0);
  CHECK(d.run({"find", "--moves", "P-7f"}).out == found);
}

TEST_CASE("a damaged game does not keep others from a report") {
  const Damaged d;
  const Outcome report = d.run({"report", "1", "2", "3", "-o", "v.html"});
  CHECK(report.code == 1);
  CHECK(report.out == "2 games written to v.html\n");
  CHECK_THAT(report.err, Contains(said));
  CHECK_THAT(read_file(d.folder / "v.html"), Contains("</html>"));
  const Outcome none = d.run({"report", "2", "-o", "w.html"});
  CHECK(none.code == 1);
  CHECK_THAT(none.err, Contains(said) && Contains("no page is written"));
  CHECK_FALSE(std::filesystem::exists(d.folder / "w.html"));
}

TEST_CASE("a damaged game does not keep others from being counted and found") {
  const Damaged d;
  const Outcome stats = d.run({"stats", "--json"});
  CHECK(stats.code == 1);
  CHECK_THAT(stats.err, Contains(said));
  CHECK(stats.object()["games"] == 3);
  CHECK(stats.object()["common_positions"][0]["games"] == 3);
  const Outcome found = d.run({"find", "--moves", "P-2f", "--json"});
  CHECK(found.code == 1);
  CHECK(found.out.empty());
  CHECK_THAT(found.err, Contains(said));
  CHECK(d.run({"find", "--moves", "P-7f", "--count"}).out == "2\n");
  const Outcome tree = d.run({"tree", "--json"});
  CHECK(tree.code == 1);
  CHECK_THAT(tree.err, Contains(said));
  CHECK_THAT(tree.out, Contains("7g7f") && !Contains("*"));
}

TEST_CASE("a stored move that is not legal is not shown as one") {
  const Damaged d;
  for (const std::vector<std::string>& how :
       std::vector<std::vector<std::string>>{{"--query", "ply = 0"}, {"--sfen", "startpos"}}) {
    INFO(how[0]);
    const Outcome text = d.run({"find", how[0], how[1]});
    CHECK(text.code == 1);
    REQUIRE(text.lines().size() == 3);
    CHECK_THAT(text.lines()[1], Catch::Matchers::EndsWith("   0     1  (damaged)"));
    CHECK_THAT(text.err, Contains("game 2 is damaged"));
    const auto json = d.run({"find", "--json", how[0], how[1]}).json();
    CHECK(json[0]["next"] == "7g7f");
    CHECK(json[1]["next"].is_null());
    CHECK(json[1]["move"].is_null());
  }
  const auto profile = d.run({"profile", "ann", "--json"}).object();
  for (const auto& opening : profile["openings"])
    CHECK_THAT(opening["name"].get<std::string>(), !Contains("*"));
  // A move that a board could make and the rules forbid; nothing follows it.
  const unsigned far = read_usi_move("7g7e", Variant::yari)->bits();
  d.sql(fmt::format("UPDATE records SET moves = x'{:02x}{:02x}ffff' WHERE id = 2", far & 255,
                    far >> 8));
  const Outcome beyond = d.run({"find", "--query", "ply >= 0"});
  CHECK(beyond.code == 1);
  CHECK_THAT(beyond.err, Contains("game 2 is damaged"));
}

TEST_CASE("a game that was deleted damaged comes back damaged, and is reported") {
  const Damaged d;
  REQUIRE(d.run({"delete", "1"}).code == 0);
  REQUIRE(d.run({"delete", "2"}).code == 0);
  const Outcome second = d.run({"undo", "--json"});
  CHECK(second.code == 0);
  CHECK(second.object()["damaged"] == 1);
  CHECK_THAT(second.err, Contains("taken back as it was") && Contains(said));
  CHECK(d.run({"undo"}).code == 0);
  CHECK(d.run({"list", "--count"}).out == "3\n");
}

TEST_CASE("a damaged game does not keep others from edits and matches") {
  const Damaged d;
  const Outcome tagged = d.run({"tag", "--plies", "0..", "--set", "Event=Open", "--set", "Site=X"});
  CHECK(tagged.code == 1);
  CHECK(tagged.out == "2 games changed\n");
  CHECK_THAT(tagged.err, Contains(said) && Contains("; it stays as it is\n"));
  CHECK(d.run({"list", "--event", "Open", "--count"}).out == "2\n");
  const Outcome renamed = d.run({"rename", "Ann", "Anna"});
  CHECK(renamed.code == 1);
  CHECK(renamed.out == "2 games changed\n");
  CHECK_THAT(renamed.err, Contains(said));
  const Outcome match = d.run({"match", "--opening-plies", "1", "--games", "2", "--nodes", "1",
                               "--max-plies", "3", "--json"});
  CHECK(match.code == 0);
  CHECK_THAT(match.err, Contains(said));
}

TEST_CASE("merge names the file of a damaged game once") {
  const Damaged d;
  const Outcome merged = d.run({"db", "merge", "--db", "new.db", "yari.db"});
  CHECK(merged.code == 1);
  CHECK_THAT(merged.err, Contains("yari: yari.db: " + said));
}

TEST_CASE("compact --reindex sets the plies of a header that are not its game's") {
  const Damaged d;
  d.sql("UPDATE games SET plies = 77 WHERE id = 1");
  CHECK(d.run({"db", "compact", "--reindex"}).code == 1);
  CHECK(d.run({"list", "--plies", "2", "--count"}).out == "3\n");
  CHECK(d.run({"db", "verify", "--json"}).object()["problems"].size() > 0);
  CHECK_THAT(d.run({"db", "verify"}).out + d.run({"db", "verify"}).err, !Contains("game 1"));
}

TEST_CASE("annotate --force repairs what verify finds wrong with an annotation") {
  const Damaged d;
  REQUIRE(d.run({"delete", "2"}).code == 0);
  REQUIRE(d.run({"db", "verify"}).code == 0);
  d.sql("DELETE FROM annotated_players WHERE game = 3 AND color = 0");
  const Outcome damaged = d.run({"db", "verify"});
  CHECK(damaged.code == 1);
  CHECK_THAT(damaged.out, Contains("game 3: its annotation lacks the numbers of a player"));
  CHECK_THAT(damaged.err, Contains("'yari annotate --force'"));
  REQUIRE(d.run({"annotate", "3", "--force", "--nodes", "50"}).code == 0);
  CHECK(d.run({"db", "verify"}).code == 0);
}

}  // namespace yari::test
