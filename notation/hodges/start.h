/// \file
/// Which game a Hodges or PSN record is of, and where it starts.
#pragma once

#include <optional>

#include "notation/findings.h"
#include "notation/hodges/moves_ahead.h"
#include "notation/hodges/scanner.h"
#include "notation/hodges/tags.h"
#include "rules/setup.h"

namespace yari {

/// The game that the tags name, or else the moves; a guess is noted.
Variant find_variant(const Header& header, const ScannedMoves& moves, const ReadOptions& options,
                     Findings& findings);

/// Where every move is written as USI writes it, the first of them; else an empty text. A drop is
/// the same in both.
std::string_view first_usi_move(const ScannedMoves& moves);

struct HodgesStart {
  Setup setup;
  /// The part of the text that gives it.
  std::string_view place;
  /// The first token after what the moves themselves say about the start.
  std::size_t first_token = 0;
  /// The tag `Handicap` is not understood; its words are kept.
  bool handicap_unknown = false;
  /// And no `SFEN` gives the start: the moves are kept as text.
  bool unknown = false;
};

/// The start that the tags give, or the moves: pieces set up one by one ("wK3a bR2c $"), handicap
/// pieces taken off ("1. R8b P-3d"), or, where White's first move shows that a handicap was lost,
/// the handicap that the moves fit best. No value: the tags' SFEN cannot be read, which is
/// reported.
template <class V>
std::optional<HodgesStart> find_start(const Header& header, const ScannedMoves& moves,
                                      Findings& findings, LookAheadBudget& budget);

}  // namespace yari
