/// \file
/// From the scores before and after a move to its judgement; no engine is involved.
#pragma once

#include "analysis/annotate/annotate.h"
#include "analysis/engine/win_chance.h"

namespace yari {

/// The score of the position after a move as the mover sees it, a mate one ply farther away.
Score for_mover(Score after);

/// Fills in scores and chances from those of the positions before and after the move, each for the
/// side to move there; no value: not known.
void set_scores(JudgedMove& m, const std::optional<WeighedScore>& before,
                const std::optional<WeighedScore>& after);

/// A move that is not weighed has no loss and no judgement. Else fills in loss, accuracy, judgement
/// and mate change from the scores and chances, `better`, `move`, `only_move` and `book`.
void judge(JudgedMove& m, const AnnotateOptions& options);

/// The engine would have played the same, or nothing is known of what it would have played.
bool agrees(const JudgedMove& m);
/// Lost or won anyway, as AnnotateOptions::decided has it. Requires: `m` has its chances.
bool is_decided(const JudgedMove& m, const AnnotateOptions& options);
/// The chance of `c`, where the mover of `m` has the chance `movers`.
double chance_of(Color c, const JudgedMove& m, double movers);

/// Sums up the moves of each player.
std::array<PlayerSummary, 2> summarize(const std::vector<JudgedMove>& moves);

/// Annotation::turned_at of these moves, in order. The side ahead at the end is the winner, or else
/// the one whose chance is 60 or more after the last move. 0 also where the game turned at a
/// position without a score: two moves may have turned it.
int turning_point(const std::vector<JudgedMove>& moves, GameResult result);

/// What is said of one move beside its numbers.
struct JudgementWords {
  /// The better line, in the notation of records.
  std::string better;
  /// See explanation(); empty: nothing is explained.
  std::string explanation = {};
  /// The opponent's best play, which becomes a variation; empty: none.
  std::vector<Move> answers = {};
};

/// One sentence or two: "Blunder: win chance 62 % to 12 %. Better: P-7f P-3d".
/// `noted`: somebody gave the move the glyph before, and the text says so.
std::string comment_text(const JudgedMove& m, const JudgementWords& words, bool noted = false);

/// Takes out of the main line what an earlier annotation by `engine`, its name or identity, wrote,
/// but for variations, which might be anybody's. Glyphs and comments are known by their words, and
/// taken out only after the plies for which `judged` is true.
void remove_annotation(Game& game, std::string_view engine,
                       const std::function<bool(int ply)>& judged);

/// Puts glyph, comment, better line and evaluations of one move into the record.
void write_judgement(Game& game, const JudgedMove& m, const AnnotateOptions& options,
                     const JudgementWords& words);

}  // namespace yari
