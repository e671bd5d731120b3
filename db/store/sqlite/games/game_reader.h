/// \file
/// Games as rows: one by one, and lists of those that a filter takes.
#pragma once

#include <string_view>

#include "db/store/games.h"
#include "db/store/sqlite/file/lazy_statement.h"

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
/// The tags of that row, whose columns 13 and 14 are their layout and values.
StoredTags read_tags(const Statement& row, const GameHeader& header);

/// The tables games, records and what they refer to, read.
class SqliteGameReader final : public store::GameReader {
 public:
  /// Requires: the connection outlives this, and knows name_matches (name_function.h) where games
  /// are filtered.
  explicit SqliteGameReader(Connection& connection);

  std::string store_name() const override;
  std::optional<GameHeader> header(GameId id) override;
  std::optional<store::StoredGame> game(GameId id) override;
  std::optional<StoredLine> line(GameId id) override;
  bool has_notes(GameId id) override;
  std::optional<CountedGame> facts(GameId id) override;

  std::int64_t count(const GameFilter& filter) override;
  std::vector<GameId> ids(const GameFilter& filter, const ListOptions& options) override;
  bool has_place(GameId id) override;
  void list(const GameFilter& filter, const ListOptions& options,
            const std::function<bool(const GameHeader&)>& visit) override;
  void list_tags(const GameFilter& filter,
                 const std::function<bool(const GameHeader&, const StoredTags&)>& visit) override;
  std::unique_ptr<store::GameSieve> sieve(const GameFilter& filter) override;
  std::shared_ptr<const store::Narrowing> narrow(
      const std::vector<query::HeaderCondition>& conditions) override;
  std::unique_ptr<store::GameCursor> cursor(const store::CursorRequest& request) override;

  store::GameSpan span() override;
  GameSet numbers(bool with_deleted = false) override;
  using store::GameReader::each_id;
  bool each_id(GameId first, const std::function<bool(GameId)>& visit) override;
  void each_length(const std::function<void(GameId, int)>& visit) override;
  std::map<std::int64_t, std::int64_t> lengths() override;
  void each_pair_of_one_day(const std::function<bool(GameId, GameId)>& visit) override;
  bool may_have_starts(Variant v) override;

 private:
  bool find(LazyStatement& row, GameId id);

  Connection& connection_;
  LazyStatement header_, game_, line_, notes_, facts_;
};

}  // namespace yari
