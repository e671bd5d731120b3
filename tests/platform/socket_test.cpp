// Addresses as text and as bytes.
#include "platform/socket.h"

#include "tests/support/catch.h"

namespace yari::platform {

TEST_CASE("an address of IPv6 is read and written in its shortest form") {
  const auto bytes = read_ipv6("2001:0db8:0:0:0:0:0:1");
  REQUIRE(bytes);
  CHECK((*bytes)[0] == 0x20);
  CHECK(bytes->back() == 1);
  CHECK(write_ipv6(*bytes) == "2001:db8::1");
  for (const char* other : {"", "127.0.0.1", "localhost", "2001:db8::1%eth0", "1::2::3"})
    CHECK_FALSE(read_ipv6(other));
}

}  // namespace yari::platform
