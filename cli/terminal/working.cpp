#include "cli/terminal/working.h"

#include "cli/terminal/stop.h"
#include "platform/signals.h"

namespace yari::cli {

namespace {

void tell(Terminal& terminal, const std::string& what, const std::stop_token& ended) {
  const auto begun = std::chrono::steady_clock::now();
  while (wait_unless_stopped(ended, std::chrono::seconds(1))) {
    const auto passed = std::chrono::steady_clock::now() - begun;
    terminal.waiting(what, std::chrono::duration_cast<std::chrono::seconds>(passed));
  }
}

}  // namespace

Working::Working(Terminal& terminal, std::string what) {
  if (!terminal.shows_progress()) return;
  try {
    thread_ = platform::thread_without_signals(
        [&terminal, what = std::move(what)](const std::stop_token& ended) {
          tell(terminal, what, ended);
        });
  } catch (const std::exception&) {
    // No thread or no memory is left: the work goes on in silence.
  }
}

}  // namespace yari::cli
