/// \file
/// Training samples: a position, what a search thought of it, and how its game ended.
#pragma once

#include <fstream>
#include <string>

#include "rules/position.h"
#include "rules/sfen.h"

namespace yari::training {

/// One line of a sample file: "SFEN<tab>SCORE<tab>RESULT".
template <class V>
struct Sample {
  Position<V> position;
  int score;      ///< centipawns from the side to move's view
  double result;  ///< 1, 0.5 or 0 for the side to move
};

/// Calls `use` for every sample of a file; returns the number of lines it could not read.
template <class V, class Use>
long read_samples(const std::string& file, Use use) {
  std::ifstream in(file);
  long bad = 0;
  for (std::string line; std::getline(in, line);) {
    const std::size_t first = line.find('\t');
    const std::size_t second = line.find('\t', first + 1);
    if (first == std::string::npos || second == std::string::npos) {
      ++bad;
      continue;
    }
    const Result<Setup> setup = read_sfen(line.substr(0, first), V::info.variant);
    if (!setup) {
      ++bad;
      continue;
    }
    use(Sample<V>{Position<V>::from_unchecked(*setup), std::stoi(line.substr(first + 1)),
                  std::stod(line.substr(second + 1))});
  }
  return bad;
}

}  // namespace yari::training
