// SQL narrows a listing; what a condition means is decided by FilterTest, or by name_matches, which
// is the same.
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "db/store/shared/filter_test.h"
#include "db/store/sqlite/games/few_games.h"
#include "db/store/sqlite/games/filter_sql.h"
#include "db/store/sqlite/games/game_reader.h"
#include "db/store/sqlite/games/game_walk.h"
#include "db/store/sqlite/games/header_sql.h"
#include "db/store/sqlite/index/posting_index.h"

namespace yari {

namespace {

/// The test that decides what SQL only narrows; no value where SQL has nothing to decide.
std::optional<FilterTest> test_of(const GameFilter& filter) {
  const GameFilter rest = narrowed_only(filter);
  return rest.empty() ? std::nullopt : std::optional<FilterTest>(rest);
}

/// Where the rows of a game are that lists go by, and which of them is the latest.
struct RowsOfGame {
  std::string_view table;
  std::string_view latest;
};

/// No value where the game was never there, or nobody can bring it back.
std::optional<RowsOfGame> rows_of_game(Connection& connection, GameId game) {
  for (const RowsOfGame& rows :
       {RowsOfGame{"games", ""}, RowsOfGame{"journal_games", "ORDER BY g.entry DESC"}})
    if (connection.integer(
            fmt::format("SELECT EXISTS(SELECT 1 FROM {} WHERE id = {})", rows.table, game)) != 0)
      return rows;
  return std::nullopt;
}

/// The condition that games come after `options.after`; no value where its place is not known. That
/// of a deleted game is known to the journal.
std::optional<std::string> after_sql(Connection& connection, const ListOptions& options) {
  if (!options.after) return std::nullopt;
  const GameId game = *options.after;
  const std::string_view comparison = options.descending ? "<" : ">";
  if (options.sort == SortBy::id) return fmt::format("g.id {} {}", comparison, game);
  const std::optional<RowsOfGame> rows = rows_of_game(connection, game);
  if (!rows) return std::nullopt;
  const std::string_view column = sort_column(options.sort);
  const std::string place = fmt::format("{0} IS NOT NULL, ifnull({0}, ''), g.id", column);
  return fmt::format(
      "({0}) {1} (SELECT {0} FROM {2} g LEFT JOIN players b ON b.id = g.black "
      "LEFT JOIN players w ON w.id = g.white LEFT JOIN events e ON e.id = g.event "
      "WHERE g.id = {3} {4} LIMIT 1)",
      place, comparison, rows->table, game, rows->latest);
}

/// The rows of games that a filter takes, one after the other.
class FilteredRows {
 public:
  /// `columns` begin with header_columns where `whole`, else they are the number of the game alone.
  FilteredRows(Connection& connection, const GameFilter& filter, const ListOptions& options,
               bool whole, std::string_view more_columns = "", std::string_view more_tables = "")
      : options_(options), sql_(connection, filter), test_(test_of(filter)) {
    std::string condition = sql_.condition();
    if (const auto after = after_sql(connection, options)) {
      condition += " AND " + *after;
      options_.offset = 0;
    }
    ListOptions order = options_;
    if (test_) order.limit = std::nullopt, order.offset = 0;
    const std::string columns =
        fmt::format("{}{}", whole || test_ ? header_columns : "g.id", more_columns);
    const std::string tables = fmt::format("{}{}", header_tables, more_tables);
    ListOptions whole_order = order;
    whole_order.limit.reset();
    whole_order.offset = 0;
    // Of a page of a list only its own rows are joined with their names, not all that are sorted.
    rows_.emplace(connection,
                  order.limit && order.sort != SortBy::id
                      ? fmt::format("SELECT {0} FROM {1} WHERE g.id IN (SELECT g.id FROM {2} WHERE "
                                    "{3} {4}) {5}",
                                    columns, tables, header_tables, condition, order_sql(order),
                                    order_sql(whole_order))
                      : fmt::format("SELECT {} FROM {} WHERE {} {}", columns, tables, condition,
                                    order_sql(order)));
    rows_->start(sql_.parameters());
  }

