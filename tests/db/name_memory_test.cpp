// Names in memory are found again whatever their number, and no other name is taken for them.
#include <catch2/catch.hpp>

#include "db/store/sqlite/name_memory.h"

namespace yari::test {

TEST_CASE("a name is found with its number, and others are not") {
  NameMemory memory;
  CHECK(memory.find("Habu") == 0);
  CHECK(memory.find("") == 0);
  memory.add("Habu", 7);
  memory.add("", 8);
  memory.add("Habu Yoshiharu", -9);
  CHECK(memory.find("Habu") == 7);
  CHECK(memory.find("") == 8);
  CHECK(memory.find("Habu Yoshiharu") == -9);
  CHECK(memory.find("Hab") == 0);
  CHECK(memory.find("Habu ") == 0);
  CHECK(memory.size() == 3);
  memory.clear();
  CHECK(memory.size() == 0);
  CHECK(memory.find("Habu") == 0);
  memory.add("Habu", 1);
  CHECK(memory.find("Habu") == 1);
}

TEST_CASE("a hundred thousand names are all found, in less memory than a node for each takes") {
  NameMemory memory;
  for (std::int64_t n = 1; n <= 100'000; ++n) memory.add("player " + std::to_string(n * 7919), n);
  bool all = true;
  for (std::int64_t n = 1; n <= 100'000; ++n)
    all = all && memory.find("player " + std::to_string(n * 7919)) == n;
  CHECK(all);
  CHECK(memory.find("player 1") == 0);
  CHECK(memory.bytes() < 100'000 * 80);
}

}  // namespace yari::test
