/// \file
/// cpp-httplib's server with bounded threads and with connections that cannot starve one another.
#pragma once

#include <httplib.h>

#include <condition_variable>
#include <deque>
#include <list>
#include <mutex>
#include <thread>
#include <vector>

#include "web/connection.h"

namespace yari::web {

/// A thread for each connection up to the limit. When all are taken, the oldest connection that is
/// not being answered is closed; when all are being answered, or take seconds to close, the new
/// client gets a 503.
class HttpServer final : public httplib::Server {
 public:
  explicit HttpServer(ConnectionLimits limits);
  ~HttpServer() override;

  /// Listens on a port, or with 0 on any free one, and returns it; 0 with `errno` set on failure.
  int bind(const std::string& host, int port);
  /// The connection whose request this thread answers; null on other threads.
  static Connection* current();
  /// Closes every connection: all handlers that wait for their client end.
  void close_connections();

 private:
  class Workers;

  bool process_and_close_socket(socket_t socket) override;
  /// Closes the oldest connection that is not being answered; false when there is none.
  bool make_room();
  bool is_closing_any();

  ConnectionLimits limits_;
  std::mutex mutex_;
  /// In order of arrival.
  std::list<Connection*> open_;
  bool closing_ = false;
};

}  // namespace yari::web
