// What scripts/mutants writes into a copy of the program: every function below does what the line
// did, unless the environment names its number in YARI_MUTANT. Where YARI_MUTANTS_REACHED names a
// file, the byte of each number that was asked for becomes 1 there, in child processes as well.
#pragma once
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <type_traits>
#include <utility>

namespace mutants {

inline unsigned char* map_reached() {
  const char* const name = std::getenv("YARI_MUTANTS_REACHED");
  const int file = name ? ::open(name, O_RDWR | O_CLOEXEC) : -1;
  struct stat status {};
  if (file < 0 || ::fstat(file, &status) != 0) return nullptr;
  void* const bytes = ::mmap(nullptr, static_cast<std::size_t>(status.st_size),
                             PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  ::close(file);
  return bytes == MAP_FAILED ? nullptr : static_cast<unsigned char*>(bytes);
}

inline unsigned chosen() {
  const char* const number = std::getenv("YARI_MUTANT");
  return number ? static_cast<unsigned>(std::strtoul(number, nullptr, 10)) : 0;
}

inline const unsigned active = chosen();
inline unsigned char* const reached = map_reached();

inline bool asked(unsigned id) {
  if (reached) reached[id] = 1;
  return id == active;
}

// What a compiler computes is never changed.
constexpr bool on(unsigned id) { return std::is_constant_evaluated() ? false : asked(id); }

// A condition that always, or never, holds.
constexpr bool condition(unsigned always, unsigned never, bool value) {
  return on(always) || (!on(never) && value);
}

template <class T>
constexpr T number(unsigned id, T value) {
  return on(id) ? static_cast<T>(value + 1) : value;
}
constexpr bool flag(unsigned id, bool value) { return on(id) != value; }
template <class T>
constexpr T negative(unsigned id, T value) {
  return on(id) ? value : static_cast<T>(-value);
}

template <class A, class B>
constexpr bool less(unsigned id, const A& a, const B& b) {
  return on(id) ? a <= b : a < b;
}
template <class A, class B>
constexpr bool less_equal(unsigned id, const A& a, const B& b) {
  return on(id) ? a < b : a <= b;
}
template <class A, class B>
constexpr bool greater(unsigned id, const A& a, const B& b) {
  return on(id) ? a >= b : a > b;
}
template <class A, class B>
constexpr bool greater_equal(unsigned id, const A& a, const B& b) {
  return on(id) ? a > b : a >= b;
}
template <class A, class B>
constexpr bool equal(unsigned id, const A& a, const B& b) {
  return on(id) ? !(a == b) : (a == b);
}
template <class A, class B>
constexpr bool unequal(unsigned id, const A& a, const B& b) {
  return on(id) ? !(a != b) : (a != b);
}

template <class A, class B>
requires(std::is_arithmetic_v<A>&& std::is_arithmetic_v<B>) constexpr auto plus(unsigned id, A a,
                                                                                B b) {
  return on(id) ? a - b : a + b;
}
template <class A, class B>
requires(std::is_arithmetic_v<A>&& std::is_arithmetic_v<B>) constexpr auto minus(unsigned id, A a,
                                                                                 B b) {
  return on(id) ? a + b : a - b;
}

}  // namespace mutants
