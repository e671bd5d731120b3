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

#include "platform/socket.h"
#include "web/http/request_head.h"

namespace yari::web {

/// What a client may take of the server's time and memory.
struct ConnectionLimits {
  /// Until a further request begins on an open connection.
  std::chrono::milliseconds idle{15'000};
  /// From the first byte of a request to the last of its body.
  std::chrono::milliseconds request{10'000};
  /// The client must take what was sent within this time, plus one second for each `bytes_a_second`
  /// bytes.
  std::chrono::milliseconds write{20'000};
  std::size_t bytes_a_second = 32 << 10;
  std::size_t body_bytes = std::size_t{8} << 20;
  /// Limit of all bodies in memory together.
  std::size_t all_bodies = std::size_t{64} << 20;
  /// Limit of all answers in memory together, streams excepted.
  std::size_t all_answers = std::size_t{256} << 20;
  /// How long a body may take to come, or an answer to be taken, before the connection may be
  /// closed to make room.
  std::chrono::milliseconds grace{250};
  int requests = 1000;
  std::size_t connections = 128;
};

/// Room in memory that all connections share: how many bytes are left.
struct SharedRoom {
  explicit SharedRoom(const ConnectionLimits& limits)
      : bodies(static_cast<std::int64_t>(limits.all_bodies)),
        answers(static_cast<std::int64_t>(limits.all_answers)) {}
  std::atomic<std::int64_t> bodies;
  std::atomic<std::int64_t> answers;
};

class Connection final : public httplib::Stream {
 public:
  Connection(platform::Socket socket, const ConnectionLimits& limits, SharedRoom& room);
  ~Connection();  // NOLINT(modernize-use-override)

  /// Waits for the first byte of the next request; false when the client is gone or idle too long.
  bool wait_for_request();
  /// Reads what stands before the body; false when it does not come in time. It may have a fault.
  bool read_head();
  const RequestHead& head() const { return head_; }
  /// The address of the client, without its port.
  std::string client() const;

  /// The head has been read; the body comes next. Before this call the connection may be closed at
  /// any time to make room.
  void begin_answer();
  /// "100 Continue": the client may send its body.
  void ask_for_body() const;
  /// The body is whole: the server works.
  void end_body() { reading_body_ = false; }
  bool has_whole_body() const { return !reading_body_; }
  void end_answer();
  bool is_answering() const { return answering_; }
  /// It is the client that is waited for: its request, the rest of its body, or that it takes the
  /// answer; the last two for longer than the grace.
  bool waits_for_client() const;
  /// As above, however short it has been.
  bool may_wait_for_client() const { return !answering_ || reading_body_ || sending_; }
  /// Takes room for an answer until end_answer(); false when there is none.
  bool take_room_for_answer(std::size_t bytes);
  /// There was no room for the body.
  bool lacked_room() const { return lacked_room_; }
  /// No byte of an answer has been sent.
  bool is_unanswered() const { return sent_bytes_ == 0; }
  /// No further request is read: the rest of this one may still be on its way.
  void close_after_answer() { closing_ = true; }
  bool is_closing() const { return closing_; }
  /// The client has closed its side, or the connection was shut down.
  bool is_gone() const;
  /// Ends all waiting on the socket. Safe from any thread while the connection lives.
  void shut_down();

  // What the library asks of a stream. Releases differ in the names: nothing is marked `override`,
  // so that those of all can stand here (0.11 to 0.53).
  // NOLINTBEGIN(modernize-use-override)
  bool is_readable() const;
  bool wait_readable() const { return is_readable(); }
  bool is_writable() const { return !is_gone(); }
  bool wait_writable() const { return is_writable(); }
  time_t duration() const { return 0; }
  ssize_t read(char* to, std::size_t size);
  ssize_t write(const char* from, std::size_t size);
  void get_remote_ip_and_port(std::string& ip, int& port) const;
  void get_local_ip_and_port(std::string& ip, int& port) const;
  socket_t socket() const { return socket_; }
  // NOLINTEND(modernize-use-override)

 private:
  using Clock = std::chrono::steady_clock;
  bool wait(platform::Ready ready, Clock::time_point until) const;
  bool fill();
  void give_room_back();

  platform::Socket socket_;
  const ConnectionLimits& limits_;
  Clock::time_point deadline_{};
  SharedRoom& room_;
  /// What this request has taken of it.
  std::int64_t body_bytes_ = 0;
  std::int64_t answer_bytes_ = 0;
  std::size_t sent_bytes_ = 0;
  RequestHead head_;
  std::size_t head_at_ = 0;
  bool lacked_room_ = false;
  std::atomic<bool> answering_ = false;
  std::atomic<bool> reading_body_ = false;
  /// When the body began, on Clock.
  std::atomic<Clock::rep> body_began_ = 0;
  std::atomic<bool> sending_ = false;
  /// How long in all the client of this request has kept us waiting to take the answer.
  std::atomic<Clock::rep> sent_slowly_ = 0;
  std::atomic<Clock::rep> send_began_ = 0;
  std::atomic<bool> closing_ = false;
  std::array<char, 8192> buffer_{};
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
};

}  // namespace yari::web
