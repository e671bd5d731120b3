// The power goes out at any write of every command that writes: the file is sound, what was
// reported done is there, and the same command completes.
#include <fmt/format.h>

#include "tests/harden/child.h"
#include "tests/harden/power_cut.h"
#include "tests/harden/scenarios.h"
#include "tests/support/catch.h"
#include "tests/support/effort.h"

namespace yari::test {

namespace {

class PowerCuts {
 public:
  PowerCuts(const Scenarios& scenarios, const Scenario& scenario)
      : scenarios_(scenarios),
        scenario_(scenario),
        image_(scenarios.working("").parent_path().parent_path() / "image") {
    scenarios_.prepare(scenario_);
    before_ = state();
    scenarios_.prepare(scenario_);
    REQUIRE(
        run_child({.words = scenario_.words, .before = [&] { watch_disk(0, 0, image_); }}).code ==
        0);
    calls_ = disk_calls_counted();
    after_ = state();
  }

  /// With 0 just after the command has ended.
  long calls() const { return calls_; }

  void cut(long nth, std::uint64_t seed) {
    scenarios_.prepare(scenario_);
    const ChildEnd end = run_child({.words = scenario_.words,
                                    .before = [&] { watch_disk(nth, seed, image_); },
                                    .after =
                                        [](int code) {
                                          cut_power();
                                          return code;
                                        }});
    INFO(scenario_.name << ": power cut " << nth << " of " << calls_ << ", seed " << seed
                        << ": exit " << end.code << ' ' << end.err);
    REQUIRE((end.code == power_went_out || end.code == 0));
    const bool was_done = end.code == 0;
    replace_database();
    const State left = state();
    INFO(difference(before_, left) << "\nexpected " << difference(before_, after_));
    const bool is_right = was_done ? left == after_ : may_remain(scenario_, left, before_, after_);
    CHECK(is_right);
    if (left == after_ && !scenario_.repeatable) return;
    const ChildEnd again = run_child({.words = scenario_.words});
    INFO("again: exit " << again.code << ": " << again.err);
    const bool completes = again.code <= 1 && is_complete(scenario_, state(), after_);
    CHECK(completes);
  }

 private:
  State state() const { return state_in(scenarios_.working(""), scenario_); }

  /// What SQLite wrote is what the disk kept of it; other files are whole.
  void replace_database() const {
    for (const char* name : {"w.db", "w.db-wal", "w.db-shm"}) {
      std::filesystem::remove(scenarios_.working(name));
      if (std::filesystem::exists(image_ / name))
        std::filesystem::copy_file(image_ / name, scenarios_.working(name));
    }
  }

  const Scenarios& scenarios_;
  const Scenario& scenario_;
  std::filesystem::path image_;
  State before_, after_;
  long calls_ = 0;
};

}  // namespace

// YARI_POWER_CUTS=N makes at least N cuts over all commands.
TEST_CASE("after a power cut the file is sound and what was reported is there", "[power][slow]") {
  const Scenarios scenarios;
  const long wanted = number_from("YARI_POWER_CUTS", 40L);
  Rng rng(static_cast<std::uint64_t>(number_from("YARI_SEED", 1L)));
  std::vector<const Scenario*> writers;
  for (const Scenario& scenario : scenarios.all())
    if (scenario.output.empty()) writers.push_back(&scenario);
  long cuts = 0;
  for (const Scenario* scenario : writers) {
    PowerCuts disk(scenarios, *scenario);
    const long each = wanted / static_cast<long>(writers.size()) + 1;
    disk.cut(0, rng());
    for (long i = 1; i < each; ++i)
      disk.cut(1 + static_cast<long>(rng() % static_cast<std::uint64_t>(disk.calls())), rng());
    cuts += each;
  }
  print_figure("power", static_cast<double>(cuts));
}

}  // namespace yari::test
