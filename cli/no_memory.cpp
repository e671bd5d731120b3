#include "cli/no_memory.h"

#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <new>
#include <string_view>

#include "db/unfinished_files.h"
#include "import/unchecked_memory.h"

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

constexpr std::size_t reserve_size = std::size_t{1} << 20;
std::atomic<void*> reserve = nullptr;
std::atomic<bool> memory_was_refused = false;
std::terminate_handler usual_end = nullptr;

/// The standard library asks for the same memory again when it returns.
void give_reserve() {
  if (void* const room = reserve.exchange(nullptr)) return std::free(room);
  memory_was_refused = true;
  throw std::bad_alloc();
}

bool is_for_memory() {
  if (memory_was_refused) return true;
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
  _exit(2);
}

/// A destructor of a library's, or a thread, needed memory.
[[noreturn]] void end_program() {
  if (is_for_memory()) end_without_memory();
  usual_end();
  std::abort();
}

/// What a null pointer with an offset leads to.
constexpr std::uintptr_t null_page = 4096;

extern "C" void end_for_null(int signal, siginfo_t* about, void*) {
  if (UncheckedMemory::is_called() && reinterpret_cast<std::uintptr_t>(about->si_addr) < null_page)
    end_without_memory();
  // It happens again, and the program ends as usual.
  std::signal(signal, SIG_DFL);
}

/// libarchive ends the program by itself where some of its memory is refused.
void end_in_order() {
  if (UncheckedMemory::is_called()) end_without_memory();
}

[[maybe_unused]] void catch_null() {
  struct sigaction action {};
  action.sa_sigaction = end_for_null;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGSEGV, &action, nullptr);
}

}  // namespace

void prepare_for_no_memory() {
  if (usual_end == nullptr) {
    usual_end = std::get_terminate();
    std::atexit(end_in_order);
  }
  std::set_terminate(end_program);
  if (reserve == nullptr) reserve = std::malloc(reserve_size);
  std::set_new_handler(give_reserve);
#ifndef YARI_ADDRESS_SANITIZER
  catch_null();
#endif
}

void say_no_memory() noexcept {
  constexpr std::string_view sentence = "yari: out of memory; the last step may be missing\n";
  static_cast<void>(!write(STDERR_FILENO, sentence.data(), sentence.size()));
}

}  // namespace yari::cli
