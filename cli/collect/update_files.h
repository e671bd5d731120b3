/// \file
/// `yari import --update`: files that were imported before, read again.
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "cli/options/command.h"
#include "cli/output/finding_output.h"
#include "db/database.h"
#include "import/read_records.h"

namespace yari::cli {

Exit update_from_files(Terminal& terminal, Database& games, const std::vector<std::string>& paths,
                       const ReadingOptions& reading, FindingOutput& findings,
                       const std::atomic<bool>& stop);

}  // namespace yari::cli
