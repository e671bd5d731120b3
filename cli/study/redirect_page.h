/// \file
/// A page on disk that redirects a browser to an address which nobody else may see.
#pragma once

#include <filesystem>
#include <string>

namespace yari::cli {

/// Every user of the machine can read the arguments of a process. So the browser gets this file,
/// which only this user can read, instead of the address.
class RedirectPage {
 public:
  /// A folder of its own in $XDG_RUNTIME_DIR, or where temporary files are. Throws Failure.
  RedirectPage();
  /// Removes it.
  ~RedirectPage();
  RedirectPage(const RedirectPage&) = delete;
  RedirectPage& operator=(const RedirectPage&) = delete;

  /// Writes the page that redirects to `address`. Throws Failure.
  void write(const std::string& address) const;
  std::filesystem::path path() const { return folder_ / "open-yaribase.html"; }

 private:
  std::filesystem::path folder_;
};

}  // namespace yari::cli
