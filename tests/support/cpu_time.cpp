#include "tests/support/cpu_time.h"

#ifdef _WIN32
#include <windows.h>

#include <cstdint>
#else
#include <ctime>
#endif

namespace yari::test {

#ifdef _WIN32
double cpu_seconds() {
  FILETIME created, ended, in_system, in_program;
  GetProcessTimes(GetCurrentProcess(), &created, &ended, &in_system, &in_program);
  const auto seconds = [](const FILETIME& t) {
    return static_cast<double>(std::uint64_t{t.dwHighDateTime} << 32 | t.dwLowDateTime) * 1e-7;
  };
  return seconds(in_system) + seconds(in_program);
}
#else
double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }
#endif

}  // namespace yari::test
