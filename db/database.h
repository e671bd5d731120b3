/// \file
/// A database of games: opened, listed, searched by position, annotated and checked.
///
/// Importing is in db/import/importer.h, cached evaluations in db/evaluation_cache.h.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "db/query/filter.h"
#include "db/store/error.h"
#include "db/store/game_header.h"
#include "db/store/hit.h"
#include "db/store/open_mode.h"
#include "db/store/statistics.h"
#include "record/game.h"

namespace yari {

namespace store {
class Snapshot;
class Store;
}  // namespace store

/// What Database::verify found.
struct VerifyReport {
  std::int64_t games = 0;
  std::int64_t postings = 0;
  /// One sentence each, naming the table, game or block; empty when all is well. No more than
  /// `most`.
  std::vector<std::string> problems;
  static constexpr std::size_t most = 100;
  bool ok() const { return problems.empty(); }
};

/// "there is no game 7": what is said of a number that no game has.
std::string no_game(GameId id);

/// A database of games. One thread at a time; open it once more for every further thread.
///
/// Every function throws DatabaseError when it cannot be read or written or is damaged.
class Database {
 public:
  /// What db/ is made of inside.
  struct Impl;

  /// Opens a database; `create` makes it where there is none. Older ones are brought up to date
  /// (read_only refuses them), newer ones and files that are not ours are refused.
  Database(const std::filesystem::path& file, OpenMode mode);
  /// The games of a store; for back ends of one's own.
  explicit Database(std::unique_ptr<store::Store> store);
  ~Database();
  Database(Database&&) noexcept;
  Database& operator=(Database&&) noexcept;

  std::int64_t count(const GameFilter& filter = {});
  /// Calls `visit` for every game until it returns false.
  void list(const GameFilter& filter, const ListOptions& options,
            const std::function<bool(const GameHeader&)>& visit);
  std::vector<GameId> ids(const GameFilter& filter, const ListOptions& options = {});
  std::optional<GameHeader> header(GameId id);
  /// The whole game, its moves checked by replay; no value when there is none of that number.
  std::optional<Game> load_game(GameId id);
  /// The position of a main line after `ply` moves, 0 or more; no value when there is none.
  std::optional<Setup> position(GameId id, int ply);

  /// Calls `visit` for each occurrence of the position in main lines, in order of game and ply,
  /// until it returns false. Hits are confirmed on the board; the move number is ignored.
  void find_position(const Setup& setup, const GameFilter& filter,
                     const std::function<bool(const Hit&)>& visit);

  /// Puts the variations and notes of `tree` in the place of those the game has.
  ///
  /// Requires: the main line of `tree` is the game's. Throws DatabaseError otherwise.
  void replace_notes(GameId id, const MoveTree& tree);

  Statistics statistics();
  /// Checks every structure against a replay of every game. `progress` gets games done and of how
  /// many; it may be empty.
  VerifyReport verify(const std::function<void(std::int64_t, std::int64_t)>& progress = {});
  /// Gathers the postings of all imports into one run; `compact` also rewrites the file without
  /// gaps.
  void fold();
  void compact();
  /// Rebuilds the indexes from the games and forgets what `undo` could take back; a sentence for
  /// each damaged game. One whose moves are whole stays in the index of positions.
  std::vector<std::string> reindex(
      const std::function<void(std::int64_t, std::int64_t)>& progress = {});

 private:
  friend struct DatabaseParts;
  std::unique_ptr<Impl> impl_;
};

/// While it exists, everything that is read from the database is of one moment, whatever others
/// write. Snapshots may be nested: the first one decides the moment.
class Snapshot {
 public:
  explicit Snapshot(Database& database);
  ~Snapshot();
  Snapshot(const Snapshot&) = delete;
  Snapshot& operator=(const Snapshot&) = delete;

 private:
  std::unique_ptr<store::Snapshot> snapshot_;
};

}  // namespace yari
