/// \file
/// `yari serve`: a database as a page and a JSON API on this machine.
///
/// docs/serve.md describes the page and what keeps strangers out, docs/api.md the API.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "web/http/serve_options.h"

namespace yari::web {

class WebServer {
 public:
  /// Opens the database and listens. Throws ServeFailure, or DatabaseError.
  explicit WebServer(ServeOptions options);
  ~WebServer();

  int port() const;
  /// "http://127.0.0.1:8020/", and with a code "http://127.0.0.1:8020/#code=...".
  std::string address(const std::optional<std::string>& code = {}) const;
  /// A code that one browser or program trades for the key of this server; no value with a
  /// password. When it is traded, `when_used` is called on another thread, and destroyed; that of a
  /// code that nobody uses is destroyed with the server.
  std::optional<std::string> new_code(std::function<void()> when_used = {});
  /// The address to open first: with a new code, unless there is a password.
  std::string address_with_code() { return address(new_code()); }
  /// Answers requests until `stop` is requested, ends running searches and returns.
  void run(const std::stop_token& stop);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace yari::web
