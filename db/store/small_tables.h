/// \file
/// What a back end must do for evaluations, saved queries and lists of names.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "db/codec/bytes.h"
#include "record/name_kind.h"
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

class EvaluationReader {
 public:
  virtual ~EvaluationReader() = default;
  /// The bytes of the lines (db/codec/notes_blob.h).
  virtual std::optional<Bytes> find(const EvaluatedBy& by, Key position) = 0;
  /// What evaluations may be stored under, in no order.
  virtual std::vector<EvaluatedBy> kinds() = 0;
  /// Calls `visit` with every evaluation.
  virtual void each(const std::function<void(const StoredEvaluation&)>& visit) = 0;
};

class EvaluationWriter {
 public:
  virtual ~EvaluationWriter() = default;
  /// Stores or replaces.
  virtual void store(const StoredEvaluation& evaluation) = 0;
  /// Stores unless there is one; false when there is.
  virtual bool add(const StoredEvaluation& evaluation) = 0;
  virtual void remove(const EvaluatedBy& by, Key position) = 0;
};

class QueryReader {
 public:
  virtual ~QueryReader() = default;
  virtual std::optional<std::string> find(const std::string& name) = 0;
  /// Names and texts, by name.
  virtual std::vector<std::pair<std::string, std::string>> all() = 0;
};

class QueryWriter {
 public:
  virtual ~QueryWriter() = default;
  virtual void store(const std::string& name, const std::string& query) = 0;
  /// False when there was none.
  virtual bool remove(const std::string& name) = 0;
};

class NameReader {
 public:
  virtual ~NameReader() = default;
  /// At most `most` names that begin with the words of `typed`, of the last of which the beginning
  /// is enough, in order; the first of all where `typed` is empty. Others may be among them.
  /// Requires: `kind` is no site.
  virtual std::vector<std::string> beginning(NameKind kind, std::string_view typed, int most) = 0;
  /// The player of a number; no value when there is none.
  virtual std::optional<std::string> player(std::int64_t number) = 0;
};

}  // namespace yari::store
