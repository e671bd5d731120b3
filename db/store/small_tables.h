/// \file
/// What a back end must do for evaluations, saved queries and lists of names.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "db/codec/bytes.h"
#include "rules/game.h"
#include "rules/position.h"

namespace yari::store {

/// What an evaluation is stored under besides the position.
struct EvaluatedBy {
  std::string engine, limits;
};

class EvaluationReader {
 public:
  virtual ~EvaluationReader() = default;
  /// The bytes of the lines (db/codec/notes_blob.h).
  virtual std::optional<Bytes> find(const EvaluatedBy& by, Key position) = 0;
  /// The limits under which evaluations of the engine may be stored, in no order.
  virtual std::vector<std::string> limits_of(std::string_view engine) = 0;
};

class EvaluationWriter {
 public:
  virtual ~EvaluationWriter() = default;
  /// Stores or replaces. `best` is the first of the lines; no value when there is none.
  virtual void store(const EvaluatedBy& by, Key position, const std::optional<Evaluation>& best,
                     const Bytes& lines) = 0;
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

/// A table of names.
enum class NameTableKind { players, events };

class NameReader {
 public:
  virtual ~NameReader() = default;
  /// At most `most` names that begin with the words of `typed`, of the last of which the beginning
  /// is enough, in order; the first of all where `typed` is empty. Others may be among them.
  virtual std::vector<std::string> beginning(NameTableKind kind, std::string_view typed,
                                             int most) = 0;
};

}  // namespace yari::store
