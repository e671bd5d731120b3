/// \file
/// A file that leads a browser to an address which nobody else may see.
#pragma once

#include <filesystem>
#include <string>

namespace yari::cli {

/// Every user of the machine can read the arguments of a process. So the browser gets this file,
/// which only this user can read, instead of the address.
class DoorFile {
 public:
  /// A folder of its own in $XDG_RUNTIME_DIR, or where temporary files are. Throws Failure.
  DoorFile();
  /// Removes it.
  ~DoorFile();
  DoorFile(const DoorFile&) = delete;
  DoorFile& operator=(const DoorFile&) = delete;

  /// Writes the page that leads to `address`. Throws Failure.
  void lead_to(const std::string& address) const;
  std::filesystem::path path() const { return folder_ / "open-yaribase.html"; }

 private:
  std::filesystem::path folder_;
};

}  // namespace yari::cli
