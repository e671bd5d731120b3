// libpq parses the text; this file decides which settings are used.
#include "db/store/postgres/server/server_url.h"

#include <fmt/format.h>
#include <libpq-fe.h>

#include <algorithm>
#include <array>
#include <memory>
#include <new>
#include <string_view>

#include "db/store/error.h"
#include "text/ascii.h"

namespace yari::pg {

namespace {

constexpr std::array<std::string_view, 6> of_map{"host",   "port",    "user",
                                                 "dbname", "sslmode", "target_session_attrs"};
/// From the weakest on.
constexpr std::array<std::string_view, 6> ssl_modes{"disable", "allow",     "prefer",
                                                    "require", "verify-ca", "verify-full"};
/// The settings of the user that apply to the home server alone.
constexpr std::array<std::string_view, 8> of_home{
    "host",       "hostaddr", "port", "user", "dbname", "password", "target_session_attrs",
    "requirepeer"};

constexpr const char* unreadable =
    "the address of the server cannot be read: expected postgresql://USER@HOST:PORT/DATABASE; in a "
    "password : / @ ? # % are written %3A %2F %40 %3F %23 %25, or keep it in ~/.pgpass";

template <std::size_t N>
bool contains(const std::array<std::string_view, N>& words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

/// An "@" that libpq would take for a part of the host or the database belongs to a password.
bool has_stray_at(std::string_view url) {
  std::string_view place = url.substr(url.find("://") + 3);
  place = place.substr(0, place.find('?'));
  const std::size_t at = place.rfind('@');
  return at != place.npos && (place.find('@') != at || place.find('/') < at);
}

std::string percent_encoded(std::string_view text) {
  std::string all;
  for (const char c : text) {
    const bool is_plain =
        is_letter(c) || is_digit(c) || c == '-' || c == '_' || c == '.' || c == '~';
    all += is_plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return all;
}

/// The settings of a list that libpq has made, which is freed.
Settings taken_from(PQconninfoOption* options) {
  const auto free = [](PQconninfoOption* all) { PQconninfoFree(all); };
  const std::unique_ptr<PQconninfoOption, decltype(free)> all(options, free);
  Settings settings;
  for (const PQconninfoOption* o = options; o->keyword != nullptr; ++o)
    if (o->val != nullptr) settings.emplace_back(o->keyword, o->val);
  return settings;
}

std::size_t strength(std::string_view ssl_mode) {
  return static_cast<std::size_t>(std::ranges::find(ssl_modes, ssl_mode) - ssl_modes.begin());
}

/// Whether one of the hosts, which are separated by commas, is a socket of this machine.
bool has_socket(std::string_view hosts) {
  for (;;) {
    const std::size_t comma = hosts.find(',');
    const std::string_view host = hosts.substr(0, comma);
    if (host.empty() || host.front() == '/' || host.front() == '@') return true;
    if (comma == hosts.npos) return false;
    hosts.remove_prefix(comma + 1);
  }
}

}  // namespace

std::string value_of(const Settings& settings, std::string_view keyword) {
  std::string value;
  for (const auto& [key, text] : settings)
    if (key == keyword) value = text;
  return value;
}

Settings read_settings(const std::string& url) {
  std::string text = url;
  const std::size_t scheme = text.find("://");
  if (scheme != text.npos) text.replace(0, scheme, ascii_lower(url.substr(0, scheme)));
  char* why = nullptr;
  PQconninfoOption* const options = PQconninfoParse(text.c_str(), &why);
  // libpq shows the part that it cannot read.
  PQfreemem(why);
  if (options == nullptr) throw DatabaseError(unreadable);
  Settings settings = taken_from(options);
  if (scheme != text.npos && has_stray_at(text)) throw DatabaseError(unreadable);
  return settings;
}

Settings settings_in_use(pg_conn* connection) {
  PQconninfoOption* const options = PQconninfo(connection);
  if (options == nullptr) throw std::bad_alloc();
  return taken_from(options);
}

std::string text_of(const Settings& settings) {
  std::string all;
  for (const auto& [keyword, value] : settings) {
    all += keyword + "='";
    for (const char c : value)
      all += c == '\'' || c == '\\' ? std::string{'\\', c} : std::string{c};
    all += "' ";
  }
  return all;
}

std::string map_entry(const std::string& url) {
  const Settings settings = read_settings(url);
  const auto value = [&](const char* keyword) { return value_of(settings, keyword); };
  const std::string host = value("host"), port = value("port"), user = value("user");
  // Several hosts, sockets and addresses of IPv6 do not fit before the path.
  const bool is_plain = host.find_first_of(",/:@") == host.npos && port.find(',') == port.npos;
  std::string entry = "postgresql://", query;
  const auto add = [&](const char* keyword, const std::string& text) {
    if (!text.empty())
      query += fmt::format("{}{}={}", query.empty() ? '?' : '&', keyword, percent_encoded(text));
  };
  if (is_plain) {
    if (!user.empty()) entry += percent_encoded(user) + "@";
    entry += percent_encoded(host) + (port.empty() ? "" : ":" + port);
  } else {
    add("user", user);
    add("host", host);
    add("port", port);
  }
  add("sslmode", value("sslmode"));
  add("target_session_attrs", value("target_session_attrs"));
  return entry + "/" + percent_encoded(value("dbname")) + query;
}

Settings settings_of_entry(const std::string& entry, const HomeServer& home) {
  const Settings own = read_settings(entry);
  for (const auto& [keyword, value] : own)
    if (!contains(of_map, keyword))
      throw DatabaseError(
          fmt::format("the map of servers sets {}; only host, port, user, dbname, sslmode and "
                      "target_session_attrs may stand there, the rest stands in --db",
                      keyword));
  if (has_socket(value_of(own, "host")) && !home.is_local)
    throw DatabaseError("the map of servers leads to a socket of this machine, or to no host");
  Settings all;
  for (const auto& setting : home.settings)
    if (!contains(of_home, setting.first)) all.push_back(setting);
  // What is empty is not taken from the environment or a service.
  all.insert(all.end(), {{"hostaddr", ""}, {"password", ""}});
  all.insert(all.end(), own.begin(), own.end());
  const std::string mode = value_of(own, "sslmode");
  // The last value of a keyword counts.
  if (!mode.empty() && strength(mode) < strength(home.sslmode))
    all.emplace_back("sslmode", home.sslmode);
  return all;
}

}  // namespace yari::pg
