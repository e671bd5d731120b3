// Judgements of the database as the page shows them.
#include "answers/report_game.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "analysis/annotate/record_chances.h"
#include "analysis/engine/win_chance.h"
#include "db/reports/judgements.h"

namespace yari {

namespace {

PlayerSummary summary_of(const StoredAnnotation& annotation, Color side) {
  const StoredPlayer& stored = annotation.players[static_cast<std::size_t>(index(side))];
  const auto count = [&](JudgedKind kind) {
    return static_cast<int>(std::ranges::count_if(
        annotation.judgements,
        [&](const StoredJudgement& j) { return j.kind == kind && j.color == side; }));
  };
  PlayerSummary p;
  p.moves = stored.all.moves;
  p.accuracy = stored.all.accuracy / 100.0;
  p.mean_loss = stored.mean_loss / 100.0;
  p.inaccuracies = count(JudgedKind::inaccuracy);
  p.mistakes = count(JudgedKind::mistake);
  p.blunders = count(JudgedKind::blunder);
  p.missed_mates = count(JudgedKind::missed_mate);
  p.allowed_mates = count(JudgedKind::allowed_mate);
  p.only_good = count(JudgedKind::only_move);
  p.brilliant = count(JudgedKind::brilliant);
  for (std::size_t i = 0; i < p.phases.size(); ++i)
    p.phases[i] = {stored.phases[i].moves, stored.phases[i].accuracy / 100.0};
  return p;
}

/// No value where the glyph of a judgement is enough.
std::optional<ReportMark> mark_of(const StoredJudgement& j) {
  ReportMark mark{j.ply + 1, std::string(name(j.kind))};
  switch (j.kind) {
    case JudgedKind::missed_mate:
    case JudgedKind::allowed_mate:
      mark.plies = j.mate;
      return mark;
    case JudgedKind::lost_win:
      mark.side = j.color;
      return mark;
    case JudgedKind::only_move:
    case JudgedKind::turned:
      return mark;
    default:
      return std::nullopt;
  }
}

}  // namespace

double judged_coefficient(const std::optional<StoredAnnotation>& annotation, Variant v) {
  if (!annotation) return 0;
  const double fitted = chance_model(v, annotation->engine).coefficient;
  return annotation->coefficient != std::lround(fitted * 1e6) ? annotation->coefficient / 1e6 : 0;
}

ReportGame report_game(Database& games, GameId id, Game game) {
  ReportGame result{.game = std::move(game), .id = id};
  const std::optional<StoredAnnotation> annotation = load_annotation(games, id);
  if (!annotation) return result;
  result.coefficient = judged_coefficient(annotation, result.game.variant);
  result.players = {summary_of(*annotation, Color::black), summary_of(*annotation, Color::white)};
  for (const StoredJudgement& j : annotation->judgements) {
    if (j.ply < 0 || j.ply >= result.game.moves.main_plies()) continue;
    if (std::optional<ReportMark> mark = mark_of(j)) result.marks.push_back(*std::move(mark));
  }
  const int book = std::min(annotation->book_plies, result.game.moves.main_plies());
  for (int ply = 1; ply <= book; ++ply) {
    result.marks.push_back({ply, "book"});
    const Color mover = side_to_move_at(result.game, ply - 1);
    ++(*result.players)[static_cast<std::size_t>(index(mover))].book;
  }
  return result;
}

}  // namespace yari
