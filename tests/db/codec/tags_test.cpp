// Tags beside the columns: what is found in them without making them, and games of tags alone.
#include "db/codec/prepared_game.h"
#include "db/codec/tag_layout.h"
#include "rules/handicap.h"
#include "tests/db/tools/support.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

StoredTags stored_tags() {
  return take_apart({{"Black", "A"},
                     {"BlackElo", "1500"},
                     {"Round", "3"},
                     {"Date", "1995.08.23"},
                     {"WhiteElo", "1600"},
                     {"Round", "4"}});
}

std::uint64_t content_of_tags(const std::vector<Tag>& tags) {
  Game game = new_game(Variant::shogi);
  game.tags = tags;
  return prepare(game).content;
}

}  // namespace

TEST_CASE("a tag that no column holds is found by its name, the first of several") {
  const StoredTags tags = stored_tags();
  CHECK(tag_in(tags.layout, tags.values, "Round") == "3");
  CHECK(tag_in(tags.layout, tags.values, "WhiteElo") == "1600");
  CHECK(tag_in(tags.layout, tags.values, "Black").empty());
  CHECK(tag_in(tags.layout, tags.values, "Nothing").empty());
  const Ratings ratings = ratings_in(tags.layout, tags.values);
  CHECK(ratings[Color::black] == 1500);
  CHECK(ratings[Color::white] == 1600);
}

TEST_CASE("nothing is found where values and names do not fit together") {
  const StoredTags tags = stored_tags();
  Bytes more_values = tags.values, fewer_values = tags.values, cut_names = tags.layout;
  more_values.push_back(0);
  fewer_values.pop_back();
  cut_names.pop_back();
  for (const auto& [layout, values] :
       {std::pair(tags.layout, more_values), std::pair(tags.layout, fewer_values),
        std::pair(cut_names, tags.values)}) {
    CHECK(tag_in(layout, values, "Round").empty());
    CHECK_FALSE(ratings_in(layout, values)[Color::black]);
    StoredTags wrong = tags;
    wrong.layout = layout;
    wrong.values = values;
    CHECK_FALSE(put_together(wrong));
  }
}

TEST_CASE("a layout names each column once, and what no column holds as often as it likes") {
  StoredTags stored;
  stored.black = "A";
  stored.date = 20010203;
  stored.values = {1, 'x', 1, 'y'};
  const auto tags = [&](const Bytes& layout) {
    stored.layout = layout;
    return put_together(stored);
  };
  CHECK(tags({1, 1, 'b', 0, 1, 'n', 0, 1, 'n'}) ==
        std::vector<Tag>{{"b", "A"}, {"n", "x"}, {"n", "y"}});
  CHECK_FALSE(tags({1, 1, 'b', 0, 1, 'n', 0, 1, 'n', 1, 1, 'b'}));
  CHECK_FALSE(tags({2, 1, 'w', 0, 1, 'n', 0, 1, 'n'}));
  stored.values.clear();
  std::vector<std::string> dates;
  for (std::uint8_t style = 5; style < 12; ++style)
    dates.push_back(tags({style, 1, 'D'})->at(0).value);
  CHECK(dates == std::vector<std::string>{"2001.02.03", "2001-02-03", "2001/02/03", "2001.02.03",
                                          "2001-02-03", "2001/02/03", "20010203"});
  CHECK_FALSE(tags({12, 1, 'D'}));
  stored.date = 20010000;
  CHECK(tags({6, 1, 'D'})->at(0).value == "2001-?\?-?\?");
  CHECK(tags({9, 1, 'D'})->at(0).value == "2001");
}

TEST_CASE("a second value for a column, and an empty one, stay beside it") {
  const StoredTags stored =
      take_apart({{"Event", ""}, {"event", "E"}, {"Event", "F"}, {"Site", "S"}, {"White", "W"}});
  CHECK(stored.event == "E");
  CHECK(stored.site == "S");
  CHECK(stored.white == "W");
  CHECK_FALSE(stored.black);
  CHECK(stored.values == Bytes{0, 1, 'F'});
  const StoredTags dated = take_apart({{"Date", "?"}, {"Date", "1995-08"}, {"Date", "1996"}});
  CHECK(dated.date == 19950800);
  CHECK(dated.values == Bytes{1, '?', 4, '1', '9', '9', '6'});
}

TEST_CASE("games without moves differ by every tag") {
  const std::vector<Tag> tags{{"Black", "A"}, {"White", "B"},   {"Event", "E"},
                              {"Site", "S"},  {"Date", "1995"}, {"Round", "1"}};
  const std::uint64_t whole = content_of_tags(tags);
  CHECK(content_of_tags(tags) == whole);
  for (std::size_t i = 0; i < tags.size(); ++i) {
    std::vector<Tag> other = tags;
    other[i].value = i == 4 ? "1996" : "X";
    INFO(tags[i].name);
    CHECK(content_of_tags(other) != whole);
    other.erase(other.begin() + static_cast<std::ptrdiff_t>(i));
    CHECK(content_of_tags(other) != whole);
  }
  CHECK(content_of_tags({{"Black", "AB"}, {"White", "C"}}) !=
        content_of_tags({{"Black", "A"}, {"White", "BC"}}));
  CHECK(content_of_tags({{"Black", "A"}}) == 0x1d65161599dc913f);
  CHECK(content_of_tags({{"Date", "1995"}, {"Note", "n"}}) == 0x50ce414e56559229);
}

TEST_CASE("a game that begins elsewhere keeps its start and the name of its handicap") {
  const PreparedGame even = prepare(game_of(Variant::shogi, "7g7f"));
  CHECK(even.start.empty());
  CHECK(even.handicap.empty());
  CHECK(even.keys.size() == 2);
  CHECK(even.text.empty());
  Game game = new_game(Variant::shogi);
  game.start = *read_handicap("lance", Variant::shogi);
  game.moves.edit_note(root_node).comment = "hm";
  const PreparedGame odd = prepare(game);
  CHECK_FALSE(odd.start.empty());
  CHECK(odd.handicap == "Left lance");
  CHECK(odd.text == "hm");
}

}  // namespace yari::test
