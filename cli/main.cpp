// The program: everything it does is in the library beside it, so that tests can reach it.
#include <clocale>

#include "cli/run.h"

int main(int argc, char** argv) {
  // Names in archives are told in this character set.
  std::setlocale(LC_CTYPE, "C.UTF-8");
  return yari::cli::run({argv + 1, argv + argc});
}
