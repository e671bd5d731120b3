// The passes over a game: every position from the last to the first, then a second look at what
// seems to be a mistake.
#include "analysis/annotate.h"

#include <fmt/format.h>

#include "analysis/judge.h"
#include "analysis/phase.h"
#include "analysis/search_score.h"
#include "notation/move_text.h"
#include "rules/outcome.h"

namespace yari {
namespace {

// What is known about one position of the main line.
struct Place {
  Analysis analysis;
  Key key = 0;
  Color to_move = Color::black;
  int legal_moves = 0;
  /// The same position came up before in the game: its worth depends on more than the position.
  bool repeats = false;
  /// The rules end the game here; nothing is left to analyse.
  bool over = false;
};

template <class V>
class Annotator {
 public:
  Annotator(const Game& game, Engine& engine, const Limits& limits, const AnnotateOptions& options,
            EvaluationStore* store, std::stop_token stop, const AnnotateProgress& progress)
      : game_(game),
        engine_(engine),
        limits_(limits),
        options_(options),
        store_(store),
        stop_(std::move(stop)),
        progress_(progress),
        coefficient_(options.coefficient > 0 ? options.coefficient
                                             : default_coefficient(V::info.variant)) {}

  Annotation run() {
    result_.game = game_;
    result_.engine = engine_.name();
    walk();
    engine_.new_game();
    const int last = static_cast<int>(places_.size()) - 1;
    for (int ply = last; ply >= 0; --ply) {
      Place& place = places_[static_cast<std::size_t>(ply)];
      if (!place.over) place.analysis = look(ply, result_.engine);
      if (stop_.stop_requested()) return std::move(result_);
      if (progress_) progress_(last - ply + 1, last + 1);
    }
    judge_moves();
    if (stop_.stop_requested()) return std::move(result_);
    result_.players = summarize(result_.moves);
    result_.turned_at = turning_point(result_.moves, game_.result);
    write();
    result_.complete = true;
    return std::move(result_);
  }

 private:
  // Replays the main line and notes what the rules say about each position.
  void walk() {
    Line<V> line(*Position<V>::from(game_.start), game_.rules);
    PhaseClock<V> clock;
    places_.push_back(place_of(line));
    for (Move m : game_.moves.main_moves()) {
      phases_.push_back(clock.before(line.position(), m));
      line.play(m);
      places_.push_back(place_of(line));
    }
  }

  static Place place_of(const Line<V>& line) {
    const Position<V>& p = line.position();
    Place place;
    place.key = p.key();
    place.to_move = p.side_to_move();
    for (Move m : p.legal_moves()) place.legal_moves += line.is_legal(m);
    place.repeats = line.history().occurrences() > 1;
    const std::optional<Outcome> outcome = line.outcome();
    if (!outcome) return place;
    place.over = true;
    const bool lost = outcome->result == win_for(~p.side_to_move());
    const bool won = outcome->result == win_for(p.side_to_move());
    if (outcome->ending == Ending::mate) {
      place.analysis.score = {0, true};
    } else {
      place.analysis.score = {lost ? -perpetual_score : won ? perpetual_score : 0, false};
    }
    return place;
  }

  // The analysis of a position, from the store where it has one under the name `as`.
  Analysis look(int ply, const std::string& as) {
    const Place& place = places_[static_cast<std::size_t>(ply)];
    const bool storable = store_ && !place.repeats;
    if (storable) {
      if (std::optional<Analysis> known = store_->find(place.key, as, limits_)) {
        ++result_.from_store;
        return *std::move(known);
      }
    }
    Analysis analysis = engine_.analyze(problem_at(game_, ply), limits_, stop_);
    ++result_.analysed;
    result_.nodes += analysis.nodes;
    if (storable && !stop_.stop_requested()) store_->save(place.key, as, limits_, analysis);
    return analysis;
  }

  void judge_moves() {
    const std::vector<NodeId> nodes = game_.moves.main_line();
    for (std::size_t i = 0; i < nodes.size() && !stop_.stop_requested(); ++i) {
      JudgedMove m;
      m.node = nodes[i];
      m.ply = static_cast<int>(i) + 1;
      m.mover = places_[i].to_move;
      m.phase = phases_[i];
      m.move = game_.moves.move(nodes[i]);
      m.only_move = places_[i].legal_moves == 1;
      weigh(m, places_[i].analysis, places_[i + 1].analysis);
      if (m.judgement != Judgement::none) look_again(m);
      result_.moves.push_back(std::move(m));
    }
  }

  void weigh(JudgedMove& m, const Analysis& before, const Analysis& after) const {
    m.before = before.score;
    m.after = for_mover(after.score);
    m.better = before.lines.empty() ? std::vector<Move>{} : before.lines.front().pv;
    judge(m, options_, coefficient_);
  }

  // The first pass knew what came later in the game. A move is a mistake only where the engine,
  // without that knowledge, also prefers another one and thinks that the move loses as much.
  void look_again(JudgedMove& m) {
    const std::string as = result_.engine + " (fresh)";
    engine_.new_game();
    JudgedMove second = m;
    const Analysis before = look(m.ply - 1, as);
    const std::size_t next = static_cast<std::size_t>(m.ply);
    if (before.best() == m.move) {
      m.better = before.lines.front().pv;
      judge(m, options_, coefficient_);
      return;
    }
    weigh(second, before, places_[next].over ? places_[next].analysis : look(m.ply, as));
    if (second.loss < m.loss) m = std::move(second);
  }

  void write() {
    Position<V> p = *Position<V>::from(game_.start);
    if (options_.write_evaluations) keep_evaluation(root_node, places_[0]);
    for (const JudgedMove& m : result_.moves) {
      write_judgement(result_.game, m, options_, text_of(p, m.better));
      if (options_.write_evaluations)
        keep_evaluation(m.node, places_[static_cast<std::size_t>(m.ply)]);
      p.play(m.move);
    }
  }

  void keep_evaluation(NodeId node, const Place& place) {
    if (place.over) return;
    std::vector<Evaluation>& all = result_.game.moves.edit_note(node).evaluations;
    std::erase_if(all, [&](const Evaluation& e) { return e.engine == result_.engine; });
    all.push_back(to_evaluation(place.analysis, place.to_move, result_.engine));
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

  const Game& game_;
  Engine& engine_;
  const Limits& limits_;
  const AnnotateOptions& options_;
  EvaluationStore* store_;
  std::stop_token stop_;
  const AnnotateProgress& progress_;
  double coefficient_;
  std::vector<Place> places_;
  /// Of the moves.
  std::vector<Phase> phases_;
  Annotation result_;
};

}  // namespace

Annotation annotate(const Game& game, Engine& engine, const Limits& limits,
                    const AnnotateOptions& options, EvaluationStore* store, std::stop_token stop,
                    const AnnotateProgress& progress) {
  return with_variant(game.variant, [&]<class V>(V) {
    return Annotator<V>(game, engine, limits, options, store, std::move(stop), progress).run();
  });
}

double default_coefficient(Variant v) { return v == Variant::yari ? 0.0025 : 0.0025; }

}  // namespace yari
