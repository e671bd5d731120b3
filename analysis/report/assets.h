/// \file
/// The report page as it is built into the program; analysis/report/ holds its sources.
#pragma once

#include <string_view>

namespace yari {

/// The page with style and script in place, cut where a report's own text goes in: the title stands
/// between the first two parts, the data between the last two.
extern const std::string_view report_page_before_title;
extern const std::string_view report_page_before_data;
extern const std::string_view report_page_end;

}  // namespace yari
