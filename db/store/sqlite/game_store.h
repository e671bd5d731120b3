/// \file
/// Rows of games and records <-> Game.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "db/store/filter.h"
#include "db/store/game_header.h"
#include "db/store/sqlite/connection.h"
#include "db/store/stored_line.h"

namespace yari {

/// The columns that read_header expects, and the tables they come from: games is g, starts is s,
/// players are b and w, events e, sites si.
inline constexpr std::string_view header_columns =
    "g.id, g.variant, g.rules, s.sfen, s.handicap, b.name, w.name, e.name, si.name, g.date, "
    "g.result, g.ending, g.plies";
inline constexpr std::string_view header_tables =
    "games g LEFT JOIN starts s ON s.id = g.start LEFT JOIN players b ON b.id = g.black "
    "LEFT JOIN players w ON w.id = g.white LEFT JOIN events e ON e.id = g.event "
    "LEFT JOIN sites si ON si.id = g.site";

/// The header in the present row, whose first columns are header_columns.
GameHeader read_header(const Statement& row);

/// Calls `visit` with the number of each stored game, rising. False when the table was out of
/// order, and games were left out.
bool each_game(Connection& connection, const std::function<void(GameId)>& visit);

/// Reads and writes whole games; keeps its statements prepared.
class GameStore {
 public:
  explicit GameStore(Connection& connection);

  std::optional<GameHeader> header(GameId id);
  /// Checked by replay. Throws DamagedGame when it is damaged.
  std::optional<Game> load(GameId id);
  /// The game with these notes in the place of its own.
  std::optional<Game> load_with(GameId id, const Bytes& notes);
  /// What can be read of a game whose bytes are not those that were written, checked by replay
  /// alone. Throws DamagedGame when it is nothing.
  std::optional<Game> salvage(GameId id);
  /// No value where there is no such game, or its record is damaged, which is remembered
  /// (take_passed_over).
  std::optional<StoredLine> line(GameId id);
  /// The same, but throws DamagedGame.
  std::optional<StoredLine> sound_line(GameId id);
  /// The start and the main line alone; no value when they are damaged, too, or there are no moves.
  std::optional<Game> load_line(GameId id);
  /// Replaces the second blob and what text search knows. Requires: an open write transaction.
  void replace_notes(GameId id, const Bytes& notes, const std::string& old_text,
                     const std::string& new_text);
  void index_text(GameId id, const std::string& text);
  /// Requires: the text that was indexed.
  void forget_text(GameId id, const std::string& old_text);
  /// Says of a game that a walk over the table comes to, and that its number does not lead to.
  static constexpr const char* not_found = "it is listed, but not found by its number";
  static constexpr const char* moves_missing = "its moves are missing";
  static constexpr const char* other_moves = "its moves are not those that were written";
  static constexpr const char* no_start = "its start is not a position";
  [[noreturn]] void damaged(GameId id, const std::string& what) const;
  /// Remembers that a search has left out the game, or the rest of it.
  void pass_over(GameId id, const std::string& what);
  /// What was remembered since the last call: a sentence by game.
  std::map<GameId, std::string> take_passed_over() { return std::exchange(passed_over_, {}); }

 private:
  bool find_game(GameId id);
  std::optional<Game> read(GameId id, bool with_sums, const Bytes* other_notes);
  /// Requires: game_ is at the game.
  void check_sums(GameId id, Variant v) const;
  std::string sentence(GameId id, const std::string& what) const;

  Connection& connection_;
  Statement header_, game_, line_, update_notes_;
  /// Prepared when they are needed first: a damaged text index keeps nobody from opening the file.
  std::optional<Statement> delete_text_, insert_text_;
  std::map<GameId, std::string> passed_over_;
};

}  // namespace yari
