/// \file
/// Who may ask the server what: keeps other machines, other users and other web sites out.
#pragma once

#include <httplib.h>

#include <mutex>
#include <optional>
#include <string>

namespace yari::web {

/// Why a request is refused.
struct Refusal {
  int status = 403;
  /// One sentence.
  std::string message;
};

/// Checks requests before anything of them is answered or their body is read.
///
/// - `Host` must be the address served, so that no name of a stranger's points here (DNS
/// rebinding).
/// - `Origin` and `Sec-Fetch-Site` must be this site's, where a browser sends them.
/// - A cookie or a password must show that the client belongs to who started the server.
/// - Paths, bodies and their encodings are bounded.
class Guard {
 public:
  struct Policy {
    std::string host;
    int port = 0;
    /// Empty: a token and a cookie.
    std::string password;
    std::size_t body_bytes = 0;
  };

  explicit Guard(Policy policy);

  /// "http://127.0.0.1:8020/?token=...", without the token where there is a password.
  std::string first_address() const;
  /// No value: the request may be answered.
  std::optional<Refusal> refuse(const httplib::Request& request);
  /// A request for the first address: trades the token for a cookie. True when `response` is the
  /// whole answer.
  bool accept_token(const httplib::Request& request, httplib::Response& response);

 private:
  std::optional<Refusal> refuse_shape(const httplib::Request& request) const;
  std::optional<Refusal> refuse_site(const httplib::Request& request) const;
  std::optional<Refusal> refuse_stranger(const httplib::Request& request) const;
  bool is_own_host(const std::string& host) const;
  bool has_cookie(const httplib::Request& request) const;
  bool has_password(const httplib::Request& request) const;
  std::string cookie_name() const;

  Policy policy_;
  std::string session_;
  std::mutex mutex_;
  /// Empty once it was used.
  std::string token_;
};

/// Whether only programs of this machine can reach the address.
bool is_loopback(const std::string& host);

/// "127.0.0.1:8020", "[::1]:8020".
std::string authority(const std::string& host, int port);

}  // namespace yari::web
