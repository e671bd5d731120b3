// `yari export`: games of the database as records.
#include "cli/command.h"
#include "cli/record_output.h"
#include "cli/shared_options.h"

namespace yari::cli {

namespace {

struct Export final : Task {
  DatabaseOption database;
  OutputOptions output;
  FilterOptions filters;
  ListingOptions listing;
  std::vector<std::string> ids;

  void declare(OptionSet& options) override {
    output.declare(options, format_named("hodges"));
    database.declare(options);
    filters.declare(options);
    listing.declare(options);
    options.arguments(ids, "ID", 0);
  }

  Exit run(Terminal& terminal) override {
    for (const std::string& id : ids) filters.filter.ids.push_back(read_id(id));
    Database games = database.open(OpenMode::read_only);
    RecordOutput records(terminal, output);
    const std::vector<GameId> chosen = games.ids(filters.filter, listing.options);
    for (const GameId id : chosen) {
      terminal.progress("games", records.games(), chosen.size());
      if (const auto game = games.load_game(id)) records.write(*game, {{"game", id}});
    }
    records.finish();
    return records.games() > 0 ? Exit::done : Exit::nothing;
  }
};

}  // namespace

extern const Command export_command{"export", "[ID...]", "write games of the database as records",
                                    "Writes the games named by number, or all that the conditions "
                                    "leave. Exit code 1 when there is\n"
                                    "none.\n\n"
                                    "  yari export --player habu -o habu.psn",
                                    make_task<Export>};

}  // namespace yari::cli
