/// \file
/// How records are read: strictly or not, the format, the encoding, the game, the threads.
#pragma once

#include <string>
#include <vector>

#include "cli/options/options.h"
#include "import/read_records.h"

namespace yari::cli {

/// How records are read: `--strict`, `--ignore`, `--from`, `--from-encoding`, `--variant`,
/// `--jobs`.
struct ReaderOptions {
  bool strict = false;
  IgnoredFindings ignored;
  ReadingOptions reading;

  /// `jobs_help` and `variant_help`: what --jobs and --variant do.
  void declare(OptionSet& options, const char* jobs_help = "threads that read",
               const char* variant_help = "the game, where a record does not say it");
  ReadingOptions read() const;

 private:
  void read_encoding(const std::string& typed);
};

/// A record format by its name. Throws UsageError that names `option`, the formats, and `others`,
/// which the option takes besides.
const Format& read_format(std::string_view option, const std::string& typed,
                          const std::vector<std::string>& others = {});

/// What can be typed where a variant, a format or an encoding is expected.
std::vector<std::string> variant_names();
std::vector<std::string> format_names();
std::vector<std::string> encoding_names();

}  // namespace yari::cli
