#include "tests/web/served_process.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <fstream>

#include "tests/support/catch.h"
#include "tests/support/data.h"
#include "tests/web/raw_socket.h"
#include "tests/web/session.h"

namespace yari::test {

namespace {

pid_t spawn_program(std::vector<std::string> words,
                    const std::vector<std::pair<std::string, std::string>>& set, int out) {
  std::vector<std::string> environment{"YARI_CONFIG="};
  for (const auto& [name, value] : set) environment.push_back(name + "=" + value);
  for (char** each = environ; *each != nullptr; ++each) {
    const std::string name = std::string(*each).substr(0, std::string(*each).find('='));
    const bool is_set =
        std::ranges::any_of(set, [&](const auto& row) { return row.first == name; });
    if (!is_set && !name.starts_with("YARI_")) environment.emplace_back(*each);
  }
  const auto pointers = [](std::vector<std::string>& texts) {
    std::vector<char*> all;
    for (std::string& text : texts) all.push_back(text.data());
    all.push_back(nullptr);
    return all;
  };
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t pid = -1;
  const int error = posix_spawn(&pid, words[0].c_str(), &actions, nullptr, pointers(words).data(),
                                pointers(environment).data());
  posix_spawn_file_actions_destroy(&actions);
  REQUIRE(error == 0);
  return pid;
}

std::string read_line(int file) {
  std::string line;
  for (char c = 0; ::read(file, &c, 1) == 1 && c != '\n';) line += c;
  return line;
}

}  // namespace

ServedProcess::ServedProcess(const std::vector<std::string>& words,
                             const std::vector<std::pair<std::string, std::string>>& environment) {
  const std::string database = folder_ / "games.db";
  REQUIRE(yari({"import", std::string(YARI_SOURCE_DIR) + "/samples", "--db", database}).code != 2);
  std::vector<std::string> all{YARI_PROGRAM, "serve", "--json", "--port", "0", "--db", database};
  all.insert(all.end(), words.begin(), words.end());
  std::array<int, 2> ends{};
  REQUIRE(::pipe2(ends.data(), O_CLOEXEC) == 0);
  pid_ = spawn_program(all, environment, ends[1]);
  ::close(ends[1]);
  printed_ = nlohmann::json::parse(read_line(ends[0]), nullptr, false);
  ::close(ends[0]);
  REQUIRE(printed_.contains("port"));
}

ServedProcess::~ServedProcess() {
  if (pid_ < 0) return;
  ::kill(pid_, SIGKILL);
  ::waitpid(pid_, nullptr, 0);
}

const std::string& ServedProcess::authorization() {
  if (authorization_.empty()) authorization_ = authorization_for(printed_["address"]);
  REQUIRE(!authorization_.empty());
  return authorization_;
}

std::string ServedProcess::head_of(const std::string& line) {
  return line + "\r\nHost: 127.0.0.1:" + std::to_string(port()) +
         "\r\nAuthorization: " + authorization() + "\r\n";
}

bool ServedProcess::is_running() const { return ::waitpid(pid_, nullptr, WNOHANG) == 0; }

bool ServedProcess::answers() {
  return is_running() && raw_status(port(), head_of("GET /api/about HTTP/1.1") + "\r\n") == 200;
}

int ServedProcess::stop() {
  ::kill(pid_, SIGINT);
  int status = 0;
  ::waitpid(std::exchange(pid_, -1), &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

long ServedProcess::kib(const std::string& mark) const {
  std::ifstream in("/proc/" + std::to_string(pid_) + "/status");
  for (std::string line; std::getline(in, line);)
    if (line.starts_with(mark)) return std::stol(line.substr(mark.size()));
  FAIL("no memory of the server is known");
  return 0;
}

void ServedProcess::forget_peak() const {
  std::ofstream("/proc/" + std::to_string(pid_) + "/clear_refs") << "5\n";
}

}  // namespace yari::test
