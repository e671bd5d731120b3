#include "db/reports/clock_mistakes.h"

#include <algorithm>
#include <set>

#include "db/database_impl.h"
#include "db/reports/judgements.h"

namespace yari {

namespace {

constexpr std::array limits{0, 10, 30, 60, 180, 600, 1800, 3600};

std::vector<ClockGroup> empty_groups() {
  std::vector<ClockGroup> groups;
  for (std::size_t i = 0; i < limits.size(); ++i)
    groups.push_back({limits[i], i + 1 < limits.size() ? limits[i + 1] : 0, 0, {}});
  return groups;
}

void count_game(const Game& game, const StoredAnnotation& annotation,
                std::vector<ClockGroup>& groups) {
  int ply = 0;
  for (const NodeId node : game.moves.main_line()) {
    const int before = ply++;
    const Note* note = game.moves.note(node);
    if (before < annotation.book_plies || note == nullptr || !note->left_ms) continue;
    const auto seconds = static_cast<int>(*note->left_ms / 1000);
    const auto group = std::find_if(groups.rbegin(), groups.rend(),
                                    [&](const ClockGroup& g) { return g.from <= seconds; });
    ++group->moves;
    for (const StoredJudgement& judgement : annotation.judgements)
      if (const auto kind = static_cast<std::size_t>(judgement.kind);
          judgement.ply == before && kind <= group->judged.size())
        ++group->judged[kind - 1];
  }
}

}  // namespace

std::vector<ClockGroup> count_clock_mistakes(Database& database, const GameFilter& filter,
                                             const std::function<void()>& check) {
  std::vector<ClockGroup> groups = empty_groups();
  const Snapshot snapshot(database);
  const std::vector<GameId> chosen = database.ids(filter);
  const std::set<GameId> ids(chosen.begin(), chosen.end());
  for (const GameId id : annotated_games(database)) {
    if (check) check();
    if (!ids.contains(id)) continue;
    const std::optional<StoredAnnotation> annotation = load_annotation(database, id);
    try {
      const std::optional<Game> game = database.load_game(id);
      if (game && annotation) count_game(*game, *annotation, groups);
    } catch (const DamagedGame& error) {
      DatabaseParts::of(database).damaged.add(id, error.what());
    }
  }
  return groups;
}

}  // namespace yari
