#include "cli/study/annotation_view.h"

#include <nlohmann/json.hpp>

#include "answers/engine_json.h"
#include "cli/output/game_text.h"
#include "cli/study/annotation_text.h"
#include "cli/terminal/paragraph.h"

namespace yari::cli {

void AnnotationView::progress(const RunProgress& p) {
  if (p.positions == 0) return;
  if (p.all == 1)
    terminal_.progress("positions", static_cast<std::uint64_t>(p.positions_done),
                       static_cast<std::uint64_t>(p.positions));
  else
    terminal_.progress(fmt::format("games, {:.0f} positions/s", p.positions_a_second), p.done,
                       p.all);
}

void AnnotationView::annotated(const Job& job) {
  if (terminal_.wants_json()) return terminal_.json(annotated_json(job));
  const std::scoped_lock lock(database_.mutex);
  const std::optional<GameHeader> header = database_.games.header(job.id);
  if (!header) return;
  print_header(terminal_, *header);
  write_folded(terminal_, summary_text(job.game.annotation), 4);
}

Exit exit_of(const AnnotationRun& run, bool stopped) {
  if (stopped || run.is_given_up()) return Exit::failed;
  return run.totals().failed > 0 ? Exit::nothing : Exit::done;
}

}  // namespace yari::cli
