/// \file
/// `--jobs`: how much is done at the same time.
#pragma once

#include <string>

#include "cli/options/options.h"

namespace yari::cli {

/// `what`, in the help, is done N at a time; platform::threads_for says what 0 means.
OptionRow& declare_jobs_option(OptionSet& options, int& jobs, const std::string& what);

}  // namespace yari::cli
