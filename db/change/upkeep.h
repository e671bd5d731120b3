/// \file
/// Changing what is stored: deleting, editing, merging files; and taking it
/// back.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "db/database.h"

namespace yari {

/// A change that can be taken back.
struct JournalEntry {
  std::int64_t id = 0;
  /// "2024-05-01 12:00:00", UTC.
  std::string time;
  /// "delete 12 games".
  std::string what;
  std::int64_t games = 0;
  /// Of the games, those that `undo` did not bring back, since the same game had been added again.
  std::int64_t there_again = 0;
  /// The reports about those that `undo` brought back damaged, as they were when they were deleted.
  std::vector<std::string> damaged = {};
};

/// From here on `step` is called when a change of stored games begins, at each of its games, and
/// before it is stored. It may throw: nothing is changed then.
void watch_changes(Database& database, std::function<void()> step);

/// Adds a game, even one that is the same as another, as a change that `undo` takes back, listed as
/// `what`; its number. Requires: its moves are legal.
GameId add_game(Database& database, const std::string& what, const Game& game);
/// The same of several games, as one change.
std::vector<GameId> add_games(Database& database, const std::string& what,
                              const std::vector<Game>& games);

/// Makes an import of these games a change that `undo` takes back, listed as `what`.
void note_additions(Database& database, const std::string& what, const std::vector<GameId>& ids);

/// Deletes games; the number that were there. Their numbers are not used again.
std::int64_t delete_games(Database& database, const std::vector<GameId>& ids);

/// What became of the tags of games.
struct EditResult {
  /// Games that changed.
  std::int64_t games = 0;
  /// The reports about damaged games, which stay as they are.
  std::vector<std::string> damaged = {};
  /// Games that stay as they are, since they would hold more than a record may.
  std::vector<GameId> too_large = {};
  /// The sentences about these: "game 3: it would have more than 5000 tags".
  std::vector<std::string> refused = {};
};

/// Calls `edit` for each of the games; it may change everything but the variant and the rules, and
/// returns false where it changed nothing. All is one change, which `undo` takes back, listed as
/// `what`. A game that would then hold more than a record may (record/game_size.h) stays as it is.
/// Requires: all moves are legal from the start.
EditResult edit_games(Database& database, const std::string& what, const std::vector<GameId>& ids,
                      const std::function<bool(GameId, Game&)>& edit);

/// The changes that `undo` can take back, the last first. Compacting a database forgets them.
std::vector<JournalEntry> journal(Database& database);
/// Takes the last change back; no value when there is none. Annotations are changes, too: each game
/// gets the notes and judgements that it had. No deleted game comes back beside one
/// that is the same: that one takes over its notes and annotation where it has none, as in an
/// import. Throws DamagedFile, and changes nothing, where the journal does not have all that the
/// change put there.
std::optional<JournalEntry> undo(Database& database);

struct MergeResult {
  std::int64_t games = 0, imported = 0, duplicates = 0, evaluations = 0;
  /// Games of the other database that are damaged, with the reason.
  std::vector<std::string> rejected;
};

/// Adds the games and evaluations of `other`. `keep_going` is asked before each game and may stop
/// it; what was added stays.
MergeResult merge(Database& database, Database& other,
                  const std::function<bool()>& keep_going = {});

/// Two games that may be one.
struct Twins {
  enum class Kind : std::uint8_t {
    same,       ///< start, rules and moves are the same; of games without moves the tags too
    contained,  ///< the first is the beginning of the second
    near_same,  ///< same players and date, most moves the same
  };
  Kind kind = Kind::contained;
  GameId first = 0;
  GameId second = 0;
  bool operator==(const Twins&) const = default;
};

/// "same", "contained", "near_same".
std::string_view name(Twins::Kind kind);

/// Which beginnings are reported.
enum class Beginnings : std::uint8_t {
  all,
  /// Those of fewer than 20 plies only where both players are the same.
  likely,
};

/// Whether both players of both games are known and the same, but for spelling.
bool same_players(const GameHeader& a, const GameHeader& b);

/// Calls `visit` for each pair until it returns false. An import stores games with the same moves
/// only where players, date or result contradict each other (db/import/same_game.h). A game that is
/// the same as many others, or begins them, is paired with the first of them alone.
void find_twins(Database& database, const std::function<bool(const Twins&)>& visit,
                Beginnings beginnings = Beginnings::all);

/// Calls `visit` for each of the pairs `contained` with a game numbered `from` or more in it, until
/// it returns false. Takes tens of microseconds a game: for the few that an import adds; find_twins
/// is faster for a whole database. With Beginnings::likely, a beginning of few moves is looked for
/// among 10,000 games that have it.
void find_contained(Database& database, GameId from, const std::function<bool(const Twins&)>& visit,
                    Beginnings beginnings = Beginnings::all);

}  // namespace yari
