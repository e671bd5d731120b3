// initdb and postgres refuse to run as root: then they run as the user postgres, whom Debian's
// package makes.
#include "tests/support/postgres.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <netinet/in.h>
#include <pwd.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace yari::test {

namespace {

namespace fs = std::filesystem;

/// Its programs in the newest version that is installed; empty when there is none.
std::string programs() {
  std::string newest;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator("/usr/lib/postgresql", none)) {
    const std::string bin = (entry.path() / "bin").string();
    if (fs::exists(bin + "/initdb") && (newest.empty() || bin > newest)) newest = bin;
  }
  return newest;
}

/// The exit status of a program whose output goes nowhere.
int run(const std::vector<std::string>& words, const std::string& folder) {
  std::vector<std::string> all;
  if (geteuid() == 0) all = {"runuser", "-u", "postgres", "--"};
  all.insert(all.end(), words.begin(), words.end());
  std::vector<char*> argv;
  for (std::string& word : all) argv.push_back(word.data());
  argv.push_back(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    const int nowhere = open("/dev/null", O_RDWR);
    for (const int fd : {0, 1, 2}) dup2(nowhere, fd);
    if (chdir(folder.c_str()) != 0) _exit(126);
    execvp(argv[0], argv.data());
    _exit(127);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int free_port() {
  const int s = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  bind(s, reinterpret_cast<sockaddr*>(&address), size);
  getsockname(s, reinterpret_cast<sockaddr*>(&address), &size);
  close(s);
  return ntohs(address.sin_port);
}

void give_to_server(const fs::path& file) {
  static const passwd* const user = geteuid() == 0 ? getpwnam("postgres") : nullptr;
  if (user != nullptr && chown(file.c_str(), user->pw_uid, user->pw_gid) != 0)
    throw std::runtime_error("the folder cannot be given to postgres");
}

/// The folder that initdb made for an earlier test with the same version: to run initdb takes ten
/// times as long as to copy that. After a change of its options here, remove it.
fs::path earlier() {
  const fs::path version = fs::path(programs()).parent_path().filename();
  return fs::path(YARI_TEST_FOLDER) / ("postgresql-" + version.string());
}

bool copy_earlier(const fs::path& to) {
  std::error_code fault;
  fs::copy(earlier(), to, fs::copy_options::recursive, fault);
  if (fault) {
    fs::remove_all(to, fault);
    return false;
  }
  give_to_server(to);
  for (const auto& entry : fs::recursive_directory_iterator(to)) give_to_server(entry.path());
  return true;
}

/// Another test may do the same at this time: the first has the name.
void keep_for_later(const fs::path& data) {
  std::error_code ignored;
  const fs::path part = earlier().string() + fmt::format(".{}", getpid());
  fs::copy(data, part, fs::copy_options::recursive, ignored);
  if (!ignored) fs::rename(part, earlier(), ignored);
  fs::remove_all(part, ignored);
}

}  // namespace

bool PostgresServer::is_installed() {
  static const bool there = [] {
    if (programs().empty()) {
      std::fputs("skipped: PostgreSQL is not installed (Debian: postgresql)\n", stderr);
      return false;
    }
    if (geteuid() == 0 && getpwnam("postgres") == nullptr) {
      std::fputs("skipped: there is no user postgres to run a server as\n", stderr);
      return false;
    }
    return true;
  }();
  return there;
}

PostgresServer::PostgresServer() {
  std::string name = (fs::temp_directory_path() / "yari-pg-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
  folder_ = name;
  give_to_server(folder_);
  const fs::path data = folder_ + "/data";
  if (!copy_earlier(data)) {
    if (run({programs() + "/initdb", "-D", data.string(), "-U", "postgres", "-A", "trust", "-N",
             "-E", "UTF8", "--locale=C"},
            folder_) != 0)
      throw std::runtime_error("initdb failed");
    keep_for_later(data);
  }
  start();
}

PostgresServer::~PostgresServer() {
  control({"stop", "-m", "immediate"});
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

int PostgresServer::control(const std::vector<std::string>& words) const {
  std::vector<std::string> all{
      programs() + "/pg_ctl", "-D", folder_ + "/data", "-w", "-t", "60", "-l", folder_ + "/log"};
  all.insert(all.end(), words.begin(), words.end());
  return run(all, folder_);
}

void PostgresServer::start() {
  // Somebody else may take a free port first.
  for (int attempt = 0; attempt < 5; ++attempt) {
    const int port = port_ != 0 ? port_ : free_port();
    const std::string options = fmt::format(
        "-p {} -c listen_addresses=127.0.0.1 -c unix_socket_directories={} -c max_connections=60 "
        "-c shared_buffers=64MB -c max_wal_size=2GB -c fsync=off",
        port, folder_);
    if (control({"-o", options, "start"}) != 0) continue;
    port_ = port;
    return;
  }
  throw std::runtime_error("the server does not start");
}

void PostgresServer::stop() { control({"stop", "-m", "fast"}); }

void PostgresServer::kill() {
  std::ifstream file(folder_ + "/data/postmaster.pid");
  pid_t process = 0;
  // The children of a killed one notice it and go.
  if (file >> process && process > 1) ::kill(process, SIGKILL);
  for (int i = 0; i < 100 && ::kill(process, 0) == 0; ++i) usleep(20'000);
}

std::string PostgresServer::url(const std::string& database, const std::string& user) const {
  return fmt::format("postgresql://{}@127.0.0.1:{}/{}", user, port_, database);
}

std::string PostgresServer::new_database() {
  const std::string name = fmt::format("games{}", ++databases_);
  const std::string command = fmt::format("CREATE DATABASE {}", name);
  if (run({programs() + "/psql", "-q", "-h", "127.0.0.1", "-p", std::to_string(port_), "-U",
           "postgres", "-c", command},
          folder_) != 0)
    throw std::runtime_error("no new database");
  return url(name);
}

PostgresServer* shared_postgres() {
  if (!PostgresServer::is_installed()) return nullptr;
  static PostgresServer server;
  return &server;
}

}  // namespace yari::test
