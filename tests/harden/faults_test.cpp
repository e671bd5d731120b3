// Every system call of every writing command fails in turn, once or for good: a sentence, nothing
// lost, and the same command completes.
#include <fmt/format.h>
#include <unistd.h>

#include <fstream>
#include <map>
#include <new>

#include "db/database.h"
#include "db/evaluation_cache.h"
#include "db/store/shared/sql_rows.h"
#include "notation/json/object.h"
#include "tests/harden/child.h"
#include "tests/harden/failing_calls.h"
#include "tests/harden/scenarios.h"
#include "tests/support/catch.h"
#include "tests/support/effort.h"

namespace yari::test {

namespace {

/// One call of one scenario that fails.
std::string told(const Scenario& scenario, const CallFault& fault, const ChildEnd& ending) {
  return fmt::format("{}: {} {} fails{}{}: exit {}: {}", scenario.name,
                     call_names[static_cast<std::size_t>(fault.call)], fault.nth,
                     fault.for_good ? " for good" : "", fault.is_short ? " (short)" : "",
                     ending.code, ending.err);
}

class Sweep {
 public:
  Sweep(const Scenarios& scenarios, const Scenario& scenario)
      : scenarios_(scenarios), scenario_(scenario) {
    scenarios_.prepare(scenario_);
    before_ = state();
    scenarios_.prepare(scenario_);
    files_before_ = scenarios_.files();
    const ChildEnd sound = run_child({.words = scenario_.words});
    INFO(scenario_.name << ": " << sound.err);
    REQUIRE(sound.code == 0);
    after_ = state();
  }

  /// Lets the fault happen; false when the command ended before its turn came.
  bool happens(const CallFault& fault) {
    scenarios_.prepare(scenario_);
    const ChildEnd ending =
        run_child({.words = scenario_.words, .before = [&] { let_calls_fail(fault); }});
    if (calls_counted() < fault.nth) return false;
    INFO(told(scenario_, fault, ending));
    judge_end(ending);
    // From the same bytes the same command has completed before.
    if (ending.code != 0 && scenarios_.files() == files_before_) return true;
    const State left = state();
    INFO(difference(before_, left) << "\nexpected" << difference(before_, after_));
    const bool is_right =
        ending.code == 0 ? left == after_ : may_remain(scenario_, left, before_, after_);
    CHECK(is_right);
    if (left != after_ || scenario_.repeatable) {
      const ChildEnd again = run_child({.words = scenario_.words});
      INFO("again: exit " << again.code << ": " << again.err);
      CHECK((again.code == 0 || (again.code == 1 && left == after_)));
      const bool completes = is_complete(scenario_, state(), after_);
      CHECK(completes);
    }
    return true;
  }

 private:
  State state() const { return state_in(scenarios_.working(""), scenario_); }

  static void judge_end(const ChildEnd& ending) {
    CHECK(ending.code <= 2);
    if (ending.code != 0) CHECK(!ending.err.empty());
  }

