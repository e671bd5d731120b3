/// \file
/// How much work something is, whatever else the machine does.
#pragma once

namespace yari::test {

/// Seconds of CPU that this process has used, all threads together. std::clock() counts the time
/// that goes by on Windows.
double cpu_seconds();

}  // namespace yari::test
