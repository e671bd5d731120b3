// Memory in large pages.
#include "platform/memory.h"

#include <cstdint>
#include <memory>

#include "tests/support/catch.h"

namespace yari::platform {

TEST_CASE("memory for a big table is aligned, and can be written to its end") {
  constexpr std::size_t size = (std::size_t{3} << 20) + 5;
  const std::unique_ptr<unsigned char, FreeLarge> memory(
      static_cast<unsigned char*>(allocate_large(size)));
  REQUIRE(memory != nullptr);
  CHECK(reinterpret_cast<std::uintptr_t>(memory.get()) % 4096 == 0);
  memory.get()[0] = memory.get()[size - 1] = 7;
  prefer_large_pages(memory.get() + 1, 100);
  CHECK(memory.get()[size - 1] == 7);
}

TEST_CASE("the machine has memory") { CHECK(physical_memory_mib() > 16); }

}  // namespace yari::platform
