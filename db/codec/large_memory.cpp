#include "db/codec/large_memory.h"

#include <cstdint>
#ifdef __linux__
#include <sys/mman.h>
#endif

namespace yari {

#ifdef __linux__
void prefer_large_pages(void* begin, std::size_t bytes) {
  constexpr std::uintptr_t large = std::uintptr_t{2} << 20;
  const auto at = reinterpret_cast<std::uintptr_t>(begin);
  const std::uintptr_t first = (at + large - 1) / large * large;
  const std::uintptr_t end = (at + bytes) / large * large;
  // Only a wish: what comes of it does not matter.
  if (first < end)
    static_cast<void>(madvise(reinterpret_cast<void*>(first), end - first, MADV_HUGEPAGE));
}
#else
void prefer_large_pages(void*, std::size_t) {}
#endif

}  // namespace yari
