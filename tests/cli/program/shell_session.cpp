#include "tests/cli/program/shell_session.h"

#include <poll.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <system_error>

namespace yari::test {

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::seconds patience_with_shells{30};

std::vector<std::string> words_for(const std::string& shell) {
  if (shell == "bash") return {"bash", "--norc", "--noprofile", "-i"};
  if (shell == "zsh") return {"zsh", "-f", "-i"};
  return {"fish", "--no-config", "-i"};
}

/// Only what may be done between fork and exec.
[[noreturn]] void become(std::vector<char*>& words, std::vector<char*>& environment,
                         const char* folder) {
  if (chdir(folder) == 0) execve(words[0], words.data(), environment.data());
  _exit(127);
}

std::vector<char*> pointers_to(std::vector<std::string>& words) {
  std::vector<char*> result;
  for (std::string& word : words) result.push_back(word.data());
  result.push_back(nullptr);
  return result;
}

}  // namespace

ShellSession::ShellSession(const std::string& shell, const std::filesystem::path& folder,
                           const std::string& path) {
  std::vector<std::string> words = words_for(shell);
  words[0] = "/usr/bin/" + shell;
  std::vector<std::string> environment{"PATH=" + path, "HOME=" + folder.string(),
                                       "TERM=xterm",   "LC_ALL=C.UTF-8",
                                       "YARI_CONFIG=", "PS1=ready> "};
  std::vector<char*> word_pointers = pointers_to(words);
  std::vector<char*> environment_pointers = pointers_to(environment);
  winsize size{.ws_row = 50, .ws_col = 200, .ws_xpixel = 0, .ws_ypixel = 0};
  pid_ = forkpty(&terminal_, nullptr, nullptr, &size);
  if (pid_ < 0) throw std::system_error(errno, std::generic_category(), "forkpty");
  if (pid_ == 0) become(word_pointers, environment_pointers, folder.c_str());
}

ShellSession::~ShellSession() {
  close(terminal_);
  kill(pid_, SIGKILL);
  while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) continue;
}

void ShellSession::type(std::string_view keys) {
  while (!keys.empty()) {
    const ssize_t n = write(terminal_, keys.data(), keys.size());
    if (n < 0 && errno != EINTR)
      throw std::system_error(errno, std::generic_category(), "cannot type");
    if (n > 0) keys.remove_prefix(static_cast<std::size_t>(n));
  }
}

bool ShellSession::shows(std::string_view text) {
  const std::size_t begin = screen_.size();
  const Clock::time_point end = Clock::now() + patience_with_shells;
  while (screen_.find(text, begin) == screen_.npos) {
    if (Clock::now() > end) return false;
    read_some();
  }
  return true;
}

bool ShellSession::waits_for(const std::filesystem::path& file) {
  const Clock::time_point end = Clock::now() + patience_with_shells;
  while (!std::filesystem::exists(file)) {
    if (Clock::now() > end) return false;
    read_some();
  }
  return true;
}

void ShellSession::read_some() {
  constexpr int pause_ms = 10;
  pollfd screen{terminal_, POLLIN, 0};
  if (::poll(&screen, 1, pause_ms) <= 0) return;
  std::array<char, 4096> buffer{};
  const ssize_t n = ::read(terminal_, buffer.data(), buffer.size());
  if (n > 0) screen_.append(buffer.data(), static_cast<std::size_t>(n));
}

}  // namespace yari::test
