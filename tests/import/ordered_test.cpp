// Work on many threads gives the order of one.
#include "import/ordered.h"

#include <atomic>
#include <chrono>
#include <stdexcept>

#include "tests/support/catch.h"
#include "tests/support/few_threads.h"

namespace yari {
namespace {

/// Hands out 0..n-1.
struct Counter {
  int n;
  int next = 0;
  std::optional<int> operator()() { return next < n ? std::optional(next++) : std::nullopt; }
};

void work_unevenly(int x) {
  if (x % 7 == 0) std::this_thread::sleep_for(std::chrono::microseconds(x % 500));
}

}  // namespace

TEST_CASE("results come in the order of the input, with any number of threads") {
  for (int jobs : {1, 2, 3, 8}) {
    std::vector<int> results;
    run_ordered(
        jobs, Counter{2000},
        [](int x) {
          work_unevenly(x);
          return 2 * x;
        },
        [&](int y) {
          results.push_back(y);
          return true;
        });
    REQUIRE(results.size() == 2000);
    for (int i = 0; i < 2000; ++i) CHECK(results[static_cast<std::size_t>(i)] == 2 * i);
  }
}

TEST_CASE("no input is no work") {
  for (int jobs : {1, 4}) {
    run_ordered(
        jobs, Counter{0}, [](int x) { return x; },
        [](int) {
          FAIL("there is nothing to give");
          return true;
        });
  }
}

TEST_CASE("the receiver can end the work") {
  for (int jobs : {1, 4}) {
    std::atomic<int> worked = 0;
    int given = 0;
    run_ordered(
        jobs, Counter{1'000'000},
        [&](int x) {
          ++worked;
          return x;
        },
        [&](int) { return ++given < 10; });
    CHECK(given == 10);
    CHECK(worked < 100);
  }
}

TEST_CASE("not more than a few results wait for a slow receiver") {
  std::atomic<int> worked = 0;
  int given = 0;
  int most_ahead = 0;
  run_ordered(
      2, Counter{200},
      [&](int x) {
        ++worked;
        return x;
      },
      [&](int) {
        std::this_thread::sleep_for(std::chrono::microseconds(200));
        most_ahead = std::max(most_ahead, worked - given);
        ++given;
        return true;
      });
  CHECK(given == 200);
  CHECK(most_ahead <= 10);
}

TEST_CASE("the receiver learns that nothing comes, also with one job") {
  for (const int jobs : {1, 3}) {
    std::atomic<bool> told = false;
    int given = 0;
    run_ordered(
        jobs, Counter{2},
        [&](int x) {
          // The second result does not come before the silence was noticed.
          for (int i = 0; x == 1 && !told && i < 10'000; ++i)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
          return x;
        },
        [&](int) { return ++given > 0; }, [&] { told = told || given == 1; },
        std::chrono::milliseconds(5));
    CHECK(told);
    CHECK(given == 2);
  }
}

TEST_CASE("an exception of any part comes out and leaves no thread behind") {
  const auto fail_at = [](int x, int at) {
    if (x == at) throw std::runtime_error("at " + std::to_string(x));
    return x;
  };
  for (int jobs : {1, 3}) {
    CHECK_THROWS_WITH(
        run_ordered(
            jobs, Counter{1000}, [&](int x) { return fail_at(x, 500); }, [](int) { return true; }),
        "at 500");
    CHECK_THROWS_WITH(run_ordered(
                          jobs, Counter{1000}, [](int x) { return x; },
                          [&](int x) { return fail_at(x, 500) >= 0; }),
                      "at 500");
    Counter counter{1000};
    CHECK_THROWS_WITH(run_ordered(
                          jobs,
                          [&] {
                            auto x = counter();
                            fail_at(*x, 500);
                            return x;
                          },
                          [](int x) { return x; }, [](int) { return true; }),
                      "at 500");
  }
}

TEST_CASE("where the system has few threads left, or none, the work is done all the same") {
  for (const int left : {0, 1, 3}) {
    const test::FewThreads few(left);
    std::vector<int> results;
    run_ordered(
        4, Counter{500}, [](int x) { return 2 * x; },
        [&](int y) {
          results.push_back(y);
          return true;
        });
    REQUIRE(results.size() == 500);
    for (int i = 0; i < 500; ++i) CHECK(results[static_cast<std::size_t>(i)] == 2 * i);
  }
}

}  // namespace yari
