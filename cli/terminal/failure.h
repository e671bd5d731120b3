/// \file
/// The ways in which a command ends early: with exit code 2, or 1 where nothing was found.
#pragma once

#include <stdexcept>
#include <string>

namespace yari::cli {

/// Something typed makes no sense; the message is followed by a pointer to `--help`.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The machine refuses: a file cannot be opened, the disk is full.
class Failure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What was asked for by name or number is not there; ends with exit code 1.
class NotFound : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// "cannot open games.psn: No such file or directory", from `errno`.
Failure system_failure(const std::string& what);

}  // namespace yari::cli
