/// \file
/// What a database holds, in numbers.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace yari {

struct Statistics {
  /// `annotated`: games that an engine has judged.
  std::int64_t games = 0, plies = 0, annotated = 0;
  std::int64_t players = 0, events = 0, sites = 0;
  /// Postings of the position index, the bytes they take, and the runs they lie in.
  std::int64_t postings = 0, index_bytes = 0, index_runs = 0;
  std::int64_t evaluations = 0;
  std::int64_t file_bytes = 0;
  std::map<std::string, std::int64_t> variants, results, endings, handicaps;
  /// By year; 0 where unknown.
  std::map<int, std::int64_t> years;
  /// By number of plies.
  std::map<std::int64_t, std::int64_t> lengths;
};

/// Games by year as text, "unknown" for 0.
inline std::map<std::string, std::int64_t> years_by_name(const Statistics& s) {
  std::map<std::string, std::int64_t> named;
  for (const auto& [year, n] : s.years) named[year == 0 ? "unknown" : std::to_string(year)] = n;
  return named;
}

}  // namespace yari
