// What a URL of a server may make us do, and what of it is shown.
#include "db/store/postgres/server/server_url.h"

#include <arpa/inet.h>
#include <fmt/ranges.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <thread>

#include "db/cluster.h"
#include "db/store/place.h"
#include "tests/cli/program.h"
#include "tests/db/tools/support.h"
#include "tests/postgres/back_ends.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

/// Pretends to be a PostgreSQL server that asks for a password in clear, and keeps what it is sent.
class PasswordThief {
 public:
  PasswordThief() : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    ::bind(socket_, reinterpret_cast<sockaddr*>(&address), size);
    ::listen(socket_, 8);
    ::getsockname(socket_, reinterpret_cast<sockaddr*>(&address), &size);
    port_ = ntohs(address.sin_port);
    thread_ = std::jthread([this] { serve(); });
  }
  ~PasswordThief() {
    stops_ = true;
    thread_.join();
    ::close(socket_);
  }
  PasswordThief(const PasswordThief&) = delete;
  PasswordThief& operator=(const PasswordThief&) = delete;
  int port() const { return port_; }
  /// Requires: whoever connected has gone.
  std::string taken() {
    stops_ = true;
    if (thread_.joinable()) thread_.join();
    thread_ = std::jthread([] {});
    return taken_;
  }
  int visits() const { return visits_; }

 private:
  static bool is_ready(int file, int milliseconds) {
    pollfd poll{file, POLLIN, 0};
    return ::poll(&poll, 1, milliseconds) > 0;
  }
  void serve() {
    while (!stops_) {
      if (!is_ready(socket_, 20)) continue;
      const int client = ::accept(socket_, nullptr, nullptr);
      ++visits_;
      bool asked = false;
      char bytes[4096];
      while (is_ready(client, 2000)) {
        const ssize_t size = ::read(client, bytes, sizeof bytes);
        if (size <= 0) break;
        taken_.append(bytes, static_cast<std::size_t>(size));
        // A request for TLS or GSS has eight bytes.
        if (size == 8) {
          if (::write(client, "N", 1) != 1) break;
        } else if (!std::exchange(asked, true)) {
          if (::write(client, "R\0\0\0\10\0\0\0\3", 9) != 9) break;
        }
      }
      ::close(client);
    }
  }
  int socket_, port_ = 0;
  std::atomic<bool> stops_ = false;
  std::atomic<int> visits_ = 0;
  std::string taken_;
  std::jthread thread_;
};

/// Sets a variable of the environment while it lives.
class Variable {
 public:
  Variable(const char* name, const std::string& value) : name_(name) {
    ::setenv(name, value.c_str(), 1);
  }
  ~Variable() { ::unsetenv(name_); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  const char* name_;
};

std::string with_password(std::string url, const std::string& password) {
  return url.insert(url.find('@'), ":" + password);
}

std::string refusal_of_url(const std::string& url) {
  try {
    pg::Connection connection(url);
    return "connected";
  } catch (const DatabaseError& error) {
    return error.what();
  }
}

}  // namespace

TEST_CASE("no password is shown, however the URL is written", "[postgres]") {
  for (const char* const url : {
           "postgresql://anna:s3cret@127.0.0.1:1/games",
           "POSTGRESQL://anna:s3cret@127.0.0.1:1/games",
           "postgres://:s3cret@127.0.0.1:1/games",
           "postgresql://anna:s3cret%zz@127.0.0.1:1/games",
           "postgresql://anna:%s3cret@127.0.0.1:1/games",
           "postgresql://anna:12/s3cret@127.0.0.1:1/games",
           "postgresql://anna:p@s3cret@127.0.0.1:1/games",
           "postgresql://anna:p?s3cret@127.0.0.1:1/games",
           "postgresql://anna:s3cret?p@127.0.0.1:1/games",
           "postgresql://anna:p#s3cret@127.0.0.1:1/games",
           "postgresql://anna:s3cret@[::1/games",
           "postgresql://anna@club.example:s3cret@127.0.0.1:1/games",
           "postgresql://127.0.0.1:1/games?password=s3cret",
           "postgresql://127.0.0.1:1/games?user=anna&password=p%20s3cret",
           "postgresql://127.0.0.1:1/games?pass%77ord=s3cret",
           "postgresql://127.0.0.1:1/games?password=x s3cret",
           "postgresql://127.0.0.1:1/games?sslpassword=s3cret",
           "postgresql://127.0.0.1:1/games?password=s3cret&password",
           "postgresql://127.0.0.1:1/games?nonsense=s3cret",
       }) {
    INFO(url);
    CHECK_THAT(without_password(url), !Contains("s3cret"));
    CHECK_THAT(refusal_of_url(url), !Contains("s3cret"));
    CHECK(is_server_url(std::string_view(url)));
  }
  for (const char* const settings :
       {"password = 'a s3cret'", "host=h password=a://s3cret", "postgresql:/anna:s3cret@h/games"}) {
    INFO(settings);
    CHECK_THAT(without_password(settings), !Contains("s3cret"));
  }
  CHECK(without_password("postgresql://anna@h:5/games?sslmode=require&password=x") ==
        "postgresql://anna@h:5/games?sslmode=require");
}

