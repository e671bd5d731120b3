// Which games the conditions choose, kept ones among them.
#include "tests/cli/program.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

/// Three short games, of which the second is of Shogi.
struct Mixed : ProgramFolder {
  Mixed() {
    folder.file("games.psn",
                "[Variant \"Yari Shogi\"]\n[Date \"1995\"]\n\n1. P-7f P-3d *\n\n"
                "[Variant \"Shogi\"]\n[Date \"1996\"]\n\n1. P-7f P-3d *\n\n"
                "[Variant \"Yari Shogi\"]\n[Date \"1997\"]\n\n1. P-2f P-3d *\n\n");
    REQUIRE(run({"import", "games.psn"}).code == 0);
  }
  /// The games that `annotate` with these words annotates.
  std::vector<int> annotated(std::vector<std::string> words) const {
    words.insert(words.begin(), {"annotate", "--nodes", "50", "--force", "--json"});
    std::vector<int> games;
    for (const auto& json : run(words).json())
      if (json.contains("game")) games.push_back(json["game"]);
    return games;
  }
};

}  // namespace

TEST_CASE("annotate --variant chooses games of a database", "[slow]") {
  const Mixed mixed;
  CHECK(mixed.annotated({"--variant", "shogi"}) == std::vector{2});
  CHECK(mixed.annotated({"--variant", "shogi", "--date", "1900.."}) == std::vector{2});
  CHECK(mixed.annotated({"--all", "--variant", "yari"}) == std::vector{1, 3});
  CHECK(mixed.annotated({"--all", "--variant", "auto"}) == std::vector{1, 2, 3});
  CHECK(mixed.annotated({"1", "2", "--variant", "shogi"}) == std::vector{2});
  REQUIRE(mixed.run({"query", "save", "sh", "--variant", "shogi", "--date", "1900.."}).code == 0);
  REQUIRE(mixed.run({"query", "save", "sh2", "--variant", "shogi"}).code == 0);
  CHECK(mixed.annotated({"--saved", "sh"}) == std::vector{2});
  CHECK(mixed.annotated({"--saved", "sh2"}) == std::vector{2});
  CHECK(mixed.run({"annotate", "--all", "--date", "1995"}).code == 2);
  CHECK(mixed.run({"annotate", "--variant", "auto"}).code == 2);
}

TEST_CASE("games are chosen by the ratings of both players") {
  const Mixed mixed;
  REQUIRE(mixed.run({"tag", "1", "--set", "BlackElo=1500", "--set", "WhiteElo=1900"}).code == 0);
  REQUIRE(mixed.run({"tag", "2", "--set", "BlackRating=1800?", "--set", "WhiteRate=2000"}).code ==
          0);
  REQUIRE(mixed.run({"tag", "3", "--set", "BlackElo=2500"}).code == 0);
  const auto listed = [&](const char* range) {
    std::vector<int> games;
    for (const auto& json : mixed.run({"list", "--rated", range, "--json"}).json())
      games.push_back(json["game"]);
    return games;
  };
  CHECK(listed("1800..") == std::vector{2});
  CHECK(listed("..1900") == std::vector{1});
  CHECK(listed("1500..2000") == std::vector{1, 2});
  CHECK(listed("2500").empty());
  CHECK(mixed.run({"find", "--query", "rated > 1799", "--json"}).json().front()["game"] == 2);
  REQUIRE(mixed.run({"query", "save", "strong", "--rated", "1800.."}).code == 0);
  CHECK(mixed.annotated({"--saved", "strong"}) == std::vector{2});
  CHECK_THAT(mixed.run({"list", "--rated", "2000..1800"}).err,
             Contains("--rated: expected a range from the smaller to the larger"));
  CHECK(mixed.run({"list", "--rated", "strong"}).code == 2);
}

TEST_CASE("annotate --variant says of files what their records do not say") {
  const Mixed mixed;
  mixed.folder.file("plain.psn", "1. P-7f P-3d *\n");
  const auto variant = [&](const char* name) {
    return mixed.run({"annotate", "plain.psn", "--nodes", "50", "--variant", name, "--json"})
        .json()
        .front()["variant"];
  };
  CHECK(variant("shogi") == "shogi");
  CHECK(variant("yari") == "yari");
}

TEST_CASE("annotate --book 0, which is the default, may be typed") {
  const Mixed mixed;
  CHECK(mixed.run({"annotate", "1", "--nodes", "50", "--book", "0"}).code == 0);
  CHECK(mixed.run({"annotate", "games.psn", "--nodes", "50", "--book", "0"}).code == 0);
}

TEST_CASE("a condition that is typed wins over the one of a saved query, wherever it stands") {
  const Mixed mixed;
  REQUIRE(mixed.run({"query", "save", "sh", "--variant=shogi", "--query", "ply = 0"}).code == 0);
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"find", "--saved", "sh", "--variant", "yari"},
                                             {"find", "--variant=yari", "--saved=sh"}}) {
    const auto hits = mixed.run(words).lines();
    CHECK(hits == mixed.run({"find", "--query", "ply = 0", "--variant", "yari"}).lines());
    CHECK(hits != mixed.run({"find", "--saved", "sh"}).lines());
  }
  CHECK(mixed.run({"find", "--saved", "sh", "--query", "ply = 1"}).code == 1);
  CHECK(mixed.run({"find", "--saved", "sh", "--query", "ply < 1"}).code == 0);
}

TEST_CASE("what export would leave aside is refused") {
  const Mixed mixed;
  CHECK(mixed.run({"export", "--to", "csv", "--to-encoding", "shift_jis"}).code == 2);
  CHECK(mixed.run({"export", "--to", "csv", "--json"}).code == 2);
  CHECK(mixed.run({"export", "--to", "jsonl", "--json"}).code == 0);
  CHECK(mixed.run({"export", "--to", "csv"}).code == 0);
}

}  // namespace yari::test
