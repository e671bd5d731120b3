/// \file
/// People with made-up names and careers, and the ways in which sources write them.
///
/// Shares nothing with db/people: names are made of morae and written out by rules of their own.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace yari::bench {

struct Person {
  /// The first is the usual one. No spelling is that of another person.
  std::vector<std::string> spellings;
  int first_year = 0;
  /// Whom the person mostly meets.
  int circle = 0;
  /// How often the person plays beside others.
  double weight = 1;
};

/// Two of three are Japanese, the others European.
std::vector<Person> people(int count, int spellings, std::uint64_t seed);

}  // namespace yari::bench
