/// \file
/// The end of work that cannot be interrupted in a better way.
#pragma once

namespace yari::cli {

/// While one exists, the process ends with exit code 2 and a sentence when it has computed for so
/// many seconds. The work must write no file.
class ComputingLimit {
 public:
  /// `option` names the limit to people: "--timeout".
  ComputingLimit(int seconds, const char* option);
  ~ComputingLimit();
  ComputingLimit(const ComputingLimit&) = delete;
  ComputingLimit& operator=(const ComputingLimit&) = delete;
};

}  // namespace yari::cli
