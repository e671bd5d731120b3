#include "web/http_server.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string_view>

namespace yari::web {

namespace {

thread_local Connection* current_connection = nullptr;
/// The accepting thread answers this connection itself, and says that there is no room.
thread_local bool refusing = false;

constexpr std::string_view no_room =
    "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nRetry-After: 1\r\n"
    "Connection: close\r\n\r\n";

void set_listening_options(socket_t socket) {
  const int on = 1;
  ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
}

/// Takes what the client still sends: closing a socket with unread bytes discards the answer.
void drain(socket_t socket) {
  constexpr int most_reads = 64;
  constexpr int patience_ms = 200;
  std::array<char, 16384> bytes;
  ::shutdown(socket, SHUT_WR);
  for (int i = 0; i < most_reads; ++i) {
    pollfd poll_for{.fd = socket, .events = POLLIN, .revents = 0};
    if (::poll(&poll_for, 1, patience_ms) <= 0) return;
    if (::recv(socket, bytes.data(), bytes.size(), MSG_DONTWAIT) <= 0) return;
  }
}

}  // namespace

class HttpServer::Workers final : public httplib::TaskQueue {
 public:
  Workers(HttpServer& server, std::size_t most) : server_(server), most_(most) {}

  void enqueue(std::function<void()> task) override {
    std::unique_lock lock(mutex_);
    if (idle_ <= tasks_.size() && threads_.size() < most_) {
      threads_.emplace_back([this] { work(); });
    } else if (idle_ <= tasks_.size() && !server_.make_room() && !waits_for_room(lock)) {
      lock.unlock();
      refusing = true;
      task();
      refusing = false;
      return;
    }
    tasks_.push_back(std::move(task));
    wake_.notify_one();
  }

  void shutdown() override {
    {
      const std::lock_guard lock(mutex_);
      ended_ = true;
    }
    wake_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }

 private:
  /// Connections that are being closed make room in a moment: until then nobody is accepted.
  bool waits_for_room(std::unique_lock<std::mutex>& lock) {
    constexpr int tries = 400;
    for (int i = 0; i < tries && server_.is_closing_any(); ++i) {
      lock.unlock();
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      lock.lock();
      if (idle_ > tasks_.size() || server_.make_room()) return true;
    }
    return false;
  }

  void work() {
    std::unique_lock lock(mutex_);
    while (true) {
      ++idle_;
      wake_.wait(lock, [this] { return ended_ || !tasks_.empty(); });
      --idle_;
      if (tasks_.empty()) return;
      const std::function<void()> task = std::move(tasks_.front());
      tasks_.pop_front();
      lock.unlock();
      task();
      lock.lock();
    }
  }

  HttpServer& server_;
  std::size_t most_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<std::function<void()>> tasks_;
  std::vector<std::thread> threads_;
  std::size_t idle_ = 0;
  bool ended_ = false;
};

HttpServer::HttpServer(ConnectionLimits limits) : limits_(limits) {
  new_task_queue = [this] { return new Workers(*this, limits_.connections); };
  set_payload_max_length(limits_.body_bytes);
  set_keep_alive_max_count(static_cast<std::size_t>(limits_.requests));
  set_socket_options(set_listening_options);
}

HttpServer::~HttpServer() = default;

int HttpServer::bind(const std::string& host, int port) {
  // Of cpp-httplib's five, most of a crowd would wait for seconds.
  constexpr int waiting = 512;
  errno = 0;
  const int bound = port == 0 ? bind_to_any_port(host) : bind_to_port(host, port) ? port : -1;
  return bound > 0 && ::listen(svr_sock_, waiting) == 0 ? bound : 0;
}

Connection* HttpServer::current() { return current_connection; }

void HttpServer::close_connections() {
  const std::lock_guard lock(mutex_);
  closing_ = true;
  for (Connection* connection : open_) connection->shut_down();
}

bool HttpServer::make_room() {
  const std::lock_guard lock(mutex_);
  const auto found = std::ranges::find_if(
      open_, [](const Connection* c) { return !c->is_answering() && !c->is_closing(); });
  if (found == open_.end()) return false;
  // Not twice: its thread may take a moment to end.
  (*found)->close_after_answer();
  (*found)->shut_down();
  return true;
}

bool HttpServer::is_closing_any() {
  const std::lock_guard lock(mutex_);
  return std::ranges::any_of(open_, &Connection::is_closing);
}

bool HttpServer::process_and_close_socket(socket_t socket) {
  bool sound = true;
  if (refusing) {
    ::send(socket, no_room.data(), no_room.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
  } else {
    const int on = 1;
    ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    Connection connection(socket, limits_);
    std::list<Connection*>::iterator place;
    {
      const std::lock_guard lock(mutex_);
      place = open_.insert(open_.end(), &connection);
      if (closing_) connection.shut_down();
    }
    current_connection = &connection;
    for (int left = limits_.requests; left > 0 && connection.wait_for_request(); --left) {
      bool closed = false;
      sound = process_request(connection, left == 1, closed, nullptr);
      // Bytes that are no request have been answered before anybody looked at them: what follows
      // them is none either.
      if (!connection.is_answering()) connection.close_after_answer();
      connection.end_answer();
      if (!sound || closed || connection.is_closing()) break;
    }
    current_connection = nullptr;
    if (connection.is_closing()) drain(socket);
    const std::lock_guard lock(mutex_);
    open_.erase(place);
  }
  ::shutdown(socket, SHUT_RDWR);
  ::close(socket);
  return sound;
}

}  // namespace yari::web
