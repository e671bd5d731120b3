// Reads are buffered here, since cpp-httplib asks for a header byte by byte.
#include "web/connection.h"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace yari::web {

Connection::Connection(int socket, const ConnectionLimits& limits)
    : socket_(socket), limits_(limits) {}

bool Connection::wait(short events, Clock::time_point until) const {
  while (true) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now()).count();
    if (left <= 0) return false;
    pollfd poll_for{.fd = socket_, .events = events, .revents = 0};
    const int ready = ::poll(&poll_for, 1, static_cast<int>(left));
    if (ready > 0) return true;
    if (ready == 0 || errno != EINTR) return false;
  }
}

bool Connection::fill() {
  const ssize_t got = ::recv(socket_, buffer_.data(), buffer_.size(), MSG_DONTWAIT);
  begin_ = 0;
  end_ = got > 0 ? static_cast<std::size_t>(got) : 0;
  return got > 0;
}

bool Connection::wait_for_request() {
  const bool begun = begin_ != end_ || (wait(POLLIN, Clock::now() + limits_.idle) && fill());
  deadline_ = Clock::now() + limits_.request;
  return begun;
}

bool Connection::is_gone() const {
  pollfd poll_for{.fd = socket_, .events = POLLRDHUP, .revents = 0};
  return ::poll(&poll_for, 1, 0) > 0;
}

void Connection::shut_down() { ::shutdown(socket_, SHUT_RDWR); }

bool Connection::is_readable() const { return begin_ != end_ || wait(POLLIN, deadline_); }

ssize_t Connection::read(char* to, std::size_t size) {
  if (Clock::now() >= deadline_) return -1;
  if (begin_ == end_ && !(wait(POLLIN, deadline_) && fill())) return -1;
  const std::size_t taken = std::min(size, end_ - begin_);
  std::memcpy(to, buffer_.data() + begin_, taken);
  begin_ += taken;
  return static_cast<ssize_t>(taken);
}

ssize_t Connection::write(const char* from, std::size_t size) {
  if (!wait(POLLOUT, Clock::now() + limits_.write)) return -1;
  return ::send(socket_, from, size, MSG_NOSIGNAL | MSG_DONTWAIT);
}

void Connection::get_remote_ip_and_port(std::string& ip, int& port) const {
  ip.clear();
  port = 0;
}

void Connection::get_local_ip_and_port(std::string& ip, int& port) const {
  ip.clear();
  port = 0;
}

}  // namespace yari::web
