// `yari find`: the games in which a position occurs, or in which a query holds.
#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "analysis/engine/replayed.h"
#include "answers/json.h"
#include "answers/opening_text.h"
#include "cli/options/command.h"
#include "cli/options/database_option.h"
#include "cli/options/game_options.h"
#include "cli/options/judgement_options.h"
#include "cli/options/opening_options.h"
#include "cli/options/position_options.h"
#include "cli/options/query_options.h"
#include "cli/output/data_table.h"
#include "cli/output/game_text.h"
#include "cli/output/line_text.h"
#include "cli/output/sound_games.h"
#include "cli/terminal/text_file.h"
#include "cli/terminal/working.h"
#include "db/explore/search.h"
#include "rules/sfen.h"

namespace yari::cli {

namespace {

/// "blunder -21 %, allowed-mate in 3"; empty for none.
std::string judgements_text(const std::vector<StoredJudgement>& judgements) {
  std::string text;
  for (const StoredJudgement& j : judgements) {
    text += fmt::format("{}{}", text.empty() ? "" : ", ", name(j.kind));
    if (j.mate) {
      text += fmt::format(" in {}", *j.mate);
    } else if (j.loss > 0) {
      text += fmt::format(" -{:.0f} %", j.loss / 100.0);
    }
  }
  return text;
}

using Visit = std::function<bool(const Hit&)>;

using VisitAll = std::function<void(const Visit&)>;

/// A hit, and how many its game has. 0: they were not counted, for each is printed.
using VisitGame = std::function<bool(const Hit& first, std::int64_t hits)>;

/// The first hit of each game. Requires: the hits of a game come one after the other.
void each_game(const VisitAll& visit_all, const VisitGame& visit) {
  std::optional<Hit> first;
  std::int64_t hits = 0;
  bool more = true;
  visit_all([&](const Hit& hit) {
    if (first && hit.game == first->game) return ++hits, true;
    if (first) more = visit(*first, hits);
    first = hit;
    hits = 1;
    return more;
  });
  if (first && more) visit(*first, hits);
}

/// Prints hits with what the database knows about them.
class HitPrinter {
 public:
  /// `names`: null where openings are not shown.
  HitPrinter(Database& games, Terminal& terminal, Table& table, bool judgements_first,
             const openings::OpeningList* names)
      : games_(games),
        terminal_(terminal),
        table_(table),
        judgements_first_(judgements_first),
        names_(names),
        judgements_(games) {}

  /// `hits` as in VisitGame.
  void print(const Hit& hit, std::int64_t hits) {
    if (header_.id != hit.game) set_header(hit.game);
    const std::optional<Setup> found = games_.position(hit.game, hit.ply);
    if (!found) return tell_damage(hit);
    const Setup& setup = *found;
    // What a query finds is not checked, and a file may come from anywhere.
    const Move move = hit.next && is_legal(setup, hit.next) ? hit.next : Move::none();
    if (hit.next && !move) tell_damage(hit);
    const auto judgements = judgements_.at(hit.game, hit.ply, setup.variant);
    if (terminal_.wants_json()) {
      Json json = hit_json(hit, header_, setup, judgements);
      if (hits > 0) json["hits"] = hits;
      if (names_ != nullptr) json.update(opening_json(opening_));
      terminal_.json(json);
    } else {
      const std::string next = move ? hodges_line({setup, {}}, {move}) : "";
      const char* none = hit.next || hit.ply < header_.plies ? "(damaged)" : "(end)";
      print_row(hit, hits, next.empty() ? none : next, judgements_text(judgements));
    }
  }

  // The row of a game that the index names may be damaged.
  void set_header(GameId id) {
    header_ = games_.header(id).value_or(GameHeader());
    header_.id = id;
    if (names_ != nullptr) opening_ = opening_of(games_, id, *names_);
  }

  /// No damaged game was printed so far.
  bool all_sound() const { return damaged_ == 0; }

 private:
  void print_row(const Hit& hit, std::int64_t hits, const std::string& next,
                 const std::string& judgements) {
    std::vector<std::string> cells = game_cells(header_);
    cells.push_back(std::to_string(hit.ply));
    if (hits > 0) cells.push_back(std::to_string(hits));
    cells.push_back(next);
    cells.push_back(judgements_first_ ? judgements : occasion(header_));
    cells.push_back(judgements_first_ ? occasion(header_) : judgements);
    if (names_ != nullptr) cells.push_back(opening_text(opening_));
    table_.row(cells);
  }

