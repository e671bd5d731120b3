// Commands as people type them, taken apart without a shell.
#include "analysis/usi/process.h"
#include "platform/child.h"

namespace yari {

Result<std::vector<std::string>> split_command(std::string_view command) {
  std::vector<std::string> words;
  bool in_word = false;
  char quote = 0;
  std::size_t opened = 0;
  const auto append = [&](char c) {
    if (!in_word) words.emplace_back();
    in_word = true;
    words.back() += c;
  };
  for (std::size_t i = 0; i < command.size(); ++i) {
    const char c = command[i];
    if (c == '\\' && quote != '\'' && !platform::backslash_is_of_paths) {
      if (++i == command.size()) return fail("nothing follows the last backslash", i - 1);
      append(command[i]);
    } else if (quote != 0) {
      if (c == quote) {
        quote = 0;
      } else {
        append(c);
      }
    } else if (c == '\'' || c == '"') {
      quote = c;
      opened = i;
      if (!in_word) words.emplace_back();  // also for ''
      in_word = true;
    } else if (c == ' ' || c == '\t' || c == '\n') {
      in_word = false;
    } else {
      append(c);
    }
  }
  if (quote != 0) return fail("the quotation that begins here does not end", opened);
  if (words.empty() || words.front().empty()) return fail("expected the name of a program", 0);
  return words;
}

}  // namespace yari
