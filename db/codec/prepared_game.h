/// \file
/// A game in the form it is stored in: the part of adding a game that needs no database.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "db/codec/bytes.h"
#include "record/game.h"
#include "rules/position.h"

namespace yari {

/// A game, encoded. Made by `prepare`, on any thread, and handed to Importer::add.
struct PreparedGame {
  Variant variant = Variant::yari;
  RuleSet rules = RuleSet::standard;
  GameResult result = GameResult::unknown;
  Ending ending = Ending::unknown;
  /// SFEN and handicap name of a start that is not the even one.
  std::string start, handicap;
  std::optional<std::string> black, white, event, site;
  std::optional<int> date;
  /// Names and order of the tags (db/codec/tag_layout.h), and the values that no column holds.
  Bytes tag_layout, tag_values;
  Bytes moves;
  /// Everything else of the tree (db/codec/notes_blob.h); empty when there is nothing.
  Bytes notes;
  /// What full-text search finds besides names.
  std::string text;
  /// The key after each ply, the start first.
  std::vector<Key> keys;
  std::uint64_t content = 0;
};

/// Encodes `game`.
///
/// `keys` are those of the main line's positions, the start first; with none given, the game is
/// replayed. Requires: the game's start and moves are legal, its text is UTF-8, and `keys` holds
/// one more than the main line has plies. A replay that meets an illegal start or move throws
/// std::invalid_argument.
PreparedGame prepare(const Game& game, std::span<const Key> keys = {});

/// The same without moves, notes, text, keys and content: what stands in a game's header. Nothing
/// is replayed.
PreparedGame prepare_header(const Game& game);

/// Stable 64-bit hash of what makes a game the same game: the start and the main line.
/// On disk: never change.
std::uint64_t content_hash(Key start, std::span<const Move> moves);

}  // namespace yari
