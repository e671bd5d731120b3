/// \file
/// The numbers of a run that annotates games of a database.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "analysis/annotate/annotate.h"
#include "cli/terminal/terminal.h"
#include "import/annotation/stored_annotation.h"

namespace yari::cli {

struct AnnotationTotals {
  /// Annotated, and left as they were.
  std::uint64_t games = 0;
  std::uint64_t skipped = 0;
  /// Annotated before and now again, by Earlier.
  std::array<std::uint64_t, earlier_count> again{};
  std::uint64_t failed = 0;
  std::uint64_t positions = 0;
  std::uint64_t analysed = 0;
  std::uint64_t from_store = 0;
  std::uint64_t nodes = 0;
  PlayerSummary players;

  void add(const Annotation& annotation, Earlier earlier);
  /// One sentence, with its end of line.
  std::string text() const;
  /// `games`: how many there were to annotate.
  Json json(std::uint64_t games_in_all, double seconds, bool stopped) const;
};

}  // namespace yari::cli
