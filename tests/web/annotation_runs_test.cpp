// Runs of annotation that meet damaged games and engines that die: the server and the command line
// say the same.
#include <algorithm>
#include <atomic>
#include <sstream>

#include "analysis/usi/usi_client.h"
#include "tests/cli/program.h"
#include "tests/support/catch.h"
#include "tests/support/sqlite.h"
#include "tests/web/server.h"

namespace yari::test {

namespace {

/// A USI engine of both games with these answers of its own, cases of a shell's.
std::string engine_with(const std::string& answers) {
  return "while read -r line; do case \"$line\" in\n"
         "usi) echo id name Fussy\n"
         "  echo option name USI_Variant type combo default shogi var yarishogi var shogi\n"
         "  echo usiok;;\n"
         "isready) echo readyok;;\n" +
         answers + "quit) exit 0;;\nesac; done\n";
}

/// Four games of an event, alike but for the first one, which is longer.
std::string trial_games() {
  std::string text;
  for (const char* player : {"A", "B", "C", "D"})
    text += "[Variant \"Yari Shogi\"]\n[Event \"Trial\"]\n[Black \"" + std::string(player) +
            "\"]\n\n1. " + (*player == 'A' ? "P-2f P-3d 2. P-7f" : "P-7f") + " *\n\n";
  return text;
}

/// A server that has one engine, a shell script, and a copy of its database for the command line.
class Trial {
 public:
  explicit Trial(const std::string& answers)
      : script_(folder_.file("engine.sh", engine_with(answers))), server_(options()) {
    server_.client().Post("/api/import?name=trial.psn", trial_games(), "application/octet-stream");
  }

  void sql(const std::string& statement) const {
    Connection(server_.database(), OpenMode::read_write).execute(statement);
  }
  /// What `yari annotate` says of the same games, which are to be named before the server changes
  /// them.
  Outcome printed(std::vector<std::string> words) {
    const std::string copy = folder_ / "copy.db";
    REQUIRE(yari({"db", "backup", copy, "--db", server_.database().string()}).code == 0);
    words.insert(words.begin(), "annotate");
    words.insert(words.end(), {"--nodes", "100", "--jobs", "1", "--json", "--engine",
                               "sh " + script_, "--db", copy});
    Outcome outcome = yari(words);
    // Messages name the file.
    for (std::size_t at = 0; (at = outcome.err.find(copy, at)) != std::string::npos;)
      outcome.err.replace(at, copy.size(), server_.database().string());
    return outcome;
  }
  /// What the server says, without progress.
  std::vector<Json> told(const std::string& filter) {
    const auto answer = server_.client().Post("/api/annotate?nodes=100" + filter, "", "text/plain");
    REQUIRE(answer);
    std::vector<Json> objects;
    std::istringstream text(answer->body);
    for (std::string line; std::getline(text, line);) objects.push_back(Json::parse(line));
    std::erase_if(objects, [](const Json& object) { return object.contains("progress"); });
    return objects;
  }
  TestServer& server() { return server_; }
  /// Engines that the server has made so far.
  int engines() const { return engines_; }

 private:
  web::ServeOptions options() {
    UsiSettings settings;
    settings.command = {"sh", script_};
    web::ServeOptions options;
    options.engines = {{"fussy", [this, settings] {
                          ++engines_;
                          return std::make_unique<UsiEngine>(settings);
                        }}};
    return options;
  }

  TemporaryFolder folder_;
  std::string script_;
  std::atomic<int> engines_ = 0;
  TestServer server_;
};

/// Takes out of the objects what people read: lines, as the program writes them.
std::string messages_of(std::vector<Json>& objects) {
  std::string lines;
  for (const Json& object : objects)
    if (object.contains("message")) lines += "yari: " + object["message"].get<std::string>() + '\n';
  std::erase_if(objects, [](const Json& object) { return object.contains("message"); });
  return lines;
}

/// Without what is never the same twice.
std::vector<Json> without_time(std::vector<Json> objects) {
  for (Json& object : objects) object.erase("seconds");
  return objects;
}

std::vector<Json> objects_of(const Outcome& outcome) {
  std::vector<Json> objects;
  for (const std::string& line : outcome.lines()) objects.push_back(Json::parse(line));
  return objects;
}

}  // namespace

TEST_CASE(
    "games that are damaged or that the engine fails on are reported, and the others annotated") {
  Trial trial(R"(position*2g2f*) exit 0;;
position*moves*|position*" w "*) answer=3c3d;;
position*) answer=7g7f;;
go*) echo info depth 3 score cp 25 nodes 99 pv $answer
  echo bestmove $answer;;
)");
  trial.sql("UPDATE records SET moves = x'ffff' WHERE id = 17");
  const Outcome printed = trial.printed({"--event", "Trial"});
  std::vector<Json> told = trial.told("&event=Trial");
  REQUIRE(told.size() == 5);
  CHECK(told[0]["game"] == 15);
  CHECK(told[0]["message"] == "game 15 is not annotated: " + told[0]["failure"].get<std::string>());
  CHECK(told[2]["game"] == 17);
  CHECK(told[2].contains("failure"));
  CHECK(told.back()["annotated"] == 2);
  CHECK(told.back()["failed"] == 2);
  CHECK(told.back()["given_up"] == false);
  CHECK(printed.code == 1);
  CHECK(messages_of(told) == printed.err);
  CHECK(without_time(told) == without_time(objects_of(printed)));
  // The one that died, and the next.
  CHECK(trial.engines() == 2);
}

TEST_CASE("a run of annotation is given up after ten failures in a row") {
  Trial trial("position*) exit 0;;\n");
  const Outcome printed = trial.printed({"--all"});
  std::vector<Json> told = trial.told("");
  CHECK(told.back()["failed"] == 10);
  CHECK(told.back()["given_up"] == true);
  CHECK(printed.code == 2);
  const std::string messages = messages_of(told);
  CHECK(messages == printed.err);
  CHECK_THAT(messages, Contains(": given up after 10 failures in a row\n"));
  CHECK(without_time(told) == without_time(objects_of(printed)));
  // A client that comes after it does not get the one that died last.
  CHECK(trial.engines() == 10);
  trial.told("&event=none");
  CHECK(trial.engines() == 11);
}

TEST_CASE("an engine that fails while it analyses is reported, and the next client gets another") {
  Trial trial("position*) exit 0;;\n");
  for (const int engines : {1, 2}) {
    const auto answer = trial.server().client().Get("/api/analysis?variant=shogi&seconds=1");
    REQUIRE(answer);
    CHECK(answer->status == 200);
    REQUIRE(answer->body.starts_with("data: {\"error\":{\"message\":"));
    CHECK(answer->body.ends_with("}}\n\n"));
    CHECK_THAT(answer->body, !Contains("done"));
    CHECK(trial.engines() == engines);
  }
}

}  // namespace yari::test
