#include "db/origins.h"

#include <fmt/format.h>

#include <algorithm>

#include "db/codec/checksum.h"
#include "db/database_impl.h"

namespace yari {

std::string source_name(const Origin& origin) {
  return origin.member.empty() ? origin.file : origin.file + ':' + origin.member;
}

std::string origin_text(const Origin& origin) {
  return fmt::format("{}, record {}", source_name(origin), origin.record);
}

std::uint32_t record_text_sum(std::string_view text) {
  return checksum(0, {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
}

std::optional<Origin> origin_of(Database& database, GameId game) {
  return store_of(database).snapshot()->origins().of(game);
}

std::vector<OriginalGame> games_from(Database& database, const std::string& file,
                                     const std::string& member) {
  std::vector<OriginalGame> games =
      store_of(database).snapshot()->origins().games_from(file, member);
  std::ranges::sort(games, {}, &OriginalGame::record);
  return games;
}

void set_origins(Database& database, const std::string& file, const std::string& member,
                 std::vector<OriginalGame> games) {
  const auto batch = store_of(database).batch();
  batch->origins().remove(file, member);
  std::ranges::sort(games, {}, &OriginalGame::game);
  for (const OriginalGame& g : games) batch->origins().add(g.game, {file, member, g.record, g.sum});
  batch->commit();
}

}  // namespace yari
