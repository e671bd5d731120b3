/// \file
/// Which spellings of a collection may mean one person, event or site, and how sure that is.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "db/people/name_keys.h"

namespace yari::people {

/// One spelling and what the collection knows of it.
struct Spelling {
  std::string text;
  std::int64_t games = 0;
  /// Numbers yyyymmdd with 00 for unknown parts; 0 where no date is known.
  int first_date = 0, last_date = 0;
  /// Who was met: of a player the opponents, as indexes into the same list; of an event its
  /// players, of a site its events, as numbers that stand for them. May repeat.
  std::vector<std::uint32_t> company;
  /// Where: of a player the events, of an event the sites, of a site the players. May repeat.
  std::vector<std::uint32_t> settings;
};

/// `from` may be another spelling of `to`, the spelling that the others of its group are given.
struct Suggestion {
  std::size_t from = 0, to = 0;
  /// The chance that they are one, 0 to 1, as far as names and opponents show.
  double score = 0;
  std::vector<Reason> reasons;
  /// Those met, and settings, that both have.
  int common_company = 0, common_settings = 0;
};

/// Suggestions for a list of spellings, the surest first, one for each spelling that is not the
/// first of its group; none below `least_score`.
///
/// Two players who met are two persons, and so are those whom a chain of spellings would connect
/// with them. Candidates are found by shared keys: the time grows with the number of spellings, not
/// with that of their pairs.
std::vector<Suggestion> suggest(const std::vector<Spelling>& spellings, NameKind kind,
                                double least_score = 0.5);

}  // namespace yari::people
