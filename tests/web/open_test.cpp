// `yari serve --open`: nobody else of this machine learns how to come in.
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "tests/support/catch.h"
#include "tests/support/data.h"
#include "tests/web/raw_socket.h"
#include "tests/web/served_process.h"
#include "tests/web/session.h"

namespace yari::test {

namespace {

/// In the place of xdg-open: keeps what it is started with, what every user sees of all processes
/// meanwhile, and what the file is.
constexpr const char* spy = R"sh(#!/bin/sh
printf '%s\n' "$@" > "$SPY/words"
cat /proc/[0-9]*/cmdline 2> /dev/null | tr '\0' ' ' > "$SPY/processes"
stat -c '%a %U' "$1" "$(dirname "$1")" > "$SPY/modes"
cp "$1" "$SPY/page"
: > "$SPY/done"
)sh";

/// The address to which the page leads.
std::string target_of(const std::string& page) {
  const std::string mark = "url=";
  const std::size_t begin = page.find(mark) + mark.size();
  return page.substr(begin, page.find('"', begin) - begin);
}

struct Desktop {
  TemporaryFolder folder;
  std::filesystem::path spied = folder.path() / "spied";
  std::filesystem::path runtime = folder.path() / "runtime";

  Desktop() {
    std::filesystem::create_directory(spied);
    std::filesystem::create_directory(runtime);
    const std::string program = folder.file("xdg-open", spy);
    std::filesystem::permissions(program, std::filesystem::perms::owner_all);
  }

  std::vector<std::pair<std::string, std::string>> environment() const {
    return {{"PATH", folder.path().string() + ":" + std::getenv("PATH")},
            {"SPY", spied.string()},
            {"XDG_RUNTIME_DIR", runtime.string()}};
  }

  void wait() const {
    REQUIRE(becomes_free([&] { return !std::filesystem::exists(spied / "done"); }));
  }
};

bool is_empty_soon(const std::filesystem::path& folder) {
  return becomes_free([&] { return !std::filesystem::is_empty(folder); });
}

}  // namespace

TEST_CASE("no argument of any process lets somebody in while --open runs") {
  const Desktop desktop;
  ServedProcess server({"--open"}, desktop.environment());
  desktop.wait();
  const std::string address = target_of(read_file(desktop.spied / "page"));
  const std::string code = address.substr(address.find("#code=") + 6);
  REQUIRE(code.size() == 64);
  const std::string printed = server.printed()["code"];
  CHECK(code != printed);
  const std::string words = read_file(desktop.spied / "words");
  const std::string processes = read_file(desktop.spied / "processes");
  REQUIRE(processes.find("serve") != processes.npos);
  for (const std::string& secret : {code, printed}) {
    CHECK(words.find(secret) == words.npos);
    CHECK(processes.find(secret) == processes.npos);
  }
  CHECK(words.find("http") == words.npos);
  std::istringstream modes(read_file(desktop.spied / "modes"));
  std::string file, folder, owner;
  modes >> file >> owner >> folder;
  CHECK(file == "600");
  CHECK(folder == "700");
}

TEST_CASE("the file of --open goes when its code is used, and the printed address still works") {
  const Desktop desktop;
  ServedProcess server({"--open"}, desktop.environment());
  desktop.wait();
  const std::string address = target_of(read_file(desktop.spied / "page"));
  CHECK_FALSE(std::filesystem::is_empty(desktop.runtime));
  CHECK_FALSE(authorization_for(address).empty());
  CHECK(is_empty_soon(desktop.runtime));
  CHECK(authorization_for(address).empty());
  CHECK_FALSE(authorization_for(server.printed()["address"]).empty());
}

TEST_CASE("the file of --open goes when the server ends") {
  const Desktop desktop;
  ServedProcess server({"--open"}, desktop.environment());
  desktop.wait();
  CHECK_FALSE(std::filesystem::is_empty(desktop.runtime));
  CHECK(server.stop() == 130);
  CHECK(std::filesystem::is_empty(desktop.runtime));
}

}  // namespace yari::test
