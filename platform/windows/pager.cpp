#include "platform/pager.h"

namespace yari::platform {

Pager::Pager(const std::vector<std::string>&) {}

Pager::~Pager() = default;

}  // namespace yari::platform
