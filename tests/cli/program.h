/// \file
/// The real program, run as a user runs it.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace yari::test {

/// What a finished program left behind.
struct Outcome {
  /// Exit code, or 1000 + the signal that ended it.
  int code = -1;
  std::string out;
  std::string err;
  /// The most memory that it had at a time, in MiB; at least what the test itself had when it
  /// started it.
  long peak_mib = 0;

  /// Every line of `out`, read as JSON. Fails the test when one is not.
  std::vector<nlohmann::json> json() const;
  /// The only object there is. Fails the test when there are more or none.
  nlohmann::json object() const;
  std::vector<std::string> lines() const;
};

struct RunOptions {
  std::string input = {};
  /// Set beside what the test itself has; YARI_DB, YARI_VARIANT and NO_COLOR are never handed on,
  /// and YARI_CONFIG is empty: no configuration file is read.
  std::vector<std::pair<std::string, std::string>> environment = {};
  std::filesystem::path folder = {};
  /// Where standard output goes instead of into `out`; empty: into `out`.
  std::string out_file = {};
  /// Close the reading end of standard output at once, as `| true` does.
  bool closed_pipe = false;
  /// Of the terminal.
  int columns = 80;
  /// SIGINT is sent as soon as there is such a file; never with an empty name.
  std::filesystem::path interrupt_at_file = {};
  /// SIGINT is sent after the first output.
  bool interrupt_at_output = false;
};

/// Runs `yari` with these words and waits for its end, ten minutes at most.
Outcome yari(const std::vector<std::string>& words, const RunOptions& options = {});
/// The same on a terminal: `out` contains what a person sees there, both streams, with CR LF.
/// No pager runs, unless the environment of `options` names one.
Outcome yari_on_terminal(const std::vector<std::string>& words, const RunOptions& options = {});
/// Any program, looked up in PATH. Like yari(), may be called by several threads at once: Catch's
/// macros may not. Throws std::system_error.
Outcome run_program(const std::string& program, const std::vector<std::string>& words,
                    const RunOptions& options = {});

/// For the PATH of a shell: the folder of `yari`, and those of the system.
std::string path_with_yari();

/// Starts a program, `words[0]`, looked up in PATH, on these streams, with the environment, folder
/// and `out_file` of `options`, and does not wait for it. Throws std::system_error.
pid_t start_program(std::vector<std::string> words, const RunOptions& options, int in, int out,
                    int err);
/// What Outcome::code is, of the status that wait() gave.
int exit_code_of(int wait_status);

/// A folder of its own for a test, removed with all that is in it.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  /// Writes a file and returns its path.
  std::string file(const std::string& name, const std::string& content) const;
  std::string operator/(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

/// A folder of its own, in which the program runs.
struct ProgramFolder {
  TemporaryFolder folder;
  RunOptions here{.folder = folder.path()};

  Outcome run(const std::vector<std::string>& words) const { return yari(words, here); }
};

}  // namespace yari::test
