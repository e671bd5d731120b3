#include "tests/web/raw_socket.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <stdexcept>
#include <utility>

namespace yari::test {

namespace {

/// A busy machine is slow; only a fault takes as long as this.
constexpr int patience_ms = 120'000;

}  // namespace

RawSocket::RawSocket(int port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0)
    throw std::runtime_error("cannot connect");
}

RawSocket::~RawSocket() {
  if (socket_ >= 0) ::close(socket_);
}

RawSocket::RawSocket(RawSocket&& other) noexcept : socket_(std::exchange(other.socket_, -1)) {}

void RawSocket::send(const std::string& bytes) const {
  // The server may have closed: that is what is tested.
  static_cast<void>(::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL));
}

void RawSocket::finish() const { ::shutdown(socket_, SHUT_WR); }

std::string RawSocket::receive() const {
  std::string all;
  std::array<char, 4096> bytes;
  while (true) {
    pollfd wait{.fd = socket_, .events = POLLIN, .revents = 0};
    if (::poll(&wait, 1, patience_ms) <= 0) return all;
    const ssize_t got = ::recv(socket_, bytes.data(), bytes.size(), 0);
    if (got <= 0) return all;
    all.append(bytes.data(), static_cast<std::size_t>(got));
  }
}

bool RawSocket::answers() const {
  pollfd wait{.fd = socket_, .events = POLLIN, .revents = 0};
  char byte = 0;
  return ::poll(&wait, 1, patience_ms) > 0 && ::recv(socket_, &byte, 1, MSG_PEEK) > 0;
}

bool RawSocket::closed_within(int milliseconds) const {
  pollfd wait{.fd = socket_, .events = POLLIN, .revents = 0};
  char byte = 0;
  return ::poll(&wait, 1, milliseconds) > 0 && ::recv(socket_, &byte, 1, 0) <= 0;
}

bool becomes_free(const std::function<bool()>& busy) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point end = Clock::now() + std::chrono::milliseconds(patience_ms);
  while (Clock::now() < end)
    if (!busy()) return true;
  return false;
}

std::string raw_answer(int port, const std::string& request) {
  const RawSocket socket(port);
  socket.send(request);
  return socket.receive();
}

int raw_status(int port, const std::string& request) {
  // "HTTP/1.1 200 ..."; a client that keeps its connection open would wait for its end.
  const RawSocket socket(port);
  const std::size_t end = request.find("\r\n") + 2;
  socket.send(request.substr(0, end) + "Connection: close\r\n" + request.substr(end));
  const std::string answer = socket.receive();
  return answer.size() < 12 ? -1 : std::atoi(answer.c_str() + 9);
}

}  // namespace yari::test
