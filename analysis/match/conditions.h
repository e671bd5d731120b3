/// \file
/// How the games of a match are played, in words. The words are tags of their records, by which a
/// match that goes on knows its own games.
#pragma once

#include <string>

#include "analysis/match/match.h"

namespace yari {

/// What may end a game of the match beside the rules: the tag Adjudication.
std::string adjudication_text(const MatchOptions& options, Variant v);

/// The engines with what they were set to, and their limits or the clock: the tag Conditions.
std::string conditions_text(const MatchPlayer& first, const MatchPlayer& second,
                            const MatchOptions& options);

/// Whether the record says that its game was played in another way. One that does not say it may
/// have been played in this way.
bool is_played_otherwise(const Game& record, const MatchPlayer& first, const MatchPlayer& second,
                         const MatchOptions& options);

}  // namespace yari
