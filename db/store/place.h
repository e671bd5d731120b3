/// \file
/// The place where games are kept: a file, or a database of a PostgreSQL server.
#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include "text/ascii.h"

namespace yari {

/// Whether the text names a database of a server: "postgresql://..." or "postgres://...".
inline bool is_server_url(std::string_view text) {
  const std::string scheme = ascii_lower(text.substr(0, text.find("://")));
  return text.size() >= scheme.size() + 3 && (scheme == "postgresql" || scheme == "postgres");
}
/// The same of what stands after --db; a URL goes through a path unchanged.
inline bool is_server_url(const std::filesystem::path& place) {
  return is_server_url(std::string_view(place.string()));
}

/// A URL, or a list of settings as libpq takes it (PostgreSQL 15, 34.1.1), as it may be shown. What
/// may be a part of a password is left out, also where the text is not written right.
inline std::string without_password(std::string text) {
  if (!is_server_url(std::string_view(text)))
    return text.substr(0, std::min(text.find("pass"), text.find_first_of(":@")));
  const std::size_t scheme = text.find("://");
  std::string query;
  if (const std::size_t mark = text.find('?', scheme); mark != text.npos) {
    // Before an "@", the mark may stand in a password.
    const bool in_password = text.find('@', mark) != text.npos;
    if (!in_password) query = text.substr(mark + 1) + "&";
    text.erase(in_password ? std::min(mark, text.find(':', scheme + 3)) : mark);
  }
  const std::size_t at = text.rfind('@'), colon = text.find(':', scheme + 3);
  if (at != text.npos && colon < at) text.erase(colon, at - colon);
  char mark = '?';
  for (std::size_t end = query.find('&'); end != query.npos; end = query.find('&')) {
    const std::string setting = query.substr(0, end);
    query.erase(0, end + 1);
    for (const char* const shown : {"host=", "port=", "user=", "dbname=", "sslmode="})
      if (setting.starts_with(shown)) text += std::exchange(mark, '&') + setting;
  }
  return text;
}

/// What sentences call the place.
inline std::string name_of_place(const std::filesystem::path& place) {
  return is_server_url(place) ? without_password(place.string()) : place.string();
}

}  // namespace yari
