// Processors that a process may not use are not counted.
#include "platform/processors.h"

// Elsewhere a test cannot take processors from its own process.
#ifdef __linux__

#include <sched.h>

#include "tests/support/catch.h"

namespace yari::test {

TEST_CASE("a process that may use one processor starts one thread") {
  cpu_set_t before;
  REQUIRE(sched_getaffinity(0, sizeof before, &before) == 0);
  CHECK(platform::processors() >= 1);
  CHECK(platform::processors() <= CPU_COUNT(&before));
  int first = 0;
  while (!CPU_ISSET(first, &before)) ++first;
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(first, &one);
  REQUIRE(sched_setaffinity(0, sizeof one, &one) == 0);
  const int alone = platform::processors();
  REQUIRE(sched_setaffinity(0, sizeof before, &before) == 0);
  CHECK(alone == 1);
  CHECK(platform::threads_for(0) == platform::processors());
  CHECK(platform::threads_for(7) == 7);
}

}  // namespace yari::test

#endif
