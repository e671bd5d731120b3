/// \file
/// Records written anew where something was wrong with them.
#pragma once

#include <optional>
#include <string>

#include "import/read_records.h"

namespace yari {

/// What a record comes to when it is repaired.
struct Repair {
  /// The record in its own format, as it was understood; no value where it stays as it was.
  std::optional<std::string> text = std::nullopt;
  /// Why it stays as it was though something was found; empty otherwise.
  std::string why_not = {};
};

/// Writes what was read of a record with findings, so that strict reading finds no fault in it and
/// makes the same game of it. `options` are those it was read with.
///
/// A record that was refused or cut, that its format cannot hold whole, or that would read as
/// another game stays as it was.
Repair repair(const ReadRecord& read, const ReadOptions& options);

}  // namespace yari
