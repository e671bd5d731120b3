/// \file
/// What the name of a file promises: how it is packed, and what records it holds.
#pragma once

#include <string_view>

#include "notation/format.h"

namespace yari {

/// A packer of files.
struct Packing {
  /// Of the file's name, with the dot.
  std::string_view ending;
  /// libarchive's name for it (archive_write_add_filter_by_name); null where it is only read.
  const char* filter;
};

/// The packer whose ending `file_name` has, in any case of letters; null when it has none.
const Packing* packing_of(std::string_view file_name);

/// The format of the records, also under the name of a packer: "games.psn.gz"; null when the ending
/// names none.
const Format* format_for_file(std::string_view file_name);

}  // namespace yari
