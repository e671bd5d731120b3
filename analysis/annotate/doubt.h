/// \file
/// How unsure a judgement still is, which decides what is searched again; and which moves may be
/// praised.
#pragma once

#include "analysis/annotate/annotate.h"
#include "analysis/engine/win_chance.h"
#include "rules/position.h"

namespace yari {

/// How much a deeper search may change the judgement, 0..1: 1 where the loss is just a mistake's.
///
/// `m` is judged. The numbers are tuned with bench/judgement_main.cpp.
double doubt(const JudgedMove& m, const AnnotateOptions& options);

/// Whether `m` may be an only good move: the engine's own choice, which is never judged, not
/// forced, not in a lost game.
bool may_be_only_good(const JudgedMove& m, const AnnotateOptions& options);

/// Whether all lines but the first of `a` would be a mistake by the loss `points`.
bool stands_alone(const Analysis& a, Move move, double points, const ChanceModel& chance);

/// Whether the captures that follow on the target square cost the mover 500 centipawns or more.
/// Requires: p.is_legal(m).
template <class V>
bool is_sacrifice(const Position<V>& p, Move m);

extern template bool is_sacrifice(const Position<YariShogi>&, Move);
extern template bool is_sacrifice(const Position<Shogi>&, Move);

}  // namespace yari
