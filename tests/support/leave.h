/// \file
/// How a forked child of a test ends.
#pragma once

#include <unistd.h>

// From clang's library for coverage; null in every other build.
extern "C" __attribute__((weak)) int __llvm_profile_write_file();  // NOLINT

namespace yari::test {

/// Ends the process as _exit does: nothing is flushed or destroyed. A build for coverage writes
/// what was reached in exit(), which a child must not call; so it is written here.
[[noreturn]] inline void leave(int status) {
  if (__llvm_profile_write_file != nullptr) static_cast<void>(__llvm_profile_write_file());
  _exit(status);
}

}  // namespace yari::test
