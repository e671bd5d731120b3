/// \file
/// What is a game record and what is other text: judged by reading it.
#pragma once

#include "import/record_source.h"

namespace yari {

/// What was made of a record's text, or of a file.
enum class Verdict : std::uint8_t {
  /// A game was read.
  game,
  /// A record that holds a game or should, but none could be read.
  refused,
  /// Text that is no record: an error where a reader found something else in it, a warning where it
  /// found nothing.
  no_record,
  /// A whole file cannot be read, or the user named it and it has no records.
  bad_file,
  /// A file of a folder or an archive that has no records.
  skipped_file,
};

/// Whether there is something in `game` to store: a move, a start position that is not the even
/// one, or the name of a player.
bool has_substance(const Game& game);

/// Judges what reading `record` came to; `result` loses a game without substance, and then says in
/// one sentence why. `options` are those it was read with.
///
/// Text is a record when a lenient reader makes a game with substance of it, or when it has the
/// marks of its format and an error, so that it must be a damaged one.
Verdict judge(const Record& record, const ReadOptions& options, ReadResult& result);

}  // namespace yari
