/// \file
/// The numbers of a run that annotates games of a database.
#pragma once

#include <array>
#include <cstdint>

#include "analysis/annotate/annotate.h"
#include "answers/json.h"
#include "import/annotation/stored_annotation.h"

namespace yari {

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
  Json json() const;
};

/// Why a game was annotated again: in JSON, and in words.
struct AgainReason {
  Earlier earlier;
  const char* field;
  const char* words;
};
inline constexpr AgainReason again_reasons[] = {
    {Earlier::less_effort, "less_effort", "annotated before with less effort"},
    {Earlier::limits, "other_limits", "before under other limits"},
    {Earlier::judging, "other_judging", "before with other judgement options"},
    {Earlier::engine, "other_engine", "before by another engine or version"},
    {Earlier::kept, "forced", "by force"},
};

}  // namespace yari
