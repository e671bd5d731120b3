#include "platform/socket.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>

namespace yari::platform {

namespace {

#ifdef MSG_NOSIGNAL
constexpr int quietly = MSG_NOSIGNAL;
#else
// accept() has set SO_NOSIGPIPE.
constexpr int quietly = 0;
#endif

void set(Socket socket, int level, int option) noexcept {
  const int on = 1;
  ::setsockopt(socket, level, option, &on, sizeof on);
}

}  // namespace

void reuse_address(Socket socket) noexcept { set(socket, SOL_SOCKET, SO_REUSEADDR); }

bool listen(Socket socket, int waiting) noexcept { return ::listen(socket, waiting) == 0; }

Socket accept(Socket listener) noexcept {
#ifdef SOCK_CLOEXEC
  const int socket = ::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC);
#else
  const int socket = ::accept(listener, nullptr, nullptr);
  if (socket >= 0) ::fcntl(socket, F_SETFD, FD_CLOEXEC);
#endif
#ifdef SO_NOSIGPIPE
  if (socket >= 0) set(socket, SOL_SOCKET, SO_NOSIGPIPE);
#endif
  return socket;
}

void send_without_delay(Socket socket) noexcept { set(socket, IPPROTO_TCP, TCP_NODELAY); }

bool wait(Socket socket, Ready ready, std::chrono::steady_clock::time_point until) noexcept {
  const short events = ready == Ready::to_read ? POLLIN : POLLOUT;
  while (true) {
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(until - std::chrono::steady_clock::now())
            .count();
    if (left <= 0) return false;
    pollfd one{.fd = socket, .events = events, .revents = 0};
    const int found = ::poll(&one, 1, static_cast<int>(left));
    if (found > 0) return true;
    if (found == 0 || errno != EINTR) return false;
  }
}

std::ptrdiff_t receive(Socket socket, char* to, std::size_t size) noexcept {
  return ::recv(socket, to, size, MSG_DONTWAIT);
}

std::ptrdiff_t send(Socket socket, std::string_view bytes) noexcept {
  return ::send(socket, bytes.data(), bytes.size(), quietly | MSG_DONTWAIT);
}

bool is_gone(Socket socket) noexcept {
#ifdef POLLRDHUP
  pollfd one{.fd = socket, .events = POLLRDHUP, .revents = 0};
  return ::poll(&one, 1, 0) > 0;
#else
  char byte = 0;
  const ssize_t found = ::recv(socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
  return found == 0 || (found < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR);
#endif
}

void shut_down_sending(Socket socket) noexcept { ::shutdown(socket, SHUT_WR); }

void shut_down(Socket socket) noexcept { ::shutdown(socket, SHUT_RDWR); }

void close_socket(Socket socket) noexcept { ::close(socket); }

std::string peer_address(Socket socket) {
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  std::array<char, INET6_ADDRSTRLEN> text{};
  if (::getpeername(socket, reinterpret_cast<sockaddr*>(&address), &size) != 0) return "";
  const void* bytes =
      address.ss_family == AF_INET6
          ? static_cast<const void*>(&reinterpret_cast<sockaddr_in6*>(&address)->sin6_addr)
          : &reinterpret_cast<sockaddr_in*>(&address)->sin_addr;
  const char* written = ::inet_ntop(address.ss_family, bytes, text.data(), text.size());
  return written == nullptr ? "" : written;
}

std::optional<AddressBytes> read_ipv6(const std::string& text) {
  AddressBytes bytes{};
  if (::inet_pton(AF_INET6, text.c_str(), bytes.data()) != 1) return std::nullopt;
  return bytes;
}

std::string write_ipv6(const AddressBytes& bytes) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  return ::inet_ntop(AF_INET6, bytes.data(), text.data(), text.size());
}

}  // namespace yari::platform
