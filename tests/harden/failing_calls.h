/// \file
/// System calls that fail on demand: this program's own open, read, write, sync, truncate, rename,
/// unlink, lock and malloc, under SQLite, the C++ library and the code that is tested.
#pragma once

#include <array>
#include <string_view>

namespace yari::test {

enum class Call { write, sync, truncate, open, lock, read, move, memory };
inline constexpr std::array<std::string_view, 8> call_names{
    "write", "sync", "truncate", "open", "lock", "read", "rename or unlink", "allocation"};

/// How a call fails.
struct CallFault {
  Call call = Call::write;
  /// Which of these calls, counted from 1; with 0 none fails, and they are counted.
  long nth = 0;
  /// All later ones fail, too.
  bool for_good = false;
  /// Otherwise this many fail, so that a caller who tries again fails again.
  int in_a_row = 1;
  /// Half of what was asked is read or written, and no error given.
  bool is_short = false;
  /// The error of a write: a full disk, or a broken one.
  bool is_full = true;
};

/// From now on calls of this process on regular files other than the standard streams fail as
/// `fault` says. Requires: a process of its own, which ends soon.
void let_calls_fail(const CallFault& fault);

/// From now on no call of this process fails, and none is counted.
void let_calls_succeed();

/// How many calls of the kind there were in the last child that called let_calls_fail.
long calls_counted();

}  // namespace yari::test
