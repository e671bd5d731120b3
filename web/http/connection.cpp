// Reads are buffered here, since cpp-httplib asks for a header byte by byte.
#include "web/http/connection.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace yari::web {

namespace {

/// False when so much is not left.
bool take(std::atomic<std::int64_t>& left, std::int64_t& taken, std::size_t bytes) {
  const auto wanted = static_cast<std::int64_t>(bytes);
  if ((left -= wanted) < 0) {
    left += wanted;
    return false;
  }
  taken += wanted;
  return true;
}

}  // namespace

Connection::Connection(platform::Socket socket, const ConnectionLimits& limits, SharedRoom& room)
    : socket_(socket), limits_(limits), room_(room) {}

Connection::~Connection() { give_room_back(); }

void Connection::give_room_back() {
  room_.bodies += std::exchange(body_bytes_, 0);
  room_.answers += std::exchange(answer_bytes_, 0);
}

bool Connection::take_room_for_answer(std::size_t bytes) {
  return take(room_.answers, answer_bytes_, bytes);
}

bool Connection::wait(platform::Ready ready, Clock::time_point until) const {
  return platform::wait(socket_, ready, until);
}

bool Connection::fill() {
  const std::ptrdiff_t got = platform::receive(socket_, buffer_.data(), buffer_.size());
  begin_ = 0;
  end_ = got > 0 ? static_cast<std::size_t>(got) : 0;
  return got > 0;
}

bool Connection::wait_for_request() {
  const bool begun =
      begin_ != end_ || (wait(platform::Ready::to_read, Clock::now() + limits_.idle) && fill());
  deadline_ = Clock::now() + limits_.request;
  return begun;
}

bool Connection::read_head() {
  head_ = RequestHead();
  head_at_ = 0;
  while (!head_.is_whole() && !head_.fault()) {
    if (begin_ == end_ && !(wait(platform::Ready::to_read, deadline_) && fill())) return false;
    begin_ += head_.take({buffer_.data() + begin_, end_ - begin_});
    if (Clock::now() >= deadline_) return head_.is_whole();
  }
  return true;
}

void Connection::begin_answer() {
  body_began_ = Clock::now().time_since_epoch().count();
  sent_slowly_ = 0;
  reading_body_ = true;
  answering_ = true;
}

void Connection::ask_for_body() const {
  constexpr std::string_view go_on = "HTTP/1.1 100 Continue\r\n\r\n";
  platform::send(socket_, go_on);
}

void Connection::end_answer() {
  answering_ = false;
  reading_body_ = false;
  give_room_back();
  sent_bytes_ = 0;
}

bool Connection::waits_for_client() const {
  if (!answering_) return true;
  const Clock::rep now = Clock::now().time_since_epoch().count();
  const auto over = [&](Clock::rep ticks) { return Clock::duration(ticks) >= limits_.grace; };
  if (reading_body_) return over(now - body_began_);
  return sending_ && over(sent_slowly_ + now - send_began_);
}

bool Connection::is_gone() const { return platform::is_gone(socket_); }

void Connection::shut_down() { platform::shut_down(socket_); }

bool Connection::is_readable() const {
  return head_at_ < head_.text().size() || begin_ != end_ ||
         wait(platform::Ready::to_read, deadline_);
}

ssize_t Connection::read(char* to, std::size_t size) {
  if (head_at_ < head_.text().size()) {
    const std::size_t taken = head_.text().copy(to, size, head_at_);
    head_at_ += taken;
    return static_cast<ssize_t>(taken);
  }
  if (Clock::now() >= deadline_) return -1;
  if (begin_ == end_ && !(wait(platform::Ready::to_read, deadline_) && fill())) return -1;
  const std::size_t taken = std::min(size, end_ - begin_);
  lacked_room_ = !take(room_.bodies, body_bytes_, taken);
  if (lacked_room_) return -1;
  std::memcpy(to, buffer_.data() + begin_, taken);
  begin_ += taken;
  return static_cast<ssize_t>(taken);
}

ssize_t Connection::write(const char* from, std::size_t size) {
  const Clock::time_point began = Clock::now();
  const Clock::duration allowed =
      limits_.write + std::chrono::seconds(sent_bytes_ / limits_.bytes_a_second);
  send_began_ = began.time_since_epoch().count();
  sending_ = true;
  const bool ready =
      wait(platform::Ready::to_write, began + allowed - Clock::duration(sent_slowly_.load()));
  // In this order, so that waits_for_client() hardly ever counts the wait twice.
  sending_ = false;
  sent_slowly_ += (Clock::now() - began).count();
  if (!ready) return -1;
  const std::ptrdiff_t sent = platform::send(socket_, {from, size});
  if (sent > 0) sent_bytes_ += static_cast<std::size_t>(sent);
  return sent;
}

std::string Connection::client() const { return platform::peer_address(socket_); }

void Connection::get_remote_ip_and_port(std::string& ip, int& port) const {
  ip.clear();
  port = 0;
}

void Connection::get_local_ip_and_port(std::string& ip, int& port) const {
  ip.clear();
  port = 0;
}

}  // namespace yari::web
