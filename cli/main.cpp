// The program: everything it does is in the library beside it, so that tests can reach it.
#include <clocale>
#include <new>

#include "cli/no_memory.h"
#include "cli/run.h"

int main(int argc, char** argv) {
  // Names in archives are told in this character set.
  std::setlocale(LC_CTYPE, "C.UTF-8");
  try {
    return yari::cli::run({argv + 1, argv + argc});
  } catch (const std::bad_alloc&) {
    yari::cli::say_no_memory();
    return 2;
  }
}
