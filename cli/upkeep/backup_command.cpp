// `yari db backup`: a copy of a database that may be open.
#include "cli/options/command.h"
#include "cli/options/database_option.h"
#include "cli/terminal/failure.h"
#include "cli/terminal/stop.h"
#include "cli/terminal/text.h"
#include "db/backup.h"
#include "db/store/place.h"

namespace yari::cli {

namespace {

struct BackUp final : Task {
  DatabaseOption database;
  std::vector<std::string> files;

  void declare(OptionSet& options) override {
    database.declare(options);
    options.arguments(files, "the new file", 1, 1).is(ValueKind::file);
  }

  Exit run(Terminal& terminal) override {
    if (is_server_url(database.path()))
      throw Failure("a database in PostgreSQL is backed up with pg_dump (docs/cluster.md)");
    const std::string& file = files.front();
    const StopOnSignal stop;
    const std::optional<Backup> backup =
        back_up(database.path(), file, [&](std::int64_t done, std::int64_t all) {
          terminal.progress("pages", static_cast<std::uint64_t>(done),
                            static_cast<std::uint64_t>(all));
          return !stop.flag();
        });
    if (!backup) throw Failure("interrupted: there is no " + file);
    const auto games = static_cast<std::uint64_t>(backup->games);
    if (terminal.wants_json())
      terminal.object({{"file", file}, {"games", games}, {"bytes", backup->bytes}, {"ok", true}});
    else
      terminal.print("{}: {}, sound\n", printable(file), counted(games, "game"));
    return Exit::done;
  }
};

}  // namespace

extern const Command backup_command{
    "db backup", "FILE", "copy a database to a new file, also while it is in use",
    R"(Other programs may read and write the database meanwhile: the copy is of the moment when it began.
It is read and checked before it gets its name; a file that exists is never overwritten. To
restore it, end all programs that use the database, remove the file and the two beside it that end
in -wal and -shm, and move the backup to its place. A copy made with cp of a database that is open
may lack games and be damaged: docs/backup.md.

  yari db backup games-2026-11-25.db)",
    make_task<BackUp>};

}  // namespace yari::cli
