#include "cli/stored_annotation.h"

#include <algorithm>
#include <cmath>

#include "analysis/judge.h"
#include "analysis/win_chance.h"

namespace yari::cli {

namespace {

/// The win of a player who had this chance and did not win is lost.
constexpr double nearly_certain = 90;

int hundredths(double x) { return static_cast<int>(std::lround(x * 100)); }
int millionths(double x) { return static_cast<int>(std::lround(x * 1e6)); }

JudgedKind kind_of(Judgement j) {
  return j == Judgement::blunder   ? JudgedKind::blunder
         : j == Judgement::mistake ? JudgedKind::mistake
                                   : JudgedKind::inaccuracy;
}

/// The row of a move, but for its kind.
StoredJudgement row_of(const JudgedMove& m) {
  StoredJudgement row;
  row.ply = m.ply - 1;
  row.color = m.mover;
  row.loss = hundredths(m.loss);
  row.before = hundredths(m.chance_before);
  row.after = hundredths(m.chance_after);
  row.move = m.move;
  if (!m.better.empty()) row.better = m.better.front();
  return row;
}

void add_move(std::vector<StoredJudgement>& rows, const JudgedMove& m) {
  const auto add = [&](JudgedKind kind, std::optional<int> mate = {}) {
    rows.push_back(row_of(m));
    rows.back().kind = kind;
    rows.back().mate = mate;
  };
  if (m.judgement != Judgement::none) add(kind_of(m.judgement));
  if (m.mate == MateChange::missed) add(JudgedKind::missed_mate, m.before.value);
  // The score is the mover's; the mate is the opponent's, who is to move.
  if (m.mate == MateChange::allowed) add(JudgedKind::allowed_mate, -m.after.value - 1);
  if (m.only_good) add(JudgedKind::only_move);
  if (m.brilliant) add(JudgedKind::brilliant);
}

/// The last place where `side` was nearly certain to win; no value when it never was.
std::optional<StoredJudgement> last_won(const std::vector<JudgedMove>& moves, Color side) {
  for (auto m = moves.rbegin(); m != moves.rend(); ++m) {
    const double before = chance_of(side, *m, m->chance_before);
    const double after = chance_of(side, *m, m->chance_after);
    if (before < nearly_certain && (m != moves.rbegin() || after < nearly_certain)) continue;
    StoredJudgement row = row_of(*m);
    row.kind = JudgedKind::lost_win;
    row.color = side;
    row.loss = 0;
    row.before = hundredths(before);
    row.after = hundredths(after);
    return row;
  }
  return std::nullopt;
}

StoredPlayer stored(const PlayerSummary& p) {
  StoredPlayer result{{p.moves, hundredths(p.accuracy)}, hundredths(p.mean_loss), {}};
  static_assert(phase_count == std::tuple_size_v<decltype(StoredPlayer::phases)>);
  for (std::size_t i = 0; i < result.phases.size(); ++i)
    result.phases[i] = {p.phases[i].moves, hundredths(p.phases[i].accuracy)};
  return result;
}

}  // namespace

StoredAnnotation stored_form(const Annotation& annotation, const Limits& limits,
                             const AnnotateOptions& options) {
  const Game& game = annotation.game;
  StoredAnnotation result;
  result.engine = annotation.engine;
  result.limits = describe(limits);
  result.coefficient = millionths(chance_model(game.variant, options.coefficient).coefficient);
  for (std::size_t side = 0; side < 2; ++side)
    result.players[side] = stored(annotation.players[side]);
  for (const JudgedMove& m : annotation.moves) {
    result.book_plies += m.book;
    add_move(result.judgements, m);
    if (m.ply != annotation.turned_at) continue;
    result.judgements.push_back(row_of(m));
    result.judgements.back().kind = JudgedKind::turned;
  }
  for (const Color side : both_colors) {
    if (game.result == GameResult::unknown || game.result == win_for(side)) continue;
    if (auto row = last_won(annotation.moves, side)) result.judgements.push_back(std::move(*row));
  }
  const auto place = [](const StoredJudgement& j) { return std::pair(j.ply, j.kind); };
  std::ranges::stable_sort(result.judgements, {}, place);
  // A move that turned one won game into another, drawn after all, is the last chance of both.
  std::vector<StoredJudgement>& all = result.judgements;
  const auto same = [&](const auto& a, const auto& b) { return place(a) == place(b); };
  all.erase(std::unique(all.begin(), all.end(), same), all.end());
  return result;
}

double judged_coefficient(const std::optional<StoredAnnotation>& annotation, Variant v) {
  const int fitted = millionths(chance_model(v).coefficient);
  return annotation && annotation->coefficient != fitted ? annotation->coefficient / 1e6 : 0;
}

void keep_annotation(Database& database, GameId game, const Annotation& annotation,
                     const Limits& limits, const AnnotateOptions& options) {
  replace_notes(database, game, annotation.game.moves, stored_form(annotation, limits, options));
}

}  // namespace yari::cli
