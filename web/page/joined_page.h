/// \file
/// The modules of the page as two scripts and its styles as one sheet: what a browser gets of a
/// program as it is built.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace yari::web {

struct JoinedScripts {
  /// What is needed at once.
  std::string first;
  /// What is imported with import() alone, when somebody wants it.
  std::string later;
};

/// Joins modules, given by path ("/state.js"). Those of `first` are needed at once, with all that
/// they import; the first of them begins.
///
/// Understood are imports at the start of a line, import('./name.js'), and `export` before const,
/// function, async function and class, one name each. Throws std::logic_error for any other
/// `export`, and where a module imports what another does not export. What is not among the modules
/// is imported as a file. The first script names the other one "@later@".
JoinedScripts join_modules(const std::map<std::string, std::string>& texts,
                           const std::vector<std::string>& first);

/// A file whose path changes with its text, so that a browser may keep it for good.
struct JoinedFile {
  /// "/page-1f2e3d.js"
  std::string path;
  std::string text;
};

struct JoinedPage {
  JoinedFile script;
  JoinedFile later;
  JoinedFile style;
};

/// Of the files that are built into the program; made once.
const JoinedPage& joined_page();

}  // namespace yari::web
