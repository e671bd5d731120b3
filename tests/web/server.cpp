#include "tests/web/server.h"

#include <sstream>

#include "analysis/engine/builtin.h"
#include "answers/japanese/phrases.h"
#include "db/database.h"
#include "import/import_games.h"
#include "tests/support/catch.h"
#include "tests/support/data.h"
#include "tests/support/english_words.h"
#include "tests/web/session.h"

namespace yari::test {

TestServer::TestServer(web::ServeOptions options) : database_(folder_ / "games.db") {
  {
    Database games(database_, OpenMode::create);
    import_games(games, {std::string(YARI_SOURCE_DIR) + "/samples"}, {});
  }
  options.database = database_;
  options.port = 0;
  options.version = "test";
  if (options.engines.empty())
    options.engines = {{"builtin", [] {
                          return std::make_unique<BuiltinEngine>(BuiltinOptions{1, 1});
                        }}};
  server_ = std::make_unique<web::WebServer>(std::move(options));
  thread_ = std::thread([this] { server_->run(stop_.get_token()); });
}

TestServer::~TestServer() {
  stop();
  server_.reset();
  for (const std::string& sentence : refusals_->sentences) {
    INFO(sentence);
    CHECK(find_japanese(sentence));
    CHECK(english_words(in_language(Language::japanese, sentence)).empty());
  }
}

void TestServer::stop() {
  stop_.request_stop();
  if (thread_.joinable()) thread_.join();
}

httplib::Client TestServer::stranger() const {
  // A busy machine is slow; only a fault takes as long as this.
  constexpr std::chrono::minutes patience{5};
  httplib::Client client("127.0.0.1", port());
  client.set_connection_timeout(patience);
  client.set_read_timeout(patience);
  client.set_write_timeout(patience);
  client.set_logger(
      [refusals = refusals_](const httplib::Request& request, const httplib::Response& answer) {
        if (answer.status < 400 || !answer.body.starts_with("{\"error\"")) return;
        if (request.has_header("Accept-Language")) return;
        const std::lock_guard lock(refusals->mutex);
        refusals->sentences.insert(Json::parse(answer.body)["error"]["message"].get<std::string>());
      });
  return client;
}

std::string TestServer::authorization() {
  if (authorization_.empty()) authorization_ = authorization_for(first_address());
  REQUIRE(!authorization_.empty());
  return authorization_;
}

httplib::Client TestServer::client() {
  httplib::Client client = stranger();
  client.set_default_headers({{"Authorization", authorization()}});
  return client;
}

Json TestServer::get(const std::string& path) {
  const auto answer = client().Get(path);
  INFO(path);
  REQUIRE(answer);
  INFO(answer->body);
  REQUIRE(answer->status == 200);
  return Json::parse(answer->body);
}

Json TestServer::post(const std::string& path, const std::string& body, int status) {
  const auto answer = client().Post(path, body, "application/json");
  INFO(path);
  REQUIRE(answer);
  INFO(answer->body);
  REQUIRE(answer->status == status);
  return Json::parse(answer->body);
}

std::vector<Json> TestServer::lines(const std::string& path) {
  const auto answer = client().Get(path);
  INFO(path);
  REQUIRE(answer);
  INFO(answer->body);
  REQUIRE(answer->status == 200);
  std::vector<Json> objects;
  std::istringstream text(answer->body);
  for (std::string line; std::getline(text, line);) objects.push_back(Json::parse(line));
  return objects;
}

}  // namespace yari::test
