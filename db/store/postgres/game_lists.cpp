// Lists over all shards: each shard says which games it has, and they are put in order here.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <tuple>
#include <utility>

#include "db/store/postgres/filter_sql.h"
#include "db/store/postgres/game_reader.h"
#include "db/store/postgres/game_walk.h"

namespace yari::pg {

namespace {

std::string_view sort_column(SortBy sort) {
  // In the order of SortBy.
  constexpr std::string_view columns[] = {"g.id",    "g.date",  "g.plies",
                                          "g.black", "g.white", "g.event"};
  return columns[static_cast<std::size_t>(sort)];
}

/// A game and what it is sorted by: a number, or the rank of a name; what is unknown comes first.
using Sorted = std::pair<std::int64_t, GameId>;

/// The rank of each name by its bytes, by number.
std::vector<std::int64_t> ranks(NumberedTexts& table) {
  std::vector<std::pair<std::string_view, std::int64_t>> names;
  table.each([&](std::int64_t id, const std::string& name) { names.emplace_back(name, id); });
  std::ranges::sort(names);
  std::vector<std::int64_t> ranks(names.size() + 1);
  for (std::size_t i = 0; i < names.size(); ++i)
    ranks[static_cast<std::size_t>(names[i].second)] = static_cast<std::int64_t>(i) + 1;
  return ranks;
}

/// What games are sorted by.
class SortKeys {
 public:
  SortKeys(SortBy sort, Names& names)
      : by_name_(sort == SortBy::black || sort == SortBy::white || sort == SortBy::event) {
    if (by_name_) rank_ = ranks(sort == SortBy::event ? names.events : names.players);
  }

  /// Of a game whose sort_column stands in `column`.
  std::int64_t of(const Statement& row, int column) const {
    if (!by_name_) return row.is_null(column) ? INT64_MIN : row.integer(column);
    const auto number = static_cast<std::size_t>(row.integer(column));
    return number < rank_.size() ? rank_[number] : 0;
  }

 private:
  bool by_name_;
  std::vector<std::int64_t> rank_;
};

/// The place of `options.after` among what is sorted; that of a deleted game is known to the
/// journal. No value where it is not.
std::optional<Sorted> place_of(const Shards& shards, const SortKeys& keys,
                               const ListOptions& options) {
  const GameId game = *options.after;
  if (options.sort == SortBy::id) return Sorted(game, game);
  // The latest entry of any shard has it as it was last.
  for (const auto& [rows, entry] :
       {std::pair("@.games", "0"), std::pair("@.journal_games", "entry")}) {
    Fan found(shards, fmt::format("SELECT {}, {} FROM {} g WHERE g.id = $1",
                                  sort_column(options.sort), entry, rows));
    std::optional<std::pair<std::int64_t, Sorted>> latest;
    found.start({game});
    while (const Statement* const row = found.next())
      if (!latest || row->integer(1) > latest->first)
        latest = {row->integer(1), {keys.of(*row, 0), game}};
    if (latest) return latest->second;
  }
  return std::nullopt;
}

class ShardSieve final : public store::GameSieve {
 public:
  ShardSieve(Shards& shards, Names& names, const GameFilter& filter)
      : names_(names),
        sql_(filter, names, 2),
        rows_(shards,
              fmt::format("SELECT g.id, {} FROM @.games g WHERE g.id = ANY($1::int8[]) AND {}",
                          sql_.tested_columns(), sql_.condition())) {}

  std::vector<GameId> keep(const std::vector<GameId>& ids) override {
    const std::string list = array_of(ids);
    std::vector<Parameter> parameters{Parameter(list)};
    for (const Parameter& p : sql_.parameters()) parameters.push_back(p);
    rows_.start(parameters);
    std::vector<GameId> kept;
    while (const Statement* const row = rows_.next())
      if (sql_.takes(*row, 1, names_)) kept.push_back(row->integer(0));
    std::ranges::sort(kept);
    return kept;
  }

