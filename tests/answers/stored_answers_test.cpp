// Games that are begun and gone on with, groups of stored games, rounds that are stored, and words
// that are kept.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <set>

#include "answers/begun_game.h"
#include "answers/book_json.h"
#include "answers/mailed_game.h"
#include "answers/opening_text.h"
#include "answers/paired_round.h"
#include "answers/play_on.h"
#include "answers/result_groups.h"
#include "answers/saved_conditions.h"
#include "db/change/upkeep.h"
#include "rules/sfen.h"
#include "rules/start.h"
#include "tests/platform/scratch.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

Move answer_move(std::string_view text) { return *read_usi_move(text, Variant::shogi); }

Game stored_game(const std::vector<Tag>& tags, int plies = 0,
                 GameResult result = GameResult::unknown) {
  Game game = new_game(Variant::shogi);
  game.tags = tags;
  game.result = result;
  const char* const moves[] = {"5i5h", "5a5b", "5h5i", "5b5a"};
  NodeId node = root_node;
  for (int i = 0; i < plies; ++i) node = game.moves.add(node, answer_move(moves[i % 4]));
  return game;
}

/// "-100..-1 2, +0..+99 1, "
std::string groups_of(Database& database, const std::string& field) {
  std::string all;
  for (const ResultGroup& group :
       result_groups(database, field, {}, openings::OpeningList::shipped()))
    all += fmt::format("{} {}, ", group.name, group.games);
  return all;
}

}  // namespace

TEST_CASE("a game that begins with its end has result and ending") {
  GamePosition mate{*read_sfen("4k4/9/4P4/9/9/9/9/9/4K4 b G 1", Variant::shogi), {}, {}};
  mate.moves = {answer_move("G*5b")};
  const Game game = begun_game(mate);
  CHECK(game.result == GameResult::black_wins);
  CHECK(game.ending == Ending::mate);
  CHECK(game.moves.main_plies() == 1);
  CHECK(begun_game({start_setup(Variant::shogi), {}, {}}).ending == Ending::unknown);
}

