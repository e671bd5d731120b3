#include "platform/signals.h"

#include <pthread.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <utility>

namespace yari::platform {

namespace {

/// Tells the waiting thread that the work is done. Sent by somebody else it would be ignored, too.
constexpr int wake = SIGURG;

/// What a null pointer with an offset leads to.
constexpr std::uintptr_t null_page = 4096;

void (*look_at_null)() = nullptr;

extern "C" void handle_null(int signal, siginfo_t* about, void*) {
  if (reinterpret_cast<std::uintptr_t>(about->si_addr) < null_page) look_at_null();
  // It happens again, and the program ends as usual.
  std::signal(signal, SIG_DFL);
}

void (*tidy_up)() = nullptr;

/// Has the system end the program, once the signal is not held back.
void end_tidily(int signal) {
  if (tidy_up != nullptr) tidy_up();
  std::signal(signal, SIG_DFL);
  kill(getpid(), signal);
}

extern "C" void handle_request_to_end(int signal) { end_tidily(signal); }

void end_by(int signal) {
  sigset_t one;
  sigemptyset(&one);
  sigaddset(&one, signal);
  pthread_sigmask(SIG_UNBLOCK, &one, nullptr);
  end_tidily(signal);
}

}  // namespace

struct StopRequests::System {
  void wait(const std::stop_token& ended) const;

  std::function<void(int)> requested;
  sigset_t signals{};
  sigset_t before{};
  std::jthread waiter;
};

void StopRequests::System::wait(const std::stop_token& ended) const {
  // A handler may hardly do anything; a waiting thread may run any code.
  bool is_first = true;
  while (!ended.stop_requested()) {
    int signal = 0;
    if (sigwait(&signals, &signal) != 0 || signal == wake) continue;
    if (!std::exchange(is_first, false)) end_by(signal);
    requested(signal);
  }
}

StopRequests::StopRequests(std::function<void(int)> requested)
    : system_(std::make_unique<System>()) {
  system_->requested = std::move(requested);
  sigemptyset(&system_->signals);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, wake}) sigaddset(&system_->signals, signal);
  pthread_sigmask(SIG_BLOCK, &system_->signals, &system_->before);
  system_->waiter =
      std::jthread([system = system_.get()](const std::stop_token& ended) { system->wait(ended); });
}

StopRequests::~StopRequests() {
  system_->waiter.request_stop();
  pthread_kill(system_->waiter.native_handle(), wake);
  system_->waiter.join();
  pthread_sigmask(SIG_SETMASK, &system_->before, nullptr);
}

std::jthread thread_without_signals(std::function<void(const std::stop_token&)> work) {
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  const std::unique_ptr<sigset_t, void (*)(sigset_t*)> restored(
      &before, [](sigset_t* mask) { pthread_sigmask(SIG_SETMASK, mask, nullptr); });
  return std::jthread(std::move(work));
}

void prefer_errors_to_signals() noexcept {
  std::signal(SIGPIPE, SIG_IGN);
  // Programs that are started do not inherit a handler.
  std::signal(SIGXFSZ, [](int) {});
}

void before_end(void (*tidy)()) noexcept {
  tidy_up = tidy;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP})
    if (std::signal(signal, handle_request_to_end) == SIG_IGN) std::signal(signal, SIG_IGN);
}

void on_null_pointer(void (*look)()) noexcept {
  look_at_null = look;
  struct sigaction action {};
  action.sa_sigaction = handle_null;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGSEGV, &action, nullptr);
}

}  // namespace yari::platform
