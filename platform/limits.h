/// \file
/// Limits of the process that the system keeps, whatever code runs.
#pragma once

#include <cstdint>

namespace yari::platform {

/// From now on the process gets no more memory than this for its data: what is asked for beyond it
/// is std::bad_alloc. A lower limit that is set already stays. This one stays until the process
/// ends.
void limit_memory(std::int64_t bytes) noexcept;

/// Calls `end` once the process has computed for `seconds` from now on, with all its threads
/// together, unless the call is repeated with 0. Requires: `end` does only what a signal handler
/// may.
void after_computing(int seconds, void (*end)()) noexcept;

}  // namespace yari::platform
