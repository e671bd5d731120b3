// `yari sql`: what may be asked, and what may not.
#include <filesystem>

#include "tests/cli/program.h"
#include "tests/support/catch.h"
#include "tests/support/data.h"
#include "tests/support/sanitized.h"

namespace yari::test {

namespace {

struct SampleTables {
  TemporaryFolder folder;
  RunOptions here;

  SampleTables() {
    here.folder = folder.path();
    const std::string samples = (std::filesystem::path(YARI_SOURCE_DIR) / "samples").string();
    REQUIRE(yari({"import", samples}, here).code == 0);
  }
  Outcome ask(const std::string& sql) const { return yari({"sql", sql}, here); }
};

}  // namespace

TEST_CASE("SQL can only read") {
  const SampleTables f;
  const std::string before = read_file(f.folder / "yari.db");
  for (const char* sql : {"DELETE FROM games",
                          "INSERT INTO meta VALUES ('x', 1)",
                          "UPDATE games SET plies = 0",
                          "DROP TABLE games",
                          "CREATE TABLE t(x)",
                          "CREATE TEMP TABLE t(x)",
                          "VACUUM",
                          "VACUUM INTO 'copy.db'",
                          "ATTACH 'other.db' AS o",
                          "DETACH main",
                          "REINDEX",
                          "ANALYZE",
                          "PRAGMA journal_mode = DELETE",
                          "PRAGMA writable_schema = ON",
                          "PRAGMA query_only = OFF",
                          "PRAGMA user_version = 9",
                          "ALTER TABLE games ADD x",
                          "INSERT INTO games_text(games_text) VALUES ('delete-all')",
                          "SELECT load_extension('x')",
                          "SELECT 1; DELETE FROM games",
                          "WITH x AS (SELECT 1) DELETE FROM games",
                          "DROP VIEW temp.players_list"}) {
    INFO(sql);
    const Outcome outcome = f.ask(sql);
    CHECK(outcome.code == 2);
    CHECK_FALSE(outcome.err.empty());
  }
  CHECK(read_file(f.folder / "yari.db") == before);
  CHECK_FALSE(std::filesystem::exists(f.folder / "other.db"));
  CHECK_FALSE(std::filesystem::exists(f.folder / "copy.db"));
}

TEST_CASE("SQL that would never end is stopped, and so is one that takes too much memory") {
  const SampleTables f;
  const std::string endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) ";
  const Outcome late = yari({"sql", "--timeout", "1", endless + "SELECT count(*) FROM n"}, f.here);
  CHECK(late.code == 2);
  CHECK_THAT(late.err, Contains("stopped after 1 s (--timeout)"));
  const Outcome large = yari({"sql", "--memory", "32", "--timeout", "30",
                              endless + "SELECT i, hex(randomblob(500)) FROM n ORDER BY 2"},
                             f.here);
  CHECK(large.code == 2);
  CHECK_THAT(large.err, Contains("takes more than 32 MiB (--memory)"));
}

namespace {

/// In each of the three forms, with nobody who keeps what is printed.
void stays_within(const SampleTables& f, int mib, int seconds, const std::string& sql,
                  const std::string& why) {
  RunOptions nowhere = f.here;
  nowhere.out_file = "/dev/null";
  for (const char* form : {"--csv", "--json", ""}) {
    std::vector<std::string> words{
        "sql", sql, "--memory", std::to_string(mib), "--timeout", std::to_string(seconds)};
    if (*form != '\0') words.emplace_back(form);
    const Outcome outcome = yari(words, nowhere);
    INFO(form << ' ' << sql << ": " << outcome.err);
    CHECK(outcome.peak_mib <= mib);
    CHECK(outcome.code == (why.empty() ? 0 : 2));
    CHECK_THAT(outcome.err, Contains(why));
  }
}

}  // namespace

TEST_CASE("the whole process keeps the memory of a question, whatever it prints", "[slow]") {
  const SampleTables f;
  const std::string many = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT ";
  SECTION("many small rows") {
    stays_within(f, 64, 300,
                 many + "150000) SELECT i, i * 2, i * 3, i * 4, i * 5, i * 6, 'text' FROM n", "");
  }
  SECTION("a forgotten join") {
    stays_within(
        f, 128, 1,
        "SELECT a.id AS a, b.id AS b, c.id AS c, d.id AS d, e.id AS e, f.id AS f, g.id AS g "
        "FROM games a, games b, games c, games d, games e, games f, games g",
        "stopped after 1 s");
  }
  SECTION("cells of almost the largest size, of text, of escapes and of bytes") {
    stays_within(f, 128, 60, many + "2) SELECT replace(hex(zeroblob(300000)), '0', 'x') FROM n",
                 "");
    stays_within(f, 128, 60, many + "2) SELECT replace(hex(zeroblob(300000)), '0', char(1)) FROM n",
                 "");
    stays_within(f, 128, 60, many + "2) SELECT zeroblob(1900000), 1 FROM n", "");
  }
  SECTION("a cell that is larger than any may be") {
    for (const char* cell :
         {"zeroblob(9000000)", "hex(randomblob(5000000))",
          "(SELECT group_concat(hex(zeroblob(1000))) FROM games_view a, games_view b, games_view "
          "c)"})
      stays_within(f, 128, 60, std::string("SELECT ") + cell, "too big");
  }
  SECTION("a sort that grows") {
    stays_within(f, 128, 60, many + "90000000) SELECT i, hex(randomblob(300)) FROM n ORDER BY 2",
                 "takes more than 128 MiB");
  }
}

