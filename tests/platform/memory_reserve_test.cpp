// Memory in reserve: who gets a piece of it, and who an exception.
#include <new>
#include <thread>

#include "platform/memory.h"
#include "tests/support/catch.h"

namespace yari::platform {

namespace {

/// As operator new does when there is no memory.
bool is_refused() {
  try {
    std::get_new_handler()();
    return false;
  } catch (const std::bad_alloc&) {
    return true;
  }
}

/// Asks for memory in its destructor, as nlohmann::json does.
struct Asks {
  explicit Asks(bool& answer) : answer_(answer) {}
  ~Asks() { answer_ = is_refused(); }
  Asks(const Asks&) = delete;
  Asks& operator=(const Asks&) = delete;

 private:
  bool& answer_;
};

bool is_refused_while_unwinding() {
  bool answer = true;
  try {
    const Asks object(answer);
    throw std::bad_alloc();
  } catch (const std::bad_alloc&) {
    return answer;
  }
}

}  // namespace

TEST_CASE(
    "a thread without memory gets pieces until it can be broken off, and more while it unwinds") {
  const std::new_handler before = std::get_new_handler();
  keep_memory_reserve();
  CHECK_FALSE(memory_was_refused());
  CHECK_NOTHROW(break_off_without_memory());
  CHECK_FALSE(is_refused());
  CHECK_THROWS_AS(break_off_without_memory(), std::bad_alloc);
  int given = 0;
  while (!is_refused()) ++given;
  CHECK(given > 5);
  CHECK(memory_was_refused());
  CHECK_FALSE(is_refused_while_unwinding());
  std::thread([] {
    CHECK_NOTHROW(break_off_without_memory());
    CHECK_FALSE(is_refused());
    CHECK(is_refused());
  }).join();
  while (!is_refused_while_unwinding()) ++given;
  CHECK(given > 10);
  CHECK(given < 100);

  refill_memory_reserve();
  CHECK_NOTHROW(break_off_without_memory());
  CHECK_FALSE(is_refused());
  std::set_new_handler(before);
}

}  // namespace yari::platform
