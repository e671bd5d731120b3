/// \file
/// `yari serve`: a database as a page and a JSON API on this machine.
///
/// docs/serve.md describes the page and what keeps strangers out, docs/api.md the API.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <vector>

#include "analysis/engine/engine.h"

namespace yari::web {

/// An engine that clients may choose.
struct NamedEngine {
  std::string name;
  /// May throw EngineFailure.
  std::function<std::unique_ptr<Engine>()> make;
};

struct ServeOptions {
  std::filesystem::path database;
  /// The address to listen on. Any but 127.0.0.1 and ::1 needs a password.
  std::string host = "127.0.0.1";
  /// 0: any free port.
  int port = 8020;
  /// Not empty: clients send it (HTTP Basic, any user name) in place of a key.
  std::string password;
  /// False: the database is opened read-only and requests that change it are refused.
  bool writes = true;
  /// The game that the page shows first.
  Variant variant = Variant::yari;
  /// One or more; the first is taken where a client does not choose.
  std::vector<NamedEngine> engines;
  /// Of the program, as the API reports it.
  std::string version;
  /// Development only: the page's files are read from this folder for every request.
  std::filesystem::path page_folder;
};

/// The address cannot be listened on, or the options do not go together.
class ServeFailure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

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
