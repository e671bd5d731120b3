// Looking for games and positions: find, tree, list, count.
#include "db/explore/search.h"

#include <fmt/format.h>
#include <pybind11/stl.h>

#include <algorithm>

#include "answers/conditions.h"
#include "db/explore/explorer.h"
#include "db/reports/only_variant.h"
#include "db/skipped_games.h"
#include "python/columns.h"
#include "python/database.h"
#include "rules/sfen.h"
#include "rules/start.h"

namespace yari::python {

namespace {

/// Hits as columns: a million of them take 14 MB.
struct HitColumns {
  std::vector<std::int64_t> game = {};
  std::vector<std::int32_t> ply = {};
  std::vector<std::uint16_t> move = {};
  std::vector<std::string> damaged = {};

  void add(const Hit& hit) {
    game.push_back(hit.game);
    ply.push_back(hit.ply);
    move.push_back(hit.next.bits());
  }
};

/// What is looked for.
struct Question {
  std::optional<Setup> position = {};
  std::string query = {};
  std::optional<Variant> variant = {};
  GameFilter filter = {};
  std::size_t limit = 0;
  int jobs = 0;
};

query::Query parsed_query(const Question& q, Variant variant) {
  // Python's lock is needed where it fails.
  Result<query::Query> read = read_query(q.query, variant);
  if (read) return std::move(*read);
  const py::gil_scoped_acquire lock;
  raise_parse_error(q.query, read.error());
}

HitColumns collect(Database& database, const Question& q,
                   const std::optional<query::Query>& query) {
  HitColumns hits;
  Signals signals;
  const auto visit = [&](const Hit& hit) {
    signals.check();
    hits.add(hit);
    return hits.game.size() != q.limit;
  };
  if (!query) {
    database.find_position(*q.position, q.filter, visit);
  } else {
    search(database, *query, q.filter,
           {.threads = q.jobs, .progress = [](std::int64_t, std::int64_t) { Signals::handle(); }},
           visit);
  }
  hits.damaged = take_skipped_games(database);
  return hits;
}

/// The game that is asked about: named, or that of the position, or the only one there is.
std::optional<Variant> meant(Database& database, const Question& q) {
  if (q.variant) return q.variant;
  if (q.position) return q.position->variant;
  return only_variant(database);
}

/// Those of the games with hits that are games of Shogi.
std::vector<GameId> games_of_shogi(Database& database, const HitColumns& hits) {
  std::vector<GameId> found;
  GameId last = 0;
  for (const GameId game : hits.game) {
    if (game == last) continue;
    last = game;
    const std::optional<GameHeader> header = database.header(game);
    if (header && header->variant == Variant::shogi) found.push_back(game);
  }
  return found;
}

py::object find(const PyDatabase& handle, const py::object& position,
                const std::optional<std::string>& query, std::optional<std::int64_t> limit,
                int jobs, const py::kwargs& named) {
  Question q;
  q.filter = filter_of(named);
  q.variant = q.filter.variant;
  if (limit && *limit < 1) throw py::value_error("limit: expected 1 or more");
  if (jobs < 0 || jobs > 256) throw py::value_error("jobs: expected 0 to 256");
  q.limit = static_cast<std::size_t>(limit.value_or(0));
  q.jobs = jobs;
  if (position.is_none() && !query) throw py::value_error("name a position or a query");
  if (!position.is_none()) {
    const auto variant = q.variant ? std::optional(std::string(info(*q.variant).id)) : std::nullopt;
    q.position = setup_of(position_from(position, variant));
  }
  if (query) {
    q.query = *query;
    if (q.position)
      q.query = fmt::format("({}\n) and position \"{}\"", *query, write_sfen(*q.position));
  }
  std::optional<Variant> variant;
  std::vector<GameId> of_shogi;
  HitColumns hits = with_database(handle, [&](Database& database) {
    const Snapshot snapshot(database);
    variant = meant(database, q);
    std::optional<query::Query> asked;
    if (query) asked = parsed_query(q, variant.value_or(Variant::yari));
    // A query can name its game itself; one that fits both searches both.
    if (asked && !q.variant && asked->variant) variant = asked->variant;
    q.filter.variant = variant;
    HitColumns found = collect(database, q, asked);
    if (!variant) of_shogi = games_of_shogi(database, found);
    return found;
  });
  py::dict columns;
  columns["game"] = column(std::move(hits.game));
  columns["ply"] = column(std::move(hits.ply));
  columns["move"] = column(std::move(hits.move));
  py::object made = results("Hit", columns);
  made.attr("_variant") = info(variant.value_or(Variant::yari)).id;
  made.attr("_of_shogi") = py::frozenset(py::cast(of_shogi));
  made.attr("damaged") = hits.damaged;
  return made;
}

/// A text column.
class Texts {
 public:
  explicit Texts(std::size_t size) : list_(size) {}
  void add(std::string_view value) { list_[at_++] = text(value); }
  void add_none() { list_[at_++] = py::none(); }
  const py::list& list() const { return list_; }

