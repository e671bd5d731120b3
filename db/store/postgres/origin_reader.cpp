// A game has the number of its source, whose text the home keeps.
#include "db/store/postgres/origin_reader.h"

#include <algorithm>

namespace yari::pg {

std::optional<Origin> OriginReader::of(GameId game) {
  const auto shard = shards_.of_game(game);
  if (!shard) return std::nullopt;
  Statement row = shards_[*shard].statement(
      "SELECT source, record, sum FROM @.games WHERE id = $1 AND source IS NOT NULL");
  if (!row.first({game})) return std::nullopt;
  const std::string* const source = names_.sources.text(row.integer(0));
  const std::size_t end = source == nullptr ? std::string::npos : source->find(source_separator);
  if (end == std::string::npos) return std::nullopt;
  return Origin{source->substr(0, end), source->substr(end + 1), row.integer(1),
                static_cast<std::uint32_t>(row.integer(2))};
}

std::vector<OriginalGame> OriginReader::games_from(const std::string& file,
                                                   const std::string& member) {
  std::optional<std::int64_t> source;
  names_.sources.each([&](std::int64_t id, const std::string& text) {
    if (text == file + source_separator + member) source = id;
  });
  std::vector<OriginalGame> games;
  if (!source) return games;
  Fan rows(shards_, "SELECT id, record, sum FROM @.games WHERE source = $1");
  rows.start({*source});
  while (const Statement* const row = rows.next())
    games.push_back(
        {row->integer(0), row->integer(1), static_cast<std::uint32_t>(row->integer(2))});
  std::ranges::sort(games, {}, &OriginalGame::game);
  return games;
}

}  // namespace yari::pg
