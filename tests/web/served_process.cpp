#include "tests/web/served_process.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <fstream>
#include <utility>

#include "tests/support/catch.h"
#include "tests/web/raw_socket.h"
#include "tests/web/session.h"

namespace yari::test {

namespace {

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
  const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  REQUIRE(nowhere >= 0);
  pid_ =
      start_program(std::move(all), {.environment = environment}, STDIN_FILENO, ends[1], nowhere);
  ::close(nowhere);
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
  return exit_code_of(status);
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
