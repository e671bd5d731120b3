#include "platform/child.h"

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

extern char** environ;

namespace yari::platform {
namespace {

using std::chrono::milliseconds;

/// Milliseconds until `deadline` as poll() wants them, at most a minute.
int poll_timeout(Child::Clock::time_point deadline) {
  const auto left = std::chrono::ceil<milliseconds>(deadline - Child::Clock::now()).count();
  return static_cast<int>(std::clamp<long long>(left, 0, 60'000));
}

void close_fd(int& fd) {
  if (fd >= 0) ::close(fd);
  fd = -1;
}

int make_pipe(std::array<int, 2>& ends) {
#ifdef __APPLE__
  // There is no pipe2(); spawning closes what is not named to it.
  if (::pipe(ends.data()) != 0) return -1;
  for (const int end : ends) ::fcntl(end, F_SETFD, FD_CLOEXEC);
  return 0;
#else
  return ::pipe2(ends.data(), O_CLOEXEC);
#endif
}

/// The two ends of a pipe, closed unless they are taken.
struct Pipe {
  int read = -1;
  int write = -1;

  Pipe() {
    std::array<int, 2> ends{};
    if (make_pipe(ends) != 0) throw Child::Failure(errno, true);
    read = ends[0];
    write = ends[1];
  }
  ~Pipe() {
    close_fd(read);
    close_fd(write);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
};

/// What posix_spawn is to do in the child: the three pipes, a process group, plain signals.
class SpawnPlan {
 public:
  SpawnPlan(const Pipe& in, const Pipe& out, const Pipe& err) {
    ::posix_spawn_file_actions_init(&actions_);
    ::posix_spawn_file_actions_adddup2(&actions_, in.read, STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions_, out.write, STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions_, err.write, STDERR_FILENO);
    ::posix_spawnattr_init(&attributes_);
    sigset_t none;
    sigset_t standard;
    ::sigemptyset(&none);
    ::sigemptyset(&standard);
    for (int signal : {SIGPIPE, SIGINT, SIGTERM}) ::sigaddset(&standard, signal);
    ::posix_spawnattr_setsigmask(&attributes_, &none);
    ::posix_spawnattr_setsigdefault(&attributes_, &standard);
    ::posix_spawnattr_setpgroup(&attributes_, 0);
    short flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
#ifdef POSIX_SPAWN_CLOEXEC_DEFAULT
    flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
#endif
    ::posix_spawnattr_setflags(&attributes_, flags);
  }
  ~SpawnPlan() {
    ::posix_spawn_file_actions_destroy(&actions_);
    ::posix_spawnattr_destroy(&attributes_);
  }
  SpawnPlan(const SpawnPlan&) = delete;
  SpawnPlan& operator=(const SpawnPlan&) = delete;

  pid_t spawn(const std::vector<std::string>& words) {
    std::vector<char*> arguments;
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    pid_t pid = -1;
    const int error =
        ::posix_spawnp(&pid, arguments.front(), &actions_, &attributes_, arguments.data(), environ);
    if (error != 0) throw Child::Failure(error, false);
    return pid;
  }

 private:
  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
};

/// Keeps SIGPIPE away from this thread while it writes; a write then fails with EPIPE.
class NoSigpipe {
 public:
  NoSigpipe() {
    ::sigemptyset(&pipe_);
    ::sigaddset(&pipe_, SIGPIPE);
    was_pending_ = is_pending();
    ::pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  ~NoSigpipe() {
    if (!was_pending_ && is_pending()) take_signal();
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  NoSigpipe(const NoSigpipe&) = delete;
  NoSigpipe& operator=(const NoSigpipe&) = delete;

 private:
  static bool is_pending() {
    sigset_t pending;
    ::sigpending(&pending);
    return ::sigismember(&pending, SIGPIPE) == 1;
  }
  void take_signal() {
#if defined(_POSIX_REALTIME_SIGNALS) && _POSIX_REALTIME_SIGNALS > 0
    const timespec at_once{};
    ::sigtimedwait(&pipe_, nullptr, &at_once);
#else
    int signal = 0;
    ::sigwait(&pipe_, &signal);
#endif
  }
  sigset_t pipe_;
  sigset_t before_;
  bool was_pending_;
};

void set_nonblocking(int fd) { ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) | O_NONBLOCK); }

/// Appends what there is; closes the pipe at its end.
template <std::size_t size>
void take(int& fd, std::string& text) {
  std::array<char, size> block;
  const ssize_t n = ::read(fd, block.data(), block.size());
  if (n > 0)
    text.append(block.data(), static_cast<std::size_t>(n));
  else if (n == 0 || (errno != EAGAIN && errno != EINTR))
    close_fd(fd);
}

constexpr std::size_t output_block = 65536;
constexpr std::size_t errors_block = 4096;

}  // namespace

struct Child::System {
  pid_t pid = -1;
  int input = -1;
  int output = -1;
  int errors = -1;
  std::string end;
};

Child::Child(const std::vector<std::string>& words) : system_(std::make_unique<System>()) {
  assert(!words.empty());
  Pipe in;
  Pipe out;
  Pipe err;
  system_->pid = SpawnPlan(in, out, err).spawn(words);
  system_->input = std::exchange(in.write, -1);
  system_->output = std::exchange(out.read, -1);
  system_->errors = std::exchange(err.read, -1);
  for (int fd : {system_->input, system_->output, system_->errors}) set_nonblocking(fd);
#ifdef F_SETNOSIGPIPE
  ::fcntl(system_->input, F_SETNOSIGPIPE, 1);
#endif
}

Child::~Child() {
  close_input();
  ::kill(-system_->pid, SIGKILL);
  while (::waitpid(system_->pid, nullptr, 0) < 0 && errno == EINTR) continue;
  close_fd(system_->output);
  close_fd(system_->errors);
}

Child::Written Child::write(std::string_view text, Clock::time_point deadline) {
  const NoSigpipe guard;
  while (!text.empty()) {
    const ssize_t n = ::write(system_->input, text.data(), text.size());
    if (n >= 0) {
      text.remove_prefix(static_cast<std::size_t>(n));
    } else if (errno == EAGAIN) {
      pollfd wait{system_->input, POLLOUT, 0};
      if (Clock::now() >= deadline) return Written::late;
      ::poll(&wait, 1, poll_timeout(deadline));
    } else if (errno != EINTR) {
      return Written::closed;
    }
  }
  return Written::done;
}

void Child::close_input() { close_fd(system_->input); }

void Child::read(std::string& output, std::string& errors, Clock::time_point deadline) {
  std::array<pollfd, 2> fds{{{system_->output, POLLIN, 0}, {system_->errors, POLLIN, 0}}};
  if (::poll(fds.data(), fds.size(), poll_timeout(deadline)) <= 0) return;
  if (fds[1].revents != 0) take<errors_block>(system_->errors, errors);
  if (fds[0].revents != 0) take<output_block>(system_->output, output);
}

void Child::read_errors(std::string& errors) {
  if (system_->errors >= 0) take<errors_block>(system_->errors, errors);
}

bool Child::has_output() const { return system_->output >= 0; }

const std::string& Child::how_it_ended() {
  std::string& end = system_->end;
  if (!end.empty()) return end;
  siginfo_t info{};
  // It stays a zombie, so that its number cannot become another's.
  if (::waitid(P_PID, static_cast<id_t>(system_->pid), &info, WEXITED | WNOHANG | WNOWAIT) != 0) {
    end = "is gone";
  } else if (info.si_pid == system_->pid) {
    end = info.si_code == CLD_EXITED
              ? "ended with status " + std::to_string(info.si_status)
              : std::string("was ended by a signal: ") + ::strsignal(info.si_status);
  }
  return end;
}

void Child::ask_to_end() { ::kill(-system_->pid, SIGTERM); }

}  // namespace yari::platform
