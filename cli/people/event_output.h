/// \file
/// The standings of an event as a table and as a web page.
#pragma once

#include <string>

#include "answers/event_table.h"
#include "cli/output/data_table.h"

namespace yari::cli {

DataTable standings_table(const EventTable& table, bool with_grid);
/// A page without links or scripts.
std::string event_page(const EventTable& table, const std::string& title);

}  // namespace yari::cli
