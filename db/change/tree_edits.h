/// \file
/// Editing the moves of a stored game: comments, glyphs and variations.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "db/store/game_header.h"
#include "rules/move.h"
#include "rules/outcome.h"

namespace yari {

class Database;

/// One change at one place of a game.
struct TreeEdit {
  enum class Kind : std::uint8_t {
    note,     ///< the comments and glyphs of the move
    add,      ///< what the game does not have of the line becomes a variation, or goes on with it;
              ///< behind the end of a game that is over, a variation in the place of the ending
    remove,   ///< the move and all that follows it go
    promote,  ///< the variation that the move is in becomes the line it branches from; refused for
              ///< one in the place of the ending of a game that is over
  };
  Kind kind = Kind::note;
  /// From the start to the place; empty: the start itself.
  std::vector<Move> moves;
  /// What has no value stays as it is; to an added line's last move the comment is added.
  std::optional<std::string> before = {};
  std::optional<std::string> comment = {};
  std::optional<std::vector<std::uint8_t>> glyphs = {};
  std::optional<std::uint32_t> spent_ms = {};
  /// How the game ends now; for `add` alone.
  std::optional<Outcome> outcome = {};
};

struct TreeEditResult {
  bool changed = false;
  /// Why the game stays as it is, as a sentence; empty when it could be changed.
  std::string refused = {};
  /// What the moves say against the result of the game now, as a clause; empty when nothing does.
  std::string contradiction = {};
};

/// Makes the change, which `undo` takes back, listed as `what`.
///
/// In an annotated game the same is done to the record without the annotation, so that what is
/// written here stays when the annotation is replaced or removed. The moves of an annotated game's
/// main line cannot be changed. Other changes of the main line rewrite the blocks that hold its
/// positions; on a PostgreSQL server they cost one merge of the whole index.
/// Requires: there is such a game. Throws DatabaseError.
TreeEditResult edit_tree(Database& database, GameId id, const std::string& what,
                         const TreeEdit& edit);

}  // namespace yari
