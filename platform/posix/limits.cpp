#include "platform/limits.h"

#include <sys/resource.h>
#include <sys/time.h>

#include <algorithm>
#include <csignal>

namespace yari::platform {

namespace {

void (*end_of_computing)() = nullptr;

extern "C" void handle_end(int) { end_of_computing(); }

}  // namespace

void limit_memory(std::int64_t bytes) noexcept {
  rlimit limit{};
  if (getrlimit(RLIMIT_DATA, &limit) != 0) return;
  // No limit is the largest number; none is above rlim_max.
  limit.rlim_cur = std::min(static_cast<rlim_t>(bytes), limit.rlim_cur);
  setrlimit(RLIMIT_DATA, &limit);
}

void after_computing(int seconds, void (*end)()) noexcept {
  if (seconds > 0) {
    end_of_computing = end;
    std::signal(SIGPROF, handle_end);
  }
  const itimerval timer{.it_interval = {}, .it_value = {.tv_sec = seconds, .tv_usec = 0}};
  setitimer(ITIMER_PROF, &timer, nullptr);
}

}  // namespace yari::platform