 private:
  py::list list_;
  std::size_t at_ = 0;
};

template <class F>
py::list texts(const std::vector<GameHeader>& headers, F field) {
  Texts column(headers.size());
  for (const GameHeader& h : headers) column.add(field(h));
  return column.list();
}

py::dict header_columns(const std::vector<GameHeader>& headers) {
  std::vector<std::int64_t> id;
  std::vector<std::int32_t> date, plies;
  for (const GameHeader& h : headers) {
    id.push_back(h.id);
    date.push_back(h.date.value_or(0));
    plies.push_back(h.plies);
  }
  py::dict c;
  c["game"] = column(std::move(id));
  c["variant"] = texts(headers, [](const GameHeader& h) { return info(h.variant).id; });
  c["rules"] = texts(headers, [](const GameHeader& h) { return name(h.rules); });
  c["black"] = texts(headers, [](const GameHeader& h) { return std::string_view(h.black); });
  c["white"] = texts(headers, [](const GameHeader& h) { return std::string_view(h.white); });
  c["event"] = texts(headers, [](const GameHeader& h) { return std::string_view(h.event); });
  c["site"] = texts(headers, [](const GameHeader& h) { return std::string_view(h.site); });
  c["date"] = column(std::move(date));
  c["result"] = texts(headers, [](const GameHeader& h) { return name(h.result); });
  c["ending"] = texts(headers, [](const GameHeader& h) { return name(h.ending); });
  c["handicap"] = texts(headers, [](const GameHeader& h) { return std::string_view(h.handicap); });
  c["plies"] = column(std::move(plies));
  return c;
}

py::object list_games(const PyDatabase& handle, const py::kwargs& named) {
  const Listing listing = listing_of(named);
  const auto headers = with_database(handle, [&](Database& database) {
    std::vector<GameHeader> all;
    Signals signals;
    database.list(listing.filter, listing.options, [&](const GameHeader& h) {
      signals.check();
      all.push_back(h);
      return true;
    });
    return all;
  });
  return header_results(headers);
}

py::object header(const PyDatabase& handle, GameId id) {
  const auto found = with_database(handle, [&](Database& d) { return d.header(id); });
  if (!found) return py::none();
  return header_results({*found}).attr("__getitem__")(0);
}

std::int64_t count(const PyDatabase& handle, const py::kwargs& named) {
  const GameFilter filter = filter_of(named);
  return with_database(handle, [&](Database& d) { return d.count(filter); });
}

/// Games, wins and so on of many moves, each a number in a column.
struct CountColumns {
  std::vector<std::int64_t> games = {}, black_wins = {}, white_wins = {}, draws = {}, plies = {};

  void add(const PlayCounts& c) {
    games.push_back(c.games);
    black_wins.push_back(c.black_wins);
    white_wins.push_back(c.white_wins);
    draws.push_back(c.draws);
    plies.push_back(c.plies);
  }
  void move_to(py::dict& columns) {
    columns["games"] = column(std::move(games));
    columns["black_wins"] = column(std::move(black_wins));
    columns["white_wins"] = column(std::move(white_wins));
    columns["draws"] = column(std::move(draws));
    columns["plies"] = column(std::move(plies));
  }
};

py::object tree_results(const std::vector<ExplorerNode>& nodes) {
  CountColumns counts;
  std::vector<std::int32_t> node, depth, next;
  py::list sfens, moves;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const ExplorerNode& n = nodes[i];
    const py::str sfen = text(write_sfen(n.position));
    for (std::size_t m = 0; m < n.statistics.moves.size(); ++m) {
      node.push_back(static_cast<std::int32_t>(i));
      depth.push_back(n.depth);
      next.push_back(n.next[m] ? static_cast<std::int32_t>(*n.next[m]) : -1);
      sfens.append(sfen);
      moves.append(move_object(n.position.variant, n.statistics.moves[m].move));
      counts.add(n.statistics.moves[m].counts);
    }
  }
  py::dict columns;
  columns["node"] = column(std::move(node));
  columns["depth"] = column(std::move(depth));
  columns["sfen"] = sfens;
  columns["move"] = moves;
  counts.move_to(columns);
  columns["next"] = column(std::move(next));
  return results("TreeMove", columns);
}

py::object tree(const PyDatabase& handle, const py::object& position, int depth,
                std::int64_t min_games, const py::kwargs& named) {
  constexpr int most_depth = 1000;
  if (depth < 1 || depth > most_depth) throw py::value_error("depth: expected 1 to 1000");
  const GameFilter filter = filter_of(named);
  std::optional<Setup> setup;
  if (!position.is_none()) setup = setup_of(position_from(position, std::nullopt));
  const auto nodes = with_database(handle, [&](Database& database) {
    const Variant v =
        filter.variant ? *filter.variant : only_variant(database).value_or(Variant::yari);
    return explore_tree(database, setup.value_or(start_setup(v)), filter, depth - 1, min_games);
  });
  return tree_results(nodes);
}

}  // namespace

py::object header_results(const std::vector<GameHeader>& headers) {
  return results("Header", header_columns(headers));
}

void bind_searches(py::class_<PyDatabase>& type) {
  type.def("find", &find, py::arg("position") = py::none(), py::kw_only(),
           py::arg("query") = py::none(), py::arg("limit") = py::none(), py::arg("jobs") = 0,
           doc("Database.find"))
      .def("list", &list_games, doc("Database.list"))
      .def("header", &header, py::arg("id"), doc("Database.header"))
      .def("count", &count, doc("Database.count"))
      .def("tree", &tree, py::arg("position") = py::none(), py::kw_only(), py::arg("depth") = 1,
           py::arg("min_games") = 1, doc("Database.tree"));
}

}  // namespace yari::python