  const Scenarios& scenarios_;
  const Scenario& scenario_;
  State before_, after_;
  std::map<std::string, std::string> files_before_;
};

/// The text in an environment variable; none where it is not set.
std::string text_from(const char* variable) {
  const char* const text = std::getenv(variable);
  return text == nullptr ? "" : text;
}

/// What is tried: each kind of call, and the ways in which it fails.
std::vector<CallFault> faults() {
  std::vector<CallFault> all;
  for (std::size_t c = 0; c < call_names.size(); ++c)
    for (const bool for_good : {false, true}) all.push_back({static_cast<Call>(c), 0, for_good});
  // The C++ library asks once more, and gets what was kept for that.
  all.push_back({.call = Call::memory, .in_a_row = 2});
  all.push_back({.call = Call::write, .is_full = false});
  all.push_back({.call = Call::write, .is_short = true});
  all.push_back({.call = Call::read, .is_short = true});
  return all;
}

}  // namespace

// YARI_FAULTS=N tries N points of each kind for each command, spread evenly; 0 tries all.
// YARI_FAULT_CALL=NAME tries those of one kind of call, YARI_FAULT_COMMAND=TEXT the commands that
// are called so.
TEST_CASE("a machine that fails at any call costs no game that was there or reported",
          "[faults][slow]") {
  const Scenarios scenarios;
  const long most = number_from("YARI_FAULTS", 1L);
  std::map<std::string_view, long> points;
  for (const Scenario& scenario : scenarios.all()) {
    if (scenario.name.find(text_from("YARI_FAULT_COMMAND")) == std::string::npos) continue;
    Sweep sweep(scenarios, scenario);
    std::map<Call, long> counted;
    for (CallFault fault : faults()) {
      const std::string_view name = call_names[static_cast<std::size_t>(fault.call)];
      if (name.find(text_from("YARI_FAULT_CALL")) == name.npos) continue;
      if (!counted.contains(fault.call)) {
        scenarios.prepare(scenario);
        run_child({.words = scenario.words, .before = [&] { let_calls_fail(fault); }});
        counted[fault.call] = calls_counted();
      }
      const long calls = counted[fault.call];
      const long step = most == 0 ? 1 : std::max(1L, calls / most);
      for (fault.nth = 1 + (step > 1 ? step / 2 : 0); fault.nth <= calls; fault.nth += step) {
        if (!sweep.happens(fault)) break;
        ++points[name];
      }
    }
  }
  long sum = 0;
  for (const auto& [name, count] : points) {
    print_figure(fmt::format("faults.{}", name == "rename or unlink" ? "move" : name),
                 static_cast<double>(count));
    sum += count;
  }
  print_figure("faults", static_cast<double>(sum));
  CHECK(sum > 100);
}

TEST_CASE("evaluations that cannot be written for want of memory do not end the program",
          "[faults]") {
  const TempFolder folder;
  const std::filesystem::path file = folder / "cache.db";
  for (long nth = 1; nth <= 40; ++nth) {
    const auto write_in_the_end = [&] {
      Database database(file, OpenMode::create);
      EvaluationCache cache(database, Variant::yari, "engine", "nodes 1");
      cache.store(static_cast<Key>(nth), {Evaluation{}});
      let_calls_fail({.call = Call::memory, .nth = nth});
    };
    INFO("allocation " << nth);
    const ChildEnd end = run_child({.words = {"--version"}, .before = write_in_the_end});
    CHECK(end.code == 0);
  }
  CHECK(calls_counted() > 0);
}

TEST_CASE("values that cannot be copied for want of memory are destroyed once", "[faults]") {
  const std::string text(100, 'a');
  const std::vector<Value> values{text, std::vector<std::string>{text, text}, 7};
  const std::vector<SqlValue> row{text, std::int64_t{7}, text};
  // Ends the process: 7 where the copies were refused memory.
  const auto copy = [&](long nth) {
    return [&, nth] {
      int code = 0;
      let_calls_fail({.call = Call::memory, .nth = nth, .for_good = true});
      try {
        const std::vector<Value> copied = values;
        const std::vector<SqlValue> copied_row = row;
      } catch (const std::bad_alloc&) {
        code = 7;
      }
      _exit(code);
    };
  };
  // Two arrays, and one for each text but for the array of texts, which is one more.
  for (long nth = 1; nth <= 8; ++nth) {
    INFO("allocation " << nth);
    CHECK(run_child({.words = {"--version"}, .before = copy(nth)}).code == 7);
  }
  CHECK(run_child({.words = {"--version"}, .before = copy(9)}).code == 0);
}

TEST_CASE("a process whose first database found no memory keeps checksums in the next",
          "[faults][slow]") {
  const TempFolder folder;
  const std::filesystem::path first = folder / "first.db", next = folder / "next.db";
  int refused = 0;
  for (long nth = 1; nth <= 100; ++nth) {
    const auto open_first = [&] {
      let_calls_fail({.call = Call::memory, .nth = nth});
      try {
        const Database database(first, OpenMode::create);
      } catch (const std::bad_alloc&) {
        ++shared_count();
      }
    };
    const auto open_next = [&](int) {
      let_calls_succeed();
      std::filesystem::remove(next);
      { const Database database(next, OpenMode::create); }
      // "Database File Format", 1.3: the bytes at the end of each page that SQLite leaves alone.
      std::ifstream file(next, std::ios::binary);
      file.seekg(20);
      return file.get() > 0 ? 0 : 3;
    };
    const ChildEnd end =
        run_child({.words = {"--version"}, .before = open_first, .after = open_next});
    INFO("allocation " << nth << ": " << end.err);
    CHECK(end.code == 0);
    refused += static_cast<int>(shared_count());
  }
  CHECK(refused > 50);
}

}  // namespace yari::test
