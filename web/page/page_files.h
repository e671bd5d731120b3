/// \file
/// The files of the page as they are built into the program.
#pragma once

#include <set>
#include <span>
#include <string>
#include <string_view>

namespace yari::web {

struct PageFile {
  /// "/board.js"
  std::string_view path;
  /// In the source tree: "analysis/report/board.js"; empty for what the build made.
  std::string_view source;
  /// Empty for the WebAssembly module of a program built without it.
  std::string_view text;
};

/// The path by which a browser asks for it: "/" for "/index.html".
inline std::string_view route_of(const PageFile& file) {
  return file.path == "/index.html" ? "/" : file.path;
}

/// Written by web/page/embed.cmake.
std::span<const PageFile> page_files();

/// All paths under which the page and its parts are given out.
std::set<std::string> page_paths();

}  // namespace yari::web
