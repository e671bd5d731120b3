#include "cli/stop.h"

#include <unistd.h>

namespace yari::cli {

namespace {

std::atomic<int> last_stop_signal = 0;

/// Tells the waiting thread that the work is done. Sent by somebody else it would be ignored, too.
constexpr int wake = SIGURG;

}  // namespace

int stop_signal() { return last_stop_signal; }

StopOnSignal::StopOnSignal() {
  sigemptyset(&signals_);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, wake}) sigaddset(&signals_, signal);
  pthread_sigmask(SIG_BLOCK, &signals_, &before_);
  waiter_ = std::jthread([this](const std::stop_token& ended) { wait(ended); });
}

StopOnSignal::~StopOnSignal() {
  waiter_.request_stop();
  pthread_kill(waiter_.native_handle(), wake);
  waiter_.join();
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

void StopOnSignal::wait(const std::stop_token& ended) {
  // A handler could not call request_stop(), which may run any code; a waiting thread can.
  while (!ended.stop_requested()) {
    const int signal = sigwaitinfo(&signals_, nullptr);
    if (signal < 0 || signal == wake) continue;
    if (source_.stop_requested()) {
      std::signal(signal, SIG_DFL);
      sigset_t one;
      sigemptyset(&one);
      sigaddset(&one, signal);
      pthread_sigmask(SIG_UNBLOCK, &one, nullptr);
      kill(getpid(), signal);
    }
    last_stop_signal = signal;
    flag_ = true;
    source_.request_stop();
  }
}

}  // namespace yari::cli
