/// \file
/// Random queries, as text, most of which hold somewhere in a given game.
#pragma once

#include <string>

#include "db/query/matcher.h"
#include "tests/db/tools/query_brute.h"
#include "tests/support/random_game.h"

namespace yari::test {

/// A query about `game`, made of what is found at random plies of it.
std::string random_query(const BruteGame& game, Rng& rng);

/// How many random queries to try: as many as YARI_QUERIES in the environment says; else `thorough`
/// or half of them.
int query_count(int thorough);

/// A move in Hodges notation, with the origin. Requires: `m` is legal in `setup`.
std::string hodges_text(const Setup& setup, Move m);

/// The header of a game as the searches read it; it must outlive the result.
query::HeaderView header_of(const BruteGame& game, const std::string& start,
                            const std::string& handicap);

}  // namespace yari::test
