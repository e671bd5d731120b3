/// \file
/// One client's socket with a deadline for each request.
///
/// cpp-httplib bounds the wait for a single byte; a client that sends one byte a second could hold
/// a thread for hours.
#pragma once

#include <httplib.h>

#include <array>
#include <atomic>
#include <chrono>
#include <string>

namespace yari::web {

/// What a client may take of the server's time and memory.
struct ConnectionLimits {
  /// Until a further request begins on an open connection.
  std::chrono::milliseconds idle{15'000};
  /// From the first byte of a request to the last of its body.
  std::chrono::milliseconds request{10'000};
  /// For the client to take what was sent.
  std::chrono::milliseconds write{20'000};
  std::size_t body_bytes = std::size_t{8} << 20;
  int requests = 1000;
  std::size_t connections = 128;
};

class Connection final : public httplib::Stream {
 public:
  Connection(int socket, const ConnectionLimits& limits);

  /// Waits for the first byte of the next request; false when the client is gone or idle too long.
  bool wait_for_request();
  /// The request's header has been read. Until then the connection may be closed to make room.
  void begin_answer() { answering_ = true; }
  void end_answer() { answering_ = false; }
  bool is_answering() const { return answering_; }
  /// No further request is read: the rest of this one may still be on its way.
  void close_after_answer() { closing_ = true; }
  bool is_closing() const { return closing_; }
  /// The client has closed its side, or the connection was shut down.
  bool is_gone() const;
  /// Ends all waiting on the socket. Safe from any thread while the connection lives.
  void shut_down();

  bool is_readable() const override;
  bool is_writable() const override { return !is_gone(); }
  ssize_t read(char* to, std::size_t size) override;
  ssize_t write(const char* from, std::size_t size) override;
  void get_remote_ip_and_port(std::string& ip, int& port) const override;
  void get_local_ip_and_port(std::string& ip, int& port) const override;
  socket_t socket() const override { return socket_; }

 private:
  using Clock = std::chrono::steady_clock;
  bool wait(short events, Clock::time_point until) const;
  bool fill();

  int socket_;
  const ConnectionLimits& limits_;
  Clock::time_point deadline_{};
  std::atomic<bool> answering_ = false;
  std::atomic<bool> closing_ = false;
  std::array<char, 8192> buffer_{};
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
};

}  // namespace yari::web
