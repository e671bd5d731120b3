/// \file
/// What a connection is made with: what the user wrote, and what a map of servers may say.
#pragma once

#include <string>
#include <utility>
#include <vector>

struct pg_conn;

namespace yari::pg {

/// Keywords of libpq and their values (PostgreSQL 15, 34.1.2).
using Settings = std::vector<std::pair<std::string, std::string>>;

/// The value of a keyword; empty when it is not set.
std::string value_of(const Settings& settings, std::string_view keyword);

/// Reads "postgresql://..." or a list of settings. Throws DatabaseError with a sentence that shows
/// nothing of the text, which may have a password anywhere when it is not written right.
Settings read_settings(const std::string& url);

/// What a connection was made with, in the end: what was not set comes from the environment, a
/// service or libpq itself.
Settings settings_in_use(pg_conn* connection);

/// As libpq reads a list of settings; it has whatever password there is.
std::string text_of(const Settings& settings);

/// What a map of servers keeps of a URL: host, port, user and database, and two settings that make
/// a connection stricter. Passwords, files and whatever else is the user's own are left out.
std::string map_entry(const std::string& url);

/// Where the user's own connection, to the home, leads.
struct HomeServer {
  Settings settings;
  /// "verify-full", wherever it was set.
  std::string sslmode;
  bool is_local = false;
};

/// What a connection to a server of the map is made with: the place comes from the map, everything
/// else from the user. The map lies in a database, which somebody else may have written: an entry
/// with any other setting is refused, and so is one that leads to a socket of this machine when the
/// home is elsewhere. TLS is never weaker than with the home. The password of the home, in its URL
/// or PGPASSWORD, is not sent: the file of passwords must name the host. Throws DatabaseError.
Settings settings_of_entry(const std::string& entry, const HomeServer& home);

}  // namespace yari::pg
