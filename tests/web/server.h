/// \file
/// A server over a small database, and clients for it.
#pragma once

#include <httplib.h>

#include <filesystem>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "tests/cli/program.h"
#include "web/web_server.h"

namespace yari::test {

using Json = nlohmann::ordered_json;

/// The sentences with which requests were refused.
struct Refusals {
  std::mutex mutex;
  std::set<std::string> sentences;
};

/// Serves a database of the samples until the end of its life. At its end, each sentence that it
/// refused a client with must have Japanese.
class TestServer {
 public:
  explicit TestServer(web::ServeOptions options = {});
  ~TestServer();

  int port() const { return server_->port(); }
  /// With a new code each time.
  std::string first_address() { return server_->address_with_code(); }
  /// A client without a key.
  httplib::Client stranger() const;
  /// A client with the key that a code gave.
  httplib::Client client();
  /// What the header of that name says in requests that are let in.
  std::string authorization();
  /// The parsed answer of a GET that must be 200.
  Json get(const std::string& path);
  /// The parsed answer of a POST of JSON that must have this status.
  Json post(const std::string& path, const std::string& body, int status = 200);
  /// The objects of an NDJSON answer that must be 200.
  std::vector<Json> lines(const std::string& path);
  /// Asks the server to stop, and waits until it has.
  void stop();

  const std::filesystem::path& database() const { return database_; }

 private:
  TemporaryFolder folder_;
  std::filesystem::path database_;
  std::unique_ptr<web::WebServer> server_;
  std::stop_source stop_;
  std::thread thread_;
  std::string authorization_;
  std::shared_ptr<Refusals> refusals_ = std::make_shared<Refusals>();
};

}  // namespace yari::test
