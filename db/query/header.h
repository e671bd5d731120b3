/// \file
/// The conditions of a query on headers, asked of one game.
#pragma once

#include <optional>

#include "db/query/matcher.h"
#include "db/query/names.h"

namespace yari::query {

/// Whether the header fulfils the condition: the one meaning of conditions on headers. Whatever
/// narrows a search must not contradict it.
bool holds(const HeaderTest& test, const HeaderView& header);

/// A condition, made ready to be asked of many headers. One thread at a time.
class PreparedTest {
 public:
  explicit PreparedTest(const HeaderTest& test);
  /// As holds().
  bool holds(const HeaderView& header);

 private:
  HeaderTest test_;
  /// Of a condition on names.
  std::optional<NameTest> names_;
};

}  // namespace yari::query
