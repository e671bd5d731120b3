// What needs no system's own calls.
#include "platform/open_file.h"

namespace yari::platform {

bool write_all(int file, std::string_view bytes) noexcept {
  while (!bytes.empty()) {
    const std::ptrdiff_t n = write_some(file, bytes);
    if (n < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
  return true;
}

}  // namespace yari::platform
