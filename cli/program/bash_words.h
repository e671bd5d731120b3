/// \file
/// Command lines of bash: what stands in them, and words that bash takes as they are.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace yari::cli {

/// The beginning of a command line, cut as bash cuts it. Nothing is expanded.
struct BashLine {
  /// Without quotes. The last is the word at the end of the line, empty after a blank.
  std::vector<std::string> words;
  /// The quotation mark that is open at the end of the line, ' or "; 0 for none.
  char open_mark = '\0';
};

BashLine cut_bash_line(std::string_view line);

/// `text` in quotes such that bash, in any locale, reads it as these letters and nothing else: what
/// stands after `open_mark`, with the mark that closes it; with 0 a word or the rest of one.
///
/// Requires: no control characters in `text`.
std::string quoted_for_bash(std::string_view text, char open_mark);

}  // namespace yari::cli
