// `--engine` typed several times, and what is set of the built-in engine.
#include "cli/options/engine_list.h"

#include <algorithm>
#include <filesystem>
#include <iterator>

#include "cli/options/command.h"
#include "rules/start.h"
#include "tests/support/catch.h"

namespace yari::cli {
namespace {

std::vector<EngineList::Named> named(const std::vector<std::string>& words) {
  EngineList list;
  OptionSet options;
  list.declare(options);
  options.parse(words);
  return list.named();
}

std::vector<std::string> names(const std::vector<std::string>& words) {
  std::vector<std::string> all;
  for (const EngineList::Named& one : named(words)) all.push_back(one.name);
  return all;
}

using Names = std::vector<std::string>;

TEST_CASE("engines are offered in the order typed, the built-in one among them") {
  CHECK(names({}) == Names{"builtin"});
  CHECK(names({"--engine", "/opt/a/apery --quiet"}) == Names{"apery", "builtin"});
  CHECK(names({"--engine", "b", "--engine", "builtin", "--engine=a"}) ==
        Names{"b", "builtin", "a"});
  CHECK(names({"--engine", "/x/a", "--engine", "/y/a"}) == Names{"a", "a 2", "builtin"});
  CHECK(names({"--engine", "a", "--no-engine", "--engine", "b"}) == Names{"b", "builtin"});
}

TEST_CASE("an option belongs to the engine before it, of the first engine it may stand before it") {
  const auto engines =
      named({"--engine-option", "X=1", "--engine", "a", "--engine-option", "Y=2", "--engine", "b",
             "--engine-option", "Z=3", "--hash", "7", "--threads", "3"});
  CHECK(engines[0].engine.settings == Names{"X=1", "Y=2"});
  CHECK(engines[1].engine.settings == Names{"Z=3"});
  CHECK(engines[2].engine.settings.empty());
  CHECK(engines[2].engine.builtin.hash_mib == 7);
  CHECK(engines[2].engine.builtin.threads == 3);
  CHECK(named({})[0].engine.builtin.threads == 0);
}

TEST_CASE("a byo-yomi belongs to the engine before it") {
  const auto engines = named({"--engine", "a", "--engine", "b", "--byoyomi", "2.5"});
  CHECK_FALSE(engines[0].engine.byoyomi.has_value());
  CHECK(engines[1].engine.byoyomi == std::chrono::milliseconds(2500));
  CHECK(named({"--byoyomi", "1", "--engine", "a"})[0].engine.byoyomi ==
        std::chrono::milliseconds(1000));
}

/// The most threads that the program has at a time during a search, which ends at `enough` of them.
std::ptrdiff_t threads_of_search(const std::vector<std::string>& words, const Limits& limits,
                                 std::ptrdiff_t enough) {
  EngineOptions engine;
  OptionSet options;
  engine.declare(options);
  options.parse(words);
  std::ptrdiff_t most = 0;
  std::stop_source stop;
  const auto look = [&](const Analysis&) {
    const std::filesystem::directory_iterator threads("/proc/self/task");
    most = std::max(most, std::distance(begin(threads), end(threads)));
    if (most >= enough) stop.request_stop();
  };
  engine.make()->analyze({start_setup(Variant::shogi), {}, {}}, limits, stop.get_token(), look);
  return most;
}

TEST_CASE("a search has the threads that --threads says, and one unless it is given") {
  if (!std::filesystem::exists("/proc/self/task")) return;
  const std::ptrdiff_t one = threads_of_search({"--hash", "1"}, {.depth = 5}, 99);
  // A busy machine may start them late.
  const Limits long_time{.time = std::chrono::seconds(30)};
  CHECK(threads_of_search({"--hash", "1", "--threads", "3"}, long_time, one + 2) == one + 2);
}

TEST_CASE("wherever an engine is taken, what can be set of the built-in one can be set") {
  int commands_with_engines = 0;
  for (const Command* command : commands()) {
    INFO(command->name);
    OptionSet options;
    const std::unique_ptr<Task> task = command->make();
    task->declare(options);
    if (options.find("engine") == nullptr && command->name != "usi") continue;
    ++commands_with_engines;
    for (const EngineOption& option : engine_options) {
      const OptionRow* row = options.find(option.name);
      REQUIRE(row != nullptr);
      CHECK_THAT(row->help, Contains(option.help));
      row->read(std::to_string(option.least));
      row->read(std::to_string(option.most));
      CHECK_THROWS_AS(row->read(std::to_string(option.least - 1)), UsageError);
      CHECK_THROWS_AS(row->read(std::to_string(option.most + 1)), UsageError);
    }
  }
  CHECK(commands_with_engines == 9);
}

TEST_CASE("engines that cannot be are refused before anything is started") {
  CHECK_THROWS_AS(named({"--engine", ""}), UsageError);
  CHECK_THROWS_AS(named({"--engine", "'open"}), UsageError);
  CHECK_THROWS_AS(named({"--engine-option", "X=1"}), UsageError);
  CHECK_THROWS_AS(named({"--engine", "a", "--engine-option", "X"}), UsageError);
}

}  // namespace
}  // namespace yari::cli