  /// Of all hits in a game once.
  void tell_damage(const Hit& hit) {
    if (std::exchange(damaged_, hit.game) == hit.game) return;
    terminal_.message(
        fmt::format("game {} is damaged at ply {} or before: 'yari db verify' says how", hit.game,
                    hit.ply + 1));
  }

  Database& games_;
  Terminal& terminal_;
  Table& table_;
  bool judgements_first_;
  const openings::OpeningList* names_;
  JudgementReader judgements_;
  /// The last game that was.
  GameId damaged_ = 0;
  /// Of the last hit.
  GameHeader header_;
  GameOpening opening_;
};

struct Find final : Task {
  DatabaseOption database;
  PositionOptions position;
  FilterOptions filters;
  QueryOptions questions;
  std::vector<std::string> query_files;
  JudgementOptions judged;
  ListingOptions listing;
  TableForm form;
  bool count = false;
  bool all_hits = false;
  std::optional<bool> heading;
  OpeningOptions openings;

  void declare(OptionSet& options) override {
    options.group("What to find (all of it at once; docs/query.md)");
    questions.declare(options);
    options.texts("query-file", query_files, "FILE", "a query from a file").is(ValueKind::file);
    position.declare_for_search(options);
    judged.declare(options);
    options.group("Answer");
    options.flag("count", count, "print how many games there are and nothing else");
    options.flag("all-hits", all_hits, "a line for every ply, not only for the first in a game");
    options
        .toggle(
            "heading", [this](bool on) { heading = on; }, "print the names of the columns")
        .assumed("on a terminal");
    form.declare(options);
    openings.declare(options);
    database.declare(options);
    filters.declare(options, false);
    listing.declare(options, "lines");
  }

  Exit run(Terminal& terminal) override {
    form.begin(terminal);
    std::vector<std::string> conditions = typed_conditions();
    // Beside a question, --handicap chooses games and asks for no position.
    if (position.moves || joined(conditions).empty()) begin_at_handicap(position, filters.filter);
    if (!position.given() && joined(conditions).empty())
      throw UsageError(
          "name a position with --sfen, --usi or --moves, or ask for a --query or --judgement");
    Database games = database.open(OpenMode::read_only);
    std::optional<Setup> setup;
    if (position.given()) setup = setup_of(position.read(&games));
    if (setup && !conditions.empty())
      conditions.push_back(fmt::format("position \"{}\"", write_sfen(*setup)));
    const std::string text = joined(conditions);
    std::optional<query::Query> query;
    if (!text.empty())
      query = parse_query(text, setup ? setup->variant : position.variant.meant(&games));
    GameFilter filter = filters.filter;
    filter.variant = setup ? setup->variant : position.variant.typed;
    // Everything printed about a hit is read at one moment.
    const Snapshot snapshot(games);
    bool any = false;
    const auto visit_all = [&](const Visit& visit_hit) {
      const Visit visit = [&](const Hit& hit) { return any = true, visit_hit(hit); };
      if (!query) return games.find_position(*setup, filter, visit);
      search(games, *query, filter, {.progress = progress_on(terminal)}, visit);
    };
    const Working working(terminal, "searching");
    const Exit exit = count ? print_count(visit_all, terminal)
                            : print_in_order(games, filter, visit_all, terminal);
    const std::optional<Variant> asked = query && query->variant ? query->variant : filter.variant;
    if (!any) explain_nothing(terminal, games, asked);
    return tell_skipped_games(terminal, games) ? exit : Exit::nothing;
  }

  Exit print_in_order(Database& games, const GameFilter& filter, const VisitAll& visit_all,
                      Terminal& terminal) const {
    terminal.page();
    const ListOptions& order = listing.options;
    if (order.sort == SortBy::id && !order.descending)
      return print_hits(games, visit_all, terminal);
    const std::vector<Hit> hits = sorted(games, filter, visit_all);
    return print_hits(
        games, [&](const Visit& visit) { static_cast<void>(std::ranges::all_of(hits, visit)); },
        terminal);
  }

