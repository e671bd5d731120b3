/// \file
/// A disk that fails on demand, under every database that is opened meanwhile.
#pragma once

namespace yari::test {

/// While it exists, the n-th write, sync or truncation through SQLite fails, counted from 1, and
/// all later ones too when `for_good`. With 0 none fails.
class FailingDisk {
 public:
  explicit FailingDisk(int nth, bool for_good = false);
  ~FailingDisk();
  FailingDisk(const FailingDisk&) = delete;
  FailingDisk& operator=(const FailingDisk&) = delete;

  /// Whether it has come to the n-th.
  bool failed() const;
};

}  // namespace yari::test
