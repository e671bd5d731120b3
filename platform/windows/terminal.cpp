#include <fcntl.h>
#include <io.h>
#include <windows.h>
// After it.
#include <shellapi.h>

#include <memory>

#include "platform/open_file.h"
#include "platform/terminal.h"
#include "platform/windows/wide.h"

namespace yari::platform {

std::vector<std::string> arguments(int, char**) {
  // What main() gets has lost the letters that the code page lacks.
  int count = 0;
  const std::unique_ptr<LPWSTR, decltype(&LocalFree)> all(
      CommandLineToArgvW(GetCommandLineW(), &count), LocalFree);
  std::vector<std::string> words;
  for (int i = 1; all != nullptr && i < count; ++i) words.push_back(narrow(all.get()[i]));
  return words;
}

void prepare_standard_streams() noexcept {
  for (const int file : {standard_input, standard_output, standard_error})
    _setmode(file, _O_BINARY);
  SetConsoleOutputCP(CP_UTF8);
  SetConsoleCP(CP_UTF8);
}

bool obeys_escapes(int file) noexcept {
  const auto console = reinterpret_cast<HANDLE>(_get_osfhandle(file));
  DWORD mode = 0;
  if (GetConsoleMode(console, &mode) == 0) return false;
  return SetConsoleMode(console,
                        mode | ENABLE_PROCESSED_OUTPUT | ENABLE_VIRTUAL_TERMINAL_PROCESSING) != 0;
}

std::size_t terminal_width() noexcept {
  CONSOLE_SCREEN_BUFFER_INFO about{};
  if (GetConsoleScreenBufferInfo(GetStdHandle(STD_OUTPUT_HANDLE), &about) == 0) return 0;
  return static_cast<std::size_t>(about.srWindow.Right - about.srWindow.Left + 1);
}

}  // namespace yari::platform
