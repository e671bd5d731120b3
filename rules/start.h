/// \file
/// Where the two games begin.
#pragma once

#include <string_view>

#include "rules/setup.h"
#include "text/result.h"

namespace yari {

/// The start without a handicap.
const Setup& start_setup(Variant v);

/// Reads a position in any of the ways that programs write one: "startpos", which USI has for
/// start_setup(), what read_sfen() reads, either of them after "position" and "sfen"; an SFEN with
/// '_' for blanks, as links have it; and a FEN with the hands in brackets (read_foreign_fen).
///
/// Error::offset is the byte in `text`.
Result<Setup> read_start(std::string_view text, Variant v);

}  // namespace yari
