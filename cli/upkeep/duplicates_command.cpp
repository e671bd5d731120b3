// `yari duplicates`: games that may be one, and what to do about them.
#include <fmt/ranges.h>

#include "cli/options/command.h"
#include "cli/options/database_option.h"
#include "cli/output/data_table.h"
#include "cli/output/game_text.h"
#include "cli/terminal/paragraph.h"
#include "cli/terminal/text.h"
#include "cli/terminal/working.h"
#include "cli/upkeep/change_stop.h"
#include "db/change/duplicate_merge.h"

namespace yari::cli {

namespace {

std::string list_of(const std::vector<std::string>& parts) {
  return fmt::format("{}", fmt::join(parts, "; "));
}

struct DuplicatesTask final : Task {
  DatabaseOption database;
  TableForm form;
  bool remove = false, merge = false;

  void declare(OptionSet& options) override {
    options.flag("delete", remove, "delete the games that add nothing to the first of their group");
    options.flag("merge", merge, "make one game of each group: all tags, variations and notes");
    form.declare(options);
    database.declare(options);
  }

  Exit run(Terminal& terminal) override {
    form.begin(terminal);
    if (remove || merge) return tidy(terminal);
    Database games = database.open(OpenMode::read_only);
    const std::vector<DuplicateGroup> groups = found(terminal, games);
    terminal.page();
    for (std::size_t i = 0; i < groups.size(); ++i)
      terminal.wants_json() ? print_json(terminal, groups[i]) : print(terminal, groups[i], i + 1);
    if (groups.empty()) terminal.hint("no two games seem to be one");
    return groups.empty() ? Exit::nothing : Exit::done;
  }

  static void print(Terminal& terminal, const DuplicateGroup& group, std::size_t number) {
    if (group.games.empty()) return;
    terminal.print("{}Group {}: keep game {}\n", number > 1 ? "\n" : "", number,
                   group.games.front().header.id);
    for (const DuplicateGame& game : group.games) {
      print_header(terminal, game.header);
      if (!game.differences.empty())
        write_folded(terminal,
                     list_of(game.differences) + (game.contradicts ? " (contradicts)" : ""), 9);
    }
  }

  static void print_json(Terminal& terminal, const DuplicateGroup& group) {
    for (const Twins& pair : group.pairs)
      terminal.object({{"kind", name(pair.kind)},
                       {"first", pair.first},
                       {"second", pair.second},
                       {"keep", group.games.empty() ? Value() : group.games.front().header.id},
                       {"superfluous", superfluous(group)}});
  }

  static std::vector<DuplicateGroup> found(Terminal& terminal, Database& games) {
    const Working working(terminal, "comparing games");
    return duplicate_groups(games);
  }

  Exit tidy(Terminal& terminal) const {
    ChangeStop stop(terminal);
    Database games = database.open(OpenMode::read_write);
    stop.watch(games);
    const std::vector<DuplicateGroup> groups = found(terminal, games);
    const DuplicatesMerged done =
        merge ? merge_duplicates(games, groups)
              : DuplicatesMerged{delete_games(games, superfluous(groups)), 0, {}};
    std::size_t left = 0;
    for (const DuplicateGroup& group : groups)
      left += group.games.size() - std::min<std::size_t>(group.games.size(), 1);
    left -= std::min(left, static_cast<std::size_t>(done.deleted));
    for (const std::string& sentence : done.damaged)
      terminal.message(sentence + "; it stays as it is");
    if (left > 0)
      terminal.message(
          fmt::format("{} left: 'yari duplicates' shows how they differ", counted(left, "game")));
    if (terminal.wants_json())
      terminal.object({{"deleted", done.deleted}, {"completed", done.completed}, {"left", left}});
    else
      terminal.print("{} deleted, {} completed\n",
                     counted(static_cast<std::uint64_t>(done.deleted), "game"),
                     grouped(static_cast<std::uint64_t>(done.completed)));
    return done.deleted > 0 ? Exit::done : Exit::nothing;
  }
};

}  // namespace

extern const Command duplicates_command{
    "duplicates", "", "find games that may be one, in groups",
    R"(Games with the same start, rules and moves (an import adds none that is there), a game that is the
beginning of another, and games of the same players and date with nearly the same moves. Each
group shows what differs from the game that is best kept. Groups of the same players or one day
come first; a beginning of fewer than 20 plies counts only between games of the same two players.
--delete deletes the games that add nothing to the first; --merge gives it the tags, the result,
the variations and the notes of the others first. Both leave games with other moves, players,
dates or results. 'yari undo' takes the change back. Exit code 1 when there are none.

  yari duplicates --merge)",
    make_task<DuplicatesTask>};

}  // namespace yari::cli
