// Guesses of the password: an address that guesses waits, and nobody else.
#include "web/http/guess_brake.h"

#include "tests/support/catch.h"
#include "tests/web/server.h"

namespace yari::test {

namespace {

using web::GuessBrake;
using Verdict = GuessBrake::Verdict;
using namespace std::chrono_literals;

}  // namespace

TEST_CASE("after ten wrong passwords an address has one guess in two seconds") {
  GuessBrake brake;
  const GuessBrake::Clock::time_point now{1000s};
  for (int i = 0; i < 10; ++i) CHECK(brake.judge("10.0.0.1", false, now) == Verdict::wrong);
  CHECK(brake.judge("10.0.0.1", false, now) == Verdict::too_many);
  // No answer says that this one is right.
  CHECK(brake.judge("10.0.0.1", true, now) == Verdict::too_many);
  CHECK(brake.judge("10.0.0.2", true, now) == Verdict::right);
  CHECK(brake.judge("10.0.0.2", false, now) == Verdict::wrong);
  CHECK(brake.judge("10.0.0.1", true, now + 2s) == Verdict::right);
  int looked_at = 0;
  for (auto t = now; t < now + 100s; t += 10ms)
    looked_at += brake.judge("10.0.0.1", false, t) == Verdict::wrong ? 1 : 0;
  CHECK(looked_at == 50);
  CHECK(brake.judge("10.0.0.1", true, now + 200s) == Verdict::right);
}

TEST_CASE("a client does not get more guesses from more addresses of its own network") {
  GuessBrake brake;
  const GuessBrake::Clock::time_point now{1000s};
  int looked_at = 0;
  for (int i = 0; i < 100; ++i)
    looked_at +=
        brake.judge("2001:db8:0:" + std::to_string(i) + "::1", false, now) == Verdict::wrong ? 1
                                                                                             : 0;
  CHECK(looked_at == 10);
  CHECK(web::network_of("2001:db8:1:2::3") == "2001:db8:1::");
  CHECK(web::network_of("127.0.0.1") == "127.0.0.1");
  // IPv4 in the form of IPv6 is not one network.
  CHECK(web::network_of("::ffff:10.0.0.1") == "::ffff:10.0.0.1");
  CHECK(web::network_of("::fffe:10.0.0.1") == "::");
}

TEST_CASE("the addresses that are remembered are bounded, and what is over is forgotten") {
  GuessBrake brake;
  const GuessBrake::Clock::time_point now{1000s};
  int looked_at = 0;
  for (int i = 0; i < 100'000; ++i)
    looked_at += brake.judge("address " + std::to_string(i), false, now) == Verdict::wrong ? 1 : 0;
  CHECK(brake.size() <= 1024);
  CHECK(looked_at <= 1024 + 10);
  CHECK(brake.judge("address 1", true, now) == Verdict::right);
  // Those that there is no room for share one debt.
  CHECK(brake.judge("address 99999", true, now) == Verdict::too_many);
  CHECK(brake.judge("never seen", true, now) == Verdict::too_many);
  CHECK(brake.judge("another", true, now + 100s) == Verdict::right);
  CHECK(brake.judge("another", false, now + 100s) == Verdict::wrong);
  CHECK(brake.size() == 1);
}

TEST_CASE("a server slows guesses down with 429, and lets the others in") {
  web::ServeOptions options;
  options.password = "correct horse battery";
  TestServer server(options);
  httplib::Client guesser = server.stranger();
  guesser.set_basic_auth("anyone", "wrong horse battery");
  int braked = 0;
  for (int i = 0; i < 30; ++i) {
    const auto answer = guesser.Get("/api/about");
    REQUIRE(answer);
    CHECK((answer->status == 401 || answer->status == 429));
    if (answer->status != 429) continue;
    ++braked;
    CHECK(answer->get_header_value("Retry-After") == "2");
  }
  CHECK(braked > 0);
  httplib::Client elsewhere = server.stranger();
  elsewhere.set_interface("127.0.0.2");
  elsewhere.set_basic_auth("anyone", "correct horse battery");
  const auto answer = elsewhere.Get("/api/about");
  REQUIRE(answer);
  CHECK(answer->status == 200);
}

}  // namespace yari::test
