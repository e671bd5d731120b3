#include "web/guard.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <random>
#include <string_view>

namespace yari::web {

namespace {

constexpr std::size_t longest_path = 256;

std::string random_token() {
  std::random_device device;
  std::string text;
  for (int i = 0; i < 8; ++i) text += fmt::format("{:08x}", device());
  return text;
}

/// In a time that does not depend on where they differ.
bool same_secret(std::string_view a, std::string_view b) {
  unsigned difference = a.size() == b.size() ? 0 : 1;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
    difference |= static_cast<unsigned char>(a[i] ^ b[i]);
  return difference == 0 && !a.empty();
}

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

}  // namespace

bool is_loopback(const std::string& host) { return host == "127.0.0.1" || host == "::1"; }

std::string authority(const std::string& host, int port) {
  const bool six = host.find(':') != host.npos;
  return six ? fmt::format("[{}]:{}", host, port) : fmt::format("{}:{}", host, port);
}

Guard::Guard(Policy policy)
    : policy_(std::move(policy)), session_(random_token()), token_(random_token()) {}

std::string Guard::first_address() const {
  const std::string address = "http://" + authority(policy_.host, policy_.port) + "/";
  return policy_.password.empty() ? address + "?token=" + token_ : address;
}

std::optional<Refusal> Guard::refuse(const httplib::Request& request) {
  if (auto refusal = refuse_shape(request)) return refusal;
  if (auto refusal = refuse_site(request)) return refusal;
  return refuse_stranger(request);
}

std::optional<Refusal> Guard::refuse_shape(const httplib::Request& request) const {
  if (request.path.size() > longest_path) return Refusal{414, "the path is too long"};
  if (request.has_header("Transfer-Encoding")) return Refusal{411, "a body needs a Content-Length"};
  if (request.has_header("Content-Encoding")) return Refusal{415, "compressed bodies are not read"};
  if (request.get_header_value_count("Content-Length") > 1)
    return Refusal{400, "more than one Content-Length"};
  const std::string length = request.get_header_value("Content-Length");
  if (!std::ranges::all_of(length, [](char c) { return c >= '0' && c <= '9'; }))
    return Refusal{400, "Content-Length is not a number"};
  if (length.size() > 12 || (!length.empty() && std::stoull(length) > policy_.body_bytes))
    return Refusal{413, fmt::format("bodies may have {} bytes", policy_.body_bytes)};
  if (is_safe(request.method) && !length.empty() && length != "0")
    return Refusal{400, request.method + " takes no body"};
  return std::nullopt;
}

bool Guard::is_own_host(const std::string& host) const {
  if (host == authority(policy_.host, policy_.port)) return true;
  if (is_loopback(policy_.host)) return host == authority("localhost", policy_.port);
  // A machine has many names; the password, which browsers keep for each, protects it.
  return !host.empty();
}

std::optional<Refusal> Guard::refuse_site(const httplib::Request& request) const {
  const std::string host = request.get_header_value("Host");
  if (request.get_header_value_count("Host") != 1 || !is_own_host(host))
    return Refusal{403, "this server has another name"};
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

std::optional<Refusal> Guard::refuse_stranger(const httplib::Request& request) const {
  if (policy_.password.empty()) {
    if (has_cookie(request)) return std::nullopt;
    return Refusal{403, "open the address that 'yari serve' printed"};
  }
  if (has_password(request)) return std::nullopt;
  return Refusal{401, "the password is missing or wrong"};
}

std::string Guard::cookie_name() const { return fmt::format("yari_{}", policy_.port); }

bool Guard::has_cookie(const httplib::Request& request) const {
  const std::string wanted = cookie_name() + "=";
  for (std::size_t n = 0; n < request.get_header_value_count("Cookie"); ++n) {
    const std::string cookies = request.get_header_value("Cookie", n);
    for (std::string_view rest = cookies; !rest.empty();) {
      const std::string_view cookie = rest.substr(0, rest.find(';'));
      rest.remove_prefix(std::min(cookie.size() + 1, rest.size()));
      rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
      if (cookie.starts_with(wanted) && same_secret(cookie.substr(wanted.size()), session_))
        return true;
    }
  }
  return false;
}

bool Guard::has_password(const httplib::Request& request) const {
  const std::string header = request.get_header_value("Authorization");
  constexpr std::string_view scheme = "Basic ";
  if (!header.starts_with(scheme)) return false;
  const std::string both = decode_base64(std::string_view(header).substr(scheme.size()));
  const std::size_t colon = both.find(':');
  return colon != both.npos &&
         same_secret(std::string_view(both).substr(colon + 1), policy_.password);
}

bool Guard::accept_token(const httplib::Request& request, httplib::Response& response) {
  if (!policy_.password.empty() || request.path != "/" || !request.has_param("token") ||
      refuse_shape(request) || refuse_site(request))
    return false;
  const std::lock_guard lock(mutex_);
  const bool fresh = same_secret(request.get_param_value("token"), token_);
  if (!fresh && !has_cookie(request)) return false;
  if (fresh) {
    token_.clear();
    response.set_header("Set-Cookie", fmt::format("{}={}; Path=/; HttpOnly; SameSite=Strict",
                                                  cookie_name(), session_));
  }
  response.set_redirect("/", 303);
  return true;
}

}  // namespace yari::web
