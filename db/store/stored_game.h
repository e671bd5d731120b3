/// \file
/// A game as a back end hands it over, and the checks that make a Game of it: a database may come
/// from anywhere.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "db/codec/bytes.h"
#include "db/codec/tag_layout.h"
#include "db/store/game_header.h"
#include "record/game.h"

namespace yari::store {

/// What is stored of a game; neither judged nor replayed.
struct StoredGame {
  GameHeader header;
  /// The names are those of the header, but no value where there is none.
  StoredTags tags;
  /// The game refers to a layout of tags that is missing.
  bool layout_missing = false;
  /// No value where the record is missing.
  std::optional<Bytes> moves;
  Bytes notes;
  /// Checksums of moves and notes (db/codec/record_sums.h); an older version wrote none.
  std::optional<std::int64_t> sums;
  /// The number of its start, which the checksum includes; 0 for the even start.
  std::int64_t start = 0;
};

/// "FILE: game 3 is damaged: its moves are missing".
std::string sentence_of_damage(const std::string& store, GameId id, const std::string& what);
/// Throws DamagedGame with that sentence.
[[noreturn]] void throw_damaged(const std::string& store, GameId id, const std::string& what);

/// The sentences about damage that is found in more than one place.
inline constexpr const char* not_found = "it is listed, but not found by its number";
inline constexpr const char* moves_missing = "its moves are missing";
inline constexpr const char* other_moves = "its moves are not those that were written";
inline constexpr const char* no_start = "its start is not a position";
inline constexpr const char* page_unreadable = "the page that it is stored on cannot be read";

enum class Trust : std::uint8_t {
  checksums,  ///< bytes that are not those that were written are damage
  replay,     ///< whatever can be replayed is a game
};

/// The game, checked by replay. Throws DamagedGame; `store` is named in its sentence.
///
/// With `other_notes` the game has these in the place of its own.
Game decode(const StoredGame& stored, const std::string& store, Trust trust = Trust::checksums,
            const Bytes* other_notes = nullptr);

/// Whether the moves are those that were written, as far as that is known.
bool has_sound_moves(const StoredGame& stored);

}  // namespace yari::store