TEST_CASE("SQL is stopped inside one function that takes too long", "[slow]") {
  const SampleTables f;
  const Outcome outcome =
      yari({"sql", "--timeout", "1", "SELECT instr(zeroblob(8000000), zeroblob(4000000) || x'01')"},
           f.here);
  CHECK(outcome.code == 2);
  CHECK(outcome.err == "yari: stopped after 1 s (--timeout)\n");
}

TEST_CASE("whoever reads the rows of SQL slowly gets all of them", "[slow]") {
  const SampleTables f;
  const std::string command =
      std::string("\"") + YARI_PROGRAM +
      "\" sql --timeout 3 --csv \"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL "
      "SELECT i + 1 FROM n LIMIT 30000) SELECT i FROM n\" | "
      "{ sleep 6; tail -1; }";
  CHECK(run_program("sh", {"-c", command}, f.here).out == "30000\n");
}

TEST_CASE("rows of SQL that come late are aligned as the first were, and nothing is cut") {
  const SampleTables f;
  const Outcome outcome = yari({"sql",
                                "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n "
                                "LIMIT 1200) SELECT CASE WHEN i > 1100 THEN 'a longer text' ELSE "
                                "'short' END AS word, i FROM n"},
                               f.here);
  const std::vector<std::string> lines = outcome.lines();
  REQUIRE(lines.size() == 1201);
  CHECK(lines[0] == "word      i");
  CHECK(lines[1] == "short     1");
  CHECK(lines[1200] == "a longer text  1200");
}

TEST_CASE("the schema for SQL comes as text, CSV and JSON") {
  const SampleTables f;
  const auto rows = yari({"sql", ".schema", "--json"}, f.here).json();
  REQUIRE(rows.size() == 11);
  CHECK(rows[0]["name"] == "games_view");
  CHECK(rows[0]["kind"] == "view");
  CHECK(rows[0]["columns"].size() == 13);
  CHECK(rows[9]["kind"] == "function");
  CHECK(rows[9]["arguments"][0] == "SFEN");
  // Each view and function has the columns that are described.
  for (const auto& row : rows) {
    const std::string name = row["name"];
    const std::string call = name == "games_at"     ? "games_at('startpos', 'shogi')"
                             : name == "game_plies" ? "game_plies(1)"
                                                    : name;
    const auto answer =
        yari({"sql", "SELECT * FROM (SELECT 1) LEFT JOIN " + call + " LIMIT 1", "--csv"}, f.here);
    std::string heading = "1";
    for (const auto& column : row["columns"]) heading += "," + column.get<std::string>();
    INFO(name << answer.err);
    CHECK(answer.lines().at(0) == heading);
  }
  CHECK(yari({"sql", ".tables", "--json"}, f.here).json().size() == 11);
  CHECK(yari({"sql", ".tables"}, f.here).lines().at(0) == "games_view");
  const auto csv = yari({"sql", ".schema", "--csv"}, f.here).lines();
  REQUIRE(csv.size() == 12);
  CHECK(csv[0] == "name,kind,columns,arguments");
  CHECK(csv[2] == "players_list,view,name; games; wins; draws; losses; first_date; last_date,");
  CHECK(csv[10] == "games_at,function,game; ply; next,SFEN; VARIANT");
  CHECK(rows[0]["arguments"].empty());
  const auto names = yari({"sql", ".tables", "--csv"}, f.here).lines();
  REQUIRE(names.size() == 12);
  CHECK(names[0] == "name,kind");
  CHECK(names[1] == "games_view,view");
  const Outcome unknown = yari({"sql", ".import x"}, f.here);
  CHECK(unknown.code == 2);
  CHECK_THAT(unknown.err, Contains("'.import x' is no command"));
}

TEST_CASE("the schema for SQL needs no database, wherever it is asked for") {
  const TemporaryFolder folder;
  const Outcome typed = yari({"sql", ".schema"}, {.folder = folder.path()});
  CHECK(typed.code == 0);
  const Outcome piped = yari({"sql"}, {.input = ".schema\n", .folder = folder.path()});
  CHECK(piped.code == 0);
  CHECK(piped.out == typed.out);
}

