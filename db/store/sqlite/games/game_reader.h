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

  std::optional<GameHeader> header(GameId id) override;
  std::optional<store::StoredGame> game(GameId id) override;
  std::optional<StoredLine> line(GameId id) override;
  std::optional<CountedGame> facts(GameId id) override;

  std::int64_t count(const GameFilter& filter) override;
  std::vector<GameId> ids(const GameFilter& filter, const ListOptions& options) override;
  bool has_place(GameId id) override;
  std::unique_ptr<store::GameSieve> sieve(const GameFilter& filter) override;
  std::shared_ptr<const store::Narrowing> narrow(
      const std::vector<query::HeaderCondition>& conditions) override;
  std::unique_ptr<store::GameCursor> cursor(const store::CursorRequest& request) override;

  store::GameSpan span() override;
  using store::GameReader::each_id;
  bool each_id(GameId first, const std::function<bool(GameId)>& visit) override;
  void each_facts(const std::function<void(const CountedGame&)>& visit) override;
  bool may_have_starts(Variant v) override;

 private:
  using store::GameReader::list;
  void list(const GameFilter& filter, const ListOptions& options, WithTags with_tags,
            const std::function<bool(const GameHeader&, const StoredTags&)>& visit) override;
  bool find(LazyStatement& row, GameId id);

  Connection& connection_;
  LazyStatement header_, game_, line_, facts_;
};

}  // namespace yari
