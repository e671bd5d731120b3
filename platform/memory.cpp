#include "platform/memory.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <exception>
#include <new>
#include <utility>

namespace yari::platform {

namespace {

// Nobody touches them: they are addresses alone.
constexpr std::size_t piece_bytes = std::size_t{512} << 10;
std::array<std::atomic<void*>, 16> pieces{};
std::atomic<bool> is_kept = false;
std::atomic<bool> was_refused = false;
thread_local bool has_a_piece = false;

/// One of those from `first` on.
bool give_piece(std::size_t first) noexcept {
  for (std::size_t i = first; i < pieces.size(); ++i) {
    if (void* const memory = pieces[i].exchange(nullptr)) {
      give_pages_back(memory, piece_bytes);
      return true;
    }
  }
  return false;
}

/// The standard library asks for the same memory again when it returns.
void on_refusal() {
  const bool first = !std::exchange(has_a_piece, true);
  const bool urgent = first || std::uncaught_exceptions() > 0;
  if (give_piece(urgent ? 0 : pieces.size() / 2)) return;
  was_refused = true;
  throw std::bad_alloc();
}

}  // namespace

void keep_memory_reserve() {
  is_kept = true;
  refill_memory_reserve();
  std::set_new_handler(on_refusal);
}

void refill_memory_reserve() noexcept {
  if (!is_kept) return;
  has_a_piece = false;
  for (std::atomic<void*>& piece : pieces) {
    if (piece != nullptr) continue;
    void* const memory = take_pages(piece_bytes);
    if (memory == nullptr) return;
    // Another thread may fill the same place.
    void* expected = nullptr;
    if (!piece.compare_exchange_strong(expected, memory)) give_pages_back(memory, piece_bytes);
  }
}

void break_off_without_memory() {
  if (has_a_piece && std::uncaught_exceptions() == 0) throw std::bad_alloc();
}

bool memory_was_refused() noexcept { return was_refused; }

}  // namespace yari::platform
