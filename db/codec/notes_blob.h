/// \file
/// The second blob of a game: all that its tree holds besides the main line.
///
/// Layout (docs/storage.md, "Notes"; on disk: never change, a new form gets a new version byte):
///
///     version 1
///     text of `unread`
///     varint count of variations; each: varint parent (as the distance to the parent of the
///       variation before), varint count of moves, the moves as u16
///     until the end, for each node with a note: varint node (as the distance to the node before),
///       a byte that says which fields follow, the fields
///
/// Nodes are numbered along the main line (0 is the root), then along each variation in order.
#pragma once

#include <cstddef>
#include <string>

#include "db/codec/bytes.h"
#include "record/game.h"
#include "text/result.h"

namespace yari {

/// The blob; empty when there is nothing to say.
Bytes encode_notes(const MoveTree& tree, const std::string& unread);

/// Adds variations and notes to `tree`, which holds the main line alone.
///
/// The moves are not judged, but are checked to name squares and kinds of the variant. The error's
/// offset means nothing.
Result<void> decode_notes(ByteView blob, Variant variant, MoveTree& tree, std::string& unread);

/// The text that damage left unread; empty when there is none.
std::string unread_of(ByteView blob);

/// Whether a node of the tree carries an evaluation; false for damaged notes.
bool has_evaluations(ByteView blob);

/// Whether squares and kinds of `move` exist in the variant: what writing it as text requires.
bool is_well_formed(Move move, Variant variant);

/// Comments, bookmarks and unread text, an empty line between them: what a search for words looks
/// through.
std::string text_of_notes(const MoveTree& tree, const std::string& unread);

/// A list of evaluations alone, as the cache of evaluations keeps it.
Bytes encode_evaluations(const std::vector<Evaluation>& lines);
Result<std::vector<Evaluation>> decode_evaluations(ByteView blob, Variant variant);

}  // namespace yari
