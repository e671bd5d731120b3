/// \file
/// Who may ask the server what: keeps other machines, other users and other web sites out.
#pragma once

#include <httplib.h>

#include <functional>
#include <optional>
#include <set>
#include <string>

#include "web/http/guess_brake.h"
#include "web/http/sessions.h"

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
///   rebinding).
/// - `Origin` and `Sec-Fetch-Site` must be this site's, where a browser sends them.
/// - A key or a password must show that the client belongs to who started the server. Without a
///   password the files of the page are open: they say nothing of the database.
/// - Methods, paths, bodies and their encodings are bounded.
class Guard {
 public:
  struct Policy {
    std::string host;
    int port = 0;
    /// Empty: codes and a key.
    std::string password;
    std::size_t body_bytes = 0;
    /// Paths that need no key when there is no password: the files of the page.
    std::set<std::string> page_paths{};
  };

  explicit Guard(Policy policy) : policy_(std::move(policy)) {}

  /// "http://127.0.0.1:8020/", and with a code "http://127.0.0.1:8020/#code=...": no browser sends
  /// what stands after the #.
  std::string address(const std::optional<std::string>& code = {}) const;
  /// A code that is good as long as the server runs, with `when_used` once: that is called when it
  /// is traded. No value with a password.
  std::optional<std::string> new_code(std::function<void()> when_used = {});
  /// Trades a code for the key.
  std::optional<std::string> trade(std::string_view code) { return sessions_.trade(code); }
  Sessions& sessions() { return sessions_; }
  /// Whether the request comes for the page by another name of this machine: `address` is the one.
  bool wants_own_name(const httplib::Request& request) const;
  /// No value: the request may be answered. `client`: the address from which it comes.
  std::optional<Refusal> refuse(const httplib::Request& request, const std::string& client);

 private:
  std::optional<Refusal> refuse_shape(const httplib::Request& request) const;
  std::optional<Refusal> refuse_length(const httplib::Request& request) const;
  std::optional<Refusal> refuse_site(const httplib::Request& request) const;
  std::optional<Refusal> refuse_stranger(const httplib::Request& request,
                                         const std::string& client);
  bool is_own_host(const std::string& host) const;
  bool is_open(const httplib::Request& request) const;

  Policy policy_;
  Sessions sessions_;
  GuessBrake brake_;
};

/// Where a code is traded for the key, and where a browser that was let in before comes back.
inline constexpr const char* session_path = "/api/session";

/// Whether only programs of this machine can reach the address.
bool is_loopback(const std::string& host);

/// "127.0.0.1:8020", "[::1]:8020".
std::string authority(const std::string& host, int port);

}  // namespace yari::web
