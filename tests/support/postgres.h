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
  /// Stops it and removes all files.
  ~PostgresServer();
  PostgresServer(const PostgresServer&) = delete;
  PostgresServer& operator=(const PostgresServer&) = delete;

  /// Whether the programs of PostgreSQL are there. Where they are not, says so on standard error,
  /// once: the test is skipped.
  static bool is_installed();

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
  int control(const std::vector<std::string>& words) const;
  std::string folder_;
  int port_ = 0, databases_ = 0;
};

/// The server that the tests of this process share, started when it is first asked for; null where
/// PostgreSQL is not installed.
PostgresServer* shared_postgres();

}  // namespace yari::test
