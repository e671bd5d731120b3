/// \file
/// A file that leads a browser to an address which nobody else may see.
#pragma once

#include <filesystem>
#include <string>

namespace yari::cli {

/// What a program is started with, every user of the machine can read: this file, which this user
/// alone can, is given to the browser in the place of the address.
class DoorFile {
 public:
  /// A folder of its own in $XDG_RUNTIME_DIR, or where temporary files are. Throws Failure.
  DoorFile();
  ~DoorFile();
  DoorFile(const DoorFile&) = delete;
  DoorFile& operator=(const DoorFile&) = delete;

  /// Writes the page that leads to `address`. Throws Failure.
  void lead_to(const std::string& address) const;
  /// Removes the file. Safe from any thread, and twice.
  void remove() const;
  std::filesystem::path path() const { return folder_ / "open-yaribase.html"; }

 private:
  std::filesystem::path folder_;
};

}  // namespace yari::cli
