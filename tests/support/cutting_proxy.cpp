// One thread passes what comes, a few kilobytes at a time.
#include "tests/support/cutting_proxy.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <stdexcept>

namespace yari::test {

namespace {

sockaddr_in local(int port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  return address;
}

bool send_all(int to, const char* bytes, std::size_t size) {
  while (size > 0) {
    const ssize_t sent = send(to, bytes, size, MSG_NOSIGNAL);
    if (sent <= 0) return false;
    bytes += sent;
    size -= static_cast<std::size_t>(sent);
  }
  return true;
}

}  // namespace

CuttingProxy::CuttingProxy(int server_port) : server_port_(server_port) {
  listener_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address = local(0);
  socklen_t size = sizeof address;
  if (bind(listener_, reinterpret_cast<sockaddr*>(&address), size) != 0 ||
      listen(listener_, 16) != 0)
    throw std::runtime_error("no free port");
  getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size);
  port_ = ntohs(address.sin_port);
  thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

CuttingProxy::~CuttingProxy() {
  thread_.request_stop();
  thread_.join();
  close_all();
  close(listener_);
}

void CuttingProxy::cut_after(Way way, std::int64_t bytes) {
  const std::lock_guard lock(mutex_);
  cut_way_ = way;
  left_ = bytes;
}

void CuttingProxy::heal() {
  const std::lock_guard lock(mutex_);
  left_ = std::numeric_limits<std::int64_t>::max();
  passed_ = {};
}

std::int64_t CuttingProxy::passed(Way way) {
  const std::lock_guard lock(mutex_);
  return passed_[static_cast<std::size_t>(way)];
}

void CuttingProxy::run(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    std::vector<pollfd> polled{{listener_, POLLIN, 0}};
    for (const Pipe& p : pipes_) {
      polled.push_back({p.client, POLLIN, 0});
      polled.push_back({p.server, POLLIN, 0});
    }
    if (poll(polled.data(), polled.size(), 20) <= 0) continue;
    const std::lock_guard lock(mutex_);
    for (std::size_t i = pipes_.size(); i-- > 0;) {
      const Pipe p = pipes_[i];
      const bool goes_on =
          (polled[2 * i + 1].revents == 0 || pass(p.client, p.server, Way::to_server)) &&
          (polled[2 * i + 2].revents == 0 || pass(p.server, p.client, Way::to_client));
      if (goes_on) continue;
      close(p.client);
      close(p.server);
      pipes_.erase(pipes_.begin() + static_cast<std::ptrdiff_t>(i));
    }
    if (left_ <= 0) close_all();
    if (polled[0].revents != 0) accept_one();
  }
}

void CuttingProxy::accept_one() {
  const int client = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
  if (client < 0) return;
  const int server = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const sockaddr_in address = local(server_port_);
  if (left_ <= 0 ||
      connect(server, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    close(client);
    close(server);
    return;
  }
  pipes_.push_back({client, server});
}

bool CuttingProxy::pass(int from, int to, Way way) {
  std::array<char, 4096> buffer;
  const ssize_t got = recv(from, buffer.data(), buffer.size(), 0);
  if (got <= 0) return false;
  std::int64_t size = got;
  if (way == cut_way_) {
    size = std::min(size, left_);
    left_ -= size;
  }
  passed_[static_cast<std::size_t>(way)] += size;
  return send_all(to, buffer.data(), static_cast<std::size_t>(size));
}

void CuttingProxy::close_all() {
  for (const Pipe& p : pipes_) {
    close(p.client);
    close(p.server);
  }
  pipes_.clear();
}

}  // namespace yari::test
