/// \file
/// What every command takes, beside its own options.
#pragma once

#include "cli/options.h"
#include "cli/terminal.h"

namespace yari::cli {

/// `--json`, `--color`, `--pager`, `--quiet`, `--verbose`, `--config`, `--help`, `--version`.
///
/// What `--config`, `--help` and `--version` mean is decided before the others are read
/// (cli/run.cpp, cli/config_file.h).
struct CommonOptions {
  TerminalOptions terminal;

  void declare(OptionSet& options);
};

}  // namespace yari::cli
