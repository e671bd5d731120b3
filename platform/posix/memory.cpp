#include "platform/memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>

namespace yari::platform {

namespace {

constexpr std::size_t large_page = std::size_t{2} << 20;

}  // namespace

void prefer_large_pages([[maybe_unused]] void* begin, [[maybe_unused]] std::size_t bytes) noexcept {
#ifdef MADV_HUGEPAGE
  const auto at = reinterpret_cast<std::uintptr_t>(begin);
  const std::uintptr_t first = (at + large_page - 1) / large_page * large_page;
  const std::uintptr_t end = (at + bytes) / large_page * large_page;
  // Only a wish: what comes of it does not matter.
  if (first < end)
    static_cast<void>(madvise(reinterpret_cast<void*>(first), end - first, MADV_HUGEPAGE));
#endif
}

void* allocate_large(std::size_t bytes) noexcept {
  const std::size_t whole = (bytes + large_page - 1) / large_page * large_page;
  void* const memory = std::aligned_alloc(large_page, whole);
  if (memory != nullptr) prefer_large_pages(memory, whole);
  return memory;
}

void free_large(void* memory) noexcept { std::free(memory); }

void* take_pages(std::size_t bytes) noexcept {
  void* const memory =
      ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? nullptr : memory;
}

void give_pages_back(void* memory, std::size_t bytes) noexcept { ::munmap(memory, bytes); }

std::int64_t physical_memory_mib() noexcept {
  return std::int64_t{sysconf(_SC_PHYS_PAGES)} / 1024 *
         (std::int64_t{sysconf(_SC_PAGESIZE)} / 1024);
}

}  // namespace yari::platform
