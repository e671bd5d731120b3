/// \file
/// What a back end must do for games: hand over rows, find and list them by their headers, and
/// write them.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "db/codec/position_counts.h"
#include "db/codec/prepared_game.h"
#include "db/query/filter.h"
#include "db/query/plan.h"
#include "db/store/game_cursor.h"
#include "db/store/game_header.h"
#include "db/store/game_set.h"
#include "db/store/stored_game.h"
#include "db/store/stored_line.h"

namespace yari::store {

/// A filter, made ready to be asked about many lists of games.
class GameSieve {
 public:
  virtual ~GameSieve() = default;
  /// Those of `ids` that the filter takes, sorted.
  virtual std::vector<GameId> keep(const std::vector<GameId>& ids) = 0;
};

/// The numbers of the stored games that postings can name; all 0 when there are none.
struct GameSpan {
  GameId first = 0, last = 0;
};

/// Reads games.
class GameReader {
 public:
  explicit GameReader(std::string store_name) : store_name_(std::move(store_name)) {}
  virtual ~GameReader() = default;

  /// What sentences call the store: the name of its file.
  const std::string& store_name() const { return store_name_; }

  virtual std::optional<GameHeader> header(GameId id) = 0;
  /// Throws DamagedGame where the place that the game lies at cannot be read.
  virtual std::optional<StoredGame> game(GameId id) = 0;
  /// The start and the moves, their checksum confirmed. Throws DamagedGame.
  virtual std::optional<StoredLine> line(GameId id) = 0;
  /// What is counted of the game; its players by number (NameReader::player).
  virtual std::optional<CountedGame> facts(GameId id) = 0;

  /// The games that FilterTest (db/store/shared/filter_test.h) takes, and no others: what a back
  /// end knows of its own may narrow the choice, and decides nothing. The words of `text` are
  /// looked for in comments as well.
  virtual std::int64_t count(const GameFilter& filter) = 0;
  virtual std::vector<GameId> ids(const GameFilter& filter, const ListOptions& options) = 0;
  /// Whether the game has a place in every list (ListOptions::after): it is stored, or the journal
  /// keeps it.
  virtual bool has_place(GameId id) = 0;
  /// Until `visit` returns false.
  void list(const GameFilter& filter, const ListOptions& options,
            const std::function<bool(const GameHeader&)>& visit) {
    list(filter, options, WithTags::no,
         [&](const GameHeader& header, const StoredTags&) { return visit(header); });
  }
  /// Headers and the tags they were made from, in order of number, until `visit` returns false.
  void list_tags(const GameFilter& filter,
                 const std::function<bool(const GameHeader&, const StoredTags&)>& visit) {
    list(filter, {}, WithTags::yes, visit);
  }
  /// Must not outlive the snapshot.
  virtual std::unique_ptr<GameSieve> sieve(const GameFilter& filter) = 0;

  /// Rules out what it can of the games for which one of the conditions does not hold. May be used
  /// by cursors of other threads.
  virtual std::shared_ptr<const Narrowing> narrow(
      const std::vector<query::HeaderCondition>& conditions) = 0;
  /// Must not outlive the snapshot.
  virtual std::unique_ptr<GameCursor> cursor(const CursorRequest& request) = 0;

  virtual GameSpan span() = 0;
  /// Calls `visit` with the number of each stored game from `first` on, rising, until it returns
  /// false. False when the games are out of order and some were left out.
  virtual bool each_id(GameId first, const std::function<bool(GameId)>& visit) = 0;
  bool each_id(const std::function<bool(GameId)>& visit) { return each_id(INT64_MIN, visit); }
  /// Calls `visit` with what is counted of each game that postings can name, in no order.
  virtual void each_facts(const std::function<void(const CountedGame&)>& visit) = 0;
  /// False when no game of the variant begins with a position of its own; may be true without one.
  virtual bool may_have_starts(Variant v) = 0;

 protected:
  enum class WithTags : std::uint8_t { no, yes };
  /// Without tags, `visit` gets none.
  virtual void list(const GameFilter& filter, const ListOptions& options, WithTags with_tags,
                    const std::function<bool(const GameHeader&, const StoredTags&)>& visit) = 0;

 private:
  std::string store_name_;
};

/// Writes games.
class GameWriter {
 public:
  virtual ~GameWriter() = default;

  /// Stores a game with its texts, under the number after the last one ever given. Its postings are
  /// not written. What is counted of it. Throws Full when there is no number left.
  virtual CountedGame add(const PreparedGame& game) = 0;
  /// Puts tags, start, result and ending in the place of those the game has. The caller notes the
  /// edit.
  virtual void set_header(GameId id, const PreparedGame& game) = 0;
  /// Puts moves, plies and notes in the place of those the game has; its texts stay as they are.
  /// Requires: the header has the start that the moves belong to.
  virtual void set_record(GameId id, const PreparedGame& game) = 0;
  /// Puts the notes in the place of those the game has; its texts stay as they are.
  virtual void set_notes(GameId id, const Bytes& notes) = 0;
  virtual void set_plies(GameId id, int plies) = 0;
  /// Makes the words of a text findable. Requires: the game has none.
  virtual void add_text(GameId id, const std::string& text) = 0;
  /// Requires: the text that was added.
  virtual void remove_text(GameId id, const std::string& text) = 0;
  /// Removes the game; not its texts and postings.
  virtual void remove(GameId id) = 0;

  /// Writes the checksums of a record that has none.
  virtual void add_sums(GameId id) = 0;
  /// Writes the checksums of what is stored now.
  virtual void renew_sums(GameId id) = 0;
  /// add_sums for some of the records. False when every record has them.
  virtual bool add_some_sums() = 0;
};

/// All stored games that postings can name, and `more`.
GameSet numbers_of(GameReader& games, const std::vector<GameId>& more = {});
/// Calls `visit` with the games of the same players, in the same seats, and of the same date, where
/// there are several: their numbers in order.
void each_group_of_one_day(GameReader& games,
                           const std::function<void(std::span<const GameId>)>& visit);

/// The game, checked by replay; no value when there is none. Throws DamagedGame.
std::optional<Game> load(GameReader& games, GameId id);
/// The game with these notes in the place of its own.
std::optional<Game> load_with(GameReader& games, GameId id, const Bytes& notes);
/// What can be read of a game whose bytes are not those that were written, checked by replay alone.
std::optional<Game> salvage(GameReader& games, GameId id);
/// The start and the main line alone; no value when they are damaged, too, or there are no moves.
std::optional<Game> load_line(GameReader& games, GameId id);

}  // namespace yari::store
