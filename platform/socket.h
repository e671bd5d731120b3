/// \file
/// Connections over a network, as a server has them.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace yari::platform {

/// What the system calls a connection by.
#ifdef _WIN32
using Socket = std::uintptr_t;
#else
using Socket = int;
#endif
inline constexpr Socket no_socket = static_cast<Socket>(-1);

/// A server that is started again gets its port at once; nobody else gets a port that is in use.
void reuse_address(Socket socket) noexcept;
/// At most `waiting` clients wait to be accepted; false when the system refuses.
bool listen(Socket socket, int waiting) noexcept;
/// The next client that waits, or no_socket.
Socket accept(Socket listener) noexcept;
/// A small answer goes out at once.
void send_without_delay(Socket socket) noexcept;

enum class Ready { to_read, to_write };
/// Waits until the socket is ready, or the other side is gone; false when it is neither by `until`.
bool wait(Socket socket, Ready ready, std::chrono::steady_clock::time_point until) noexcept;
/// The number of bytes that were there; 0 at the end, -1 for none. Never waits.
std::ptrdiff_t receive(Socket socket, char* to, std::size_t size) noexcept;
/// Sends what the system takes now and returns how much; -1 for nothing. Never waits, raises no
/// signal.
std::ptrdiff_t send(Socket socket, std::string_view bytes) noexcept;
/// The other side has closed the connection, or it was shut down here. Some systems know it only
/// when all that came has been read.
bool is_gone(Socket socket) noexcept;

/// Nothing more is sent.
void shut_down_sending(Socket socket) noexcept;
/// Ends all waiting on the socket, in any thread.
void shut_down(Socket socket) noexcept;
void close_socket(Socket socket) noexcept;

/// The address of the other side, without its port: "127.0.0.1", "2001:db8::1"; empty when it is
/// gone.
std::string peer_address(Socket socket);
using AddressBytes = std::array<std::uint8_t, 16>;
/// An address of IPv6; no value for any other text.
std::optional<AddressBytes> read_ipv6(const std::string& text);
std::string write_ipv6(const AddressBytes& bytes);

}  // namespace yari::platform
