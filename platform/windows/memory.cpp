#include "platform/memory.h"

#include <windows.h>

namespace yari::platform {

void prefer_large_pages(void*, std::size_t) noexcept {}

void* allocate_large(std::size_t bytes) noexcept {
  return VirtualAlloc(nullptr, bytes, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
}

void free_large(void* memory) noexcept {
  if (memory != nullptr) VirtualFree(memory, 0, MEM_RELEASE);
}

void* take_pages(std::size_t bytes) noexcept { return allocate_large(bytes); }

void give_pages_back(void* memory, std::size_t) noexcept { free_large(memory); }

std::int64_t physical_memory_mib() noexcept {
  MEMORYSTATUSEX status{};
  status.dwLength = sizeof status;
  if (GlobalMemoryStatusEx(&status) == 0) return 0;
  return static_cast<std::int64_t>(status.ullTotalPhys >> 20);
}

}  // namespace yari::platform
