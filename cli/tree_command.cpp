// `yari tree`: what was played from a position, and how it went.
#include "cli/command.h"
#include "cli/game_text.h"
#include "cli/line_text.h"
#include "cli/position_options.h"
#include "cli/shared_options.h"
#include "cli/text.h"
#include "db/explorer.h"
#include "rules/sfen.h"

namespace yari::cli {

namespace {

Json counts_json(const PlayCounts& c, Color side) {
  const std::optional<double> score = c.score(side);
  return {{"games", c.games},
          {"black", c.black_wins},
          {"white", c.white_wins},
          {"draw", c.draws},
          {"score", score ? Json(*score) : Json()},
          {"average_plies", c.games > 0 ? Json(c.plies / c.games) : Json()},
          {"first_date", date_json(c.first_date)},
          {"last_date", date_json(c.last_date)},
          {"last_game", c.last_game}};
}

std::string counts_row(std::string_view move, const PlayCounts& c, Color side) {
  const std::optional<double> score = c.score(side);
  return fmt::format("{:<12}{:>8}{:>8}{:>8}{:>8}{:>8}  {}\n", move, c.games, c.black_wins, c.draws,
                     c.white_wins, score ? fmt::format("{:.1f} %", *score) : "-",
                     c.last_date ? write_date(*c.last_date) : "");
}

struct Tree final : Task {
  DatabaseOption database;
  PositionOptions position;
  FilterOptions filters;
  std::int64_t min_games = 1;

  void declare(OptionSet& options) override {
    options.number("min-games", min_games, "leave out moves of fewer games", std::int64_t{1});
    database.declare(options);
    position.declare(options);
    filters.declare(options, false);
  }

  Exit run(Terminal& terminal) override {
    const PlayedPosition played = position.read();
    const Setup setup = played.setup();
    GameFilter filter = filters.filter;
    filter.variant = setup.variant;
    Database games = database.open(OpenMode::read_only);
    ExplorerPosition found = explore(games, setup, filter);
    std::erase_if(found.moves, [&](const auto& move) { return move.counts.games < min_games; });
    const Problem here{setup, {}};
    if (terminal.wants_json())
      print_json(here, found, terminal);
    else if (found.all.games > 0)
      print(here, found, terminal);
    return found.all.games > 0 ? Exit::done : Exit::nothing;
  }

  static void print(const Problem& here, const ExplorerPosition& found, Terminal& terminal) {
    const Color side = here.start.side_to_move;
    terminal.print("{:<12}{:>8}{:>8}{:>8}{:>8}{:>8}  {}\n", "move", "games", "black", "draw",
                   "white", "score", "last");
    for (const ExplorerMove& move : found.moves)
      terminal.write(counts_row(hodges_line(here, {move.move}), move.counts, side));
    terminal.write(counts_row("all", found.all, side));
  }

  static void print_json(const Problem& here, const ExplorerPosition& found, Terminal& terminal) {
    const Color side = here.start.side_to_move;
    for (const ExplorerMove& move : found.moves) {
      Json json{{"move", hodges_line(here, {move.move})},
                {"usi", write_usi_move(move.move, here.start.variant)}};
      json.update(counts_json(move.counts, side));
      terminal.json(json);
    }
    Json all{{"move", nullptr}, {"usi", nullptr}};
    all.update(counts_json(found.all, side));
    Json players = Json::array();
    for (const auto& [name, n] : found.players) players.push_back({{"player", name}, {"games", n}});
    all["players"] = std::move(players);
    terminal.json(all);
  }
};

}  // namespace

extern const Command tree_command{"tree", "",
                                  "count what was played from a position, and how it went",
                                  "A line for every move: games, wins of Black, draws, wins of "
                                  "White, the share of points of the side\n"
                                  "to move, the last date. Ways that lead to the same position are "
                                  "counted together. Exit code 1 when\n"
                                  "the position never occurred.\n\n"
                                  "  yari tree --moves \"P-7f\" --date 1990..",
                                  make_task<Tree>};

}  // namespace yari::cli
