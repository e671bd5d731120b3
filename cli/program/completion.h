/// \file
/// What a shell offers when TAB is pressed, made from the rows of the options.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace yari::cli {

struct Completion {
  /// The whole word: "--to=csa".
  std::string word;
  /// One line; may be empty.
  std::string help;
};

struct Completions {
  std::vector<Completion> words;
  /// Names of files, or of folders alone, are possible as well.
  bool files = false;
  bool folders = false;
  /// The words come from the database, and may contain anything that a terminal shows as it is: no
  /// control characters, no line breaks, no bytes that are not UTF-8.
  bool names = false;
};

/// The words that can follow `before` and begin with `current`. Names come from the database that
/// the words before name; nothing is offered where that cannot be read.
Completions complete(const std::vector<std::string>& before, const std::string& current);

/// `yari __complete WORD... CURRENT`: ":files", ":folders", ":names" or ":words", then
/// "WORD<TAB>HELP" lines. For zsh and fish, which quote the words that they insert.
std::string completion_lines(const std::vector<std::string>& words);

/// `yari __complete-bash LINE REPLACED`: the same without help, for a command line up to the cursor
/// and the end of it that readline replaces. bash inserts the words as they are, so they are
/// quoted.
std::string bash_completion_lines(std::string_view line, std::string_view replaced);

/// A script for "bash", "zsh" or "fish"; empty for another shell.
std::string_view completion_script(std::string_view shell);

}  // namespace yari::cli
