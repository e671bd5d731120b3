/// \file
/// The days that a column of dates with unknown parts can mean, as expressions of SQL.
#pragma once

#include <string>
#include <string_view>

namespace yari {

/// What `earliest` and `latest` (record/date.h) say of the column.
std::string earliest_sql(std::string_view column);
std::string latest_sql(std::string_view column);

}  // namespace yari
