#include "platform/limits.h"

#include <sys/resource.h>
#include <sys/time.h>

#include <algorithm>
#include <csignal>

namespace yari::platform {

namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool is_sanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr bool is_sanitized = true;
#else
constexpr bool is_sanitized = false;
#endif
#else
constexpr bool is_sanitized = false;
#endif

void (*end_of_computing)() = nullptr;

extern "C" void handle_end(int) { end_of_computing(); }

}  // namespace

void limit_memory(std::int64_t bytes) noexcept {
  // A sanitizer reserves more than any limit, and ends the program where it gets none.
  if (is_sanitized) return;
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