  /// The next game's row; null when there is none.
  const Statement* next() {
    while (rows_->step()) {
      if (!test_) return &*rows_;
      if (!test_->holds(read_header(*rows_)) || seen_++ < options_.offset) continue;
      if (options_.limit && seen_ > options_.offset + *options_.limit) break;
      return &*rows_;
    }
    return nullptr;
  }

 private:
  ListOptions options_;
  FilterSql sql_;
  std::optional<FilterTest> test_;
  std::optional<Statement> rows_;
  /// Games that the test has taken.
  std::int64_t seen_ = 0;
};

std::vector<GameId> numbers_of(Connection& connection, const GameFilter& filter,
                               const ListOptions& options) {
  FilteredRows rows(connection, filter, options, false);
  std::vector<GameId> ids;
  while (const Statement* row = rows.next()) ids.push_back(row->integer(0));
  return ids;
}

/// What a list asks for; where indexes know the games that may be in it, it names them.
struct Listing {
  GameFilter filter;
  ListOptions options;
};

Listing listing_of(Connection& connection, const GameFilter& filter, const ListOptions& options) {
  constexpr std::int64_t first_looked_at = 4096;
  Listing listing{few_games(connection, filter, few_for_list).value_or(filter), options};
  const bool may_page = options.sort == SortBy::date && options.limit && *options.limit > 0 &&
                        *options.limit <= first_looked_at;
  if (!may_page || !listing.filter.ids.empty()) return listing;
  ListOptions first = options;
  // With a condition, the page may be in what comes first.
  if (!filter.empty()) first.limit = first_looked_at, first.offset = 0;
  std::optional<std::vector<GameId>> ids = first_by_date(connection, first);
  if (ids && !filter.empty()) {
    GameFilter among = filter;
    among.ids = std::move(*ids);
    ids = numbers_of(connection, among, options);
  }
  if (!ids || static_cast<std::int64_t>(ids->size()) < *options.limit) return listing;
  listing.filter.ids = std::move(*ids);
  listing.options.offset = 0;
  listing.options.after.reset();
  return listing;
}

/// Its statement is prepared once.
class SqliteSieve final : public store::GameSieve {
 public:
  SqliteSieve(Connection& connection, GameFilter filter)
      : connection_(connection), filter_(std::move(filter)) {}

  std::vector<GameId> keep(const std::vector<GameId>& ids) override {
    const bool were_few = asked_ <= looked_up;
    asked_ += ids.size();
    if (were_few && asked_ > looked_up) ask_indexes();
    if (!few_) return taken_of(ids);
    std::vector<GameId> left;
    std::ranges::set_intersection(ids, *few_, std::back_inserter(left));
    return filter_.empty() || left.empty() ? left : taken_of(left);
  }

 private:
  /// So many numbers are gone through for each part of the postings.
  static constexpr std::size_t few_in_memory = 65'536;
  /// So many games are looked up in the time in which an index names those.
  static constexpr std::size_t looked_up = 1024;

  void ask_indexes() {
    std::optional<GameFilter> few = few_games(connection_, filter_, few_in_memory);
    if (!few) return;
    rows_.reset();
    if (few->ids.size() <= few_for_list) {
      few_ = numbers_of(connection_, *few, {});
      filter_ = {};
    } else {
      few_ = std::exchange(few->ids, {});
      filter_ = std::move(*few);
    }
  }

  std::vector<GameId> taken_of(const std::vector<GameId>& ids) {
    if (!rows_) {
      sql_.emplace(connection_, filter_);
      test_ = test_of(filter_);
      rows_.emplace(connection_,
                    fmt::format("SELECT {} FROM {} WHERE g.id IN (SELECT value FROM "
                                "json_each(?)) AND {}",
                                test_ ? header_columns : "g.id", header_tables, sql_->condition()));
    }
    const std::string list = fmt::format("[{}]", fmt::join(ids, ","));
    std::vector<Parameter> parameters{Parameter(list)};
    for (const Parameter& p : sql_->parameters()) parameters.push_back(p);
    std::vector<GameId> kept;
    for (rows_->start(parameters); rows_->step();)
      if (!test_ || test_->holds(read_header(*rows_))) kept.push_back(rows_->integer(0));
    std::sort(kept.begin(), kept.end());
    return kept;
  }

