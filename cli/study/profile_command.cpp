// `yari profile`: how well a player plays, over all annotated games.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/options/command.h"
#include "cli/options/database_option.h"
#include "cli/options/game_options.h"
#include "cli/output/sound_games.h"
#include "cli/study/profile_text.h"
#include "cli/terminal/paragraph.h"
#include "cli/terminal/text.h"
#include "cli/terminal/working.h"

namespace yari::cli {

namespace {

struct ProfileTask final : Task {
  DatabaseOption database;
  FilterOptions filters;
  TableForm form;
  int opening_plies = usual_opening_plies;
  std::vector<std::string> names;

  void declare(OptionSet& options) override {
    options.number("opening-plies", opening_plies, "plies that an opening consists of", 0,
                   most_opening_plies);
    form.declare(options);
    database.declare(options);
    filters.declare(options);
    options.arguments(names, "the name of a player", 1, 1).is(ValueKind::player);
  }

  Exit run(Terminal& terminal) override {
    const std::string& name = names.front();
    if (name.empty()) throw UsageError("expected the name of a player");
    if (filters.filter.player) throw UsageError("--player: the player is the one named");
    Database games = database.open(OpenMode::read_only);
    const Working working(terminal, "adding up games");
    Profile profile;
    // A game between two who match counts once for each in the table.
    std::uint64_t annotated = 0;
    GameId last = 0;
    const std::int64_t played =
        each_player_game(games, name, filters.filter, opening_plies, [&](const PlayerGame& g) {
          profile.add(g);
          annotated += g.header.id != std::exchange(last, g.header.id);
        });
    terminal.page();
    const DataTable table = profile_table(profile);
    if (form.csv && terminal.wants_json()) throw UsageError("--csv and --json: give one of them");
    if (form.csv) {
      if (profile.all.results().games > 0) table.print(terminal, form);
    } else if (terminal.wants_json()) {
      terminal.json(profile_json(name, played, static_cast<std::int64_t>(annotated), profile));
    } else if (profile.all.results().games > 0) {
      terminal.print("{}: {}, {} annotated\n", printable(name),
                     counted(static_cast<std::uint64_t>(played), "game"), grouped(annotated));
      table.print(terminal, form);
      write_folded(terminal, profile_notes(profile));
    } else if (played == 0) {
      terminal.message(
          fmt::format("no game chosen has the player '{}': 'yari players' lists them", name));
    } else {
      terminal.message(fmt::format("{}: {}, none annotated: \"yari annotate --player {}\" does it",
                                   name, counted(static_cast<std::uint64_t>(played), "game"),
                                   shell_word(name)));
    }
    const bool sound = tell_skipped_games(terminal, games);
    return sound && profile.all.results().games > 0 ? Exit::done : Exit::nothing;
  }
};

}  // namespace

extern const Command profile_command{
    "profile", "NAME", "how well a player plays, over all annotated games",
    R"(Accuracy and judgements by colour, year and opening; missed chances and missed mates. The name
matches as in --player. Exit code 1 if no game of the player is annotated.

  yari profile habu --date 1995..)",
    make_task<ProfileTask>};

}  // namespace yari::cli
