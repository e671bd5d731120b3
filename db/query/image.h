/// \file
/// Conditions seen with colours and board turned, or mirrored left to right.
#pragma once

#include "db/query/query.h"

namespace yari::query {

/// How a position is looked at: as it is, turned by 180 degrees with the colours changed, mirrored,
/// or both.
struct View {
  bool turned = false;
  bool mirrored = false;
};

Square image(Square s, View view, int files);
Setup image(const Setup& setup, View view);

/// The query without Either nodes: each is written out as "any of" a part and its image.
///
/// Turning changes who is Black in conditions on names and results, too. Requires: no Either stands
/// inside one with the same image, as parse makes sure; the size then at most quadruples.
Query expand(const Query& query);

}  // namespace yari::query
