/// \file
/// Memory in large pages, how much of it the machine has, and what is kept for when there is none.
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

/// Pages of the system's, apart from what the C library keeps: they can become anything again when
/// they are given back. Null where there are none.
void* take_pages(std::size_t bytes) noexcept;
void give_pages_back(void* memory, std::size_t bytes) noexcept;

/// For std::unique_ptr. Requires: what it points to has no destructor that must run.
struct FreeLarge {
  void operator()(void* memory) const noexcept { free_large(memory); }
};

/// The memory of the machine, in MiB.
std::int64_t physical_memory_mib() noexcept;

/// From now on operator new has pieces of memory in reserve. Where memory is refused, one of them
/// is given back to the system and the request is made again; std::bad_alloc is thrown when none is
/// left. Half of them are kept for a thread's first refusal and for threads that unwind.
void keep_memory_reserve();

/// Throws std::bad_alloc if this thread has used a piece. Called where long work can end early:
/// what is thrown elsewhere may come out of a destructor and end the program, since destructors of
/// libraries ask for memory, too (nlohmann::json's does for each array and object).
void break_off_without_memory();

/// Takes new pieces for those used, as far as there is memory again, and counts this thread's
/// refusals from 0. For a server, before each request. Does nothing where there is no reserve.
void refill_memory_reserve() noexcept;

/// Whether std::bad_alloc was thrown for want of a piece, by any thread.
bool memory_was_refused() noexcept;

}  // namespace yari::platform
