// Sockets that accept() gives do not block: Windows cannot say so for one call.
#include "platform/socket.h"

#include <winsock2.h>
#include <ws2tcpip.h>

#include <algorithm>
#include <limits>

namespace yari::platform {

namespace {

/// While it lives, this process may use sockets.
const struct Sockets {
  Sockets() noexcept {
    WSADATA about{};
    WSAStartup(MAKEWORD(2, 2), &about);
  }
  ~Sockets() { WSACleanup(); }
} sockets;

void set(Socket socket, int level, int option) noexcept {
  const BOOL on = TRUE;
  ::setsockopt(socket, level, option, reinterpret_cast<const char*>(&on), sizeof on);
}

int at_most(std::size_t size) noexcept {
  constexpr std::size_t most = std::numeric_limits<int>::max();
  return static_cast<int>(std::min(size, most));
}

}  // namespace

// What POSIX calls SO_REUSEADDR is the usual here, and what has that name lets others steal a port.
void reuse_address(Socket socket) noexcept { set(socket, SOL_SOCKET, SO_EXCLUSIVEADDRUSE); }

bool listen(Socket socket, int waiting) noexcept { return ::listen(socket, waiting) == 0; }

Socket accept(Socket listener) noexcept {
  const SOCKET socket = ::accept(listener, nullptr, nullptr);
  if (socket == INVALID_SOCKET) return no_socket;
  u_long on = 1;
  ::ioctlsocket(socket, static_cast<long>(FIONBIO), &on);
  SetHandleInformation(reinterpret_cast<HANDLE>(socket), HANDLE_FLAG_INHERIT, 0);
  return socket;
}

void send_without_delay(Socket socket) noexcept { set(socket, IPPROTO_TCP, TCP_NODELAY); }

bool wait(Socket socket, Ready ready, std::chrono::steady_clock::time_point until) noexcept {
  const auto left =
      std::chrono::ceil<std::chrono::milliseconds>(until - std::chrono::steady_clock::now())
          .count();
  if (left <= 0) return false;
  WSAPOLLFD one{};
  one.fd = socket;
  one.events = ready == Ready::to_read ? POLLRDNORM : POLLWRNORM;
  return ::WSAPoll(&one, 1, static_cast<int>(left)) > 0;
}

std::ptrdiff_t receive(Socket socket, char* to, std::size_t size) noexcept {
  return ::recv(socket, to, at_most(size), 0);
}

std::ptrdiff_t send(Socket socket, std::string_view bytes) noexcept {
  return ::send(socket, bytes.data(), at_most(bytes.size()), 0);
}

bool is_gone(Socket socket) noexcept {
  char byte = 0;
  const int found = ::recv(socket, &byte, 1, MSG_PEEK);
  return found == 0 || (found < 0 && WSAGetLastError() != WSAEWOULDBLOCK);
}

void shut_down_sending(Socket socket) noexcept { ::shutdown(socket, SD_SEND); }

void shut_down(Socket socket) noexcept { ::shutdown(socket, SD_BOTH); }

void close_socket(Socket socket) noexcept { ::closesocket(socket); }

std::string peer_address(Socket socket) {
  sockaddr_storage address{};
  int size = sizeof address;
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
