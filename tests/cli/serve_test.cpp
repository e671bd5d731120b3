// `yari serve` as a command: its options, its first line, its end.
#include "tests/cli/program.h"
#include "tests/support/catch.h"
#include "tests/support/data.h"

namespace yari::test {

TEST_CASE("serve prints its address and ends with Ctrl-C") {
  const TemporaryFolder folder;
  RunOptions here{.folder = folder.path()};
  REQUIRE(yari({"import", std::string(YARI_SOURCE_DIR) + "/samples"}, here).code != 2);
  here.interrupt_at_output = true;
  const Outcome served = yari({"serve", "--port", "0", "--json"}, here);
  CHECK(served.code == 130);
  const nlohmann::json first = served.object();
  const std::string address = first["address"];
  CHECK(address.find("http://127.0.0.1:" + std::to_string(first["port"].get<int>()) + "/#code=") ==
        0);
  CHECK(address.ends_with("#code=" + first["code"].get<std::string>()));
  const Outcome plain = yari({"serve", "--port", "0"}, here);
  CHECK(plain.code == 130);
  CHECK(plain.lines().size() == 1);
}

TEST_CASE("serve refuses options that would let strangers in, and to show a missing database") {
  const TemporaryFolder folder;
  const RunOptions here{.folder = folder.path()};
  const auto refusal = [&](const std::vector<std::string>& words) {
    const Outcome refused = yari(words, here);
    CHECK(refused.code == 2);
    return refused.err;
  };
  CHECK(refusal({"serve", "--read-only"}).find("there is no database") != std::string::npos);
  CHECK(refusal({"serve", "--host", "0.0.0.0"}).find("--password-file") != std::string::npos);
  CHECK(refusal({"serve", "--allow-writes"}).find("--host") != std::string::npos);
  CHECK(refusal({"serve", "--port", "70000"}).find("--port") != std::string::npos);
  CHECK(refusal({"serve", "--book", "no-book"}).find("no-book") != std::string::npos);
  CHECK(refusal({"serve", "--password-file", "none"}).find("none") != std::string::npos);
  CHECK(std::filesystem::is_empty(folder.path()));
}

TEST_CASE("serve takes no address of a server for a new file, and shows no password") {
  const TemporaryFolder folder;
  const RunOptions here{.folder = folder.path()};
  for (const char* scheme : {"postgresql", "postgres", "PostgreSQL"}) {
    const Outcome refused = yari_on_terminal(
        {"serve", "--db", std::string(scheme) + "://u:secret@127.0.0.1:1/x"}, here);
    CAPTURE(refused.out);
    CHECK(refused.code == 2);
    CHECK(refused.out.find("secret") == std::string::npos);
    CHECK(refused.out.find("is new") == std::string::npos);
  }
}

}  // namespace yari::test
