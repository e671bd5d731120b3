#include "tests/web/printed.h"

#include "tests/cli/program.h"
#include "tests/support/catch.h"

namespace yari::test {

std::vector<Json> printed(const TestServer& server, std::vector<std::string> words) {
  words.emplace_back("--json");
  // These two know no database.
  if (words.front() != "board" && words.front() != "moves")
    words.insert(words.end(), {"--db", server.database().string()});
  std::vector<Json> objects;
  for (const auto& object : yari(words).json()) objects.push_back(Json::parse(object.dump()));
  REQUIRE(!objects.empty());
  return objects;
}

namespace {

/// `object` without the fields that `like` does not have.
Json part(const Json& object, const Json& like) {
  Json result = Json::object();
  for (const auto& [name, value] : like.items()) result[name] = object.value(name, Json("missing"));
  return result;
}

}  // namespace

bool equal(const Json& object, const Json& like) {
  return nlohmann::json::parse(part(object, like).dump()) == nlohmann::json::parse(like.dump());
}

}  // namespace yari::test
