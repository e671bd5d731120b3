// The program: everything it does is in the library beside it, so that tests can reach it.
#include "cli/run.h"

int main(int argc, char** argv) { return yari::cli::run({argv + 1, argv + argc}); }
