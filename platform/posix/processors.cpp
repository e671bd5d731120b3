#include "platform/processors.h"

#include <sched.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <string>
#include <thread>

namespace yari::platform {

namespace {

/// What the control group (version 2) of a container allows: "200000 100000" is two processors'
/// time, "max 100000" all; 0 where there is none or it says nothing.
int allowed_by_group() {
  std::ifstream file("/sys/fs/cgroup/cpu.max");
  double quota = 0, period = 0;
  if (!(file >> quota >> period) || quota <= 0 || period <= 0) return 0;
  return static_cast<int>(std::clamp(std::ceil(quota / period), 1.0, 1024.0));
}

/// Of the set of processors that the process may use, where the system has such sets.
int in_set() {
#ifdef CPU_COUNT
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0) return CPU_COUNT(&set);
#endif
  return static_cast<int>(std::thread::hardware_concurrency());
}

}  // namespace

int processors() {
  const int all = std::max(1, in_set());
  const int allowed = allowed_by_group();
  return allowed > 0 ? std::min(all, allowed) : all;
}

}  // namespace yari::platform
