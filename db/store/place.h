/// \file
/// The place where games are kept: a file, or a database of a PostgreSQL server.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace yari {

/// Whether the text names a database of a server: "postgresql://..." or "postgres://...".
inline bool is_server_url(std::string_view text) {
  return text.starts_with("postgresql://") || text.starts_with("postgres://");
}
/// The same of what stands after --db; a URL goes through a path unchanged.
inline bool is_server_url(const std::filesystem::path& place) {
  return is_server_url(std::string_view(place.native()));
}

/// A URL, or a list of settings as libpq takes it (PostgreSQL 15, 34.1.1), without its password.
inline std::string without_password(std::string url) {
  // postgresql://user:password@host
  if (const std::size_t scheme = url.find("://"); scheme != url.npos) {
    const std::size_t host = url.find_first_of("/?", scheme + 3);
    const std::size_t at = url.substr(0, host).rfind('@');
    const std::size_t colon = url.find(':', scheme + 3);
    if (at != url.npos && colon < at) url.erase(colon, at - colon);
  }
  // ?password=..., and password=... or password='...' in a list
  for (std::size_t from = url.find("password="); from != url.npos;
       from = url.find("password=", from)) {
    const bool is_quoted = url.compare(from + 9, 1, "'") == 0;
    const std::size_t end = is_quoted ? url.find('\'', from + 10) : url.find_first_of("& ", from);
    url.erase(from, end == url.npos ? end : end - from + 1);
  }
  return url;
}

/// What sentences call the place.
inline std::string name_of_place(const std::filesystem::path& place) {
  return is_server_url(place) ? without_password(place.string()) : place.string();
}

}  // namespace yari
