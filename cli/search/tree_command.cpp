// `yari tree`: what was played from a position, and how it went.
#include "analysis/engine/replayed.h"
#include "cli/options/book_options.h"
#include "cli/options/command.h"
#include "cli/options/database_option.h"
#include "cli/options/game_options.h"
#include "cli/options/opening_options.h"
#include "cli/options/position_options.h"
#include "cli/output/data_table.h"
#include "cli/output/sound_games.h"
#include "cli/search/tree_output.h"
#include "cli/terminal/working.h"

namespace yari::cli {

namespace {

/// Beyond this a tree is no longer read, and takes minutes.
constexpr std::size_t max_positions = 10'000;

struct Tree final : Task {
  DatabaseOption database;
  PositionOptions position;
  FilterOptions filters;
  std::int64_t min_games = 1;
  int depth = 1;
  bool dot = false;
  TableForm form;
  OpeningOptions openings;
  std::optional<std::string> book;

  void declare(OptionSet& options) override {
    options.number("depth", depth, "show N plies of moves", 1, 100);
    options.number("min-games", min_games, "leave out moves of fewer games", std::int64_t{1});
    options.flag("dot", dot, "print a graph for Graphviz: yari tree --dot | dot -Tsvg");
    options.text("book", book, "FILE", "show what this opening book has of each move, too")
        .is(ValueKind::file);
    form.declare(options);
    openings.declare(options);
    database.declare(options);
    position.declare_for_search(options);
    filters.declare(options, false);
  }

  Exit run(Terminal& terminal) override {
    if (dot && form.csv) throw UsageError("--dot and --csv: give one of them");
    form.begin(terminal);
    if (dot && terminal.wants_json()) throw UsageError("--dot and --json: give one of them");
    Database games = database.open(OpenMode::read_only);
    begin_at_handicap(position, filters.filter);
    const Setup setup = setup_of(position.read(&games));
    GameFilter filter = filters.filter;
    filter.variant = setup.variant;
    // A row tells of a move what its own position knows; a graph also shows where the last ones
    // lead.
    const int followed = dot ? depth : depth - 1;
    const Working working(terminal, "counting games");
    const openings::OpeningList names = openings.list();
    OpeningTree tree{explore_tree(games, setup, filter, followed, min_games, max_positions),
                     min_games, openings.are_shown(terminal) ? &names : nullptr};
    const bool sound = !book || add_book(tree, terminal);
    if (tree.nodes.size() >= max_positions)
      terminal.message(fmt::format("only {} positions are shown: --min-games leaves out rare moves",
                                   max_positions));
    terminal.page();
    if (terminal.wants_json())
      print_tree_json(tree, terminal);
    else if (dot)
      print_tree_dot(tree, terminal);
    else if (found(tree))
      print_tree(tree, terminal);
    if (!found(tree)) explain_nothing(terminal, games, setup.variant);
    return tell_skipped_games(terminal, games) && found(tree) && sound ? Exit::done : Exit::nothing;
  }

  /// False where something of these positions in it cannot be read.
  bool add_book(OpeningTree& tree, Terminal& terminal) const {
    const std::shared_ptr<const BookFile> opened = open_book(*book);
    bool sound = true;
    for (const ExplorerNode& node : tree.nodes) {
      FoundInBook found = book_moves(terminal, *opened, *book, node.position);
      sound = sound && found.sound;
      tree.book.push_back(std::move(found.moves));
    }
    return sound;
  }

  static bool found(const OpeningTree& tree) {
    return tree.nodes[0].statistics.all.games > 0 || (!tree.book.empty() && !tree.book[0].empty());
  }
};

}  // namespace

extern const Command tree_command{
    "tree", "", "count what was played from a position, and how it went",
    R"(A line for every move: games, wins of Black, draws, wins of White, the share of points of the side
to move and what that is in Elo points above the opponents, the average length, the first and the
last date. Lines that lead to the same position are counted together; if the table comes to a
position again, it says how it was reached before. With --book, the score, the depth and the count
that the book gives a move stand beside it, and moves of the book that were not played come last.
Exit code 1 if the position never occurred, or something of the book cannot be read.

  yari tree --moves "P-7f" --date 1990.. --player habu --variant shogi
  yari tree --depth 4 --min-games 10 --openings
  yari tree --depth 6 --min-games 100 --dot | dot -Tsvg > openings.svg)",
    make_task<Tree>};

}  // namespace yari::cli
