/// \file
/// cpp-httplib's server, with a bound on threads and connections that cannot starve one another.
#pragma once

#include <httplib.h>

#include <list>
#include <mutex>
#include <stop_token>

#include "web/http/connection.h"

namespace yari::web {

/// A thread for each connection up to the limit. When all are taken, the oldest connection that
/// waits for its client is closed; when the server works for all of them, the new client gets a
/// 503. Whatever fails in one request, memory included, ends that connection alone.
class HttpServer final : public httplib::Server {
 public:
  explicit HttpServer(ConnectionLimits limits);
  ~HttpServer() override;

  /// Listens on a port, or with 0 on any free one, and returns it; 0 with `errno` set on failure.
  int bind(const std::string& host, int port);
  /// Accepts clients until `stop` is requested; then closes every connection, so that all handlers
  /// that wait for their client end, and returns. Requires: bind() succeeded.
  void serve(const std::stop_token& stop);
  /// The connection whose request this thread answers; null on other threads.
  static Connection* current();

 private:
  class Workers;

  void serve_socket(platform::Socket socket);
  void serve_requests(Connection& connection);
  /// False when nothing further is read from the connection.
  bool answer_next(Connection& connection, bool last);
  /// Closes the oldest connection that waits for its client; false when there is none.
  bool make_room();
  /// Whether there may soon be room: somebody is being closed, or must wait for its client.
  bool may_have_room();
  void close_connections();

  ConnectionLimits limits_;
  SharedRoom room_;
  std::mutex mutex_;
  /// In order of arrival.
  std::list<Connection*> open_;
  bool closing_ = false;
};

}  // namespace yari::web
