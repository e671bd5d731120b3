/// \file
/// Databases of random games for tests of annotation, and what is compared of them.
#pragma once

#include <string>
#include <vector>

#include "tests/cli/program.h"

namespace yari::test {

/// Random games of Yari Shogi as text, of which every third has the first `shared` plies of the
/// first one.
std::string random_games(int count, int plies, int shared);

/// Every row of every ordinary table but the journal's, which has times, and the queue's.
std::vector<std::string> rows_of(const std::string& file);

/// A folder with a database `first.db` of these games.
struct Batch {
  TemporaryFolder folder;
  RunOptions here{.folder = folder.path()};

  explicit Batch(const std::string& games);
  void copy(const std::string& to) const;
};

std::vector<std::string> with(std::vector<std::string> words, std::vector<std::string> more);

}  // namespace yari::test
