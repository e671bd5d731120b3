// The program: everything it does is in the library beside it, so that tests can reach it.
#include <clocale>
#include <new>

#include "cli/run.h"
#include "cli/terminal/no_memory.h"
#include "platform/terminal.h"

int main(int argc, char** argv) {
  // libarchive converts names in archives to this character set.
  std::setlocale(LC_CTYPE, "C.UTF-8");
  try {
    yari::platform::prepare_standard_streams();
    return yari::cli::run(yari::platform::arguments(argc, argv));
  } catch (const std::bad_alloc&) {
    yari::cli::say_no_memory();
    return 2;
  }
}
