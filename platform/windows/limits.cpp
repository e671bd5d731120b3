#include "platform/limits.h"

#include <windows.h>

#include <algorithm>
#include <cstdint>

namespace yari::platform {

namespace {

/// Hundreds of nanoseconds that the process has computed, with all its threads.
std::uint64_t computed() noexcept {
  FILETIME ignored{}, kernel{}, user{};
  GetProcessTimes(GetCurrentProcess(), &ignored, &ignored, &kernel, &user);
  const auto whole = [](FILETIME time) {
    return std::uint64_t{time.dwHighDateTime} << 32 | time.dwLowDateTime;
  };
  return whole(kernel) + whole(user);
}

HANDLE timer = nullptr;
std::uint64_t last_moment = 0;
void (*end_of_computing)() = nullptr;

void CALLBACK look(void*, BOOLEAN) {
  if (computed() >= last_moment) end_of_computing();
}

}  // namespace

void limit_memory(std::int64_t bytes) noexcept {
  // The job stays while the process does. It may lie within another, whose lower limit counts.
  static const HANDLE job = CreateJobObjectW(nullptr, nullptr);
  JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits{};
  if (job == nullptr || QueryInformationJobObject(job, JobObjectExtendedLimitInformation, &limits,
                                                  sizeof limits, nullptr) == 0)
    return;
  auto most = static_cast<SIZE_T>(bytes);
  if ((limits.BasicLimitInformation.LimitFlags & JOB_OBJECT_LIMIT_PROCESS_MEMORY) != 0)
    most = std::min(most, limits.ProcessMemoryLimit);
  limits.BasicLimitInformation.LimitFlags |= JOB_OBJECT_LIMIT_PROCESS_MEMORY;
  limits.ProcessMemoryLimit = most;
  SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limits, sizeof limits);
  AssignProcessToJobObject(job, GetCurrentProcess());
}

void after_computing(int seconds, void (*end)()) noexcept {
  // Waits for a look that goes on.
  if (timer != nullptr) DeleteTimerQueueTimer(nullptr, timer, INVALID_HANDLE_VALUE);
  timer = nullptr;
  if (seconds <= 0) return;
  constexpr std::uint64_t second = 10'000'000;
  constexpr DWORD pause = 100;
  last_moment = computed() + static_cast<std::uint64_t>(seconds) * second;
  end_of_computing = end;
  CreateTimerQueueTimer(&timer, nullptr, look, nullptr, pause, pause, WT_EXECUTEDEFAULT);
}

}  // namespace yari::platform
