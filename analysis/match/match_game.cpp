#include "analysis/match/match_game.h"

#include <fmt/format.h>

#include <cassert>
#include <cstdlib>

#include "analysis/engine/search_constants.h"
#include "analysis/match/conditions.h"
#include "rules/declaration.h"
#include "rules/outcome.h"
#include "rules/sfen.h"

namespace yari {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;
/// Finer than the milliseconds of USI, so that fast moves take time off the clock, too.
using Clocks = std::array<microseconds, 2>;

std::size_t at(Color c) { return static_cast<std::size_t>(index(c)); }

milliseconds in_milliseconds(microseconds time) {
  return std::chrono::duration_cast<milliseconds>(time);
}
std::uint32_t whole_milliseconds(microseconds time) {
  return static_cast<std::uint32_t>(in_milliseconds(time).count());
}

/// Counts how long both engines have agreed on a result.
class Agreement {
 public:
  explicit Agreement(const ScoreAdjudication& rules) : rules_(rules) {}

  /// `score` is the mover's view of the position before ply `ply`.
  void add(const Score& score, Color mover, int ply) {
    const int value = mover == Color::black ? score.value : -score.value;
    const bool decided = score.mate || std::abs(value) >= rules_.win_score;
    // A mated position is a mate in 0: the mover loses.
    const int winner = !decided                         ? 0
                       : score.mate && score.value == 0 ? (mover == Color::black ? -1 : 1)
                                                        : (value > 0 ? 1 : -1);
    for_one_side_ = winner == 0 ? 0 : winner == winner_ ? for_one_side_ + 1 : 1;
    winner_ = winner;
    const bool even = !score.mate && std::abs(value) <= rules_.draw_score;
    for_nobody_ = even && ply >= rules_.draw_from_ply ? for_nobody_ + 1 : 0;
  }

  /// An engine that says no score agrees to nothing.
  void add_nothing() { for_one_side_ = for_nobody_ = winner_ = 0; }

  std::optional<GameResult> result() const {
    if (rules_.win_moves > 0 && for_one_side_ >= 2 * rules_.win_moves) {
      return win_for(winner_ > 0 ? Color::black : Color::white);
    }
    if (rules_.draw_moves > 0 && for_nobody_ >= 2 * rules_.draw_moves) return GameResult::draw;
    return std::nullopt;
  }

 private:
  const ScoreAdjudication& rules_;
  int winner_ = 0;
  int for_one_side_ = 0;
  int for_nobody_ = 0;
};

template <class V>
class MatchPlay {
 public:
  MatchPlay(int number, const GamePosition& opening, std::array<MatchSeat, 2>& seats,
            const MatchOptions& options)
      : options_(options),
        position_(opening),
        line_(Position<V>::from_unchecked(position_.start), options.rules),
        agreement_(options.adjudication) {
    position_.rules = options.rules;
    record_.index = number;
    const bool reversed = number % 2 != 0;
    players_ = {&seats[reversed ? 1 : 0], &seats[reversed ? 0 : 1]};
    left_.fill(options.clock.main);
    margin_.fill(options.clock_margin);
    Game& game = record_.game;
    game.variant = V::info.variant;
    game.rules = options.rules;
    game.start = position_.start;
    game.set_tag(tags::event, players_[reversed]->name() + " - " + players_[!reversed]->name());
    game.set_tag(tags::round, std::to_string(number + 1));
    game.set_tag(tags::black, players_[0]->name());
    game.set_tag(tags::white, players_[1]->name());
    game.set_tag("Adjudication", adjudication_text(options, V::info.variant));
    for (Move m : position_.moves) {
      node_ = game.moves.add(node_, m);
      line_.play(m);
      ++plies_;
    }
  }

  std::optional<MatchGame> run(const std::stop_token& stop) {
    for (Color c : both_colors) {
      if (!try_engine(c, [&] { players_[at(c)]->new_game(); })) return record_;
    }
    while (!is_over()) {
      if (!move(stop)) return std::nullopt;
    }
    for (MatchSeat* const player : players_)
      for (std::string& note : player->take_notes()) record_.notes.push_back(std::move(note));
    return record_;
  }

 private:
  Color to_move() const { return line_.position().side_to_move(); }
  bool is_over() const { return record_.game.result != GameResult::unknown; }

  void end(GameResult result, Ending ending, const std::string& why = {}) {
    record_.game.result = result;
    record_.game.ending = ending;
    if (!why.empty()) record_.game.set_tag("Termination", why);
  }

  /// Lets an engine work; false when it failed and has lost the game.
  template <class Work>
  bool try_engine(Color c, Work work) {
    try {
      work();
      return true;
    } catch (const IllegalMove& failure) {
      forfeit(c, Ending::illegal_move, failure.what());
    } catch (const EngineFailure& failure) {
      forfeit(c, Ending::error, failure.what());
    }
    return false;
  }

  void forfeit(Color c, Ending ending, const std::string& why) {
    record_.failure = why;
    end(win_for(~c), ending, why);
  }

