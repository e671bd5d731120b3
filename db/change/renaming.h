/// \file
/// Renaming in many games at once: players, events and sites, many at once, as one change.
#pragma once

#include <string>
#include <vector>

#include "db/change/upkeep.h"
#include "db/people/name_keys.h"

namespace yari {

/// Games of the name `from` become games of `to`. Spellings must match exactly.
struct Renaming {
  NameKind kind = NameKind::player;
  std::string from, to;
  bool operator==(const Renaming&) const = default;
};

/// What a list of renamings did.
struct RenameResult {
  EditResult edit;
  /// Those whose `from` no game has, in order.
  std::vector<Renaming> unknown;
};

/// Why a list cannot be carried out: a sentence, and the place of the renaming in the list.
struct BadRenaming {
  std::size_t at = 0;
  std::string message;
};

/// Follows chains to their ends: A to B and B to C give A to C and B to C. Refuses a name that is
/// given two names or in the end its own, an empty `from` or `to`, and a `to` that no tag can be
/// set to (fault_of_value, record/tag_value.h).
Result<std::vector<Renaming>, BadRenaming> resolve(const std::vector<Renaming>& list);

/// Renames as one change. A rank or title that stands with a player's old name and not with the new
/// one is kept in the tag BlackTitle or WhiteTitle.
///
/// Requires: `list` is resolved.
RenameResult rename(Database& database, const std::vector<Renaming>& list);

}  // namespace yari
