#include "analysis/usi/process.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <thread>
#include <utility>

extern char** environ;

namespace yari {
namespace {

using std::chrono::milliseconds;

/// How long a process may take to end when nobody asked for more patience.
constexpr milliseconds moment{500};
constexpr milliseconds exit_poll{2};
/// Of what it complains only the end is kept.
constexpr std::size_t kept_complaints = 2000;

std::string reason(int error) { return std::strerror(error); }

/// Milliseconds until `deadline` as poll() wants them, at most a minute.
int poll_timeout(Process::Clock::time_point deadline) {
  const auto left = std::chrono::ceil<milliseconds>(deadline - Process::Clock::now()).count();
  return static_cast<int>(std::clamp<long long>(left, 0, 60'000));
}

void close_fd(int& fd) {
  if (fd >= 0) ::close(fd);
  fd = -1;
}

/// The two ends of a pipe, closed unless they are taken.
struct Pipe {
  int read = -1;
  int write = -1;

  Pipe() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
      throw ProcessFailure("no pipe for the engine: " + reason(errno));
    }
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
    ::posix_spawnattr_setflags(
        &attributes_, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  ~SpawnPlan() {
    ::posix_spawn_file_actions_destroy(&actions_);
    ::posix_spawnattr_destroy(&attributes_);
  }
  SpawnPlan(const SpawnPlan&) = delete;
  SpawnPlan& operator=(const SpawnPlan&) = delete;

  pid_t spawn(const std::vector<std::string>& arguments) {
    std::vector<char*> words;
    for (const std::string& word : arguments) words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    pid_t pid = -1;
    const int error =
        ::posix_spawnp(&pid, words.front(), &actions_, &attributes_, words.data(), environ);
    if (error != 0) throw ProcessFailure("cannot start " + arguments[0] + ": " + reason(error));
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
    const timespec at_once{};
    if (!was_pending_ && is_pending()) ::sigtimedwait(&pipe_, nullptr, &at_once);
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
  sigset_t pipe_;
  sigset_t before_;
  bool was_pending_;
};

void set_nonblocking(int fd) { ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) | O_NONBLOCK); }

}  // namespace

Process::Process(const std::vector<std::string>& arguments) {
  assert(!arguments.empty());
  Pipe in;
  Pipe out;
  Pipe err;
  pid_ = SpawnPlan(in, out, err).spawn(arguments);
  input_ = std::exchange(in.write, -1);
  output_ = std::exchange(out.read, -1);
  errors_ = std::exchange(err.read, -1);
  for (int fd : {input_, output_, errors_}) set_nonblocking(fd);
}

Process::~Process() {
  close(Clock::now() + moment);
  if (end_.empty()) {
    ::kill(-pid_, SIGTERM);
    wait_for_exit(Clock::now() + moment);
  }
  // Also what it left behind in its group.
  ::kill(-pid_, SIGKILL);
  while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
  close_fd(output_);
  close_fd(errors_);
}

void Process::write_line(std::string_view line, Clock::time_point deadline) {
  std::string text(line);
  text += '\n';
  const NoSigpipe guard;
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t n = ::write(input_, text.data() + done, text.size() - done);
    if (n >= 0) {
      done += static_cast<std::size_t>(n);
    } else if (errno == EAGAIN) {
      pollfd wait{input_, POLLOUT, 0};
      if (Clock::now() >= deadline) throw ProcessFailure("does not read its input");
      ::poll(&wait, 1, poll_timeout(deadline));
    } else if (errno != EINTR) {
      throw ProcessFailure(how_it_ended());
    }
  }
}

std::optional<std::string> Process::read_line(Clock::time_point deadline) {
  for (;;) {
    if (std::optional<std::string> line = take_line()) return line;
    if (buffer_.size() > max_line) throw ProcessFailure("writes a line without an end");
    if (output_ < 0) throw ProcessFailure(how_it_ended());
    const int timeout = poll_timeout(deadline);
    fill(timeout);
    // What came in that very moment still counts.
    if (timeout == 0) return take_line();
  }
}

std::optional<std::string> Process::take_line() {
  const std::size_t end = buffer_.find('\n', searched_);
  if (end == std::string::npos) {
    buffer_.erase(0, taken_);
    taken_ = 0;
    searched_ = buffer_.size();
    return std::nullopt;
  }
  std::string line = buffer_.substr(taken_, end - taken_);
  taken_ = searched_ = end + 1;
  if (line.ends_with('\r')) line.pop_back();
  return line;
}

/// Waits for output, and takes what there is.
void Process::fill(int timeout_ms) {
  std::array<pollfd, 2> fds{{{output_, POLLIN, 0}, {errors_, POLLIN, 0}}};
  if (::poll(fds.data(), fds.size(), timeout_ms) <= 0) return;
  if (fds[1].revents != 0) read_complaints();
  if (fds[0].revents == 0) return;
  std::array<char, 65536> block;
  const ssize_t n = ::read(output_, block.data(), block.size());
  if (n > 0) {
    buffer_.append(block.data(), static_cast<std::size_t>(n));
  } else if (n == 0 || (errno != EAGAIN && errno != EINTR)) {
    close_fd(output_);
  }
}

void Process::read_complaints() {
  std::array<char, 4096> block;
  const ssize_t n = ::read(errors_, block.data(), block.size());
  if (n > 0) {
    complaints_.append(block.data(), static_cast<std::size_t>(n));
    if (complaints_.size() > kept_complaints) {
      complaints_.erase(0, complaints_.size() - kept_complaints);
    }
  } else if (n == 0 || (errno != EAGAIN && errno != EINTR)) {
    close_fd(errors_);
  }
}

void Process::close(Clock::time_point deadline) {
  close_fd(input_);
  wait_for_exit(deadline);
}

bool Process::has_ended() {
  if (!end_.empty()) return true;
  siginfo_t info{};
  if (::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT) != 0) {
    end_ = "is gone";
  } else if (info.si_pid == pid_) {
    end_ = info.si_code == CLD_EXITED
               ? "ended with status " + std::to_string(info.si_status)
               : std::string("was ended by a signal: ") + ::strsignal(info.si_status);
  }
  return !end_.empty();
}

bool Process::wait_for_exit(Clock::time_point deadline) {
  while (!has_ended()) {
    if (Clock::now() >= deadline) return false;
    std::this_thread::sleep_for(exit_poll);
  }
  return true;
}

std::string Process::how_it_ended() {
  std::string text = wait_for_exit(Clock::now() + moment) ? end_ : "closed its output";
  if (errors_ >= 0) read_complaints();
  if (!complaints_.empty()) text += "; it said: " + complaints_;
  return text;
}

}  // namespace yari
