#include "platform/user.h"

#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <system_error>

extern char** environ;

namespace yari::platform {

namespace fs = std::filesystem;

namespace {

#ifdef __APPLE__
constexpr const char* opener = "open";
#else
constexpr const char* opener = "xdg-open";
#endif

// A session of its own, so that the terminal's end does not reach it, or at least a group.
#ifdef POSIX_SPAWN_SETSID
constexpr short apart = POSIX_SPAWN_SETSID;
#else
constexpr short apart = POSIX_SPAWN_SETPGROUP;
#endif

}  // namespace

fs::path home_folder() { return variable("HOME").value_or(""); }

fs::path config_folder() {
  // XDG says to ignore relative names. They would name a file of the present folder, which may be
  // a stranger's.
  fs::path named = variable("XDG_CONFIG_HOME").value_or("");
  if (named.is_absolute()) return named;
  const fs::path usual = home_folder() / ".config";
  return usual.is_absolute() ? usual : fs::path();
}

fs::path runtime_folder() { return variable("XDG_RUNTIME_DIR").value_or(""); }

std::optional<std::string> variable(const std::string& name) {
  const char* const value = std::getenv(name.c_str());
  return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

void set_missing_variable(const std::string& name, const std::string& value) {
  ::setenv(name.c_str(), value.c_str(), 0);
}

std::string host_name() {
  std::array<char, 256> host{};
  return ::gethostname(host.data(), host.size() - 1) == 0 ? host.data() : "";
}

void open_in_desktop(const std::string& file_or_address) {
  std::string program = opener;
  std::string typed = file_or_address;
  std::array<char*, 3> words{program.data(), typed.data(), nullptr};
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setflags(&attributes, apart | POSIX_SPAWN_SETSIGMASK);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  for (const int file : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    posix_spawn_file_actions_addopen(&files, file, "/dev/null", O_RDWR, 0);
  pid_t pid = 0;
  const int error = posix_spawnp(&pid, program.c_str(), &files, &attributes, words.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  posix_spawnattr_destroy(&attributes);
  if (error != 0)
    throw std::system_error(error, std::generic_category(), "cannot start " + program);
}

}  // namespace yari::platform
