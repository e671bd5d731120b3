// The program: everything it does is in the library beside it, so that tests can reach it.
#include <unistd.h>

#include <clocale>
#include <new>
#include <string_view>

#include "cli/run.h"

int main(int argc, char** argv) {
  // Names in archives are told in this character set.
  std::setlocale(LC_CTYPE, "C.UTF-8");
  try {
    return yari::cli::run({argv + 1, argv + argc});
  } catch (const std::bad_alloc&) {
    // Nothing here may need memory.
    constexpr std::string_view sentence =
        "yari: out of memory; the last step may be missing\n";
    static_cast<void>(!write(STDERR_FILENO, sentence.data(), sentence.size()));
    return 2;
  }
}