TEST_CASE("no command shows the password of a URL", "[postgres]") {
  if (shared_postgres() == nullptr) return;
  const std::string url = shared_postgres()->new_database();
  const std::string place = with_password(url, "s3cret"),
                    nowhere = "postgresql://anna:s3cret@127.0.0.1:1/games",
                    second = with_password(shared_postgres()->new_database(), "s3cret");
  const TempFolder folder;
  const std::string file = (folder / "a.ydb").string();
  import_all(*std::make_unique<Database>(file, OpenMode::create), mixed_games(5));
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"db", "merge", "--db", place, file},
           {"db", "merge", "--db", file, place},
           {"db", "merge", "--db", file, place, "--json"},
           {"list", "--db", place},
           {"show", "--db", place, "99"},
           {"stats", "--db", place},
           {"stats", "--db", place, "--json"},
           {"db", "verify", "--db", place},
           {"db", "compact", "--db", place},
           {"undo", "--list", "--db", place},
           {"sql", "--db", place, "SELECT 1"},
           {"cluster", "status", "--db", place},
           {"cluster", "move", "--db", place, "1", nowhere},
           {"cluster", "create", place},
           {"cluster", "create", second},
           {"cluster", "status", "--db", second},
           {"cluster", "status", "--db", second, "--json"},
           {"cluster", "move", "--db", second, "1", nowhere},
           {"cluster", "move", "--db", second, "1", "password = s3cret"},
           {"cluster", "add", "--db", second, nowhere},
           {"list", "--db", nowhere},
           {"import", "--db", nowhere, file},
           {"serve", "--db", nowhere},
           {"list", "--db", "postgresql://anna:12/s3cret@127.0.0.1:1/games"}}) {
    INFO(fmt::format("{}", fmt::join(words, " ")));
    const Outcome outcome = yari(words);
    CHECK_THAT(outcome.out + outcome.err, !Contains("s3cret"));
  }
  pg::Connection root(second);
  pg::Statement map(root, "SELECT url FROM yari.servers");
  REQUIRE(map.first({}));
  CHECK_THAT(std::string(map.text(0)), !Contains("s3cret"));
}