  /// All that is asked beside an exact position.
  std::vector<std::string> typed_conditions() const {
    std::vector<std::string> parts = questions.conditions();
    for (const std::string& file : query_files) parts.push_back(read_text_file(file));
    std::ranges::move(judged.conditions(), std::back_inserter(parts));
    return parts;
  }

  static std::function<void(std::int64_t, std::int64_t)> progress_on(Terminal& terminal) {
    return [&terminal](std::int64_t done, std::int64_t all) {
      terminal.progress("games", static_cast<std::uint64_t>(done), static_cast<std::uint64_t>(all));
    };
  }

  /// All hits, in the order of their games that was asked for.
  std::vector<Hit> sorted(Database& games, const GameFilter& filter,
                          const VisitAll& visit_all) const {
    std::unordered_map<GameId, std::size_t> rank;
    ListOptions order = listing.options;
    order.limit.reset();
    order.offset = 0;
    for (const GameId id : games.ids(filter, order)) rank.emplace(id, rank.size());
    std::vector<Hit> hits;
    visit_all([&](const Hit& hit) { return hits.push_back(hit), true; });
    std::ranges::stable_sort(hits, {}, [&](const Hit& hit) { return rank[hit.game]; });
    return hits;
  }

  Exit print_hits(Database& games, const VisitAll& visit_all, Terminal& terminal) const {
    std::int64_t found = 0;
    std::int64_t skipped = 0;
    const bool with_openings = openings.are_shown(terminal);
    const openings::OpeningList names = openings.list();
    Table table(terminal, columns(with_openings), heading);
    HitPrinter printer(games, terminal, table, asks_judgements(), with_openings ? &names : nullptr);
    const auto visit = [&](const Hit& hit, std::int64_t hits) {
      if (skipped < listing.options.offset) return ++skipped, true;
      if (found == listing.options.limit) return false;
      ++found;
      printer.print(hit, hits);
      return found != listing.options.limit;
    };
    if (all_hits)
      visit_all([&](const Hit& hit) { return visit(hit, 0); });
    else
      each_game(visit_all, visit);
    return found > 0 && printer.all_sound() ? Exit::done : Exit::nothing;
  }

  /// Whether the answer is read for the sake of judgements: they then stand before the event.
  bool asks_judgements() const {
    return std::ranges::any_of(typed_conditions(), [](const std::string& condition) {
      return condition.find("judgement") != condition.npos;
    });
  }

  std::vector<Column> columns(bool with_openings) const {
    const bool judgements_first = asks_judgements();
    std::vector<Column> columns = game_columns(judgements_first ? 12 : 20);
    columns.push_back({"ply", 4, 4, true});
    if (!all_hits) columns.push_back({"hits", 4, 4, true, 4});
    columns.push_back({"move", 9, 9});
    const Column judgement{"judgement", 16, 12, false, judgements_first ? 1 : 6};
    const Column event{"event", 30, 10, false, 5};
    columns.push_back(judgements_first ? judgement : event);
    columns.push_back(judgements_first ? event : judgement);
    if (with_openings) columns.push_back({"opening", 34, 10, false, 7});
    return columns;
  }

  static Exit print_count(const VisitAll& visit_all, Terminal& terminal) {
    std::uint64_t in_games = 0;
    std::uint64_t hits = 0;
    GameId last = 0;
    visit_all([&](const Hit& hit) {
      ++hits;
      if (hit.game != std::exchange(last, hit.game)) ++in_games;
      return true;
    });
    if (terminal.wants_json())
      terminal.object({{"games", in_games}, {"hits", hits}});
    else
      terminal.print("{}\n", in_games);
    return hits > 0 ? Exit::done : Exit::nothing;
  }
};

}  // namespace

extern const Command find_command{
    "find", "", "find the games in which a position occurs or a query holds",
    R"(One line a game: the first ply at which the position or the query holds, how many such plies the
game has, and the move played there. --all-hits prints a line for each ply. Exit code 1 if there
are none, or if a game is damaged, which is reported.

  yari find --moves "P-7f P-3d" --player habu --variant shogi
  yari find --query "capture then drop within 1" --limit 10
  yari find --query "mate" --player habu --sort date --reverse
  yari find --pattern "_k/B?" --material "hand P >= 2"
  yari find --judgement blunder,mistake --by habu
  yari find --lost-win --by black --result 0-1)",
    make_task<Find>};

}  // namespace yari::cli
