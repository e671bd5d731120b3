#include "cli/options/part_options.h"

#include <string>

namespace yari::cli {

namespace {

/// One row a part.
struct Part {
  const char* name;
  bool RecordParts::*kept;
  const char* help;
};

constexpr Part rows[] = {
    {"comments", &RecordParts::comments, "write comments; --no-comments leaves them out"},
    {"clocks", &RecordParts::clocks, "write the times of moves; --no-clocks leaves them out"},
    {"variations", &RecordParts::variations, "write variations; --no-variations leaves them out"},
    {"evals", &RecordParts::evaluations,
     "write the evaluations and lines of engines; --no-evals leaves them out"},
};

}  // namespace

void PartOptions::declare(OptionSet& options) {
  for (const Part& row : rows)
    options
        .toggle(
            row.name,
            [this, kept = row.kept](bool on) {
              parts.*kept = on;
              if (kept == &RecordParts::evaluations) evaluations_typed = true;
            },
            row.help)
        .assumed(parts.*row.kept ? "yes" : "no");
}

}  // namespace yari::cli
