// Every command that writes is killed at random moments, and so is the server while it changes
// games: the file is sound, and the same command completes.
#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include "cli/run.h"
#include "tests/harden/child.h"
#include "tests/harden/scenarios.h"
#include "tests/harden/visitor.h"
#include "tests/support/catch.h"
#include "tests/support/effort.h"

namespace yari::test {

namespace {

using Clock = std::chrono::steady_clock;

class Kills {
 public:
  Kills(const Scenarios& scenarios, const Scenario& scenario)
      : scenarios_(scenarios), scenario_(scenario) {
    scenarios_.prepare(scenario_);
    before_ = state();
    scenarios_.prepare(scenario_);
    const auto begun = Clock::now();
    REQUIRE(run_child({.words = scenario_.words}).code == 0);
    microseconds_ =
        std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - begun).count();
    after_ = state();
  }

  /// Whether the command was killed, and not done before.
  bool kill_after(long microseconds) {
    scenarios_.prepare(scenario_);
    const ChildEnd end = run_child({.words = scenario_.words, .kill_after_us = microseconds});
    INFO(scenario_.name << ": killed after " << microseconds << " us of " << microseconds_
                        << ": exit " << end.code);
    const State left = state();
    INFO(difference(before_, left) << "\nexpected " << difference(before_, after_));
    const bool is_right =
        end.code == 0 ? left == after_ : may_remain(scenario_, left, before_, after_);
    CHECK(is_right);
    if (left != after_ || scenario_.repeatable) {
      const ChildEnd again = run_child({.words = scenario_.words});
      INFO("again: exit " << again.code << ": " << again.err);
      const bool completes = again.code <= 1 && is_complete(scenario_, state(), after_);
      CHECK(completes);
    }
    return end.code == 1000 + SIGKILL;
  }

  long microseconds() const { return microseconds_; }

 private:
  State state() const { return state_in(scenarios_.working(""), scenario_); }

  const Scenarios& scenarios_;
  const Scenario& scenario_;
  State before_, after_;
  long microseconds_ = 0;
};

/// The first line that the server prints, when it is there.
std::string first_line(const std::filesystem::path& file) {
  for (int i = 0; i < 2000; ++i) {
    std::ifstream in(file);
    std::string line;
    if (std::getline(in, line) && !in.eof()) return line;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return "{}";
}

/// Changes games through the API until the server is gone; returns what the last answers said.
std::vector<std::string> change_until_gone(const nlohmann::json& address, Rng& rng,
                                           long microseconds, pid_t server) {
  Visitor visitor(address["address"]);
  if (!visitor.is_let_in()) return {};
  std::vector<std::string> done;
  std::jthread killer([&] {
    std::this_thread::sleep_for(std::chrono::microseconds(microseconds));
    kill(server, SIGKILL);
  });
  for (int i = 0; i < 400; ++i) {
    const std::string site = fmt::format("site {}", i);
    const auto answer =
        visitor.client().Post(fmt::format("/api/games/{}/tags", 1 + rng() % 2),
                              nlohmann::json{{"Site", site}}.dump(), "application/json");
    if (!answer || answer->status != 200) break;
    done.push_back(site);
  }
  return done;
}

}  // namespace

// YARI_KILLS=N kills at least N times over all commands.
TEST_CASE("commands that are killed at any moment lose nothing", "[kills][slow]") {
  const Scenarios scenarios;
  const long wanted = number_from("YARI_KILLS", 40L);
  Rng rng(std::random_device{}());
  long killed = 0;
  const auto& all = scenarios.all();
  for (const Scenario& scenario : all) {
    Kills kills(scenarios, scenario);
    const long each = wanted / static_cast<long>(all.size()) + 1;
    long mine = 0;
    for (long i = 0; mine < each && i < 4 * each; ++i) {
      const auto most = static_cast<std::uint64_t>(kills.microseconds());
      mine += kills.kill_after(1 + static_cast<long>(rng() % most)) ? 1 : 0;
    }
    killed += mine;
  }
  print_figure("kills", static_cast<double>(killed));
  CHECK(killed > wanted / 4);
}

// YARI_SERVER_KILLS=N kills the server N times.
TEST_CASE("a server that is killed keeps every change that it answered for", "[kills]") {
  const Scenarios scenarios;
  const long wanted = number_from("YARI_SERVER_KILLS", 3L);
  Rng rng(std::random_device{}());
  const Scenario& scenario = scenarios.all()[1];
  long changes = 0;
  for (long i = 0; i < wanted; ++i) {
    scenarios.prepare(scenario);
    const std::string out = scenarios.working("address").string();
    const pid_t server = fork();
    REQUIRE(server >= 0);
    if (server == 0) {
      setenv("YARI_CONFIG", "", 1);
      static_cast<void>(!freopen(out.c_str(), "w", stdout));
      static_cast<void>(!freopen("/dev/null", "w", stderr));
      _exit(cli::run({"serve", "--db", "w.db", "--port", "0", "--json"}));
    }
    const auto address = nlohmann::json::parse(first_line(out), nullptr, false);
    std::vector<std::string> done;
    if (address.contains("port"))
      done = change_until_gone(address, rng, 20'000 + static_cast<long>(rng() % 200'000), server);
    kill(server, SIGKILL);
    waitpid(server, nullptr, 0);
    REQUIRE(address.contains("port"));
    changes += static_cast<long>(done.size());
    const State left = state_in(scenarios.working(""), scenario);
    const std::string last = done.empty() ? "" : "[Site " + done.back() + "]";
    const std::string next = fmt::format("[Site site {}]", done.size());
    const bool is_there = std::any_of(left.begin(), left.end(), [&](const std::string& line) {
      return line.find(last) != line.npos || line.find(next) != line.npos;
    });
    INFO(done.size() << " changes");
    CHECK(is_there);
  }
  print_figure("kills.server", static_cast<double>(wanted));
  print_figure("kills.server.changes", static_cast<double>(changes));
  CHECK(changes > 0);
}

}  // namespace yari::test
