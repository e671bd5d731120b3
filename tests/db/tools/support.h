/// \file
/// Databases in folders that vanish, and games to put into them.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "db/change/upkeep.h"
#include "db/count_limits.h"
#include "db/database.h"
#include "db/import/importer.h"
#include "db/store/sqlite/file/connection.h"
#include "tests/support/random_game.h"

namespace yari::test {

/// A new folder, removed with all that is in it.
class TempFolder {
 public:
  TempFolder();
  ~TempFolder();
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;
  std::filesystem::path operator/(const char* name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

/// A random game with tags, and with variations and notes of every sort when `noted`.
Game random_record(Variant v, Rng& rng, int plies, bool noted);

/// A game of these moves, in USI, from the even start.
Game game_of(Variant v, const std::string& usi_moves);

/// The games of the measuring data, by their truth files; empty when they are missing.
std::vector<Game> shared_games();

/// Sets tags in each of the games, as `yari tag` does; an empty value removes one.
EditResult set_tags(Database& database, const std::vector<GameId>& ids,
                    const std::vector<Tag>& tags);

std::vector<AddResult> import_all(Database& database, const std::vector<Game>& games,
                                  const ImportOptions& options = {});

/// Where every position of the games occurs, by its SFEN without move number: the slow way.
using Occurrences = std::map<std::string, std::vector<Hit>>;
Occurrences occurrences(Database& database);

/// With these a few games show what thousands do: how positions are counted, also by part.
constexpr CountLimits of_few_games{
    .in_batch = 4, .in_run = 6, .most_stored = 100'000, .by_part = 4, .together = 40, .changed = 3};

/// What a database holds, as text that does not depend on how it was written.
std::string content_of(Database& database);

/// Games of both variants, some without moves, half of them with notes; the same at each call.
std::vector<Game> mixed_games(int count);

/// Games of both variants with fewer than 40 plies and without notes; the same for the same seed.
std::vector<Game> short_games(int count, unsigned seed);

/// All that a change may touch: games, journal, and what the indexes find.
std::string state_of(Database& database);

}  // namespace yari::test
