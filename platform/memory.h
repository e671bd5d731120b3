/// \file
/// Memory in large pages, and how much of it the machine has.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace yari::platform {

/// Asks the system to fill `bytes` from `begin` on with large pages. Each page of 4 KiB that is
/// touched for the first time costs a microsecond or two. Does nothing where that is impossible.
void prefer_large_pages(void* begin, std::size_t bytes) noexcept;

/// Memory for a big table: in large pages where the system gives them, at an address that 4096
/// divides. Its content is not defined. Null where there is none. Windows: pages of the usual size,
/// since large ones need a right that users lack.
void* allocate_large(std::size_t bytes) noexcept;
void free_large(void* memory) noexcept;

/// For std::unique_ptr. Requires: what it points to has no destructor that must run.
struct FreeLarge {
  void operator()(void* memory) const noexcept { free_large(memory); }
};

/// The memory of the machine, in MiB.
std::int64_t physical_memory_mib() noexcept;

}  // namespace yari::platform
