/// \file
/// The secret of a database, in a file beside it that its user alone can read: by it a browser
/// comes back after the server was started again.
#pragma once

#include <filesystem>
#include <string>

namespace yari::web {

/// "games.db-key" beside "games.db". Made where there is none and `may_make`. Empty where there is
/// none, where others can read it or it is not this user's, and for a database that is no file.
std::string secret_beside(const std::filesystem::path& database, bool may_make);

}  // namespace yari::web
