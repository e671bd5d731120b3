// From a game to its annotation: an analysis of every position, deeper ones where a judgement is in
// doubt, and the record.
#include "analysis/annotate/annotate.h"

#include <algorithm>

#include "analysis/annotate/doubt.h"
#include "analysis/annotate/game_analysis.h"
#include "analysis/annotate/judge.h"
#include "analysis/annotate/motif.h"
#include "analysis/annotate/phase.h"
#include "analysis/engine/win_chance.h"
#include "notation/hodges/move_text.h"
#include "rules/outcome.h"

namespace yari {
namespace {

template <class V>
class Annotator {
 public:
  Annotator(const Game& game, Engine& engine, const Limits& limits, const AnnotateOptions& options,
            EvaluationStore* store, std::stop_token stop)
      : game_(game),
        options_(options),
        divisible_(is_divisible(limits)),
        analyses_(game, engine, limits, store, std::move(stop)),
        chance_(chance_model(V::info.variant, engine.name(), options.coefficient)) {
    result_.game = game;
    result_.engine = engine.name();
    result_.identity = engine.identity();
  }

  Annotation run(const AnnotateProgress& progress) {
    list_moves();
    const bool shared_out = divisible_ && options_.screen < 100;
    if (shared_out) solve_mates();
    analyses_.analyze_all(divisible_ ? options_.screen / 100 : 1, progress);
    if (!analyses_.stopped()) analyses_.require_scores();
    for (JudgedMove& m : moves()) weigh(m);
    if (shared_out) {
      follow_mates();
      deepen_doubtful();
    }
    find_praise();
    count_work();
    if (analyses_.stopped()) return std::move(result_);
    list_unscored();
    result_.players = summarize(moves());
    result_.turned_at = turning_point(moves(), game_.result);
    write();
    result_.complete = true;
    return std::move(result_);
  }

 private:
  std::vector<JudgedMove>& moves() { return result_.moves; }

  void list_moves() {
    Position<V> p = *Position<V>::from(game_.start);
    PhaseClock<V> clock;
    bool known = options_.in_book && options_.in_book(p.setup());
    for (NodeId node : game_.moves.main_line()) {
      JudgedMove& m = moves().emplace_back();
      m.node = node;
      m.ply = static_cast<int>(moves().size());
      m.mover = p.side_to_move();
      m.move = game_.moves.move(node);
      m.phase = clock.before(p, m.move);
      m.only_move = analyses_.at(m.ply - 1).legal_moves == 1;
      sacrifices_.push_back(is_sacrifice(p, m.move));
      p.play(m.move);
      known = known && options_.in_book(p.setup());
      m.book = known;
    }
  }

  void weigh(JudgedMove& m) const {
    const Analysis& before = analyses_.at(m.ply - 1).analysis;
    set_scores(m, score_at(m.ply - 1), score_at(m.ply));
    m.better = before.lines.empty() ? std::vector<Move>{} : before.lines.front().pv;
    judge(m, options_);
  }

  std::optional<WeighedScore> score_at(int ply) const {
    const PositionAnalysis& p = analyses_.at(ply);
    if (!p.analysis.scored) return std::nullopt;
    return chance_.weigh(p.analysis.score, p.analysis.nodes);
  }

  // The budget that is left goes to the move most in doubt, again and again. The positions before
  // and after it are analysed with equal effort.
  void deepen_doubtful() {
    std::vector<bool> given_up(moves().size());
    while (!analyses_.stopped()) {
      const std::optional<std::size_t> i = most_in_doubt(given_up);
      if (!i) return;
      const int ply = moves()[*i].ply;
      const double effort = affordable(ply, next_effort(ply));
      if (effort == 0) {
        given_up[*i] = true;
        continue;
      }
      analyses_.deepen(ply, effort);
      analyses_.deepen(ply - 1, effort);
      for (std::size_t beside = *i == 0 ? 0 : *i - 1; beside < std::min(*i + 2, moves().size());
           ++beside)
        weigh(moves()[beside]);
    }
  }

  std::optional<std::size_t> most_in_doubt(const std::vector<bool>& given_up) const {
    std::optional<std::size_t> most;
    double highest = 0;
    for (std::size_t i = 0; i < given_up.size(); ++i) {
      const JudgedMove& m = result_.moves[i];
      if (given_up[i] || !m.is_weighed() || m.only_move || m.book ||
          analyses_.at(m.ply - 1).settled)
        continue;
      const double effort = next_effort(m.ply);
      const double worth = doubt(m, options_) / std::max(1e-9, cost(m.ply, effort));
      if (worth > highest) {
        highest = worth;
        most = i;
      }
    }
    return most;
  }

  double next_effort(int ply) const {
    const PositionAnalysis& after = analyses_.at(ply);
    const double before = analyses_.at(ply - 1).effort;
    return effort_step * (after.settled ? before : std::min(before, after.effort));
  }

  // `effort`, or what is left of it at the end of the budget; 0 where that would add little.
  double affordable(int ply, double effort) const {
    const double left = (1 - praise_share) * analyses_.budget() - analyses_.spent();
    const double share = std::min(1.0, left / cost(ply, effort));
    return share * effort_step >= least_step ? share * effort : 0;
  }

  double cost(int ply, double effort) const {
    const auto one = [&](const PositionAnalysis& p) {
      return p.settled || p.effort >= effort ? 0 : effort;
    };
    return one(analyses_.at(ply - 1)) + one(analyses_.at(ply));
  }

