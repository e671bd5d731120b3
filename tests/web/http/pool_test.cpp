// What is lent to one client at a time: how many there are, who comes first, and what becomes of
// what failed.
#include "web/http/pool.h"

#include <atomic>
#include <stdexcept>
#include <string>
#include <thread>

#include "tests/support/catch.h"

namespace yari::test {

namespace {

using namespace std::chrono_literals;
using Numbers = web::Pool<int>;

/// Makes 1, 2, 3, ...
Numbers::Make counting(int& made) {
  return [&made] { return std::make_unique<int>(++made); };
}

/// Asks in a thread of its own, and is in line when this is made.
class InLine {
 public:
  InLine(Numbers& pool, std::string name, std::string& served)
      : thread_([&pool, &served, name = std::move(name), this] {
          const auto lease = pool.lend(10min, [this] {
            waits_ = true;
            return false;
          });
          // Nobody else has the only one.
          if (lease) served += name;
        }) {
    while (!waits_) std::this_thread::yield();
  }

 private:
  std::atomic<bool> waits_ = false;
  std::jthread thread_;
};

}  // namespace

TEST_CASE("a pool makes no more than its bound, and lends again what came back") {
  int made = 0;
  Numbers pool(counting(made), 2);
  {
    const auto first = pool.lend(0ms);
    const auto second = pool.lend(0ms);
    REQUIRE(first);
    REQUIRE(second);
    CHECK(**first == 1);
    CHECK(**second == 2);
    CHECK_FALSE(pool.lend(0ms));
    CHECK_FALSE(pool.lend(10min, [] { return true; }));
  }
  const auto first = pool.lend(0ms);
  const auto second = pool.lend(0ms);
  REQUIRE(second);
  CHECK(**first + **second == 3);
  CHECK_FALSE(pool.lend(0ms));
  CHECK(made == 2);
}

TEST_CASE("of those who wait the first is served first") {
  int made = 0;
  std::string served;
  Numbers pool(counting(made), 1);
  {
    std::optional<Numbers::Lease> held = pool.lend(0ms);
    InLine a(pool, "a", served), b(pool, "b", served), c(pool, "c", served);
    CHECK_FALSE(pool.lend(0ms));
    held.reset();
  }
  CHECK(served == "abc");
  CHECK(made == 1);
  CHECK(pool.lend(0ms));
}

TEST_CASE("what failed is made anew, and a place is free again where nothing could be made") {
  int made = 0;
  Numbers pool(counting(made), 1);
  {
    auto lease = pool.lend(0ms);
    lease->renew();
    CHECK(**lease == 2);
    lease->discard();
  }
  CHECK(**pool.lend(0ms) == 3);
  bool fails = true;
  Numbers other(
      [&] {
        if (fails) throw std::runtime_error("no");
        return std::make_unique<int>(7);
      },
      1);
  CHECK_THROWS_AS(other.lend(0ms), std::runtime_error);
  fails = false;
  auto lease = other.lend(0ms);
  REQUIRE(lease);
  CHECK(**lease == 7);
  fails = true;
  CHECK_THROWS_AS(lease->renew(), std::runtime_error);
  lease.reset();
  fails = false;
  CHECK(**other.lend(0ms) == 7);
}

}  // namespace yari::test
