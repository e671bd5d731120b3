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

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "db/store/postgres/server/connection.h"

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

bool is_alive(pid_t process) { return process > 1 && (::kill(process, 0) == 0 || errno == EPERM); }

/// Where the server of a run of ctest is noted. Its tests are children of ctest: a program that is
/// run by hand, or by another run at the same time, has another parent.
std::string note_of(pid_t ctest) { return fmt::format("{}/for-all-{}", YARI_TEST_FOLDER, ctest); }

/// The notes of this run and of those whose ctest has gone.
std::vector<std::string> notes_to_end() {
  const std::string begin = note_of(0).substr(0, note_of(0).size() - 1);
  std::vector<std::string> notes;
  for (const auto& entry : fs::directory_iterator(YARI_TEST_FOLDER)) {
    const std::string path = entry.path().string();
    if (!path.starts_with(begin)) continue;
    const pid_t ctest = std::atoi(path.c_str() + begin.size());
    if (ctest == getppid() || !is_alive(ctest)) notes.push_back(path);
  }
  return notes;
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

PostgresServer::PostgresServer(const std::string& note) : is_for_all_(true) {
  std::ifstream file(note);
  file >> port_ >> folder_;
  if (process() == 0) port_ = 0;
}

PostgresServer::~PostgresServer() {
  if (is_for_all_) {
    if (databases_ > 0) drop_databases();
    return;
  }
  control({"stop", "-m", "immediate"});
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

void PostgresServer::start_for_all() {
  stop_for_all();
  PostgresServer server;
  std::ofstream(note_of(getppid())) << server.port_ << ' ' << server.folder_ << '\n';
  server.is_for_all_ = true;
}

void PostgresServer::stop_for_all() {
  for (const std::string& note : notes_to_end()) {
    PostgresServer server(note);
    // From here on it is like any other that goes.
    server.is_for_all_ = server.folder_.empty();
    fs::remove(note);
  }
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
        "-p {} -c listen_addresses=127.0.0.1 -c unix_socket_directories={} -c max_connections=240 "
        "-c shared_buffers=128MB -c max_wal_size=2GB -c fsync=off -c autovacuum=off",
        port, folder_);
    if (control({"-o", options, "start"}) != 0) continue;
    port_ = port;
    return;
  }
  throw std::runtime_error("the server does not start");
}

void PostgresServer::stop() { control({"stop", "-m", "fast"}); }

int PostgresServer::process() const {
  std::ifstream file(folder_ + "/data/postmaster.pid");
  pid_t process = 0;
  return file >> process && is_alive(process) ? process : 0;
}

void PostgresServer::kill() {
  const pid_t server = process();
  // The children of a killed one notice it and go.
  if (server != 0) ::kill(server, SIGKILL);
  for (int i = 0; i < 100 && is_alive(server); ++i) usleep(20'000);
}

std::string PostgresServer::url(const std::string& database, const std::string& user) const {
  return fmt::format("postgresql://{}@127.0.0.1:{}/{}", user, port_, database);
}

std::string PostgresServer::new_database() {
  const std::string name = fmt::format("games_{}_{}", getpid(), ++databases_);
  pg::Connection(url("postgres")).execute("CREATE DATABASE " + name + " STRATEGY file_copy");
  return url(name);
}

void PostgresServer::drop_databases() const {
  try {
    pg::Connection root(url("postgres"));
    std::vector<std::string> names;
    pg::Statement mine(root, "SELECT datname FROM pg_database WHERE starts_with(datname, $1)");
    const std::string begin = fmt::format("games_{}_", getpid());
    for (mine.start({begin}); mine.step();) names.emplace_back(mine.text(0));
    for (const std::string& name : names)
      root.execute(fmt::format("DROP DATABASE {} WITH (FORCE)", name));
  } catch (const DatabaseError& error) {
    std::fprintf(stderr, "databases are left behind: %s\n", error.what());
  }
}

PostgresServer* shared_postgres() {
  if (!PostgresServer::is_installed()) return nullptr;
  static PostgresServer for_all(note_of(getppid()));
  if (for_all.port_ != 0) return &for_all;
  static PostgresServer server;
  return &server;
}

}  // namespace yari::test
