/// \file
/// Judging the moves of a game: glyphs, comments, better lines, and a summary for each player.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/engine/engine.h"
#include "record/game.h"

namespace yari {

/// Where evaluations are kept between games, so that no position is analysed twice. Implemented by
/// whoever has a place to keep them; not to be used by two threads at once.
class EvaluationStore {
 public:
  virtual ~EvaluationStore() = default;

  /// Whether the position comes up in several of the games that the store serves. The answer must
  /// stay the same while they are annotated.
  virtual bool is_shared(const Setup& position) = 0;
  /// What `engine`, by its identity, found about the position under these limits, or better ones;
  /// else no value.
  virtual std::optional<Analysis> find(Key position, std::string_view engine,
                                       const Limits& limits) = 0;
  virtual void save(Key position, std::string_view engine, const Limits& limits,
                    const Analysis& analysis) = 0;
};

/// Whether the position is known from enough other games; empty: none is.
using BookTest = std::function<bool(const Setup& position)>;

/// Defaults and formulas are explained in docs/annotation.md.
struct AnnotateOptions {
  /// Loss of win chance, in points of 100, from which a move is `?!`, `?`, `??`.
  double inaccuracy = 5;
  double mistake = 10;
  double blunder = 15;
  /// Of the win chance formula, for all scores; 0: the engine's chance_model.
  double coefficient = 0;
  /// A move is not judged when the mover's chance was this low before it, or when the opponent's
  /// is still this low after it: the position is lost or won anyway.
  double decided = 5;
  /// Percent of the limits, 1 or more, that every position gets at first; what is left is spent
  /// where a judgement is in doubt. 100: every position gets the same, and the mate solver is not
  /// asked.
  double screen = 40;
  /// Plies of the better line that go into the record; 0: no variation.
  int variation_plies = 8;
  /// What is written into the record.
  bool write_glyphs = true;
  bool write_comments = true;
  bool write_evaluations = true;
  /// Comments also say what the opponent can do now and what was missed, and the opponent's best
  /// play becomes a variation, too.
  bool explain = false;
  /// Glyphs and comments in the words of an annotation are taken for those of an earlier one, and
  /// replaced: nothing else marks them in a file. Evaluations are always replaced by name.
  bool replace_earlier = true;
  /// Moves that lead from one position of the book to another are marked, and not judged. Asked
  /// from the start of the game on, until it says no.
  BookTest in_book;
};

enum class Judgement : std::uint8_t { none, inaccuracy, mistake, blunder };

/// "inaccuracy"; empty for none.
std::string_view name(Judgement j);

/// What a move did to a forced mate.
enum class MateChange : std::uint8_t {
  none,
  missed,   ///< the mover had a mate and has none after the move
  allowed,  ///< the opponent has a mate that the mover could have avoided
};

enum class Phase : std::uint8_t { opening, middlegame, endgame };
inline constexpr int phase_count = 3;

/// "opening".
std::string_view name(Phase p);

/// One move of the main line, judged.
struct JudgedMove {
  NodeId node = root_node;
  int ply = 0;  ///< 1 for the first move
  Color mover = Color::black;
  Move move;
  /// Whether the scores of the positions before and after the move are known. Without both the move
  /// is not judged, and counts in no sum.
  bool before_known = true;
  bool after_known = true;
  /// Of the position before and after the move, both from the mover's view.
  Score before;
  Score after;
  double chance_before = 50;
  double chance_after = 50;
  /// Points of win chance lost, 0..100. 0 for the engine's own choice.
  double loss = 0;
  double accuracy = 100;
  Judgement judgement = Judgement::none;
  MateChange mate = MateChange::none;
  Phase phase = Phase::opening;
  /// The only legal move.
  bool only_move = false;
  /// Played, and every other legal move would have been a mistake.
  bool only_good = false;
  /// An only good move that gives material away, and is sound.
  bool brilliant = false;
  /// Known from other games, and not judged for that.
  bool book = false;
  /// What the engine would have played; its first move is the move itself when they agree.
  std::vector<Move> better;

  bool is_weighed() const { return before_known && after_known; }
};

struct PhaseSummary {
  int moves = 0;
  /// 100 without moves.
  double accuracy = 100;
};

/// The moves of one player, in numbers: those that were weighed.
struct PlayerSummary {
  int moves = 0;
  double accuracy = 100;
  /// Mean loss of win chance a move, in points.
  double mean_loss = 0;
  int inaccuracies = 0;
  int mistakes = 0;
  int blunders = 0;
  int missed_mates = 0;
  int allowed_mates = 0;
  int only_good = 0;
  int brilliant = 0;
  int book = 0;
  /// By Phase.
  std::array<PhaseSummary, phase_count> phases;
};

/// A position that has no evaluation, because the engine gave no score of it.
struct UnscoredPosition {
  int ply = 0;
  /// "engine A: claims a win that the rules do not confirm".
  std::string why;
};

/// A game with its judgements.
struct Annotation {
  Game game;
  std::vector<JudgedMove> moves;
  /// By index(Color).
  std::array<PlayerSummary, 2> players;
  /// The move with which the side that is ahead at the end came ahead for good, where the other had
  /// been clearly ahead before; 0 where the game never turned.
  int turned_at = 0;
  /// In order of ply.
  std::vector<UnscoredPosition> unscored;
  std::string engine;
  /// Engine::identity() of the same.
  std::string identity;
  /// Positions that were analysed, and those that the store knew.
  int analysed = 0;
  int from_store = 0;
  std::uint64_t nodes = 0;
  /// False when it was stopped before the end: then `game` is the game as it came.
  bool complete = false;
};

/// Called after every position with the number done and the number there are.
using AnnotateProgress = std::function<void(int done, int all)>;

/// Analyses every position of the main line from the last to the first, the start included, and
/// writes what it found into a copy of `game`, in the place of what an earlier annotation wrote.
///
/// Begins with engine.new_game(): same game, engine, limits and options give the same annotation
/// (at one thread, without a time limit). A position of which the engine gives no score is left
/// out, and the moves before and after it are not judged. Throws EngineFailure, also where it gives
/// none of any position.
Annotation annotate(const Game& game, Engine& engine, const Limits& limits,
                    const AnnotateOptions& options = {}, EvaluationStore* store = nullptr,
                    std::stop_token stop = {}, const AnnotateProgress& progress = {});

}  // namespace yari
