#include "platform/terminal.h"

#include <sys/ioctl.h>
#include <termios.h>

#include "platform/open_file.h"

namespace yari::platform {

std::vector<std::string> arguments(int count, char** words) { return {words + 1, words + count}; }

void prepare_standard_streams() noexcept {}

bool obeys_escapes(int file) noexcept { return is_terminal(file); }

std::size_t terminal_width() noexcept {
  winsize size{};
  return ioctl(standard_output, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

}  // namespace yari::platform
