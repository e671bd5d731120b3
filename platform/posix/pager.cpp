#include "platform/pager.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>

#include "platform/open_file.h"

extern char** environ;

namespace yari::platform {

namespace {

/// For the handler: the pager that runs.
std::atomic<pid_t> running_pager = 0;

void wait_for_pager() {
  const pid_t pager = running_pager.exchange(0);
  if (pager == 0) return;
  while (waitpid(pager, nullptr, 0) < 0 && errno == EINTR) continue;
}

/// Only what a signal handler may do.
void end_after_pager(int signal) {
  ::close(STDOUT_FILENO);
  ::close(STDERR_FILENO);
  wait_for_pager();
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

/// 0 where it cannot be started.
pid_t spawn(std::vector<std::string> words, int input) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t standard;
  sigemptyset(&standard);
  sigaddset(&standard, SIGPIPE);
  posix_spawnattr_setsigdefault(&attributes, &standard);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  pid_t pid = 0;
  const int fault =
      posix_spawnp(&pid, arguments[0], &actions, &attributes, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return fault == 0 ? pid : 0;
}

}  // namespace

Pager::Pager(const std::vector<std::string>& words) {
  std::array<int, 2> ends{};
  if (words.empty() || pipe(ends.data()) != 0) return;
  // Nothing else is started meanwhile.
  for (const int end : ends) fcntl(end, F_SETFD, FD_CLOEXEC);
  const pid_t pid = spawn(words, ends[0]);
  ::close(ends[0]);
  if (pid != 0) {
    running_ = true;
    running_pager = pid;
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, end_after_pager);
    output_ = duplicate(STDOUT_FILENO);
    dup2(ends[1], STDOUT_FILENO);
    if (is_terminal(STDERR_FILENO)) {
      errors_ = duplicate(STDERR_FILENO);
      dup2(ends[1], STDERR_FILENO);
    }
  }
  ::close(ends[1]);
}

Pager::~Pager() {
  if (!running_) return;
  // The pager sees the end of its input when the last copy of the pipe is gone.
  dup2(output_, STDOUT_FILENO);
  ::close(output_);
  if (errors_ >= 0) {
    dup2(errors_, STDERR_FILENO);
    ::close(errors_);
  }
  wait_for_pager();
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, SIG_DFL);
}

}  // namespace yari::platform
