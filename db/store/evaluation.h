/// \file
/// An evaluation of a position as it is stored.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "db/codec/bytes.h"
#include "rules/position.h"

namespace yari::store {

/// What an evaluation is stored under besides the position.
struct EvaluatedBy {
  std::string engine, limits;
};

/// An evaluation as it is stored.
struct StoredEvaluation {
  EvaluatedBy by;
  Key position = 0;
  /// Of the first line: centipawns, or plies to mate; none without lines.
  std::optional<std::int64_t> score, mate;
  std::int64_t depth = 0, nodes = 0;
  /// All lines (db/codec/notes_blob.h).
  Bytes lines;
};

}  // namespace yari::store
