// Forked children that run a command, with both streams kept.
#include "tests/harden/child.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <new>

#include "cli/run.h"
#include "tests/harden/failing_calls.h"
#include "tests/support/catch.h"
#include "tests/support/leave.h"

namespace yari::test {

namespace {

using Clock = std::chrono::steady_clock;
constexpr auto patience = std::chrono::seconds(30);

std::string content(int fd) {
  std::string text(static_cast<std::size_t>(lseek(fd, 0, SEEK_END)), '\0');
  if (pread(fd, text.data(), text.size(), 0) < 0) text.clear();
  close(fd);
  return text;
}

int run_here(const ChildPlan& plan, int out, int err) {
  dup2(out, STDOUT_FILENO);
  dup2(err, STDERR_FILENO);
  // A file of the person who runs this must not matter.
  setenv("YARI_CONFIG", "", 1);
  if (plan.before) plan.before();
  int code = 2;
  try {
    code = cli::run(plan.words);
  } catch (const std::bad_alloc&) {
    static_cast<void>(!write(STDERR_FILENO, "yari: out of memory\n", 20));
  }
  if (plan.after) code = plan.after(code);
  // Nothing fails any more when the child says what it has reached.
  let_calls_succeed();
  return code;
}

/// Waits until the child ends by itself, or ends it when its time is over.
int wait_for(pid_t child, long kill_after_us) {
  const auto begun = Clock::now();
  if (kill_after_us > 0) {
    usleep(static_cast<useconds_t>(kill_after_us));
    kill(child, SIGKILL);
  }
  int status = 0;
  for (useconds_t pause = 50; waitpid(child, &status, WNOHANG) == 0; pause += pause / 4) {
    usleep(std::min<useconds_t>(pause, 20'000));
    if (Clock::now() - begun < patience) continue;
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    return timed_out;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

}  // namespace

std::atomic<long>& shared_count() {
  static auto* const shared = static_cast<std::atomic<long>*>(
      mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  return *shared;
}

ChildEnd run_child(const ChildPlan& plan) {
  const int out = memfd_create("out", MFD_CLOEXEC), err = memfd_create("err", MFD_CLOEXEC);
  REQUIRE((out >= 0 && err >= 0));
  // There before the fork, so that both have it.
  shared_count() = 0;
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) leave(run_here(plan, out, err));
  const int code = wait_for(child, plan.kill_after_us);
  return {code, content(out), content(err)};
}

}  // namespace yari::test
