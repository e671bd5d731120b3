#include "import/annotation/stored_annotation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "analysis/annotate/judge.h"
#include "analysis/engine/win_chance.h"
#include "db/change/annotations.h"

namespace yari {

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

/// What is written after the limits of an annotation, beginning with ';': the options that are not
/// these values. The words and the values are on disk: never change them, whatever the defaults
/// are.
std::string judging_text(const AnnotationRequest& request) {
  const AnnotateOptions& o = request.judging;
  std::string text;
  if (o.inaccuracy != 5 || o.mistake != 10 || o.blunder != 15)
    text += fmt::format("; losses {} {} {}", o.inaccuracy, o.mistake, o.blunder);
  if (o.decided != 5) text += fmt::format("; decided {}", o.decided);
  if (o.screen != 40) text += fmt::format("; screen {}", o.screen);
  if (request.book_games > 0) text += fmt::format("; book {}", request.book_games);
  if (o.explain) text += "; explain";
  return text;
}

int stored_coefficient(const AnnotationRequest& request, std::string_view engine, Variant v) {
  return millionths(chance_model(v, engine, request.judging.coefficient).coefficient);
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
    if (!m->is_weighed()) continue;
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

Earlier compare(const std::optional<StoredAnnotation>& stored, std::string_view identity,
                const AnnotationRequest& request, Variant v) {
  if (!stored) return Earlier::none;
  if (stored->engine != identity) return Earlier::engine;
  const std::size_t end = std::min(stored->limits.find(';'), stored->limits.size());
  if (stored->limits.substr(end) != judging_text(request) ||
      stored->coefficient != stored_coefficient(request, identity, v))
    return Earlier::judging;
  const std::optional<Limits> limits = read_limits(stored->limits.substr(0, end));
  if (!limits) return Earlier::limits;
  if (serves(*limits, request.limits)) return Earlier::kept;
  return serves(request.limits, *limits) ? Earlier::less_effort : Earlier::limits;
}

StoredAnnotation stored_form(const Annotation& annotation, const AnnotationRequest& request) {
  const Game& game = annotation.game;
  StoredAnnotation result;
  result.engine = annotation.identity;
  result.limits = describe(request.limits) + judging_text(request);
  result.coefficient = stored_coefficient(request, annotation.identity, game.variant);
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
    if (auto row = last_won(annotation.moves, side)) result.judgements.push_back(*row);
  }
  const auto place = [](const StoredJudgement& j) { return std::pair(j.ply, j.kind); };
  std::ranges::stable_sort(result.judgements, {}, place);
  // A move that turned one won game into another, drawn after all, is the last chance of both.
  std::vector<StoredJudgement>& all = result.judgements;
  const auto same = [&](const auto& a, const auto& b) { return place(a) == place(b); };
  all.erase(std::unique(all.begin(), all.end(), same), all.end());
  return result;
}

std::optional<Game> game_to_annotate(Database& database, GameId id) {
  std::optional<OwnGame> own = load_own_game(database, id);
  if (!own) return std::nullopt;
  // The judgements say where an older version wrote, and only its words say what.
  if (own->mixed) {
    const StoredAnnotation stored = load_annotation(database, id).value();
    std::set<int> plies;
    for (const StoredJudgement& j : stored.judgements) plies.insert(j.ply + 1);
    remove_annotation(own->game, stored.engine, [&](int ply) { return plies.contains(ply); });
  }
  return std::move(own->game);
}

}  // namespace yari
