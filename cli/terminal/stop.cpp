#include "cli/terminal/stop.h"

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

}  // namespace yari::cli
