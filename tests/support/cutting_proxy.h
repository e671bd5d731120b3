/// \file
/// Connections to a server that break at a byte of one's choice.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace yari::test {

/// Passes bytes between clients and a server of this machine, until it is told to cut.
class CuttingProxy {
 public:
  enum class Way : std::uint8_t { to_server, to_client };

  /// Throws std::runtime_error when no port is free.
  explicit CuttingProxy(int server_port);
  ~CuttingProxy();
  CuttingProxy(const CuttingProxy&) = delete;
  CuttingProxy& operator=(const CuttingProxy&) = delete;

  /// Where it listens.
  int port() const { return port_; }
  /// Closes all connections when that many more bytes have gone this way; new ones are closed at
  /// once, until heal().
  void cut_after(Way way, std::int64_t bytes);
  void heal();
  /// What went this way since the last heal().
  std::int64_t passed(Way way);

 private:
  struct Pipe {
    int client, server;
  };
  void run(const std::stop_token& stop);
  void accept_one();
  /// False when the pipe is at its end.
  bool pass(int from, int to, Way way);
  void close_all();

  int server_port_, port_ = 0, listener_ = -1;
  std::vector<Pipe> pipes_;
  std::mutex mutex_;
  std::array<std::int64_t, 2> passed_{};
  Way cut_way_ = Way::to_server;
  /// Bytes that may still go that way.
  std::int64_t left_ = std::numeric_limits<std::int64_t>::max();
  std::jthread thread_;
};

}  // namespace yari::test
