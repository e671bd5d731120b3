/// \file
/// What a back end must do for lists of names.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "record/name_kind.h"

namespace yari::store {

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
