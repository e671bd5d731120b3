// `yari annotate --clear`: takes annotations out of the games of a database.
#include "cli/study/annotate_database.h"
#include "cli/terminal/stop.h"
#include "cli/terminal/text.h"
#include "db/change/annotations.h"

namespace yari::cli {

Exit clear_annotations(Terminal& terminal, Database& database, const std::vector<GameId>& ids) {
  const StopOnSignal stop;
  AnnotationChange change(database, "clear annotations");
  std::uint64_t cleared = 0;
  bool sound = true;
  for (const GameId id : ids) {
    if (stop.flag()) break;
    try {
      if (!load_annotation(database, id)) continue;
      const std::optional<Game> own = game_to_annotate(database, id);
      if (!own) continue;
      change.clear(id, *own);
      ++cleared;
    } catch (const DamagedGame& damage) {
      terminal.message(fmt::format("game {} is left as it is: {}", id, damage.what()));
      sound = false;
    }
  }
  if (terminal.wants_json())
    terminal.object({{"games", ids.size()}, {"cleared", cleared}});
  else
    terminal.print("annotation removed from {}\n", counted(cleared, "game"));
  if (stop.flag()) return Exit::failed;
  return sound && cleared > 0 ? Exit::done : Exit::nothing;
}

}  // namespace yari::cli
