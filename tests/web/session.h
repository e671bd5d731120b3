/// \file
/// How a program is let in by the address that a server prints.
#pragma once

#include <httplib.h>

#include <nlohmann/json.hpp>
#include <string>

namespace yari::test {

/// "http://127.0.0.1:8020" of a printed address.
inline std::string origin_of(const std::string& address) {
  return address.substr(0, address.find("/#code="));
}

/// Trades the code of a printed address: what the header `Authorization` must say from then on, or
/// nothing when the code was used before.
inline std::string authorization_for(const std::string& address) {
  const std::string mark = "#code=";
  const std::string code = address.substr(address.find(mark) + mark.size());
  httplib::Client client(origin_of(address));
  const auto answer =
      client.Post("/api/session", nlohmann::json{{"code", code}}.dump(), "application/json");
  if (!answer || answer->status != 200) return "";
  return "Bearer " + nlohmann::json::parse(answer->body)["key"].get<std::string>();
}

}  // namespace yari::test