  // The solver proves in little time what a search must stumble upon.
  void solve_mates() {
    for (int ply = 0; ply <= analyses_.last(); ++ply) analyses_.solve_mate(ply, mate_effort);
  }

  // A mate on one side of a move puts the score on its other side in question, whatever the search
  // made of it: a position before a mate may be lost already, one after a mate still won.
  void follow_mates() {
    for (auto m = moves().rbegin(); m != moves().rend() && !analyses_.stopped(); ++m) {
      if (m->before.wins_by_mate()) analyses_.prove_loss(m->ply, loss_effort);
      weigh(*m);
      if (!m->after.loses_by_mate()) continue;
      analyses_.prove_loss(m->ply - 1, loss_effort);
      if (agrees(*m) && !m->only_move) analyses_.analyze_without(m->ply - 1, m->move, past_effort);
    }
    for (JudgedMove& m : moves()) weigh(m);
  }

  // Sacrifices first, while there is budget; a quick search of two lines, and a good one where the
  // second is far behind.
  void find_praise() {
    for (bool sacrifice : {true, false}) {
      for (JudgedMove& m : moves()) {
        if (sacrifices_[static_cast<std::size_t>(m.ply - 1)] == sacrifice &&
            may_be_only_good(m, options_))
          weigh_praise(m, sacrifice);
      }
    }
  }

  void weigh_praise(JudgedMove& m, bool sacrifice) {
    const auto alone = [&](double effort, double points) {
      if (divisible_ && analyses_.spent() + effort > analyses_.budget()) return false;
      const Analysis a = analyses_.analyze_lines(m.ply - 1, divisible_ ? effort : 1, 2);
      return !analyses_.stopped() && stands_alone(a, m.move, points, chance_);
    };
    m.only_good = alone(praise_effort, options_.mistake) && alone(1, options_.mistake);
    m.brilliant = m.only_good && sacrifice && m.chance_after >= 50 && alone(2, options_.blunder) &&
                  !(m.before.mate && analyses_.mates_without(m.ply - 1, m.move, praise_effort));
  }

  void count_work() {
    result_.analysed = analyses_.analysed();
    result_.from_store = analyses_.from_store();
    result_.nodes = analyses_.nodes();
  }

  void list_unscored() {
    for (int ply = 0; ply <= analyses_.last(); ++ply) {
      const PositionAnalysis& p = analyses_.at(ply);
      if (!p.analysis.scored) result_.unscored.push_back({ply, p.unscored});
    }
  }

  void write() {
    remove_annotation(result_.game, result_.engine,
                      [this](int) { return options_.replace_earlier; });
    Position<V> p = *Position<V>::from(game_.start);
    if (options_.write_evaluations) keep_evaluation(root_node, analyses_.at(0));
    for (const JudgedMove& m : moves()) {
      write_judgement(result_.game, m, options_, words_of(p, m));
      if (options_.write_evaluations) keep_evaluation(m.node, analyses_.at(m.ply));
      p.play(m.move);
    }
  }

  JudgementWords words_of(const Position<V>& p, const JudgedMove& m) const {
    JudgementWords words{text_of(p, m.better)};
    const std::vector<ScoredLine>& lines = analyses_.at(m.ply).analysis.lines;
    if (!options_.explain || m.judgement == Judgement::none || lines.empty()) return words;
    words.answers = lines.front().pv;
    words.explanation = explanation(p, m.move, words.answers, m.better);
    return words;
  }

  void keep_evaluation(NodeId node, const PositionAnalysis& position) {
    if (position.settled || !position.analysis.scored) return;
    std::vector<Evaluation>& all = result_.game.moves.edit_note(node).evaluations;
    all.push_back(to_evaluation(position.analysis, position.to_move, result_.engine));
  }

  std::string text_of(Position<V> p, const std::vector<Move>& line) const {
    std::string text;
    int plies = std::max(1, options_.variation_plies);
    for (Move m : line) {
      if (plies-- <= 0) break;
      if (!text.empty()) text += ' ';
      append_move_text(text, p, m);
      p.play(m);
    }
    return text;
  }

  /// How many times the effort of the search before a deeper search gets.
  static constexpr double effort_step = 4;
  static constexpr double least_step = 1.2;
  /// The part of the budget that is kept for praise, and the effort of its first search.
  static constexpr double praise_share = 0.1;
  static constexpr double praise_effort = 0.1;
  /// What the mate solver is given for a mate of the side to move, and for all answers to the moves
  /// of a side that may be lost; seldom does it take as much.
  static constexpr double mate_effort = 1;
  static constexpr double loss_effort = 0.5;
  /// The search for a move that is better than one which allows a mate.
  static constexpr double past_effort = 0.5;

  const Game& game_;
  const AnnotateOptions& options_;
  /// The limits can be spent unevenly.
  bool divisible_;
  GameAnalysis<V> analyses_;
  ChanceModel chance_;
  /// By move.
  std::vector<bool> sacrifices_;
  Annotation result_;
};

}  // namespace

Annotation annotate(const Game& game, Engine& engine, const Limits& limits,
                    const AnnotateOptions& options, EvaluationStore* store, std::stop_token stop,
                    const AnnotateProgress& progress) {
  return with_variant(game.variant, [&]<class V>(V) {
    return Annotator<V>(game, engine, limits, options, store, std::move(stop)).run(progress);
  });
}

}  // namespace yari
