// `--engine` typed several times.
#include "cli/options/engine_list.h"

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
  const auto engines = named({"--engine-option", "X=1", "--engine", "a", "--engine-option", "Y=2",
                              "--engine", "b", "--engine-option", "Z=3", "--hash", "7"});
  CHECK(engines[0].engine.settings == Names{"X=1", "Y=2"});
  CHECK(engines[1].engine.settings == Names{"Z=3"});
  CHECK(engines[2].engine.settings.empty());
  CHECK(engines[2].engine.hash_mib == 7);
}

TEST_CASE("engines that cannot be are refused before anything is started") {
  CHECK_THROWS_AS(named({"--engine", ""}), UsageError);
  CHECK_THROWS_AS(named({"--engine", "'open"}), UsageError);
  CHECK_THROWS_AS(named({"--engine-option", "X=1"}), UsageError);
  CHECK_THROWS_AS(named({"--engine", "a", "--engine-option", "X"}), UsageError);
}

}  // namespace
}  // namespace yari::cli
