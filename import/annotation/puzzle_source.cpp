#include "import/annotation/puzzle_source.h"

#include <algorithm>

#include "analysis/engine/replayed.h"
#include "db/query/image.h"
#include "db/reports/judgements.h"
#include "rules/sfen.h"

namespace yari {

namespace {

/// Below this chance to win, in hundredths, a position is not looked at again.
constexpr int promising = 7500;

/// The plies of a game at which annotation saw one side win: the place of a chance that was missed,
/// and the one after a mistake that can be punished. From `last` on there are none, whatever a
/// damaged file says.
std::set<int> candidate_plies(const StoredAnnotation& annotation, int last) {
  std::set<int> plies;
  for (const StoredJudgement& j : annotation.judgements) {
    if (j.kind == JudgedKind::turned || j.kind == JudgedKind::lost_win) continue;
    if (j.ply < 0 || j.ply >= last) continue;
    if (j.before >= promising) plies.insert(j.ply);
    if (j.after <= 10000 - promising) plies.insert(j.ply + 1);
  }
  return plies;
}

/// Text that is the same for a position, its mirror image, and both with the colours changed.
std::string common_name(const Setup& setup) {
  std::string least;
  for (const query::View view : {query::View{false, false}, query::View{false, true},
                                 query::View{true, false}, query::View{true, true}}) {
    std::string sfen = write_sfen_without_number(query::image(setup, view));
    if (least.empty() || sfen < least) least = std::move(sfen);
  }
  return std::string(info(setup.variant).id) + least;
}

}  // namespace

bool KnownPuzzles::is_new(const Setup& position) {
  const std::string place = common_name(position);
  return tried_.insert(place).second && !inside_.contains(place);
}

bool KnownPuzzles::add(const Puzzle& puzzle) {
  std::vector<std::string> places;
  GamePosition at{puzzle.position, {}};
  for (std::size_t ply = 0; ply < puzzle.solution.size(); ++ply) {
    if (ply % 2 == 0) places.push_back(common_name(setup_of(at)));
    at.moves.push_back(puzzle.solution[ply]);
  }
  if (std::ranges::any_of(places, [&](const auto& p) { return starts_.contains(p); })) return false;
  starts_.insert(places.front());
  inside_.insert(places.begin() + 1, places.end());
  return true;
}

PuzzleSource::PuzzleSource(Database& database, Engine& engine, const PuzzleOptions& options,
                           std::vector<GameId> chosen, Load load)
    : database_(database),
      maker_(engine, options),
      ids_(std::move(chosen)),
      load_(std::move(load)) {
  const std::vector<GameId> annotated = annotated_games(database);
  std::erase_if(ids_, [&](GameId id) { return !std::ranges::binary_search(annotated, id); });
}

void PuzzleSource::begin_after(GameId game, int ply) {
  after_ = {game, ply};
  const auto first = std::ranges::find_if(ids_, [&](GameId id) { return id >= game; });
  place_ = static_cast<std::size_t>(first - ids_.begin());
}

bool PuzzleSource::open_next() {
  game_.reset();
  while (!game_ && place_ < ids_.size()) {
    const GameId id = ids_[place_++];
    const std::optional<StoredAnnotation> annotation = load_annotation(database_, id);
    const std::optional<GameHeader> header = database_.header(id);
    if (!annotation || !header || !(game_ = load_(id))) continue;
    header_ = *header;
    const std::set<int> plies = candidate_plies(*annotation, game_->moves.main_plies());
    plies_.assign(plies.rbegin(), plies.rend());
    if (after_ && after_->first == id)
      std::erase_if(plies_, [&](int ply) { return ply <= after_->second; });
  }
  return game_.has_value();
}

std::optional<FoundPuzzle> PuzzleSource::next(const std::stop_token& stop,
                                              const std::function<void(std::size_t)>& progress) {
  while (!stop.stop_requested()) {
    if (!game_ || plies_.empty()) {
      if (progress) progress(place_);
      if (!open_next()) return std::nullopt;
      continue;
    }
    const int ply = plies_.back();
    plies_.pop_back();
    const GamePosition position = position_at(*game_, ply);
    if (!known_.is_new(setup_of(position))) continue;
    const std::optional<Puzzle> puzzle = maker_.make(position, stop);
    if (puzzle && (!wanted_ || wanted_(*puzzle)) && known_.add(*puzzle))
      return FoundPuzzle{*puzzle, header_, ply};
  }
  return std::nullopt;
}

}  // namespace yari
