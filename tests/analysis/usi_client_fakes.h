/// \file
/// Engines that misbehave: shell scripts written into a folder of their own for each test.
#pragma once

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace yari::test {

/// A temporary folder, gone when it goes.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "yari-usi-XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// A USI engine made of shell: every answer can be replaced.
struct Fake {
  std::string on_usi =
      "echo id name Fake 1; echo option name USI_Hash type spin default 1; "
      "echo option name MultiPV type spin default 1; echo usiok";
  std::string on_ready = "echo readyok";
  std::string on_go = "echo info depth 3 score cp 25 nodes 99 pv 7g7f 3c3d; echo bestmove 7g7f";
  std::string on_stop = ":";
  /// Runs before anything else.
  std::string first = ":";
  /// Runs at every line heard, which is "$line".
  std::string on_line = ":";
};

/// Writes the script and returns the command that runs it.
inline std::vector<std::string> write_fake(const TemporaryFolder& folder, const Fake& fake) {
  const std::filesystem::path script = folder.path() / "engine.sh";
  std::ofstream(script) << "cd '" << folder.path().string() << "'\n"
                        << fake.first << "\nwhile read -r line; do\n"
                        << fake.on_line << "\ncase \"$line\" in\n"
                        << "usi) " << fake.on_usi << ";;\n"
                        << "isready) " << fake.on_ready << ";;\n"
                        << "go*) " << fake.on_go << ";;\n"
                        << "stop) " << fake.on_stop << ";;\n"
                        << "quit) exit 0;;\nesac\ndone\n";
  return {"/bin/sh", script.string()};
}

}  // namespace yari::test
