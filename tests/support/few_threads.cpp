// Takes the place of pthread_create for the whole program.
#include "tests/support/few_threads.h"

#include <dlfcn.h>
#include <pthread.h>

#include <atomic>
#include <cerrno>
#include <climits>

#include "tests/support/sanitized.h"

namespace {

std::atomic<int> threads_left = INT_MAX;

using Create = int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);

}  // namespace

// The sanitizers have a pthread_create of their own.
#if !YARI_SANITIZED
extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes,
                              void* (*start)(void*), void* argument) {
  static const auto real = reinterpret_cast<Create>(dlsym(RTLD_NEXT, "pthread_create"));
  if (threads_left <= 0) return EAGAIN;
  if (threads_left != INT_MAX) --threads_left;
  return real(thread, attributes, start, argument);
}
#endif

namespace yari::test {

FewThreads::FewThreads(int left) { threads_left = left; }
FewThreads::~FewThreads() { threads_left = INT_MAX; }

}  // namespace yari::test
