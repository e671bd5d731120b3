#include "web/http/guard.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace yari::web {

namespace {

constexpr std::size_t longest_path = 256;
/// {"code": "..."} or {"proof": "..."}
constexpr std::size_t longest_trade = 1024;

/// Base64 without white space; stops at what is not base64.
std::string decode_base64(std::string_view text) {
  constexpr std::string_view signs =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  unsigned bits = 0;
  int held = 0;
  for (const char c : text) {
    const std::size_t value = signs.find(c);
    if (value == signs.npos) break;
    bits = bits << 6 | static_cast<unsigned>(value);
    held += 6;
    if (held >= 8) {
      held -= 8;
      out += static_cast<char>(bits >> held & 0xFF);
    }
  }
  return out;
}

bool is_safe(std::string_view method) { return method == "GET" || method == "HEAD"; }

bool is_known(std::string_view method) {
  constexpr std::array<std::string_view, 7> methods{"GET",   "HEAD",   "POST",   "PUT",
                                                    "PATCH", "DELETE", "OPTIONS"};
  return std::ranges::find(methods, method) != methods.end();
}

/// What stands after "Bearer " or "Basic " in `Authorization`; no value with another scheme.
std::optional<std::string> credentials(const httplib::Request& request, std::string_view scheme) {
  const std::string header = request.get_header_value("Authorization");
  if (!header.starts_with(scheme)) return std::nullopt;
  return header.substr(scheme.size());
}

std::string password_of(const std::string& credentials) {
  const std::string both = decode_base64(credentials);
  const std::size_t colon = both.find(':');
  return colon == both.npos ? std::string() : both.substr(colon + 1);
}

}  // namespace

bool is_loopback(const std::string& host) { return host == "127.0.0.1" || host == "::1"; }

std::string authority(const std::string& host, int port) {
  const bool six = host.find(':') != host.npos;
  return six ? fmt::format("[{}]:{}", host, port) : fmt::format("{}:{}", host, port);
}

std::string Guard::address(const std::optional<std::string>& code) const {
  const std::string page = "http://" + authority(policy_.host, policy_.port) + "/";
  return code ? page + "#code=" + *code : page;
}

std::optional<std::string> Guard::new_code(std::function<void()> when_used) {
  if (!policy_.password.empty()) return std::nullopt;
  return sessions_.new_code(std::move(when_used));
}

std::optional<Refusal> Guard::refuse(const httplib::Request& request, const std::string& client) {
  if (auto refusal = refuse_shape(request)) return refusal;
  if (auto refusal = refuse_site(request)) return refusal;
  return refuse_stranger(request, client);
}

std::optional<Refusal> Guard::refuse_shape(const httplib::Request& request) const {
  if (!is_known(request.method)) return Refusal{405, "there is no such method here"};
  if (request.path.size() > longest_path) return Refusal{414, "the path is too long"};
  if (request.has_header("Transfer-Encoding")) return Refusal{411, "a body needs a Content-Length"};
  if (request.has_header("Content-Encoding")) return Refusal{415, "compressed bodies are not read"};
  // RequestHead keeps no other type.
  if (request.has_header("Content-Type"))
    return Refusal{415, "bodies in several parts are not read"};
  return refuse_length(request);
}

std::optional<Refusal> Guard::refuse_length(const httplib::Request& request) const {
  if (request.get_header_value_count("Content-Length") > 1)
    return Refusal{400, "more than one Content-Length"};
  const std::string length = request.get_header_value("Content-Length");
  const bool takes_body = !is_safe(request.method) && request.method != "OPTIONS";
  // Without a Content-Length the library waits for a body, except with DELETE.
  if (takes_body && request.method != "DELETE" && length.empty())
    return Refusal{411, "a body needs a Content-Length, which may be 0"};
  if (!std::ranges::all_of(length, [](char c) { return c >= '0' && c <= '9'; }))
    return Refusal{400, "Content-Length is not a number"};
  const std::size_t most = request.path == session_path ? longest_trade : policy_.body_bytes;
  if (length.size() > 12 || (!length.empty() && std::stoull(length) > most))
    return Refusal{413, fmt::format("bodies may have {} bytes", most)};
  if (!takes_body && !length.empty() && std::stoull(length) > 0)
    return Refusal{400, request.method + " takes no body"};
  return std::nullopt;
}

bool Guard::is_own_host(const std::string& host) const {
  if (host == authority(policy_.host, policy_.port)) return true;
  // "localhost" may lead a browser to [::1] or to 127.0.0.1, where another user can listen on the
  // same port: one origin of two servers. The page is sent to its one name instead.
  if (is_loopback(policy_.host)) return false;
  // A machine has many names; the password, which browsers keep for each, protects it.
  return !host.empty();
}

bool Guard::wants_own_name(const httplib::Request& request) const {
  return is_loopback(policy_.host) && is_safe(request.method) && request.path == "/" &&
         request.get_header_value("Host") == authority("localhost", policy_.port);
}

std::optional<Refusal> Guard::refuse_site(const httplib::Request& request) const {
  const std::string host = request.get_header_value("Host");
  if (request.get_header_value_count("Host") != 1 || !is_own_host(host))
    return Refusal{403, "this server has another name: " + address()};
  const std::string origin = request.get_header_value("Origin");
  if (!origin.empty() && origin != "http://" + host && origin != "https://" + host)
    return Refusal{403, "other web sites may not ask"};
  const std::string site = request.get_header_value("Sec-Fetch-Site");
  const bool navigates = request.get_header_value("Sec-Fetch-Mode") == "navigate";
  if (!site.empty() && site != "same-origin" && site != "none" &&
      !(navigates && is_safe(request.method) && request.path == "/"))
    return Refusal{403, "other web sites may not ask"};
  return std::nullopt;
}

bool Guard::is_open(const httplib::Request& request) const {
  if (request.method == "POST") return request.path == session_path;
  return is_safe(request.method) &&
         (request.path == session_path || policy_.page_paths.contains(request.path));
}

std::optional<Refusal> Guard::refuse_stranger(const httplib::Request& request,
                                              const std::string& client) {
  if (policy_.password.empty()) {
    if (is_open(request)) return std::nullopt;
    const auto key = credentials(request, "Bearer ");
    if (key && sessions_.is_key(*key)) return std::nullopt;
    return Refusal{401, "open the address that 'yari serve' printed"};
  }
  const auto given = credentials(request, "Basic ");
  if (!given) return Refusal{401, "the password is missing"};
  switch (brake_.judge(client, same_secret(password_of(*given), policy_.password))) {
    case GuessBrake::Verdict::right:
      return std::nullopt;
    case GuessBrake::Verdict::wrong:
      return Refusal{401, "the password is wrong"};
    default:
      return Refusal{429, "too many wrong passwords: wait some seconds"};
  }
}

}  // namespace yari::web
