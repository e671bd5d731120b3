/// \file
/// Databases that a target changes: made once, and a new copy for each input.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "db/database.h"

namespace yari::fuzz {

/// The bytes of a file in which `fill` put something.
std::string database_bytes(const std::function<void(Database&)>& fill);

/// A file that is removed at the end.
class DatabaseFile {
 public:
  explicit DatabaseFile(std::string_view bytes);
  ~DatabaseFile();
  DatabaseFile(const DatabaseFile&) = delete;
  DatabaseFile& operator=(const DatabaseFile&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace yari::fuzz
