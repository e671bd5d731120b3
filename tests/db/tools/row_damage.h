/// \file
/// Rows that were changed behind the program's back, for each back end that has rows.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "tests/support/random_game.h"

namespace yari::test {

/// A database whose rows a stranger can change.
struct DamageableDatabase {
  /// A file, or a URL.
  std::filesystem::path place;
  /// Changes a row or rows; the SQL of it, or nothing where nothing was changed.
  std::function<std::string(Rng&)> damage;
  /// Everything is as it was.
  std::function<void()> put_back;
  /// How often it is damaged where nobody says: a server takes a second for each.
  int times = 40;
};

/// Puts games of every sort there, with origins, annotations, a saved query and changes to take
/// back.
void fill_for_damage(const std::filesystem::path& place);

/// Damages the database that fill_for_damage filled, asks it, and goes on changing it, many times:
/// nothing may crash, and no answer about moves be another that nobody notices.
///
/// YARI_DAMAGED_ROWS=N damages N times, in place of `times`; YARI_SEED=S begins with other changes.
void try_damaged_rows(const DamageableDatabase& database);

}  // namespace yari::test