TEST_CASE("a map of servers says where they are, and nothing else", "[postgres]") {
  const pg::HomeServer home{
      .settings = pg::read_settings("postgresql://anna:s3cret@a.example:7/games?sslmode=verify-full"
                                    "&sslrootcert=/mine.pem&passfile=/mine&hostaddr=10.0.0.1"),
      .sslmode = "verify-full",
      .is_local = false};
  const auto value = [&](const std::string& entry, const char* keyword) {
    return pg::value_of(pg::settings_of_entry(entry, home), keyword);
  };
  const std::string b = "postgresql://bob@b.example:8/club";
  CHECK(value(b, "host") == "b.example");
  CHECK(value(b, "port") == "8");
  CHECK(value(b, "user") == "bob");
  CHECK(value(b, "dbname") == "club");
  CHECK(value(b, "password").empty());
  CHECK(value(b, "hostaddr").empty());
  CHECK(value(b, "sslrootcert") == "/mine.pem");
  CHECK(value(b, "passfile") == "/mine");
  for (const char* const weak : {"disable", "allow", "prefer", "require"})
    CHECK(value(b + "?sslmode=" + weak, "sslmode") == "verify-full");
  for (const char* const query : {"passfile=/etc/passwd",
                                  "service=prod",
                                  "sslkey=engine:key",
                                  "sslcert=/c",
                                  "sslrootcert=/c",
                                  "sslcrl=/c",
                                  "sslcrldir=/c",
                                  "sslpassword=x",
                                  "options=-c%20role=x",
                                  "hostaddr=10.0.0.9",
                                  "password=x",
                                  "gssencmode=disable",
                                  "krbsrvname=x",
                                  "gsslib=x",
                                  "requirepeer=x",
                                  "ssl_min_protocol_version=TLSv1",
                                  "channel_binding=disable",
                                  "sslsni=0",
                                  "replication=on",
                                  "client_encoding=x",
                                  "application_name=x",
                                  "connect_timeout=9999",
                                  "keepalives=0",
                                  "tcp_user_timeout=1",
                                  "pass%66ile=/etc/passwd"}) {
    INFO(query);
    CHECK_THROWS_AS(pg::settings_of_entry(b + "?" + query, home), DatabaseError);
  }
  for (const char* const entry :
       {"postgresql:///games", "postgresql://%2Fvar%2Frun%2Fpostgresql/games",
        "postgresql:///games?host=/tmp", "postgresql://b.example,%2Ftmp/games",
        "postgresql:///games?host=@abstract", "host=/tmp dbname=games", "", "nonsense",
        "postgresql://bob:x@b.example/club", "host=b.example password=x"}) {
    INFO(entry);
    CHECK_THROWS_AS(pg::settings_of_entry(entry, home), DatabaseError);
  }
  // Stricter is allowed, and a socket where the home is behind one.
  pg::HomeServer local{.settings = {}, .sslmode = "prefer", .is_local = true};
  CHECK(pg::value_of(pg::settings_of_entry(b + "?sslmode=verify-full", local), "sslmode") ==
        "verify-full");
  CHECK(pg::value_of(pg::settings_of_entry("postgresql:///games", local), "dbname") == "games");
}

TEST_CASE("a map keeps of a URL what leads to the server", "[postgres]") {
  CHECK(pg::map_entry("postgresql://anna:s3cret@a.example:7/games") ==
        "postgresql://anna@a.example:7/games");
  CHECK(pg::map_entry("postgres://a.example/games?sslmode=require&passfile=/x&password=y") ==
        "postgresql://a.example/games?sslmode=require");
  CHECK(pg::map_entry("postgresql:///games?host=/tmp&user=a%20b") ==
        "postgresql:///games?user=a%20b&host=%2Ftmp");
  for (const char* const url :
       {"postgresql://[::1]:5/games", "postgresql://a,b:6/games", "postgresql://a%20b@h/g%3Fg"}) {
    INFO(url);
    const std::string entry = pg::map_entry(url);
    for (const char* const keyword : {"host", "port", "user", "dbname"})
      CHECK(pg::value_of(pg::read_settings(entry), keyword) ==
            pg::value_of(pg::read_settings(url), keyword));
  }
}

TEST_CASE("a hostile map gets no password, neither of the URL nor of the environment",
          "[cluster]") {
  if (shared_postgres() == nullptr) return;
  const std::string url = shared_postgres()->new_database();
  create_cluster({url, shared_postgres()->new_database()});
  const std::string home = with_password(url, "s3cret");
  const TempFolder folder;
  for (const char* const query : {"", "?sslmode=disable", "?gssencmode=disable&sslmode=disable"}) {
    INFO(query);
    PasswordThief thief;
    pg::Connection root(url);
    pg::Statement(root, "UPDATE yari.servers SET url = $1 WHERE id = 1")
        .run({fmt::format("postgresql://postgres@127.0.0.1:{}/games{}", thief.port(), query)});
    root.sync();
    const Variable password("PGPASSWORD", "s3cret-too");
    CHECK_THROWS_AS(Database(home, OpenMode::read_write), DatabaseError);
    CHECK_THAT(yari({"cluster", "status", "--db", home}).err, !Contains("s3cret"));
    CHECK_THROWS_AS(move_shard(home, 1, url), DatabaseError);
    CHECK_THAT(thief.taken(), !Contains("s3cret"));
    CHECK((thief.visits() > 0) == !std::string_view(query).starts_with("?gss"));
  }
}

}  // namespace yari::test
