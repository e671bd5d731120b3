/// \file
/// Which files the paths that a user named come to.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace yari {

struct ListedFile {
  /// As it is shown and opened, with slashes, on Windows too; "-" is standard input.
  std::string path;
  /// Found in a folder, not named by the user.
  bool in_folder = false;
  /// Bytes on disk, 0 where that cannot be known.
  std::uint64_t size = 0;
  /// Why there is nothing to open; empty for a file.
  std::string fault;
};

/// Every file that `paths` name, in their order; of a folder all that is in it, sorted by name.
///
/// Hidden files and folders (".name") are skipped, links to folders are not followed. A path
/// that leads nowhere, a folder without files and one that cannot be read are listed with their
/// fault.
std::vector<ListedFile> list_files(const std::vector<std::string>& paths);

}  // namespace yari
