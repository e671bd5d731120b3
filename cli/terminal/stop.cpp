#include "cli/terminal/stop.h"

#include <condition_variable>
#include <mutex>
#include <utility>

namespace yari::cli {

namespace {

std::atomic<int> last_stop_signal = 0;

}  // namespace

int stop_signal() { return last_stop_signal; }

StopOnSignal::StopOnSignal(std::function<void(int)> requested)
    : requests_([this, requested = std::move(requested)](int signal) {
        last_stop_signal = signal;
        flag_ = true;
        source_.request_stop();
        if (requested) requested(signal);
      }) {}

bool wait_unless_stopped(const std::stop_token& stop, std::chrono::milliseconds length) {
  std::mutex mutex;
  std::condition_variable_any over;
  std::unique_lock lock(mutex);
  over.wait_for(lock, stop, length, [] { return false; });
  return !stop.stop_requested();
}

}  // namespace yari::cli
