// `yari db verify`: checks a database against a replay of all its games.
#include "cli/options/command.h"
#include "cli/options/database_option.h"
#include "cli/terminal/text.h"
#include "cli/terminal/working.h"

namespace yari::cli {

namespace {

struct Verify final : Task {
  DatabaseOption database;

  void declare(OptionSet& options) override { database.declare(options); }

  Exit run(Terminal& terminal) override {
    Database games = database.open(OpenMode::read_only);
    const Working working(terminal, "checking the file");
    const VerifyReport report = games.verify([&](std::int64_t done, std::int64_t all) {
      terminal.progress("games", static_cast<std::uint64_t>(done), static_cast<std::uint64_t>(all));
    });
    if (terminal.wants_json())
      terminal.object({{"ok", report.ok()},
                       {"games", report.games},
                       {"postings", report.postings},
                       {"problems", report.problems}});
    else
      print(report, terminal);
    return report.ok() ? Exit::done : Exit::nothing;
  }

  static void print(const VerifyReport& report, Terminal& terminal) {
    for (const std::string& problem : report.problems) terminal.print("{}\n", printable(problem));
    terminal.print("{}: {}, {}\n", report.ok() ? "sound" : "damaged",
                   counted(static_cast<std::uint64_t>(report.games), "game"),
                   counted(static_cast<std::uint64_t>(report.postings), "indexed position"));
    if (report.problems.size() == VerifyReport::most)
      terminal.message(fmt::format("no more than {} faults are listed", VerifyReport::most));
    if (!report.ok())
      terminal.message(
          "'yari db compact --reindex' rebuilds the index from the games, 'yari annotate "
          "--force' "
          "an annotation; a game that cannot be read can only be deleted and imported again");
  }
};

}  // namespace

extern const Command verify_command{
    "db verify", "", "check a database against a replay of all its games",
    R"(Replays every game and compares the index, the hashes and the counts. If something is wrong, prints
a line for each fault; exit code 1. 'yari db compact --reindex' repairs an index,
'yari annotate --force' an annotation.)",
    make_task<Verify>};

}  // namespace yari::cli
