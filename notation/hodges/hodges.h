/// \file
/// Hodges notation with PSN tags: the record format of the program, and the long form of PSN.
#pragma once

#include "notation/format.h"

namespace yari {

/// Where the first record ends: before the tags of the next, or, after moves, before a blank line
/// or a result and a "1.". docs/formats/hodges.md has the whole rule.
std::size_t hodges_record_length(std::string_view text, bool at_end);
/// Reads both forms and every spelling of them.
ReadResult read_hodges(std::string_view record, const ReadOptions& options);
/// The canonical form: origins only where two pieces could go, pairs numbered from 1.
WriteResult write_hodges(const Game& game, const WriteOptions& options);
/// The same with the origin of every move, as PSN has it.
WriteResult write_psn(const Game& game, const WriteOptions& options);

int hodges_likeness(std::string_view head);
int psn_likeness(std::string_view head);

}  // namespace yari
