/// \file
/// PostgreSQL servers of a test's own: on free ports of this machine, removed afterwards.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace yari::test {

/// A server that was started for this test. It does not wait for the disk: what a killed server
/// has committed is kept nevertheless, since the kernel has it; only power loss could take it.
class PostgresServer {
 public:
  /// Makes a cluster in a temporary folder and starts it. Requires: is_installed(). Throws
  /// std::runtime_error.
  PostgresServer();
  /// Stops it and removes all files. Of the one for all tests, only what this process made in it.
  ~PostgresServer();
  PostgresServer(const PostgresServer&) = delete;
  PostgresServer& operator=(const PostgresServer&) = delete;

  /// Whether the programs of PostgreSQL are there. Where they are not, says so on standard error,
  /// once: the test is skipped.
  static bool is_installed();

  /// Starts one that the processes of all tests of this run of ctest share, and stops it. Such a
  /// server that a killed run has left behind is stopped, too.
  static void start_for_all();
  static void stop_for_all();

  /// The URL of a new, empty database.
  std::string new_database();
  /// The URL of a database of that name, for that user.
  std::string url(const std::string& database, const std::string& user = "postgres") const;
  /// As an operator would; `start` waits until connections are taken.
  void start();
  void stop();
  /// Kills all its processes.
  void kill();

 private:
  friend PostgresServer* shared_postgres();
  /// The one that runs for all tests, as its note says; its port is 0 where there is none.
  explicit PostgresServer(const std::string& note);
  int control(const std::vector<std::string>& words) const;
  /// Of the server; 0 where none runs.
  int process() const;
  void drop_databases() const;
  std::string folder_;
  bool is_for_all_ = false;
  int port_ = 0, databases_ = 0;
};

/// The server for tests that leave alone what its databases have in common: roles, settings, and
/// whether it runs. Under ctest that of all tests, otherwise one of this process, started when it
/// is first asked for; null where PostgreSQL is not installed.
PostgresServer* shared_postgres();

}  // namespace yari::test