  Connection& connection_;
  /// What is left to ask of games in `few_`, or of all.
  GameFilter filter_;
  /// How many games `keep` was asked about.
  std::size_t asked_ = 0;
  /// The games that an index knows, sorted.
  std::optional<std::vector<GameId>> few_;
  std::optional<FilterSql> sql_;
  std::optional<FilterTest> test_;
  std::optional<Statement> rows_;
};

}  // namespace

std::int64_t SqliteGameReader::count(const GameFilter& filter) {
  if (!narrowed_only(filter).empty()) return static_cast<std::int64_t>(ids(filter, {}).size());
  // SQLite knows it without a look at the games.
  if (filter.empty()) return connection_.integer("SELECT count(*) FROM games");
  // No condition is left that asks for a joined table; SQLite would look every row up in each.
  const FilterSql sql(connection_, few_games(connection_, filter, few_for_list).value_or(filter));
  Statement statement(connection_,
                      fmt::format("SELECT count(*) FROM games g WHERE {}", sql.condition()));
  statement.start(sql.parameters());
  statement.step();
  return statement.integer(0);
}

std::vector<GameId> SqliteGameReader::ids(const GameFilter& filter, const ListOptions& options) {
  const Listing listing = listing_of(connection_, filter, options);
  return numbers_of(connection_, listing.filter, listing.options);
}

bool SqliteGameReader::has_place(GameId id) { return rows_of_game(connection_, id).has_value(); }

void SqliteGameReader::list(
    const GameFilter& filter, const ListOptions& options, WithTags with_tags,
    const std::function<bool(const GameHeader&, const StoredTags&)>& visit) {
  const Listing listing = listing_of(connection_, filter, options);
  const bool tags = with_tags == WithTags::yes;
  FilteredRows rows(connection_, listing.filter, listing.options, true,
                    tags ? ", t.layout, g.tag_values" : "",
                    tags ? " LEFT JOIN tag_layouts t ON t.id = g.tag_layout" : "");
  const StoredTags none;
  while (const Statement* row = rows.next()) {
    const GameHeader header = read_header(*row);
    if (!visit(header, tags ? read_tags(*row, header) : none)) return;
  }
}

std::unique_ptr<store::GameSieve> SqliteGameReader::sieve(const GameFilter& filter) {
  return std::make_unique<SqliteSieve>(connection_, filter);
}

std::shared_ptr<const store::Narrowing> SqliteGameReader::narrow(
    const std::vector<query::HeaderCondition>& conditions) {
  return std::make_shared<const SqlNarrowing>(narrowed_by(connection_, conditions));
}

std::unique_ptr<store::GameCursor> SqliteGameReader::cursor(const store::CursorRequest& request) {
  return std::make_unique<GameWalk>(connection_, request);
}

store::GameSpan SqliteGameReader::span() {
  const auto of_numbers = [&](std::string_view function) {
    return connection_.integer(
        fmt::format("SELECT {}(id) FROM games WHERE {}", function, indexable_game));
  };
  return {of_numbers("min"), of_numbers("max")};
}

// A page that is there twice gives numbers that do not rise; of a file made by hand there can be
// more such numbers than anyone could wait for.
bool SqliteGameReader::each_id(GameId first, const std::function<bool(GameId)>& visit) {
  constexpr int most_out_of_order = 10'000;
  int out_of_order = 0;
  std::optional<GameId> last;
  Statement games(connection_, "SELECT id FROM games WHERE id >= ? ORDER BY id");
  for (games.start({first}); games.step() && out_of_order < most_out_of_order;) {
    const GameId id = games.integer(0);
    if (id < first || (last && id <= *last)) {
      ++out_of_order;
      continue;
    }
    last = id;
    if (!visit(id)) break;
  }
  return out_of_order == 0;
}

bool SqliteGameReader::may_have_starts(Variant v) {
  return connection_.integer(fmt::format("SELECT EXISTS(SELECT 1 FROM starts WHERE variant = {})",
                                         static_cast<int>(v))) != 0;
}

}  // namespace yari
