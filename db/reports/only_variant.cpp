// The table of games has no index by variant: the starts and the position index answer instead.
#include "db/reports/only_variant.h"

#include "db/database_impl.h"
#include "db/skipped_games.h"
#include "rules/setup.h"
#include "rules/start.h"

namespace yari {

namespace {

/// Also where the games that should have it are damaged.
bool may_occur(Database& database, const Setup& setup) {
  // What was met before says nothing about this.
  static_cast<void>(take_skipped_games(database));
  bool found = false;
  database.find_position(setup, {}, [&](const Hit&) {
    found = true;
    return false;
  });
  // Damage is reported by the search that the user asked for.
  const bool is_damaged = !take_skipped_games(database).empty();
  return found || is_damaged;
}

}  // namespace

std::optional<Variant> only_variant(Database& database) {
  Variant first = Variant::yari;
  bool any = false;
  database.list({}, {.limit = 1}, [&](const GameHeader& game) {
    first = game.variant;
    any = true;
    return true;
  });
  if (!any) return std::nullopt;
  const Variant other = first == Variant::yari ? Variant::shogi : Variant::yari;
  const bool other_starts = store_of(database).snapshot()->games().may_have_starts(other);
  if (other_starts || may_occur(database, start_setup(other))) return std::nullopt;
  return first;
}

}  // namespace yari
