/// \file
/// A shell that a person uses: on a pseudo terminal, with keys.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace yari::test {

/// bash, zsh or fish, started in `folder` without any configuration of the user's.
///
/// Like run_program(), it fails by exceptions alone.
class ShellSession {
 public:
  /// `path`: the only folders with programs.
  ShellSession(const std::string& shell, const std::filesystem::path& folder,
               const std::string& path);
  /// Ends the shell.
  ~ShellSession();
  ShellSession(const ShellSession&) = delete;
  ShellSession& operator=(const ShellSession&) = delete;

  /// Types `keys`, as they are: "\t" is TAB, "\r" Enter.
  void type(std::string_view keys);
  /// Reads until the terminal has shown `text`; false after half a minute.
  bool shows(std::string_view text);
  /// Reads until there is such a file; false after half a minute.
  bool waits_for(const std::filesystem::path& file);
  /// All that it has shown so far.
  const std::string& screen() const { return screen_; }

 private:
  /// Reads what there is, waiting a moment for it.
  void read_some();

  int terminal_ = -1;
  int pid_ = -1;
  std::string screen_;
};

}  // namespace yari::test
