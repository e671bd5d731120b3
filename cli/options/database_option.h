/// \file
/// Which database: a group of one option that most commands share.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "cli/options/options.h"
#include "db/database.h"

namespace yari::cli {

/// `--db`, else $YARI_DB, else yari.db in the current folder.
struct DatabaseOption {
  std::optional<std::string> file;

  void declare(OptionSet& options);
  std::filesystem::path path() const;
  /// Of a server's database it is not known before it is opened: true.
  bool is_there() const;
  /// Throws Failure when there is none (unless `mode` creates it), DatabaseError as Database does.
  Database open(OpenMode mode) const;
};

}  // namespace yari::cli
