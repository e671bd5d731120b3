// What is offered while a query is typed.
#include <algorithm>
#include <set>
#include <sstream>

#include "db/query/complete.h"
#include "tests/support/catch.h"
#include "tests/support/data.h"

namespace yari::test {

namespace {

using query::complete;
using Words = std::vector<std::string>;

Words words(std::string_view text, Variant v = Variant::yari) { return complete(text, v).words; }

bool offers(std::string_view text, const std::string& word) {
  const Words all = words(text, Variant::shogi);
  return std::ranges::find(all, word) != all.end();
}

}  // namespace

TEST_CASE("a word that was begun is completed where the language takes it") {
  CHECK(words("ch") == Words{"check"});
  CHECK(complete("capture and ch", Variant::yari).from == 12);
  CHECK(words("sta") == Words{"stalemate"});
  CHECK(words("drop the") == Words{"then"});
  CHECK(words("drop then mate wi") == Words{"within"});
  CHECK(words("drop wi").empty());
  CHECK(words("(check or dr") == Words{"drop"});
  CHECK(words("not (twin (ma") == Words{"mate"});
  CHECK(words("hand P ") == Words{"in"});
  CHECK(words("hand P >= ") == Words{"hand", "board", "total", "points", "ply"});
  CHECK(words("black to mo") == Words{"move"});
  CHECK(words("xyz").empty());
  CHECK(words("check and and dr").empty());
}

TEST_CASE("judgements, endings and handicaps are offered after their word") {
  CHECK(words("judgement bl") == Words{"blunder"});
  CHECK(words("judgement blunder, mist") == Words{"mistake"});
  CHECK(words("ending perp") == Words{"\"perpetual check\""});
  CHECK(offers("handicap ", "\"Two pieces\""));
  CHECK(offers("handicap ", "even"));
  CHECK(!offers("handicap ", "check"));
  CHECK(words("blun").empty());
}

TEST_CASE("where a name stands names are offered, with or without quotes") {
  CHECK(complete("player hab", Variant::shogi).name == NameKind::player);
  CHECK(complete("player hab", Variant::shogi).from == 7);
  CHECK(complete("check and event \"spring o", Variant::shogi).name == NameKind::event);
  CHECK(complete("check and event \"spring o", Variant::shogi).from == 17);
  CHECK(complete("site ", Variant::shogi).name == NameKind::site);
  CHECK(complete("judgement any by ", Variant::shogi).name == NameKind::player);
  CHECK(complete("black t", Variant::shogi).name == NameKind::player);
  CHECK(words("black t") == Words{"to"});
  CHECK(words("player che").empty());
  CHECK(!complete("check ", Variant::shogi).name);
  CHECK(!complete("pattern \"k/", Variant::shogi).name);
}

TEST_CASE("nothing is offered in comments, patterns and texts that are too long") {
  CHECK(words("check # dr").empty());
  CHECK(words("check # dr\n dr") == Words{"drop"});
  CHECK(words("pattern \"ch").empty());
  CHECK(words(std::string(5000, ' ') + "ch").empty());
}

TEST_CASE("every word of the examples in docs/query.md is offered where it stands") {
  const Words known = query::vocabulary();
  const std::set<std::string> before_names{"player", "black", "white", "event", "site", "by"};
  std::istringstream page(read_file(std::string(YARI_SOURCE_DIR) + "/docs/query.md"));
  bool inside = false;
  int offered = 0;
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("```")) inside = line == "```query";
    const std::string example = line.substr(0, line.rfind('#'));
    const Variant v = example.find("G-4h") != example.npos ? Variant::yari : Variant::shogi;
    if (!inside || !query::parse(example, v)) continue;
    std::string last;
    const std::string unquoted = example.substr(0, example.find_first_of("\"'"));
    for (std::size_t begin = 0; begin < unquoted.size();) {
      const std::size_t end = std::min(unquoted.find_first_of(" ,()", begin), unquoted.size());
      const std::string word = unquoted.substr(begin, end - begin);
      const bool letters = word.size() > 2 && std::ranges::all_of(word, [](char c) {
                             return (c >= 'a' && c <= 'z') || c == '-';
                           });
      if (letters && !before_names.contains(last)) {
        INFO(example << ": " << word);
        const Words all = complete(example.substr(0, begin + 2), v).words;
        CHECK(std::ranges::find(all, word) != all.end());
        ++offered;
      }
      if (!word.empty()) last = word;
      begin = end + 1;
    }
  }
  CHECK(offered > 100);
}

}  // namespace yari::test
