/// \file
/// How a game's tags are kept: what columns hold, once; names and order, once per kind of record.
///
/// Most records of a collection name the same tags in the same order. That order is a row of
/// tag_layouts; the values of players, event, site and date come from the columns, and only the
/// others are stored with the game.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "db/codec/bytes.h"
#include "record/date.h"
#include "record/game.h"
#include "record/ratings.h"

namespace yari {

/// A game's tags, taken apart. In a layout each tag is a code byte and its name: 0 its value lies
/// in `values`; 1 black, 2 white, 3 event, 4 site; 5.. the date in one of several spellings.
/// On disk: never change.
struct StoredTags {
  std::optional<std::string> black, white, event, site;
  std::optional<DateNumber> date;
  Bytes layout;
  Bytes values;
};

StoredTags take_apart(const std::vector<Tag>& tags);

/// The tags again, or no value when layout and values do not fit together.
std::optional<std::vector<Tag>> put_together(const StoredTags& stored);

/// The ratings in the tags of a layout and its values: without making the tags. None where the two
/// do not fit together.
Ratings ratings_in(ByteView layout, ByteView values);

/// The value of the first tag of that name that no column holds; empty without one, or where layout
/// and values do not fit together. Valid as long as `values`.
std::string_view tag_in(ByteView layout, ByteView values, std::string_view name);

}  // namespace yari
