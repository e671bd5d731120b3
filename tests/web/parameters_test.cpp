// Parameters of requests: what they mean, and which are refused under their name.
#include "web/api/parameters.h"

#include "db/change/upkeep.h"
#include "rules/sfen.h"
#include "rules/start.h"
#include "tests/cli/program.h"
#include "tests/support/catch.h"
#include "web/api/chosen_games.h"
#include "web/http/request_error.h"

namespace yari::test {

namespace {

using web::Parameters;

httplib::Request request_with(const std::vector<std::pair<std::string, std::string>>& values) {
  httplib::Request request;
  for (const auto& [name, value] : values) request.params.emplace(name, value);
  return request;
}

GameFilter filter_of(const std::vector<std::pair<std::string, std::string>>& values) {
  const httplib::Request request = request_with(values);
  return Parameters(request, Variant::shogi).filter(true);
}

/// The parameter that is refused where games are chosen; empty when none is.
std::string refused(const std::vector<std::pair<std::string, std::string>>& values) {
  const httplib::Request request = request_with(values);
  try {
    Parameters parameters(request, Variant::shogi);
    const TemporaryFolder folder;
    web::DatabasePool databases(folder / "yari.db", OpenMode::create, 1);
    web::read_choice(parameters, Variant::shogi, databases);
    return "";
  } catch (const web::RequestError& error) {
    CHECK(error.status() == 400);
    return error.parameter();
  }
}

}  // namespace

TEST_CASE("players are those of a side, of both, or of each") {
  CHECK(filter_of({{"player", "a"}}).player == "a");
  CHECK(filter_of({{"player", "a"}, {"side", "black"}}).black == "a");
  CHECK(filter_of({{"player", "a"}, {"side", "white"}}).white == "a");
  const GameFilter both = filter_of({{"black", "a"}, {"white", "b"}});
  CHECK(both.black == "a");
  CHECK(both.white == "b");
  CHECK_FALSE(both.player);
}

TEST_CASE("dates, ratings and lengths may be open at either end") {
  CHECK(filter_of({{"date", "1995"}}).date_from == earliest(*read_date("1995")));
  CHECK(filter_of({{"date", "1995.."}}).date_from == earliest(*read_date("1995")));
  CHECK_FALSE(filter_of({{"date", "1995.."}}).date_to);
  CHECK_FALSE(filter_of({{"date", "..1995"}}).date_from);
  CHECK(filter_of({{"date", "..1995-08-23"}}).date_to == 19950823);
  CHECK(filter_of({{"plies", "..9"}}).max_plies == 9);
  CHECK_FALSE(filter_of({{"plies", "..9"}}).min_plies);
  CHECK(filter_of({{"rated", "1800.."}}).min_rating == 1800);
  CHECK(filter_of({{"ending", "repetition"}}).ending == Ending::repetition);
  CHECK(filter_of({{"handicap", "六枚落ち"}}).handicap ==
        filter_of({{"handicap", "6 pieces"}}).handicap);
  CHECK(filter_of({{"variant", "yari"}}).variant == Variant::yari);
}

TEST_CASE("what makes no sense is refused under its name") {
  using Values = std::vector<std::pair<std::string, std::string>>;
  const std::string kings = "4k4/9/9/9/9/9/9/9/4K4 b - 1";
  const auto [name, values] = GENERATE_COPY(
      table<std::string, Values>({{"", {}},
                                  {"", {{"usi", "startpos moves 7g7f"}}},
                                  {"", {{"sfen", kings}, {"limit", "3"}}},
                                  {"player", {{"player", std::string(9000, 'x')}}},
                                  {"side", {{"side", "white"}}},
                                  {"side", {{"side", "both"}, {"player", "a"}}},
                                  {"date", {{"date", "1995/08"}}},
                                  {"date", {{"date", "1995..x"}}},
                                  {"ending", {{"ending", "sleep"}}},
                                  {"variant", {{"variant", "go"}}},
                                  {"sfen", {{"sfen", "nonsense"}}},
                                  {"sfen", {{"sfen", "3kk4/9/9/9/9/9/9/9/4K4 b - 1"}}},
                                  {"sfen", {{"sfen", kings}, {"usi", "startpos"}}},
                                  {"game", {{"game", "1"}, {"sfen", kings}}},
                                  {"game", {{"game", "x"}}},
                                  {"game", {{"game", "1:x"}}},
                                  {"game", {{"game", "1"}, {"usi", "startpos"}}},
                                  {"usi", {{"usi", "startpos moves 7g7e"}}},
                                  {"usi", {{"usi", "sfen 3k3/7/7/7/7/7/7/7/3K3 b - 1"}}},
                                  {"query", {{"query", "check and and"}}},
                                  {"query", {{"query", "check"}, {"usi", "startpos"}}},
                                  {"sort", {{"sort", "colour"}}},
                                  {"sort", {{"query", "check"}, {"reverse", "1"}}},
                                  {"sort", {{"query", "check"}, {"sort", "rating"}}},
                                  {"reverse", {{"reverse", "2"}}},
                                  {"limit", {{"limit", "-1"}}},
                                  {"usi", {{"usi", ""}}},
                                  {"game", {{"game", ""}}},
                                  {"query", {{"query", ""}}},
                                  {"sort", {{"sort", ""}}},
                                  {"after", {{"after", ""}}},
                                  {"player", {{"player", ""}}}}));
  INFO(values.size() << (values.empty() ? "" : " " + values.front().second.substr(0, 40)));
  CHECK(refused(values) == name);
}

namespace {

/// What a parameter is refused with; empty when it is taken.
std::string refusal_of(const std::vector<std::pair<std::string, std::string>>& values,
                       const std::function<void(Parameters&)>& read) {
  const httplib::Request request = request_with(values);
  try {
    Parameters parameters(request, Variant::yari);
    read(parameters);
    return "";
  } catch (const web::RequestError& error) {
    return error.parameter() + ": " + error.what();
  }
}

ListOptions order_of(const std::vector<std::pair<std::string, std::string>>& values,
                     bool* by_rating = nullptr) {
  const httplib::Request request = request_with(values);
  return Parameters(request, Variant::yari).order(100, 1000, by_rating);
}

/// A game of Yari Shogi with these ratings, "" for none.
Game rated_game(const char* black, const char* white, const char* event = "Cup") {
  Game game = new_game(Variant::yari);
  game.moves.add(root_node, *read_usi_move("7g7f", Variant::yari));
  game.tags = {{"Event", event}};
  if (*black != '\0') game.tags.push_back({"BlackElo", black});
  if (*white != '\0') game.tags.push_back({"WhiteElo", white});
  return game;
}

std::string ids_text(const std::vector<GameId>& ids) {
  std::string text;
  for (const GameId id : ids) text += std::to_string(id) + ' ';
  return text;
}

}  // namespace

TEST_CASE("a number lies between its bounds, and is nothing but a number") {
  const auto number = [](const std::string& text) {
    return refusal_of({{"n", text}}, [](Parameters& p) { p.number("n", 5, 0, 100); });
  };
  for (const char* const text : {"0", "100", "007"}) CHECK(number(text).empty());
  for (const char* const text : {"-1", "101", "1x", " 1", "+1", "1.0", "99999999999999999999"})
    CHECK(number(text) == "n: expected a number 0..100");
  CHECK(number("") == "n: is empty");
  const httplib::Request none = request_with({});
  CHECK(Parameters(none, Variant::yari).number("n", 5, 0, 100) == 5);
  const auto flag = [](const std::string& text) {
    const httplib::Request request = request_with({{"f", text}});
    return Parameters(request, Variant::yari).flag("f");
  };
  CHECK(flag("1"));
  CHECK_FALSE(flag("0"));
  CHECK_THROWS_AS(flag(""), web::RequestError);
}

TEST_CASE("a text is given once, in UTF-8, with 8,192 bytes at most, and is known") {
  const auto text = [](const std::vector<std::pair<std::string, std::string>>& values) {
    return refusal_of(values, [](Parameters& p) {
      p.text("t");
      p.finish();
    });
  };
  CHECK(text({{"t", std::string(8192, 'x')}}).empty());
  CHECK(text({{"t", std::string(8193, 'x')}}) == "t: too long");
  CHECK(text({{"t", ""}}) == "t: is empty");
  const auto typed = [](const std::vector<std::pair<std::string, std::string>>& values) {
    const httplib::Request request = request_with(values);
    return Parameters(request, Variant::yari).typed("t");
  };
  CHECK(typed({{"t", ""}}) == "");
  CHECK_FALSE(typed({{"u", ""}}));
  CHECK(text({{"t", "a"}, {"t", "b"}}) == "t: given twice");
  CHECK(text({{"t", "\xFF"}}) == "t: not text in UTF-8");
  CHECK(text({{"t", std::string("a\0b", 3)}}) == "t: not text in UTF-8");
  CHECK(text({{"u", "a"}}) == "u: is no parameter here");
  CHECK(refusal_of({}, [](Parameters& p) { p.required("t"); }) == "t: is missing");
  CHECK(refusal_of({{"day", "2026-02-30"}}, [](Parameters& p) { p.day("day"); }) ==
        "day: expected a day like 2026-11-27");
  CHECK(web::column_of("将棋x", 6) == 3);
  CHECK(web::column_of("ab", 9) == 3);
}

TEST_CASE("the order of a list is by number, up to its limit, and goes on after a game") {
  const ListOptions usual = order_of({});
  CHECK(usual.limit == 100);
  CHECK(usual.offset == 0);
  CHECK_FALSE(usual.after);
  CHECK(web::is_by_number(usual, false));
  CHECK_FALSE(web::is_by_number(usual, true));
  CHECK_FALSE(web::is_by_number(order_of({{"reverse", "1"}}), false));
  CHECK_FALSE(web::is_by_number(order_of({{"sort", "date"}}), false));
  CHECK(order_of({{"limit", "1000"}}).limit == 1000);
  CHECK(order_of({{"offset", "7"}}).offset == 7);
  const ListOptions after = order_of({{"after", "5"}, {"offset", "7"}});
  CHECK(after.after == 5);
  CHECK(after.offset == 0);
  CHECK_FALSE(order_of({{"after", "0"}}).after);
  CHECK(order_of({{"after", "5"}, {"offset", "7"}, {"sort", "date"}}).offset == 7);
  bool by_rating = true;
  CHECK(order_of({{"sort", "date"}}, &by_rating).sort == SortBy::date);
  CHECK_FALSE(by_rating);
  CHECK(order_of({{"sort", "rating"}, {"after", "5"}, {"offset", "7"}}, &by_rating).offset == 7);
  CHECK(by_rating);
  CHECK(refusal_of({{"limit", "1001"}}, [](Parameters& p) { p.order(100, 1000); }) ==
        "limit: expected a number 0..1000");
  CHECK(refusal_of({{"sort", "rating"}}, [](Parameters& p) {
          p.order(100, 1000);
        }).starts_with("sort: expected one of "));
}

TEST_CASE("games are sorted by the mean of their known ratings, and pages of them are cut out") {
  const TemporaryFolder folder;
  Database games(folder / "yari.db", OpenMode::create);
  add_games(games, "add",
            {rated_game("1500", "1600"), rated_game("", "1700"), rated_game("", ""),
             rated_game("1540", ""), rated_game("1501", "1600", "Open")});
  int checks = 0;
  const auto sorted = [&](const GameFilter& filter, const ListOptions& order, bool with_position) {
    const auto position = with_position ? std::optional(start_setup(Variant::yari)) : std::nullopt;
    std::vector<GameId> ids;
    for (const Hit& hit :
         web::sorted_games(games, position, filter, order, true, [&] { ++checks; }))
      ids.push_back(hit.game);
    return ids_text(ids);
  };
  for (const bool with_position : {false, true}) {
    CHECK(sorted({}, {.limit = {}}, with_position) == "3 4 1 5 2 ");
    CHECK(sorted({}, {.descending = true, .limit = {}}, with_position) == "2 5 1 4 3 ");
    CHECK(sorted({}, {.limit = 2, .offset = 1}, with_position) == "4 1 ");
    CHECK(sorted({}, {.limit = 9, .offset = 4}, with_position) == "2 ");
    CHECK(sorted({}, {.limit = 0}, with_position).empty());
    GameFilter open;
    open.event = "Open";
    CHECK(sorted(open, {.limit = {}}, with_position) == "5 ");
  }
  CHECK(checks > 0);
}

TEST_CASE("games are chosen by a filter, a position or a query, each once, and page by page") {
  const TemporaryFolder folder;
  Database games(folder / "yari.db", OpenMode::create);
  Game other = new_game(Variant::yari);
  add_games(games, "add", {rated_game("", ""), other, rated_game("", ""), rated_game("", "")});
  const auto chosen = [&](const std::vector<std::pair<std::string, std::string>>& values) {
    const httplib::Request request = request_with(values);
    Parameters parameters(request, Variant::yari);
    web::DatabasePool databases(folder / "yari.db", OpenMode::read_only, 1);
    const web::GameChoice choice = web::read_choice(parameters, Variant::yari, databases);
    return ids_text(web::ids_of_choice(games, choice, [] {}));
  };
  CHECK(chosen({}) == "1 2 3 4 ");
  CHECK(chosen({{"limit", "2"}, {"offset", "1"}}) == "2 3 ");
  CHECK(chosen({{"limit", "0"}}).empty());
  const std::string after = "startpos moves 7g7f";
  CHECK(chosen({{"usi", after}}) == "1 3 4 ");
  CHECK(chosen({{"usi", after}, {"offset", "1"}}) == "3 4 ");
  CHECK(chosen({{"usi", after}, {"after", "1"}}) == "3 4 ");
  CHECK(chosen({{"usi", after}, {"limit", "2"}}) == "1 3 ");
  CHECK(chosen({{"usi", after}, {"reverse", "1"}}) == "4 3 1 ");
  CHECK(chosen({{"query", "ply >= 0"}}) == "1 2 3 4 ");
  CHECK(chosen({{"query", "ply = 1"}, {"limit", "1"}}) == "1 ");
  CHECK(chosen({{"query", "ply = 1"}, {"offset", "1"}, {"limit", "1"}}) == "3 ");
  CHECK(chosen({{"query", "ply >= 0"}, {"after", "2"}}) == "3 4 ");
  CHECK(chosen({{"usi", after}, {"sort", "rating"}, {"limit", "0"}}).empty());
}

}  // namespace yari::test
