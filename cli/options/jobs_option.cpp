#include "cli/options/jobs_option.h"

namespace yari::cli {

OptionRow& declare_jobs_option(OptionSet& options, int& jobs, const std::string& what) {
  return options.number("jobs,j", jobs, what + "; 0: one for every processor", 0, 256);
}

}  // namespace yari::cli