 private:
  Names& names_;
  FilterSql sql_;
  Fan rows_;
};

}  // namespace

std::vector<GameId> GameReader::ids(const GameFilter& filter, const ListOptions& options) {
  FilterSql sql(filter, names_);
  const std::vector<Parameter> parameters = sql.parameters();
  const SortKeys keys(options.sort, names_);
  std::vector<Sorted> found;
  for (std::size_t i = 0; i < shards_.size(); ++i) {
    Stream rows(*shards_[i].connection,
                shards_[i].sql(fmt::format("SELECT g.id, {}, {} FROM @.games g WHERE {}",
                                           sort_column(options.sort), sql.tested_columns(),
                                           sql.condition())),
                parameters);
    while (rows.step())
      if (sql.takes(rows.row(), 2, names_))
        found.emplace_back(keys.of(rows.row(), 1), rows.row().integer(0));
  }
  if (options.descending)
    std::ranges::sort(found, std::greater<>());
  else
    std::ranges::sort(found);
  const auto size = static_cast<std::int64_t>(found.size());
  std::int64_t first = std::clamp<std::int64_t>(options.offset, 0, size);
  if (const auto place = options.after ? place_of(shards_, keys, options) : std::nullopt) {
    const auto behind = options.descending
                            ? std::ranges::upper_bound(found, *place, std::greater<>())
                            : std::ranges::upper_bound(found, *place);
    first = behind - found.begin();
  }
  const std::int64_t last =
      options.limit ? std::clamp<std::int64_t>(*options.limit, 0, size - first) + first : size;
  std::vector<GameId> ids;
  for (std::int64_t i = first; i < last; ++i)
    ids.push_back(found[static_cast<std::size_t>(i)].second);
  return ids;
}

bool GameReader::has_place(GameId id) {
  return place_of(shards_, SortKeys(SortBy::plies, names_),
                  {.sort = SortBy::plies, .limit = {}, .after = id})
      .has_value();
}

std::int64_t GameReader::count(const GameFilter& filter) {
  FilterSql sql(filter, names_);
  if (sql.is_narrowed_only()) return static_cast<std::int64_t>(ids(filter, {}).size());
  Fan rows(shards_, fmt::format("SELECT count(*) FROM @.games g WHERE {}", sql.condition()));
  const std::vector<Parameter> parameters = sql.parameters();
  rows.start(parameters);
  std::int64_t count = 0;
  while (const Statement* const row = rows.next()) count += row->integer(0);
  return count;
}

std::unique_ptr<store::GameSieve> GameReader::sieve(const GameFilter& filter) {
  return std::make_unique<ShardSieve>(shards_, names_, filter);
}

std::shared_ptr<const store::Narrowing> GameReader::narrow(
    const std::vector<query::HeaderCondition>&) {
  return nullptr;
}

std::unique_ptr<store::GameCursor> GameReader::cursor(const store::CursorRequest& request) {
  return std::make_unique<GameWalk>(shards_, names_, request);
}

store::GameSpan GameReader::span() {
  Fan rows(shards_, "SELECT min(id), max(id) FROM @.games");
  store::GameSpan span;
  rows.start({});
  for (bool is_empty = true; const Statement* const row = rows.next();) {
    if (row->is_null(0)) continue;
    const bool is_first = std::exchange(is_empty, false);
    span.first = is_first ? row->integer(0) : std::min(span.first, row->integer(0));
    span.last = std::max(span.last, row->integer(1));
  }
  return span;
}

bool GameReader::each_id(GameId first, const std::function<bool(GameId)>& visit) {
  std::vector<GameId> all;
  for (std::size_t i = 0; i < shards_.size(); ++i) {
    Stream rows(*shards_[i].connection, shards_[i].sql("SELECT id FROM @.games WHERE id >= $1"),
                std::vector<Parameter>{first});
    while (rows.step()) all.push_back(rows.row().integer(0));
  }
  std::ranges::sort(all);
  static_cast<void>(std::ranges::all_of(all, visit));
  return true;
}

bool GameReader::may_have_starts(Variant v) {
  bool any = false;
  names_.starts.each([&](std::int64_t id, const std::string&) {
    const auto start = start_of(names_, id);
    any = any || (start && start->variant == v);
  });
  return any;
}

}  // namespace yari::pg
