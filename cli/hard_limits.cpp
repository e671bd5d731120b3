#include "cli/hard_limits.h"

#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>

namespace yari::cli {

namespace {

/// Written beforehand: a signal handler may not format text.
std::array<char, 80> end_sentence{};
std::size_t end_sentence_size = 0;

extern "C" void end_for_time(int) {
  static_cast<void>(!write(STDERR_FILENO, end_sentence.data(), end_sentence_size));
  _exit(2);
}

void set_timer(int seconds) {
  const itimerval timer{.it_interval = {}, .it_value = {.tv_sec = seconds, .tv_usec = 0}};
  setitimer(ITIMER_PROF, &timer, nullptr);
}

}  // namespace

void limit_memory(std::int64_t bytes) {
  rlimit limit{};
  if (getrlimit(RLIMIT_DATA, &limit) != 0) return;
  // No limit is the largest number; none is above rlim_max.
  limit.rlim_cur = std::min(static_cast<rlim_t>(bytes), limit.rlim_cur);
  setrlimit(RLIMIT_DATA, &limit);
}

ComputingLimit::ComputingLimit(int seconds, const char* option) {
  const int size = std::snprintf(end_sentence.data(), end_sentence.size(),
                                 "yari: stopped after %d s (%s)\n", seconds, option);
  end_sentence_size = std::min(static_cast<std::size_t>(size), end_sentence.size() - 1);
  std::signal(SIGPROF, end_for_time);
  // Whoever can stop in order does that first.
  set_timer(seconds + 1);
}

ComputingLimit::~ComputingLimit() { set_timer(0); }

}  // namespace yari::cli
