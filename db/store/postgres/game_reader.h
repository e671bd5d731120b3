/// \file
/// Games as rows of all shards: one by one, and lists of those that a filter takes.
#pragma once

#include "db/store/games.h"
#include "db/store/postgres/names.h"
#include "db/store/shared/expects_lines.h"

namespace yari::pg {

/// The columns of `games g` that header_of expects.
inline constexpr std::string_view header_columns =
    "g.id, g.variant, g.rules, g.start, g.black, g.white, g.event, g.site, g.date, g.result, "
    "g.ending, g.plies";
inline constexpr int header_column_count = 12;

/// The variant, the SFEN and the handicap of a start; no value where there is none of that number.
struct StartParts {
  Variant variant = Variant::yari;
  std::string_view sfen, handicap;
};
std::optional<StartParts> start_of(Names& names, std::int64_t number);

/// The ratings in a row whose columns from `column` on are tag_layout and tag_values.
Ratings ratings_of(const Statement& row, int column, Names& names);
/// The tag Round, as valid as the row.
std::string_view round_of(const Statement& row, int column, Names& names);

/// The header in the present row, whose first columns are header_columns.
GameHeader header_of(const Statement& row, Names& names);

/// The tables games, records and games_text of all shards, read.
class GameReader final : public store::GameReader, public store::ExpectsLines {
 public:
  /// Requires: both outlive this.
  GameReader(Shards& shards, Names& names);

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

  void expect(const std::vector<GameId>& ids) override;

 private:
  struct Line {
    std::optional<StoredLine> line;
    bool is_missing = false;
  };
  /// The row of the game; null when there is none.
  const Statement* find(Fan& fan, GameId id);
  Line read_line(GameId id, const Statement& row);
  StoredLine checked(GameId id, const Line& line);
  using store::GameReader::list;
  void list(const GameFilter& filter, const ListOptions& options, WithTags with_tags,
            const std::function<bool(const GameHeader&, const StoredTags&)>& visit) override;

  Shards& shards_;
  Names& names_;
  Fan header_, game_, line_, facts_;
  std::unordered_map<GameId, Line> lines_;
};

}  // namespace yari::pg
