#include "platform/processors.h"

#include <algorithm>
#include <thread>

namespace yari::platform {

int processors() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }

}  // namespace yari::platform
