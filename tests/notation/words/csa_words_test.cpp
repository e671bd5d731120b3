// CSA's words, and the summaries of its servers.
#include "notation/csa/words.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

std::string said(const std::optional<Outcome>& outcome) {
  if (!outcome) return "none";
  return std::string(name(outcome->result)) + ' ' + std::string(name(outcome->ending));
}

}  // namespace

TEST_CASE("a piece is two capital letters") {
  CHECK(csa_kind("FU", Variant::shogi) == Shogi::P);
  CHECK(csa_kind("RY", Variant::shogi) == Shogi::PR);
  CHECK(csa_kind("NK", Variant::yari) == YariShogi::PYN);
  for (const char* const word : {"ZZ", "AA", "fu", "F", "FUU", "", "F[", "@U", "Fu", "fU"})
    CHECK_FALSE(csa_kind(word, Variant::shogi));
  CHECK_FALSE(csa_kind("KI", Variant::yari));
  for (const Variant v : {Variant::yari, Variant::shogi})
    for (const Kind k : all_kinds)
      if (info(v)[k].exists) CHECK(csa_kind(csa_word(k, v), v) == k);
}

TEST_CASE("a summary says who won only where both sides agree") {
  const std::vector<std::string> words{"win", "lose", "draw", "stays"};
  for (const std::string& a : words)
    for (const std::string& b : words) {
      const std::string line = "'summary:toryo:A " + a + ":B " + b;
      INFO(line);
      const std::string pair = a + ' ' + b;
      const std::string result = pair == "win lose"    ? "1-0"
                                 : pair == "lose win"  ? "0-1"
                                 : pair == "draw draw" ? "1/2-1/2"
                                                       : "*";
      CHECK(said(csa_summary(line, "A", "B")) == result + " resignation");
    }
}

TEST_CASE("the names of a summary say whose word is whose, and may have colons") {
  const auto summary = [](const std::string& rest, std::string_view black, std::string_view white) {
    return said(csa_summary("'summary:" + rest, black, white));
  };
  CHECK(summary("toryo:B lose:A win", "A", "B") == "1-0 resignation");
  CHECK(summary("toryo:A win:B lose", "A", "B") == "1-0 resignation");
  CHECK(summary("toryo:A lose:A win", "A", "A") == "0-1 resignation");
  CHECK(summary("toryo:x lose:y win", "A", "B") == "0-1 resignation");
  CHECK(summary("toryo:b:c lose:a:d win", "a:d", "b:c") == "1-0 resignation");
  CHECK(summary("time up:A win:B lose", "A", "B") == "1-0 timeout");
  CHECK(summary("other:A win:B lose", "A", "B") == "1-0 unknown");
  CHECK(summary("toryo", "A", "B") == "* resignation");
  CHECK(summary("toryo:win:lose", "A", "B") == "* resignation");
}

TEST_CASE("a server's words are CSA's, and some do not say who lost") {
  for (const auto& [word, outcome] :
       std::vector<std::pair<std::string, std::string>>{{"RESIGN", "0-1 resignation"},
                                                        {"TIME_UP", "0-1 timeout"},
                                                        {"ILLEGAL_MOVE", "0-1 illegal move"},
                                                        {"SENNICHITE", "1/2-1/2 repetition"},
                                                        {"JISHOGI", "1-0 declaration"},
                                                        {"OUTE_SENNICHITE", "* perpetual check"},
                                                        {"ILLEGAL_ACTION", "* illegal move"},
                                                        {"TORYO", "none"},
                                                        {"", "none"}}) {
    INFO(word);
    CHECK(said(csa_server_outcome(word, Color::black)) == outcome);
  }
  CHECK(said(csa_server_outcome("RESIGN", Color::white)) == "1-0 resignation");
  CHECK(said(csa_outcome("TORYO", Color::white)) == "1-0 resignation");
  CHECK(said(csa_outcome("RESIGN", Color::white)) == "none");
}

}  // namespace yari::test
