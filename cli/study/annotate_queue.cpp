// `yari annotate --queue`: leaves the work to others.
#include "cli/study/annotate_database.h"
#include "cli/terminal/text.h"
#include "cli/terminal/working.h"
#include "db/reports/judgements.h"
#include "db/work_queue.h"

namespace yari::cli {

Exit queue_games(Terminal& terminal, Database& database, const std::vector<GameId>& ids,
                 const AnnotateDatabase& how, int priority) {
  const std::string identity = how.engine.make()->identity();
  const Working working(terminal, "putting games into the queue");
  std::vector<GameId> wanted;
  for (const GameId id : ids) {
    const std::optional<GameHeader> header = database.header(id);
    if (header && needs_annotation(database, *header, identity, how.settings)) wanted.push_back(id);
  }
  const std::int64_t fresh =
      GameQueue(database).put(wanted, identity, write_work_settings(how.settings), priority);
  const auto queued = static_cast<std::uint64_t>(fresh);
  const std::uint64_t before = wanted.size() - queued;
  const std::uint64_t annotated = ids.size() - wanted.size();
  if (terminal.wants_json())
    terminal.object({{"games", ids.size()},
                     {"queued", queued},
                     {"queued_before", before},
                     {"annotated_before", annotated}});
  else
    terminal.print("{} put into the queue, {} there before, {} annotated before\n",
                   counted(queued, "game"), grouped(before), grouped(annotated));
  return wanted.empty() ? Exit::nothing : Exit::done;
}

}  // namespace yari::cli
