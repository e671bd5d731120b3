/// \file
/// What two records of one game know, in one: what an import makes of a stored game and its
/// duplicate.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "db/codec/prepared_game.h"
#include "db/store/stored_game.h"

namespace yari {

/// A value on which two records of one game differ.
struct Clash {
  enum class Kind : std::uint8_t {
    tag,
    ending,
    notes,  ///< an engine wrote into those of the stored game: they cannot be united with others
    clock,
    bookmark,
    size  ///< both together are more than a record may hold; what there is more of is the `name`
  };
  Kind kind = Kind::tag;
  /// Of a tag; or of size: "more than 5000 tags".
  std::string name = {};
  /// Of a tag or the ending: the value that is kept, and the other one.
  std::string kept = {}, other = {};
  bool operator==(const Clash&) const = default;
};

/// How two records are united where both know something.
enum class Preference : std::uint8_t {
  stored,   ///< the value that is stored stays
  neither,  ///< the same value stays in whatever order the records come
};

struct UnitedGame {
  /// The header differs from the stored one.
  bool header_changed = false;
  bool notes_changed = false;
  /// Header, moves and notes as they are to be stored; without keys. Equal to the stored ones where
  /// nothing changed.
  PreparedGame game;
  /// Of the notes that are stored.
  std::string text_before;
  std::vector<Clash> clashes;
  /// What the game would have more of than a record may hold (record/game_size.h): it is not to be
  /// stored. Empty when nothing.
  std::string too_large;

  bool changed() const { return header_changed || notes_changed; }
};

/// Whether two records say the same, word for word: the common case, found without decoding.
bool says_the_same(const store::StoredGame& stored, const PreparedGame& game);

/// Whether `game` knows a tag, the result or the ending that `stored` does not; also where the tags
/// of one do not fit together, so that nobody knows.
bool has_more_in_header(const store::StoredGame& stored, const PreparedGame& game);

/// Adds to a stored game what `game` knows. `annotated`: an engine wrote into its notes. Requires:
/// both are the same game (db/import/same_game.h). Throws DamagedGame.
///
/// A value like "?" is none, and a date that says more replaces one that says less. With
/// Preference::neither the longer of two values stays, then the smaller in the order of bytes, and
/// two records are united to the same game in either order.
UnitedGame united(const store::StoredGame& stored, const PreparedGame& game, Preference preference,
                  bool annotated);

}  // namespace yari
