// `yari find`: the games in which a position occurs.
#include "cli/command.h"
#include "cli/game_text.h"
#include "cli/position_options.h"
#include "cli/shared_options.h"
#include "cli/text.h"
#include "notation/move_text.h"
#include "rules/sfen.h"

namespace yari::cli {

namespace {

std::string move_text(const Setup& setup, Move move) {
  if (!move) return "";
  return with_variant(setup.variant, [&]<class V>(V) {
    std::string text;
    append_move_text(text, *Position<V>::from(setup), move);
    return text;
  });
}

struct Find final : Task {
  DatabaseOption database;
  PositionOptions position;
  FilterOptions filters;
  std::optional<std::uint64_t> limit;
  bool count = false;

  void declare(OptionSet& options) override {
    options.flag("count", count, "print how many games there are and nothing else");
    options.number("limit", limit, "print so many hits at most", std::uint64_t{0});
    database.declare(options);
    position.declare(options);
    filters.declare(options, false);
  }

  Exit run(Terminal& terminal) override {
    if (!position.given()) throw UsageError("name a position with --sfen, --usi or --moves");
    const Setup setup = position.read().setup();
    GameFilter filter = filters.filter;
    filter.variant = setup.variant;
    Database games = database.open(OpenMode::read_only);
    return count ? print_count(games, setup, filter, terminal)
                 : print_hits(games, setup, filter, terminal);
  }

  Exit print_hits(Database& games, const Setup& setup, const GameFilter& filter,
                  Terminal& terminal) const {
    std::uint64_t found = 0;
    const std::string sfen = write_sfen_without_number(setup);
    games.find_position(setup, filter, [&](const Hit& hit) {
      if (limit && found == *limit) return false;
      ++found;
      print_hit(hit, *games.header(hit.game), setup, sfen, terminal);
      return true;
    });
    return found > 0 ? Exit::done : Exit::nothing;
  }

  static void print_hit(const Hit& hit, const GameHeader& header, const Setup& setup,
                        const std::string& sfen, Terminal& terminal) {
    const std::string next = move_text(setup, hit.next);
    if (terminal.wants_json()) {
      const Json usi = hit.next ? Json(write_usi_move(hit.next, setup.variant)) : Json();
      terminal.json({{"game", hit.game},
                     {"ply", hit.ply},
                     {"sfen", sfen},
                     {"next", usi},
                     {"move", text_json(next)},
                     {"black", text_json(header.black)},
                     {"white", text_json(header.white)},
                     {"date", date_json(header.date)},
                     {"result", name(header.result)}});
    } else {
      terminal.print("{}  ply {:<3} {}\n", header_line(header), hit.ply,
                     next.empty() ? "(end)" : next);
    }
  }

  static Exit print_count(Database& games, const Setup& setup, const GameFilter& filter,
                          Terminal& terminal) {
    std::uint64_t in_games = 0;
    std::uint64_t hits = 0;
    GameId last = 0;
    games.find_position(setup, filter, [&](const Hit& hit) {
      ++hits;
      if (hit.game != std::exchange(last, hit.game)) ++in_games;
      return true;
    });
    if (terminal.wants_json())
      terminal.json({{"games", in_games}, {"hits", hits}});
    else
      terminal.print("{}\n", in_games);
    return hits > 0 ? Exit::done : Exit::nothing;
  }
};

}  // namespace

extern const Command find_command{"find", "", "find the games in which a position occurs",
                                  "One line for each occurrence: the game, the ply and the move "
                                  "played there. Exit code 1 when there\n"
                                  "is none.\n\n"
                                  "  yari find --moves \"P-7f P-3d\" --player habu --variant shogi",
                                  make_task<Find>};

}  // namespace yari::cli
