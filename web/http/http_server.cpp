#include "web/http/http_server.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <condition_variable>
#include <cstdio>
#include <deque>
#include <functional>
#include <new>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "platform/memory.h"

namespace yari::web {

namespace {

using namespace std::chrono_literals;

thread_local Connection* current_connection = nullptr;

constexpr std::string_view no_room =
    "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nRetry-After: 1\r\n"
    "Connection: close\r\n\r\n";

/// Answers bytes that are not a request; the library never sees them.
void send_fault(platform::Socket socket, const RequestHead::Fault& fault) {
  std::array<char, 512> text{};
  const int size =
      std::snprintf(text.data(), text.size(),
                    "HTTP/1.1 %d Refused\r\nContent-Type: text/plain\r\nContent-Length: %zu\r\n"
                    "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n"
                    "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'\r\n"
                    "Connection: close\r\n\r\n%s\n",
                    fault.status, std::string_view(fault.message).size() + 1, fault.message);
  platform::send(socket, {text.data(), static_cast<std::size_t>(size)});
}

/// Takes what the client still sends: closing a socket with unread bytes discards the answer.
void drain(platform::Socket socket) {
  constexpr auto patience = 200ms;
  const auto end = std::chrono::steady_clock::now() + 1s;
  std::array<char, 16384> bytes;
  platform::shut_down_sending(socket);
  while (std::chrono::steady_clock::now() < end) {
    const auto until = std::chrono::steady_clock::now() + patience;
    if (!platform::wait(socket, platform::Ready::to_read, until)) return;
    if (platform::receive(socket, bytes.data(), bytes.size()) <= 0) return;
  }
}

}  // namespace

/// Threads that each serve one socket after the other.
class HttpServer::Workers {
 public:
  Workers(HttpServer& server, std::size_t most) : server_(server), most_(most) {}
  ~Workers() {
    {
      const std::lock_guard lock(mutex_);
      ended_ = true;
    }
    wake_.notify_all();
    for (std::thread& thread : threads_) thread.join();
    for (const platform::Socket socket : sockets_) platform::close_socket(socket);
  }
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  /// False when there is no thread for it and no room is made, or no memory.
  bool enqueue(platform::Socket socket, const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    if (idle_ <= sockets_.size() && !add_thread() && !wait_for_room(lock, stop)) return false;
    sockets_.push_back(socket);
    wake_.notify_one();
    return true;
  }

 private:
  bool add_thread() {
    if (threads_.size() >= most_) return false;
    try {
      threads_.reserve(most_);
      threads_.emplace_back([this] { work(); });
      return true;
    } catch (const std::system_error&) {
      // The machine has no further thread: those that there are go on.
      return false;
    }
  }

  /// Connections that are being closed make room in a moment: until then nobody is accepted.
  bool wait_for_room(std::unique_lock<std::mutex>& lock, const std::stop_token& stop) {
    constexpr int tries = 400;
    for (int i = 0; i < tries && !stop.stop_requested(); ++i) {
      if (idle_ > sockets_.size()) return true;
      if (!threads_.empty() && server_.make_room()) return true;
      if (!server_.may_have_room()) return false;
      lock.unlock();
      std::this_thread::sleep_for(5ms);
      lock.lock();
    }
    return false;
  }

  void work() {
    std::unique_lock lock(mutex_);
    while (true) {
      ++idle_;
      wake_.wait(lock, [this] { return ended_ || !sockets_.empty(); });
      --idle_;
      if (ended_ || sockets_.empty()) return;
      const platform::Socket socket = sockets_.front();
      sockets_.pop_front();
      lock.unlock();
      server_.serve_socket(socket);
      lock.lock();
    }
  }

