// Parameters of requests: what they mean, and which are refused under their name.
#include "web/api/parameters.h"

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
                                  {"limit", {{"limit", "-1"}}}}));
  INFO(values.size() << (values.empty() ? "" : " " + values.front().second.substr(0, 40)));
  CHECK(refused(values) == name);
}

}  // namespace yari::test
