// Tags come from the header's columns and the row's own values; see db/codec/tag_layout.h.
#include "db/reports/tagged_games.h"

#include "db/codec/tag_layout.h"
#include "db/database_impl.h"
#include "text/ascii.h"

namespace yari {

std::string_view TaggedGame::tag(std::string_view name) const {
  for (const Tag& t : tags)
    if (same_ignoring_case(t.name, name)) return t.value;
  return {};
}

void each_tagged_game(Database& database, const GameFilter& filter,
                      const std::function<bool(const TaggedGame&)>& visit) {
  store_of(database).snapshot()->games().list_tags(
      filter, [&](const GameHeader& header, const StoredTags& stored) {
        return visit({header, put_together(stored).value_or(std::vector<Tag>{})});
      });
}

}  // namespace yari
