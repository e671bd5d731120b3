#include "cli/terminal/no_memory.h"

#include <cstdlib>
#include <exception>
#include <new>
#include <string_view>

#include "db/unfinished_files.h"
#include "import/unchecked_memory.h"
#include "platform/memory.h"
#include "platform/open_file.h"
#include "platform/signals.h"

// AddressSanitizer has a handler of its own for null pointers.
#if defined(__SANITIZE_ADDRESS__)
#define YARI_ADDRESS_SANITIZER
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define YARI_ADDRESS_SANITIZER
#endif
#endif

namespace yari::cli {

namespace {

std::terminate_handler usual_end = nullptr;

bool is_for_memory() {
  if (platform::memory_was_refused()) return true;
  const std::exception_ptr reason = std::current_exception();
  if (reason == nullptr) return false;
  try {
    std::rethrow_exception(reason);
  } catch (const std::bad_alloc&) {
    return true;
  } catch (...) {
    return false;
  }
}

[[noreturn]] void end_without_memory() {
  remove_unfinished_files();
  say_no_memory();
  std::_Exit(2);
}

/// A destructor of a library's, or a thread, needed memory.
[[noreturn]] void end_program() {
  if (is_for_memory()) end_without_memory();
  usual_end();
  std::abort();
}

/// libarchive ends the program by itself where some of its memory is refused, or goes on with a
/// null pointer.
void end_in_order() {
  if (UncheckedMemory::is_called()) end_without_memory();
}

}  // namespace

void prepare_for_no_memory() {
  if (usual_end == nullptr) {
    usual_end = std::get_terminate();
    std::atexit(end_in_order);
  }
  std::set_terminate(end_program);
  platform::keep_memory_reserve();
#ifndef YARI_ADDRESS_SANITIZER
  platform::on_null_pointer(end_in_order);
#endif
}

void say_no_memory() noexcept {
  constexpr std::string_view sentence = "yari: out of memory; the last step may be missing\n";
  platform::write_all(platform::standard_error, sentence);
}

}  // namespace yari::cli
