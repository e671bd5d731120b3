/// \file
/// What every command takes, beside its own options.
#pragma once

#include "cli/options/options.h"
#include "cli/terminal/terminal.h"

namespace yari::cli {

/// `--json`, `--color`, `--pager`, `--quiet`, `--verbose`, `--config`, `--help`, `--version`.
///
/// What `--config`, `--help` and `--version` mean is decided before the others are read
/// (cli/run.cpp, cli/program/config_file.h).
struct CommonOptions {
  TerminalOptions terminal;

  void declare(OptionSet& options);
};

}  // namespace yari::cli
