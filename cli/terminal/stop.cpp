#include "cli/terminal/stop.h"

namespace yari::cli {

namespace {

std::atomic<int> last_stop_signal = 0;

}  // namespace

int stop_signal() { return last_stop_signal; }

StopOnSignal::StopOnSignal()
    : requests_([this](int signal) {
        last_stop_signal = signal;
        flag_ = true;
        source_.request_stop();
      }) {}

}  // namespace yari::cli
