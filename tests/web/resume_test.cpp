// A browser comes back to a server that was started again, by a secret that never travels after the
// first time.
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/support/catch.h"
#include "tests/web/server.h"
#include "web/http/hmac.h"
#include "web/http/key_file.h"

namespace yari::test {

namespace {

namespace fs = std::filesystem;

std::string code_in(const std::string& address) { return address.substr(address.find('=') + 1); }

/// The answer to a POST to /api/session; null where it is refused.
Json session_answer(const TestServer& server, const Json& body) {
  const auto answer = server.stranger().Post("/api/session", body.dump(), "application/json");
  REQUIRE(answer);
  return answer->status == 200 ? Json::parse(answer->body) : Json();
}

std::string challenge_of(const TestServer& server) {
  const auto answer = server.stranger().Get("/api/session");
  REQUIRE(answer);
  REQUIRE(answer->status == 200);
  return Json::parse(answer->body)["challenge"];
}

}  // namespace

TEST_CASE("HMAC is that of RFC 4231 and FIPS 180-4") {
  const auto hex = [](std::string_view text) {
    std::string digits;
    for (const std::uint8_t byte : web::sha256(text)) {
      constexpr std::string_view signs = "0123456789abcdef";
      digits += signs[byte >> 4];
      digits += signs[byte & 15];
    }
    return digits;
  };
  CHECK(hex("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  CHECK(web::hmac_sha256("Jefe", "what do ya want for nothing?") ==
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  CHECK(web::hmac_sha256(std::string(131, '\xaa'),
                         "Test Using Larger Than Block-Size Key - Hash Key First") ==
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
}

TEST_CASE("the secret of a database is in a file that its user alone can read") {
  const TemporaryFolder folder;
  const fs::path database = folder.path() / "games.db", name = folder.path() / "games.db-key";
  CHECK(web::secret_beside(database, true).empty());
  std::ofstream(database) << "a database";
  CHECK(web::secret_beside(database, false).empty());
  CHECK_FALSE(fs::exists(name));
  const std::string secret = web::secret_beside(database, true);
  CHECK(secret.size() == 64);
  CHECK(web::secret_beside(database, false) == secret);
  CHECK(web::secret_beside("postgresql://server/games", true).empty());
#ifndef _WIN32
  CHECK(fs::status(name).permissions() == (fs::perms::owner_read | fs::perms::owner_write));
  // What others may have read, or written, is no secret.
  fs::permissions(name, fs::perms::group_read, fs::perm_options::add);
  CHECK(web::secret_beside(database, true).empty());
  fs::permissions(name, fs::perms::group_read, fs::perm_options::remove);
  CHECK(web::secret_beside(database, true) == secret);
#endif
  for (const char* text :
       {"", "short", "0123456789012345678901234567890123456789012345678901234567890 23"}) {
    std::ofstream(name) << text;
    CHECK(web::secret_beside(database, true).empty());
  }
}

TEST_CASE("who answers the challenge of a server was let in by one of the same database and port") {
  TestServer server;
  const Json traded = session_answer(server, {{"code", code_in(server.first_address())}});
  const std::string secret = traded["secret"];
  REQUIRE(secret.size() == 64);
  const std::string challenge = challenge_of(server);
  const Json resumed = session_answer(server, {{"proof", web::hmac_sha256(secret, challenge)}});
  CHECK(resumed["key"] == traded["key"]);
  CHECK_FALSE(resumed.contains("secret"));
  for (const std::string& proof :
       {std::string(), secret, challenge, web::hmac_sha256("", challenge),
        web::hmac_sha256(challenge, secret)})
    CHECK(session_answer(server, {{"proof", proof}}).is_null());
  // Neither the file beside the database nor a server at another port gives the same secret.
  CHECK(web::secret_beside(server.database(), false) != secret);
  TestServer stranger;
  CHECK(session_answer(stranger, {{"proof", web::hmac_sha256(secret, challenge_of(stranger))}})
            .is_null());
  CHECK(challenge_of(stranger) != challenge);
}

}  // namespace yari::test