TEST_CASE("a move of a book has its answer, and what its number is worth") {
  BookMove move{.move = answer_move("7g7f"), .ponder = answer_move("3c3d"), .score = 31'997};
  const GamePosition start{start_setup(Variant::shogi), {}, {}};
  const Json json = book_moves_json(start, {move})[0];
  CHECK(json["usi"] == "7g7f");
  CHECK(json["answer"]["usi"] == "3c3d");
  CHECK(json["ponder"] == "3c3d");
  CHECK(json["worth"]["mate"] == 3);
  move.ponder.reset();
  move.score.reset();
  const Json bare = book_moves_json(start, {move})[0];
  CHECK(bare["answer"].is_null());
  CHECK(bare["worth"].is_null());
}

TEST_CASE("only games of Yari Shogi are named by their first moves") {
  GameOpening opening;
  opening.start = start_setup(Variant::yari);
  opening.first_moves = {*read_usi_move("7g7f", Variant::yari)};
  CHECK(opening_text(opening) == "P-7f");
  CHECK(opening_text(opening, Language::japanese) == "▲７六歩");
  // Moves as far as they are legal.
  const Move first = opening.first_moves[0];
  CHECK(moves_text(opening.start, {first, first, first}, Language::english) == "P-7f");
  opening.start = start_setup(Variant::shogi);
  CHECK(opening_text(opening).empty());
  CHECK(opening_text(opening, Language::japanese).empty());
}

TEST_CASE("a bye that is stored is a point in a Swiss, and none in a round robin") {
  for (const bool round_robin : {false, true}) {
    const platform::test::Scratch scratch;
    Database database(scratch / "a.db", OpenMode::create);
    PairedRound round{.number = 2,
                      .games = {{"A", 0, "B", 0}, {"C", 0}},
                      .is_stored = false,
                      .round_robin = round_robin};
    const auto ids = store_round(database, "Cup", Variant::shogi, round);
    REQUIRE(ids);
    REQUIRE(ids->size() == 2);
    const Game game = *database.load_game((*ids)[0]), bye = *database.load_game((*ids)[1]);
    CHECK(game.tag(tags::round) == "2.1");
    CHECK(game.tag(tags::white) == "B");
    CHECK(game.result == GameResult::unknown);
    CHECK(bye.tag(tags::white) == "bye");
    CHECK(bye.result == (round_robin ? GameResult::white_wins : GameResult::black_wins));
    const auto refused = paired_round({{"A", 0}, {"Bye", 0}}, {}, {.round_robin = round_robin});
    CHECK(refused.error().message == "'Bye' is no player");
    round.is_stored = true;
    CHECK(store_round(database, "Cup", Variant::shogi, round).error().message ==
          "round 2 is in the database already");
  }
}

TEST_CASE("who resigns is the side to move, and a game that is over is not gone on with") {
  GamePosition start{start_setup(Variant::shogi), {}, {}};
  CHECK(resignation(start, {}) == Outcome{GameResult::white_wins, Ending::resignation});
  CHECK(resignation(start, {answer_move("7g7f")}) ==
        Outcome{GameResult::black_wins, Ending::resignation});
  Game game = stored_game({}, 1);
  CHECK(place_to_play_on(game, 7, {})->moves.size() == 1);
  game.result = GameResult::draw;
  CHECK(place_to_play_on(game, 7, {}).error().message == "game 7 is over: 1/2-1/2");
  game.ending = Ending::draw_agreed;
  CHECK(place_to_play_on(game, 7, {}).error().message == "game 7 is over: 1/2-1/2 (draw agreed)");
}

TEST_CASE("a change that goes on with a game is named by its moves, up to four of them") {
  const platform::test::Scratch scratch;
  Database database(scratch / "a.db", OpenMode::create);
  add_games(database, "add", {stored_game({}), stored_game({}, 2)});
  const auto changed = [&](GameId id, const Continuation& added) {
    const auto after = play_on(database, id, *database.load_game(id), added);
    return after ? journal(database).front().what : after.error().message;
  };
  const auto moves = [](int count) {
    std::vector<Move> all;
    const char* const texts[] = {"5i5h", "5a5b", "5h5i", "5b5a", "7g7f"};
    for (int i = 0; i < count; ++i) all.push_back(answer_move(texts[i]));
    return all;
  };
  CHECK(changed(1, {.moves = moves(4)}) == "game 1: 5i5h 5a5b 5h5i 5b5a");
  CHECK(changed(2, {.at = PlyPlace{0}, .moves = moves(5)}) == "game 2: 5 moves");
  CHECK(changed(2, {.at = PlyPlace{0}, .moves = moves(5)}) == "game 2 has these moves already");
  CHECK(changed(2, {.at = PlyPlace{0},
                    .moves = moves(1),
                    .outcome = Outcome{GameResult::draw, Ending::draw_agreed}}) ==
        "a variation does not end the game");
  CHECK(changed(2, {.moves = {answer_move("5i5h")}}) == "5i5h is not legal");
  CHECK(changed(1, {.comment = "why"}) == "game 1: a comment");
  CHECK(changed(1, {.outcome = Outcome{GameResult::draw, Ending::draw_agreed}}) ==
        "game 1: 1/2-1/2 (draw agreed)");
  CHECK(changed(1, {.moves = moves(1)}) == "game 1 is over: 1/2-1/2 (draw agreed)");
}

TEST_CASE("games are in groups of twenty plies and of a hundred rating points, and byes in none") {
  const platform::test::Scratch scratch;
  Database database(scratch / "a.db", OpenMode::create);
  const auto rated = [](const char* black, const char* white) {
    return stored_game({{"BlackElo", black}, {"WhiteElo", white}}, 2);
  };
  add_games(
      database, "add",
      {rated("1500", "1500"), rated("1599", "1500"), rated("1600", "1500"), rated("1500", "1501"),
       rated("1500", "1600"), rated("1500", "1601"), rated("1500", "?"),
       stored_game({{"Black", "A"}, {"White", "bye"}}), stored_game({}, 9)});
  CHECK(groups_of(database, "rating") == "-200..-101 1, -100..-1 2, +0..+99 2, +100..+199 1, ");
  CHECK(groups_of(database, "length") == "0..19 8, ");
  CHECK(groups_of(database, "year") == "unknown 8, ");
  CHECK(groups_of(database, "handicap") == "even 8, ");
  const auto unnamed = [&](Language language) {
    std::set<std::string> names;
    for (const ResultGroup& group :
         result_groups(database, "opening", {}, openings::OpeningList::shipped(), {}, language))
      names.insert(group.name);
    return names;
  };
  CHECK(unnamed(Language::english) == std::set<std::string>{"no name"});
  CHECK(unnamed(Language::japanese) == std::set<std::string>{"名前なし"});
}

TEST_CASE("words of conditions are kept as parameters, each once") {
  using Parameters = std::map<std::string, std::string>;
  CHECK(parameters_of_words({"--player", "habu", "--from-file=a.kif"}) ==
        Parameters{{"player", "habu"}, {"from_file", "a.kif"}});
  CHECK(parameters_of_words({"--event="}) == Parameters{{"event", ""}});
  CHECK_FALSE(parameters_of_words({"--player", "a", "--player", "b"}));
  CHECK_FALSE(parameters_of_words({"--player"}));
  CHECK_FALSE(parameters_of_words({"--nothing", "a"}));
  CHECK(words_of_parameters({{"from_file", "a.kif"}, {"x", "y"}}) == Words{"--from-file", "a.kif"});
  CHECK(conditions_words(conditions_text({"--player", "a b"})) == Words{"--player", "a b"});
  CHECK_FALSE(conditions_words("{}"));
  CHECK_FALSE(conditions_words("[1]"));
}

TEST_CASE("of several games that go as a message does the one with more tags in common is meant") {
  const platform::test::Scratch scratch;
  Database database(scratch / "a.db", OpenMode::create);
  const auto between = [](std::vector<Tag> tags, int plies) {
    tags.insert(tags.end(), {{"Black", "A"}, {"White", "B"}});
    return stored_game(tags, plies);
  };
  add_games(database, "add", {between({}, 2), between({{"Event", "Cup"}}, 2), between({}, 1)});
  CHECK(find_mailed_game(database, between({{"Event", "Cup"}}, 3))->id == 2);
  CHECK(find_mailed_game(database, between({}, 3)).error().message ==
        "games 1, 2 go as the message does: say which it is");
  // Others have more moves than the message.
  CHECK(find_mailed_game(database, between({}, 1))->id == 3);
  CHECK(find_mailed_game(database, stored_game({{"Black", "A"}}, 3)).error().message ==
        "the message does not name both players: say which game it is");
  // A name that a filter would take is not yet the same, nor is another event.
  const auto none = [&](const std::vector<Tag>& tags) {
    return find_mailed_game(database, stored_game(tags, 3)).error().message;
  };
  add_games(database, "add", {stored_game({{"Black", "Ann Lee"}, {"White", "B"}}, 1)});
  CHECK(none({{"Black", "Ann"}, {"White", "B"}}) == "no game Ann - B goes as the message does");
  add_games(database, "add", {stored_game({{"Black", "C"}, {"White", "B"}, {"Event", "x"}}, 1)});
  CHECK(none({{"Black", "C"}, {"White", "B"}, {"Event", "y"}}) ==
        "no game C - B goes as the message does");
}

}  // namespace yari::test
