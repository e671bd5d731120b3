#include "platform/signals.h"

#include <windows.h>

#include <csignal>
#include <mutex>
#include <utility>

namespace yari::platform {

namespace {

/// Of the object that lives; empty when none does.
std::mutex mutex;
std::function<void(int)> present_request;
bool was_requested = false;

void (*tidy_up)() = nullptr;

/// The system calls it on a thread of its own; after FALSE it ends the program.
BOOL WINAPI handle_control(DWORD event) {
  const bool is_key = event == CTRL_C_EVENT || event == CTRL_BREAK_EVENT;
  {
    const std::lock_guard lock(mutex);
    if (!present_request || std::exchange(was_requested, true)) {
      if (tidy_up != nullptr) tidy_up();
      return FALSE;
    }
    present_request(is_key ? SIGINT : SIGTERM);
  }
  if (is_key) return TRUE;
  // The process ends when this returns, or the system has no patience left.
  constexpr DWORD patience = 10'000;
  Sleep(patience);
  return TRUE;
}

/// What a null pointer with an offset leads to.
constexpr ULONG_PTR null_page = 4096;

void (*look_at_null)() = nullptr;

LONG WINAPI handle_null(EXCEPTION_POINTERS* about) {
  const EXCEPTION_RECORD& what = *about->ExceptionRecord;
  if (what.ExceptionCode == EXCEPTION_ACCESS_VIOLATION && what.NumberParameters > 1 &&
      what.ExceptionInformation[1] < null_page)
    look_at_null();
  return EXCEPTION_CONTINUE_SEARCH;
}

}  // namespace

struct StopRequests::System {};

StopRequests::StopRequests(std::function<void(int)> requested) {
  {
    const std::lock_guard lock(mutex);
    present_request = std::move(requested);
    was_requested = false;
  }
  SetConsoleCtrlHandler(handle_control, TRUE);
}

StopRequests::~StopRequests() {
  SetConsoleCtrlHandler(handle_control, FALSE);
  const std::lock_guard lock(mutex);
  present_request = nullptr;
}

std::jthread thread_without_signals(std::function<void(const std::stop_token&)> work) {
  return std::jthread(std::move(work));
}

void prefer_errors_to_signals() noexcept {}

void before_end(void (*tidy)()) noexcept {
  tidy_up = tidy;
  SetConsoleCtrlHandler(handle_control, TRUE);
}

void on_null_pointer(void (*look)()) noexcept {
  look_at_null = look;
  SetUnhandledExceptionFilter(handle_null);
}

}  // namespace yari::platform