  /// One move, and what follows from it. False when the game was stopped.
  bool move(const std::stop_token& stop) {
    const Color mover = to_move();
    MatchSeat::Reply reply;
    const auto begin = std::chrono::steady_clock::now();
    const bool works = try_engine(
        mover, [&] { reply = players_[at(mover)]->think(position_, options_.clock, left_, stop); });
    const microseconds used =
        options_.engines_time
            ? reply.analysis.time
            : std::chrono::duration_cast<microseconds>(std::chrono::steady_clock::now() - begin);
    if (stop.stop_requested()) return false;
    if (works && !take_time(mover, used)) end(win_for(~mover), Ending::timeout);
    if (is_over()) return true;
    if (reply.answer == UsiAnswer::resigns) {
      end(win_for(~mover), Ending::resignation);
    } else if (reply.answer == UsiAnswer::claims_win) {
      judge_claim(mover);
    } else {
      play(reply.analysis, used);
      judge();
    }
    return true;
  }

  /// False when the side has used up its clock and the margin.
  bool take_time(Color mover, microseconds used) {
    if (options_.clock.empty()) return true;
    microseconds& left = left_[at(mover)];
    left -= used;
    if (left.count() < 0) {
      const microseconds late = -left - options_.clock.byoyomi;
      if (late.count() > 0) margin_[at(mover)] -= late;
      if (margin_[at(mover)].count() < 0) return false;
      left = microseconds(0);
    }
    left += options_.clock.increment;
    return true;
  }

  void play(const Analysis& analysis, microseconds used) {
    const Color mover = to_move();
    const Move m = analysis.best();
    if (!m || !line_.is_legal(m)) {
      return forfeit(mover, Ending::illegal_move,
                     players_[at(mover)]->name() + " plays " + write_usi_move(m, V::info.variant));
    }
    node_ = record_.game.moves.add(node_, m);
    Note& note = record_.game.moves.edit_note(node_);
    note.spent_ms = whole_milliseconds(used);
    if (!options_.clock.empty()) {
      note.left_ms = whole_milliseconds(left_[at(mover)]);
    }
    if (analysis.scored) {
      note.evaluations.push_back(to_evaluation(analysis, mover, players_[at(mover)]->name()));
      note.evaluations.back().pv.clear();
      agreement_.add(analysis.score, mover, plies_);
    } else {
      agreement_.add_nothing();
    }
    position_.moves.push_back(m);
    line_.play(m);
    ++plies_;
    impasse_ = is_impasse(line_.position()) ? impasse_ + 1 : 0;
  }

  /// Ends the game when the rules or the match's bounds say so.
  void judge() {
    if (is_over()) return;
    if (const std::optional<Outcome> outcome = line_.outcome()) {
      end(outcome->result, outcome->ending);
    } else if (options_.impasse_plies > 0 && impasse_ >= options_.impasse_plies) {
      end(impasse_result(line_.position(), options_.impasse), Ending::impasse,
          "adjudicated by points");
    } else if (const std::optional<GameResult> agreed = agreement_.result()) {
      end(*agreed, *agreed == GameResult::draw ? Ending::draw_agreed : Ending::resignation,
          "adjudicated by score");
    } else if (plies_ >= options_.max_plies) {
      end(GameResult::draw, Ending::move_limit, "adjudicated by length");
    }
  }

  /// A win claimed on points has to be there by the rule of the match, or the claim loses.
  void judge_claim(Color c) {
    const Position<V>& position = line_.position();
    const GameResult result = declared_result(position, options_.impasse);
    if (result == GameResult::draw) return end(result, Ending::impasse);
    if (result == win_for(c)) return end(result, Ending::declaration);
    const DeclarationCount count = count_for_declaration(position, c);
    forfeit(c, Ending::illegal_move,
            fmt::format("{} claims a win that the rules do not confirm: {} points and {} pieces in "
                        "the promotion zone",
                        players_[at(c)]->name(), count.points, count.pieces));
  }

  const MatchOptions& options_;
  GamePosition position_;
  Line<V> line_;
  MatchGame record_;
  std::array<MatchSeat*, 2> players_{};  // by index(Color)
  Clocks left_{};
  /// What is left of the margin for late moves.
  Clocks margin_{};
  Agreement agreement_;
  NodeId node_ = root_node;
  int plies_ = 0;
  int impasse_ = 0;
};

}  // namespace

void MatchSeat::start() {
  if (engine_) return;
  engine_ = player_.make();
  usi_ = dynamic_cast<UsiEngine*>(engine_.get());
}

void MatchSeat::new_game() {
  start();
  engine_->new_game();
}

MatchSeat::Reply MatchSeat::think(const GamePosition& position, const TimeControl& clock,
                                  const Clocks& left, std::stop_token stop) {
  if (usi_) {
    const UsiClocks clocks{in_milliseconds(left[0]), in_milliseconds(left[1]), clock.increment,
                           clock.byoyomi};
    Analysis analysis = clock.empty() ? usi_->play(position, player_.limits, stop)
                                      : usi_->play(position, clocks, stop);
    return {std::move(analysis), usi_->last_answer()};
  }
  Limits limits = player_.limits;
  if (!clock.empty()) {
    const TimeForMove time = time_for_move(
        clock, in_milliseconds(left[at(side_to_move(position))]),
        player_.constants ? *player_.constants : search_constants_of(position.start.variant));
    limits.aim = time.aim;
    limits.time = time.most;
  }
  return {engine_->analyze(position, limits, stop), UsiAnswer::move};
}

std::optional<MatchGame> play_match_game(int index, const GamePosition& opening,
                                         std::array<MatchSeat, 2>& seats,
                                         const MatchOptions& options, std::stop_token stop) {
  return with_variant(opening.start.variant, [&]<class V>(V) {
    return MatchPlay<V>(index, opening, seats, options).run(stop);
  });
}

}  // namespace yari
