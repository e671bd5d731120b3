/// \file
/// What a back end must do for `verify`: it alone knows how its parts hang together.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "db/query/filter.h"
#include "db/store/statistics.h"

namespace yari::store {

/// Compares the words that can be found with those of texts.
class TextAudit {
 public:
  virtual ~TextAudit() = default;
  /// Adds the text of a game.
  virtual void add(GameId id, std::string_view text) = 0;
  /// Sentences; empty when exactly the words of these texts are found, not counting games for which
  /// `counts` is false. Throws DamagedFile where they cannot be read.
  virtual std::vector<std::string> faults(const std::function<bool(GameId)>& counts) = 0;
};

class Checks {
 public:
  virtual ~Checks() = default;
  virtual Statistics statistics() = 0;
  /// A sentence for each fault of the parts that everything else lies in. Throws DamagedFile.
  virtual std::vector<std::string> structure(std::size_t most) = 0;
  virtual std::unique_ptr<TextAudit> texts() = 0;
  /// A sentence for each fault of names, evaluations, journal, annotations and cards.
  virtual std::vector<std::string> tables(std::size_t most) = 0;
};

}  // namespace yari::store
