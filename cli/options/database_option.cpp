#include "cli/options/database_option.h"

#include <fmt/format.h>

#include "db/store/place.h"
#include "platform/user.h"

namespace yari::cli {

void DatabaseOption::declare(OptionSet& options) {
  options.text("db", file, "FILE", "the database: a file, or postgresql://...")
      .is(ValueKind::file)
      .assumed("$YARI_DB, else yari.db")
      .from_environment("YARI_DB");
}

std::filesystem::path DatabaseOption::path() const {
  if (file) return *file;
  const std::string named = platform::variable("YARI_DB").value_or("");
  return !named.empty() ? named : "yari.db";
}

bool DatabaseOption::is_there() const {
  return is_server_url(path()) || std::filesystem::exists(path());
}

Database DatabaseOption::open(OpenMode mode) const {
  if (mode != OpenMode::create && !is_there())
    throw Failure(
        fmt::format("there is no database {}: 'yari import' makes one, --db names another",
                    name_of_place(path())));
  return Database(path(), mode);
}

}  // namespace yari::cli
