// Every example on the page about queries.
#include <algorithm>
#include <map>
#include <sstream>

#include "db/query/judged_kind.h"
#include "db/query/matcher.h"
#include "rules/sfen.h"
#include "rules/start.h"
#include "tests/db/tools/query_writer.h"
#include "tests/support/catch.h"
#include "tests/support/data.h"

namespace {

using namespace yari;
using namespace yari::test;

struct Example {
  std::string text;
  /// What stands after the last "#".
  std::string expected;
};

/// The lines of the page's code blocks that are marked with a word, by that word.
std::map<std::string, std::vector<Example>> read_page() {
  std::map<std::string, std::vector<Example>> blocks;
  std::istringstream page(read_file(std::string(YARI_SOURCE_DIR) + "/docs/query.md"));
  std::string mark;
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("```")) {
      mark = line.substr(3);
    } else if (!mark.empty()) {
      const std::size_t hash = line.rfind('#');
      blocks[mark].push_back(
          {line.substr(0, hash), hash == line.npos ? "" : line.substr(hash + 2)});
    }
  }
  return blocks;
}

/// "yari 2i2h 3a2b ..." as a game.
std::pair<Variant, BruteGame> read_game(const std::string& line) {
  std::istringstream words(line);
  std::string word;
  words >> word;
  const Variant variant = *variant_named(word);
  std::vector<Move> moves;
  while (words >> word) moves.push_back(*read_usi_move(word, variant));
  BruteGame game(start_setup(variant), moves);
  const bool yari = variant == Variant::yari;
  game.black = yari ? "Ito Ichirō" : "Mori Hanako";
  game.white = yari ? "Sato Jiro" : "Ito Ichirō";
  game.event = yari ? "Spring Open" : "";
  game.site = yari ? "Osaka" : "Nara";
  game.date = yari ? 20010503 : 19980800;
  game.result = GameResult::black_wins;
  game.ending = Ending::mate;
  if (yari) game.ratings[Color::black] = 1850, game.ratings[Color::white] = 2010;
  return {variant, std::move(game)};
}

/// "yari 4 black missed-mate 5".
void add_judgement(std::map<Variant, BruteGame>& games, const std::string& line) {
  std::istringstream words(line);
  std::string variant, side, kind;
  query::Noted noted;
  words >> variant >> noted.ply >> side >> kind;
  noted.kind = static_cast<std::uint8_t>(*judged_kind_named(kind));
  noted.side = side == "black" ? Color::black : Color::white;
  if (int mate = 0; words >> mate) noted.mate = mate;
  games.at(*variant_named(variant)).noted.push_back(noted);
}

std::string plies_text(std::span<const int> plies) {
  std::string text;
  for (int ply : plies) text += ' ' + std::to_string(ply);
  return text.empty() ? " nowhere" : text;
}

/// The slow reading knows only names that are parts of others.
bool asks_for_names(const query::Query& query) {
  return std::any_of(query.nodes.begin(), query.nodes.end(), [](const query::Node& node) {
    const auto* test = std::get_if<query::HeaderTest>(&node);
    return test && std::holds_alternative<query::NameIs>(*test);
  });
}

std::string answer(const query::Query& query, Variant variant, const BruteGame& game) {
  return with_variant(variant, [&]<class V>(V) {
    query::Matcher<V> matcher(query);
    return plies_text(matcher.find(header_of(game, "", ""), nullptr, game.moves()));
  });
}

}  // namespace

TEST_CASE("every query on the page about queries holds where the page says") {
  const auto page = read_page();
  std::map<Variant, BruteGame> games;
  for (const Example& line : page.at("games")) games.insert(read_game(line.text));
  REQUIRE(games.size() == 2);
  for (const Example& line : page.at("judged")) add_judgement(games, line.text);
  CHECK(page.at("query").size() > 90);
  for (const Example& example : page.at("query")) {
    INFO(example.text);
    const std::string id = example.expected.substr(0, example.expected.find(' '));
    const Variant variant = *variant_named(id);
    const auto query = query::parse(example.text, variant);
    if (!query) FAIL(query.error().message << " at " << query.error().offset);
    const std::string found = answer(*query, variant, games.at(variant));
    CHECK(id + found == example.expected);
    if (!asks_for_names(*query)) CHECK(plies_text(games.at(variant).matches(*query)) == found);
    // The same, read from a file: with the comment and a line end.
    const auto from_file = query::parse(example.text + "# " + example.expected + "\n", variant);
    CHECK(from_file == query);
  }
}

TEST_CASE("every error on the page about queries is the one the page says") {
  const auto page = read_page();
  for (const Example& example : page.at("error")) {
    INFO(example.text);
    std::string text = example.text;
    text.erase(text.find_last_not_of(' ') + 1);
    const auto query = query::parse(text, Variant::yari);
    REQUIRE_FALSE(query);
    CHECK(std::to_string(query.error().offset) + ": " + query.error().message == example.expected);
  }
}