  HttpServer& server_;
  std::size_t most_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<platform::Socket> sockets_;
  std::vector<std::thread> threads_;
  std::size_t idle_ = 0;
  bool ended_ = false;
};

HttpServer::HttpServer(ConnectionLimits limits) : limits_(limits), room_(limits) {
  set_payload_max_length(limits_.body_bytes);
  set_keep_alive_max_count(static_cast<std::size_t>(limits_.requests));
  set_socket_options(platform::reuse_address);
}

HttpServer::~HttpServer() {
  if (const auto socket = svr_sock_.exchange(INVALID_SOCKET); socket != INVALID_SOCKET)
    platform::close_socket(socket);
}

int HttpServer::bind(const std::string& host, int port) {
  // Of cpp-httplib's five, most of a crowd would wait for seconds.
  constexpr int waiting = 512;
  errno = 0;
  const int bound = port == 0 ? bind_to_any_port(host) : bind_to_port(host, port) ? port : -1;
  return bound > 0 && platform::listen(svr_sock_, waiting) ? bound : 0;
}

void HttpServer::serve(const std::stop_token& stop) {
  constexpr auto pause = 100ms;
  Workers workers(*this, limits_.connections);
  while (!stop.stop_requested()) {
    const auto until = std::chrono::steady_clock::now() + pause;
    if (!platform::wait(svr_sock_, platform::Ready::to_read, until)) continue;
    const platform::Socket socket = platform::accept(svr_sock_);
    if (socket == platform::no_socket) {
      // A client that has gone again, or a machine without descriptors or memory: others come.
      std::this_thread::sleep_for(1ms);
      continue;
    }
    bool taken = false;
    try {
      taken = workers.enqueue(socket, stop);
    } catch (const std::bad_alloc&) {
      taken = false;
    }
    if (taken) continue;
    platform::refill_memory_reserve();
    platform::send(socket, no_room);
    platform::close_socket(socket);
  }
  platform::close_socket(svr_sock_.exchange(INVALID_SOCKET));
  close_connections();
}

Connection* HttpServer::current() { return current_connection; }

void HttpServer::close_connections() {
  const std::lock_guard lock(mutex_);
  closing_ = true;
  for (Connection* connection : open_) connection->shut_down();
}

bool HttpServer::make_room() {
  const std::lock_guard lock(mutex_);
  const auto oldest = [&](auto fits) {
    const auto found = std::ranges::find_if(
        open_, [&](const Connection* c) { return !c->is_closing() && fits(*c); });
    return found == open_.end() ? nullptr : *found;
  };
  Connection* found = oldest([](const Connection& c) { return !c.is_answering(); });
  if (found == nullptr) found = oldest(std::mem_fn(&Connection::waits_for_client));
  if (found == nullptr) return false;
  // Not twice: its thread may take a moment to end.
  found->close_after_answer();
  found->shut_down();
  return true;
}

bool HttpServer::may_have_room() {
  const std::lock_guard lock(mutex_);
  return std::ranges::any_of(
      open_, [](const Connection* c) { return c->is_closing() || c->may_wait_for_client(); });
}

void HttpServer::serve_socket(platform::Socket socket) {
  try {
    platform::send_without_delay(socket);
    Connection connection(socket, limits_, room_);
    std::list<Connection*>::iterator place;
    {
      const std::lock_guard lock(mutex_);
      place = open_.insert(open_.end(), &connection);
      if (closing_) connection.shut_down();
    }
    current_connection = &connection;
    serve_requests(connection);
    current_connection = nullptr;
    if (connection.is_closing()) drain(socket);
    const std::lock_guard lock(mutex_);
    open_.erase(place);
  } catch (const std::bad_alloc&) {
    // There was no memory to begin with.
    platform::send(socket, no_room);
  }
  platform::shut_down(socket);
  platform::close_socket(socket);
}

void HttpServer::serve_requests(Connection& connection) {
  try {
    for (int left = limits_.requests; left > 0 && connection.wait_for_request(); --left) {
      platform::refill_memory_reserve();
      if (!answer_next(connection, left == 1)) return;
    }
  } catch (...) {
    // The library does not catch what is thrown while it writes an answer, above all
    // std::bad_alloc.
    if (connection.is_unanswered()) platform::send(connection.socket(), no_room);
    connection.close_after_answer();
  }
}

bool HttpServer::answer_next(Connection& connection, bool last) {
  if (!connection.read_head()) return false;
  if (const auto& fault = connection.head().fault()) {
    send_fault(connection.socket(), *fault);
    connection.close_after_answer();
    return false;
  }
  bool closed = false;
  // The library's newer versions (0.18) want the addresses of both sides, which nobody asks for.
  const auto process = [&](auto& server) {
    if constexpr (requires {
                    server.process_request(connection, "", 0, "", 0, last, closed, nullptr);
                  })
      return server.process_request(connection, "", 0, "", 0, last, closed, nullptr);
    else
      return server.process_request(connection, last, closed, nullptr);
  };
  const bool sound = process(*this);
  // Bytes that are no request have been answered before anybody looked at them, and what follows
  // them, or half a body, is none either.
  if (!connection.is_answering() || !connection.has_whole_body()) connection.close_after_answer();
  connection.end_answer();
  return sound && !closed && !connection.is_closing();
}

}  // namespace yari::web