TEST_CASE("a lower limit of memory that the user has set stays") {
  if (YARI_SANITIZED) return;
  const SampleTables f;
  const std::string command =
      std::string("ulimit -S -d 100000; exec \"") + YARI_PROGRAM +
      "\" sql --memory 512 \"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT "
      "90000000) SELECT i, hex(randomblob(300)) FROM n ORDER BY 2\"";
  const Outcome outcome = run_program("bash", {"-c", command}, f.here);
  INFO(outcome.err);
  CHECK(outcome.code == 2);
  CHECK(outcome.peak_mib < 200);
}

TEST_CASE("a mistake in SQL is shown with its line and a caret") {
  const SampleTables f;
  const Outcome outcome = f.ask("SELECT id\nFROM gamez");
  CHECK(outcome.code == 2);
  CHECK_THAT(outcome.err, Contains("no such table: gamez"));
  CHECK_THAT(f.ask("SELECT idd FROM games_view").err,
             Contains("SELECT idd FROM games_view\n            ^"));
  CHECK_THAT(f.ask("SELECT * FROM games_at('nonsense')").err, Contains("games_at: "));
  CHECK(f.ask("SELECT 1 WHERE 0").code == 1);
}

TEST_CASE("two columns of one name are refused in JSON, which would keep one of them") {
  const SampleTables f;
  const Outcome twice = yari({"sql", "--json", "SELECT 1 AS a, 2 AS b, 3 AS a"}, f.here);
  CHECK(twice.code == 2);
  CHECK(twice.out.empty());
  CHECK(twice.err == "yari: two columns are called 'a': name one of them by AS\n");
  CHECK(yari({"sql", "--csv", "SELECT 1 AS a, 2 AS a"}, f.here).out == "a,a\n1,2\n");
}

TEST_CASE("values of SQL keep their types in JSON and are safe in CSV") {
  const SampleTables f;
  const auto row =
      yari({"sql", "SELECT 1 AS games, 1.5 AS score, 'a' AS event, NULL AS date, x'0aff' AS text",
            "--json"},
           f.here)
          .object();
  CHECK(row["games"] == 1);
  CHECK(row["score"] == 1.5);
  CHECK(row["event"] == "a");
  CHECK(row["date"].is_null());
  CHECK(row["text"] == "0aff");
  CHECK(yari({"sql", "SELECT '=1+2' AS x, '羽生,善治' AS y", "--csv"}, f.here).out ==
        "x,y\n'=1+2,\"羽生,善治\"\n");
}

TEST_CASE("the plies of a game are its replay, and join with judgements and positions") {
  const SampleTables f;
  REQUIRE(yari({"annotate", "11", "--nodes", "500"}, f.here).code == 0);
  const auto rows =
      yari({"sql", "SELECT ply, side, usi, move, score, judgement FROM game_plies(11)", "--json"},
           f.here)
          .json();
  const auto exported = yari({"export", "11", "--to", "json"}, f.here).json();
  REQUIRE(rows.size() == exported.size() + 1);
  bool judged = false;
  for (std::size_t i = 0; i < exported.size(); ++i) {
    CHECK(rows[i]["ply"] == i);
    CHECK(rows[i]["usi"] == exported[i]["usi"]);
    CHECK(rows[i]["move"] == exported[i]["move"]);
    CHECK(rows[i]["side"] == exported[i]["side"]);
    if (exported[i]["after"].is_object() && exported[i]["after"].contains("cp"))
      CHECK(rows[i]["score"] == exported[i]["after"]["cp"]);
    judged = judged || !rows[i]["judgement"].is_null();
  }
  CHECK(rows.back()["usi"].is_null());
  CHECK(judged);
  const std::string joined =
      "SELECT count(*) AS games FROM judgements_view j JOIN game_plies(11) p ON p.ply = j.ply "
      "WHERE j.game = 11 AND j.move <> p.usi";
  CHECK(yari({"sql", joined, "--json"}, f.here).object()["games"] == 0);
  const std::string at =
      "SELECT count(*) AS games FROM game_plies(11) p WHERE p.ply NOT IN (SELECT ply FROM "
      "games_at(p.sfen, 'yari') WHERE game = 11)";
  CHECK(yari({"sql", at, "--json"}, f.here).object()["games"] == 0);
  CHECK(f.ask("SELECT * FROM game_plies(999)").code == 1);
}

TEST_CASE("standard input is read for SQL, and on a terminal there is a prompt") {
  const SampleTables f;
  RunOptions piped = f.here;
  piped.input = "SELECT 1 AS one; SELECT 2 AS two;";
  CHECK(yari({"sql"}, piped).out == "one\n  1\ntwo\n  2\n");
  RunOptions typed = f.here;
  typed.input = "SELECT 1 + 1\nAS two;\n.schema\nnonsense;\n.quit\n";
  const Outcome outcome = yari_on_terminal({"sql"}, typed);
  CHECK_THAT(outcome.out, Contains("sql> "));
  CHECK_THAT(outcome.out, Contains("two"));
  CHECK_THAT(outcome.out, Contains("game_plies(GAME)"));
  CHECK_THAT(outcome.out, Contains("syntax error"));
}

}  // namespace yari::test
