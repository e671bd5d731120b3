/// \file
/// `yari serve` in a process of its own: its memory can be measured, and its end noticed.
#pragma once

#include <sys/types.h>

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "tests/cli/program.h"

namespace yari::test {

/// Serves a database of the samples. Fails the test when it does not begin.
class ServedProcess {
 public:
  /// `environment`: set beside that of the test.
  explicit ServedProcess(const std::vector<std::string>& words = {},
                         const std::vector<std::pair<std::string, std::string>>& environment = {});
  /// Kills it.
  ~ServedProcess();
  ServedProcess(const ServedProcess&) = delete;
  ServedProcess& operator=(const ServedProcess&) = delete;

  pid_t pid() const { return pid_; }
  int port() const { return printed_["port"]; }
  /// What `--json` printed.
  const nlohmann::json& printed() const { return printed_; }
  /// Trades the printed code, once.
  const std::string& authorization();
  /// "GET /api/about HTTP/1.1" and what every request needs, as long as a head goes on.
  std::string head_of(const std::string& line);
  bool is_running() const;
  /// GET /api/about is answered with 200.
  bool answers();
  /// Asks it to stop and waits for its end; the exit code.
  int stop();

  /// The most memory that it has had since forget_peak(), in KiB.
  long peak_kib() const { return kib("VmHWM:"); }
  void forget_peak() const;
  /// The addresses that it has taken, in KiB.
  long address_kib() const { return kib("VmSize:"); }

 private:
  long kib(const std::string& mark) const;

  TemporaryFolder folder_;
  pid_t pid_ = -1;
  nlohmann::json printed_;
  std::string authorization_;
};

}  // namespace yari::test
