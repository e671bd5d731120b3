// Places in games as people type them, and what is said about corrections.
#include "answers/game_place.h"

#include "answers/tag_change.h"
#include "rules/sfen.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

/// "3", or "-1" for the last ply, "-3" for the third from the end; or the message.
std::string ply(std::string_view text) {
  const Result<PlyPlace> place = read_ply(text);
  if (!place) return place.error().message;
  return std::to_string(place->from_end ? -1 - place->plies : place->plies);
}

std::string place(std::string_view text) {
  const Result<GamePlace> read = read_game_place(text);
  if (!read) return std::to_string(read.error().offset) + ": " + read.error().message;
  const int n = read->ply.from_end ? -1 - read->ply.plies : read->ply.plies;
  return std::to_string(read->game) + ' ' + std::to_string(n);
}

}  // namespace

TEST_CASE("a ply is a number from the start or from the end") {
  CHECK(ply("0") == "0");
  CHECK(ply("40") == "40");
  CHECK(ply("last") == "-1");
  CHECK(ply("LAST") == "-1");
  CHECK(ply("-1") == "-1");
  CHECK(ply("-3") == "-3");
  CHECK(ply("1000000") == "1000000");
  CHECK(ply("-1000000") == "-1000000");
  for (const std::string text : {"-0", "-00", "x", "4x", "1000001", "-1000001", "99999999999"})
    CHECK(ply(text) == "expected a ply like 40, last or -2, found '" + text + "'");
}

TEST_CASE("a ply lies in the game") {
  const auto in = [](std::string_view text) {
    const Result<int> found = ply_in(*read_ply(text), 7, 10);
    return found ? std::to_string(*found) : found.error().message;
  };
  CHECK(in("0") == "0");
  CHECK(in("10") == "10");
  CHECK(in("11") == "game 7 has 10 plies");
  CHECK(in("last") == "10");
  CHECK(in("-1") == "10");
  CHECK(in("-11") == "0");
  CHECK(in("-12") == "game 7 has 10 plies");
}

TEST_CASE("a place is a game, and a ply after a colon") {
  CHECK(place("12") == "12 -1");
  CHECK(place("12:40") == "12 40");
  CHECK(place("12:-2") == "12 -2");
  CHECK(place("4294967295:0") == "4294967295 0");
  for (const std::string text : {"0", "-1", "4294967296", "x:1", ":1", "1x"})
    CHECK(place(text) == "0: expected a game like 12 or 12:40, found '" + text + "'");
  CHECK(place("") == "0: expected a game like 12 or 12:40, found the end");
  CHECK(place("12:") == "3: expected a ply like 40, last or -2, found the end");
  CHECK(place("12:4:5") == "3: expected a ply like 40, last or -2, found '4:5'");
}

TEST_CASE("the position at a place has the moves that led to it") {
  Game game = new_game(Variant::yari);
  const NodeId first = game.moves.add(root_node, *read_usi_move("7g7f", Variant::yari));
  game.moves.add(first, *read_usi_move("3c3d", Variant::yari));
  const auto moves = [&](const GamePlace& at) { return position_at(game, at)->moves.size(); };
  CHECK(moves({1}) == 2);
  CHECK(moves({1, {1, false}}) == 1);
  CHECK(moves({1, {2, true}}) == 0);
  CHECK(position_at(game, {1, {3, false}}).error().message == "game 1 has 2 plies");
}

TEST_CASE("a correction is named by its tags, and a date that hides its year is reported once") {
  CHECK(tag_change_name({{"Event", "Open"}}) == "set Event=Open");
  CHECK(tag_change_name({{"Event", "Open"}, {"Result", ""}, {"Site", "x"}}) ==
        "set Event=Open, Result=, Site=x");
  const auto sentences = [](const std::vector<Tag>& tags) {
    return dates_without_year({{1, {.tags = tags}}, {2, {.tags = tags}}});
  };
  CHECK(sentences({{"Date", "June 12"}, {"Event", "June 13"}}) ==
        std::vector<std::string>{"no year is found in 'June 12': --date will not find it"});
  CHECK(sentences({{"DATE", "spring?"}}).size() == 1);
  CHECK(sentences({{"Date", "1234"}, {"Date", "x"}}).size() == 1);
  for (const char* date : {"", "1995.08.23", "????.??.??", "????.08.23", "?"})
    CHECK(sentences({{"Date", date}}).empty());
}

}  // namespace yari::test
