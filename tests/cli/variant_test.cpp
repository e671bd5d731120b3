// Which game is meant where none is named.
#include "tests/cli/program.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

const std::string shogi_game = "[Variant \"Shogi\"]\n[Black \"A\"]\n\n1. P-7f P-3d 2. P-9f *\n\n";
const std::string yari_game = "[Variant \"Yari Shogi\"]\n[Black \"B\"]\n\n1. P-7f P-3d *\n\n";

struct Games {
  TemporaryFolder folder;

  explicit Games(const std::string& records) {
    folder.file("games.psn", records);
    REQUIRE(run({"import", "games.psn"}).code == 0);
  }
  RunOptions here(const std::string& named = "") const {
    RunOptions options{.folder = folder.path()};
    if (!named.empty()) options.environment = {{"YARI_VARIANT", named}};
    return options;
  }
  Outcome run(const std::vector<std::string>& words, const std::string& named = "") const {
    return yari(words, here(named));
  }
};

}  // namespace

TEST_CASE("the only game of a database is the one that is meant") {
  const Games shogi(shogi_game);
  for (const char* named : {"", "yari"}) {
    CHECK(shogi.run({"tree"}, named).code == 0);
    CHECK(shogi.run({"tree", "--moves", "P-7f P-3d"}, named).code == 0);
    CHECK(shogi.run({"find", "--moves", "P-7f P-3d P-9f", "--count"}, named).out == "1\n");
    CHECK(shogi.run({"find", "--sfen", "startpos", "--count"}, named).out == "1\n");
    CHECK(shogi.run({"find", "--pattern", "lnsgkgsnl", "--count"}, named).out == "1\n");
    CHECK(shogi.run({"find", "--query", "pieces P9f", "--count"}, named).out == "1\n");
  }
  CHECK(shogi.run({"tree", "--variant", "yari"}).code == 1);
  const Games yari(yari_game);
  CHECK(yari.run({"tree"}, "shogi").code == 0);
}

TEST_CASE("with games of both $YARI_VARIANT names the game, and an option wins over it") {
  const Games both(shogi_game + yari_game);
  CHECK(both.run({"find", "--moves", "P-7f P-3d P-9f"}).code == 2);
  CHECK(both.run({"find", "--moves", "P-7f P-3d P-9f"}, "shogi").code == 0);
  CHECK(both.run({"find", "--moves", "P-7f P-3d P-9f", "--variant", "yari"}, "shogi").code == 2);
  CHECK(both.run({"find", "--query", "ply = 0", "--count"}, "shogi").out == "2\n");
  CHECK_THAT(both.run({"board"}, "shogi").out, Contains("SFEN lnsgkgsnl/"));
  CHECK_THAT(both.run({"board"}).out, Contains("SFEN rnnkbbr/"));
  const Outcome wrong = both.run({"board"}, "chess");
  CHECK(wrong.code == 2);
  CHECK_THAT(wrong.err, Contains("$YARI_VARIANT: expected yari or shogi, found 'chess'"));
}

TEST_CASE("an empty answer on a terminal says which game was asked and how to ask the other") {
  const Games both(shogi_game + yari_game);
  const std::string hint = "no game of Yari Shogi matches: --variant shogi searches Shogi";
  CHECK_THAT(yari_on_terminal({"find", "--moves", "P-1f"}, both.here()).out, Contains(hint));
  CHECK_THAT(yari_on_terminal({"tree", "--moves", "P-1f"}, both.here()).out, Contains(hint));
  CHECK_THAT(yari_on_terminal({"tree"}, both.here()).out, !Contains("matches"));
  CHECK(both.run({"find", "--moves", "P-1f"}).err.empty());
  const Games shogi(shogi_game);
  CHECK_THAT(yari_on_terminal({"find", "--moves", "P-1f"}, shogi.here()).out,
             Contains("no game matches") && !Contains("--variant"));
  CHECK_THAT(yari_on_terminal({"list", "--player", "nobody"}, both.here()).out,
             Contains("no game matches"));
  CHECK_THAT(yari_on_terminal({"event", "nothing"}, both.here()).out, Contains("'yari events'"));
  CHECK_THAT(yari_on_terminal({"undo"}, both.here()).out, Contains("nothing to take back"));
  CHECK_THAT(yari_on_terminal({"players", "nobody"}, both.here()).out,
             Contains("no player has these words"));
  CHECK_THAT(yari_on_terminal({"events", "nothing"}, both.here()).out,
             Contains("no event has these words"));
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"ratings", "--player", "nobody"},
        {"event", "nothing", "--results"},
        {"stats", "--by", "year", "--player", "nobody"}}) {
    INFO(words[0]);
    CHECK_THAT(yari_on_terminal(words, both.here()).out, Contains("no game matches"));
    CHECK_THAT(yari(words, both.here()).err, !Contains("matches"));
  }
  CHECK_THAT(yari_on_terminal({"query", "list"}, both.here()).out, Contains("'yari query save"));
  CHECK_THAT(yari_on_terminal({"stats", "--by", "clock"}, both.here()).out,
             Contains("'yari annotate"));
  CHECK(yari({"delete", "1", "2"}, both.here()).code == 0);
  CHECK_THAT(yari_on_terminal({"list"}, both.here()).out,
             Contains("no games: 'yari import FOLDER'"));
  CHECK_THAT(yari_on_terminal({"db", "compact"}, both.here()).out,
             Contains("can no longer take back 1 change, the last of them: delete"));
}

}  // namespace yari::test
