/// \file
/// The file that a match adds its games to, and goes on from.
#pragma once

#include <optional>
#include <string>

#include "analysis/match/match.h"

namespace yari::cli {

/// Records are added to the file as the games end, so that a match that broke off can go on.
///
/// Each record is written at once, or not at all. What a broken-off match left of one is removed
/// before the file is read: the game is played again. A file belongs to one match at a time: two
/// would play the same games.
class MatchFile {
 public:
  /// What is in the file already.
  struct Found {
    MatchTally tally;
    /// Games of these players with other settings, limits or rules, which are not counted.
    std::uint64_t played_otherwise = 0;
    /// The last game was not written to its end.
    bool was_broken_off = false;
  };

  /// Without a file nothing is kept. Throws UsageError where games cannot be added to the file, and
  /// Failure.
  explicit MatchFile(std::optional<std::string> path);
  MatchFile(const MatchFile&) = delete;
  MatchFile& operator=(const MatchFile&) = delete;
  ~MatchFile();

  /// Reads the games that are there. To be called once, before `add`. Throws Failure.
  Found open(const MatchPlayer& first, const MatchPlayer& second, const MatchOptions& options);
  /// Throws Failure; the file is then as it was before.
  void add(const Game& game);

 private:
  std::optional<std::string> path_;
  /// -1 before it is open, and where nothing is kept.
  int file_ = -1;
};

}  // namespace yari::cli
