#include "cli/terminal/failure.h"

#include <cerrno>
#include <system_error>

namespace yari::cli {

Failure system_failure(const std::string& what) {
  return Failure(what + ": " + std::generic_category().message(errno));
}

}  // namespace yari::cli
