/// \file
/// Limits of the process that the system keeps, whatever code runs.
#pragma once

#include <cstdint>

namespace yari::cli {

/// From now on the process gets no more memory than this for its data: what is asked for beyond it
/// is std::bad_alloc. A lower limit that is set already stays. This one stays until the process
/// ends.
void limit_memory(std::int64_t bytes);

/// While one exists, the process ends with exit code 2 and a sentence when it has computed for so
/// many seconds. For work that cannot be interrupted in a better way; it must write no file.
class ComputingLimit {
 public:
  /// `option` names the limit to people: "--timeout".
  ComputingLimit(int seconds, const char* option);
  ~ComputingLimit();
  ComputingLimit(const ComputingLimit&) = delete;
  ComputingLimit& operator=(const ComputingLimit&) = delete;
};

}  // namespace yari::cli
