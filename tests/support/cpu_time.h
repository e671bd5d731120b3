/// \file
/// How much work something is, whatever else the machine does.
#pragma once

#include <cstddef>

namespace yari::test {

/// Seconds of CPU that this process has used, all threads together. std::clock() counts the time
/// that goes by on Windows.
double cpu_seconds();

/// Whether `work(size)` takes less than `seconds` of CPU, or at most ten times as long as a quarter
/// of it: what takes time by the square takes sixteen times as long, also on a slow machine or in
/// an emulator.
template <class Work>
bool takes_linear_time(std::size_t size, double seconds, Work work) {
  const auto cost = [&](std::size_t n) {
    const double start = cpu_seconds();
    work(n);
    return cpu_seconds() - start;
  };
  const double whole = cost(size);
  return whole < seconds || whole < 10 * cost(size / 4);
}

}  // namespace yari::test
