// A game's row is asked of its shard alone; names come from memory.
#include "db/store/postgres/game_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "db/codec/record_sums.h"
#include "db/codec/utf8.h"
#include "db/store/shared/fact_row.h"
#include "db/store/shared/row_numbers.h"

namespace yari::pg {

namespace {

std::string name_in(const Statement& row, int column, NumberedTexts& names) {
  const std::string* const name = names.text(row.integer(column));
  return name == nullptr ? std::string() : *name;
}

Bytes bytes_in(const Statement& row, int column) {
  const ByteView bytes = row.blob(column);
  return {bytes.begin(), bytes.end()};
}

StoredTags tags_in(const Statement& row, const GameHeader& header, Names& names, int column) {
  const auto name = [&](int c, const std::string& text) {
    return row.is_null(c) ? std::nullopt : std::optional(text);
  };
  const std::string* const layout = names.layouts.text(row.integer(column));
  return {name(4, header.black),
          name(5, header.white),
          name(6, header.event),
          name(7, header.site),
          header.date,
          layout == nullptr ? Bytes() : Bytes(layout->begin(), layout->end()),
          bytes_in(row, column + 1)};
}

}  // namespace

std::optional<StartParts> start_of(Names& names, std::int64_t number) {
  const std::string* const text = names.starts.text(number);
  if (text == nullptr) return std::nullopt;
  const std::string_view whole = *text;
  const std::size_t space = whole.find(' '), line = whole.find('\n');
  if (space == whole.npos || line == whole.npos || line < space) return std::nullopt;
  return StartParts{whole.substr(0, space) == "shogi" ? Variant::shogi : Variant::yari,
                    whole.substr(space + 1, line - space - 1), whole.substr(line + 1)};
}

namespace {

ByteView layout_of(const Statement& row, int column, Names& names) {
  const std::string* const layout = names.layouts.text(row.integer(column));
  if (layout == nullptr) return {};
  return {reinterpret_cast<const std::uint8_t*>(layout->data()), layout->size()};
}

}  // namespace

Ratings ratings_of(const Statement& row, int column, Names& names) {
  return ratings_in(layout_of(row, column, names), row.blob(column + 1));
}

std::string_view round_of(const Statement& row, int column, Names& names) {
  return tag_in(layout_of(row, column, names), row.blob(column + 1), tags::round);
}

GameHeader header_of(const Statement& row, Names& names) {
  GameHeader h;
  h.id = row.integer(0);
  h.variant = store::enumeration_in<Variant>(row, 1, 2);
  h.rules = store::enumeration_in<RuleSet>(row, 2, 3);
  if (const auto start = start_of(names, row.integer(3))) {
    h.start = start->sfen;
    h.handicap = start->handicap;
  }
  h.black = name_in(row, 4, names.players);
  h.white = name_in(row, 5, names.players);
  h.event = name_in(row, 6, names.events);
  h.site = name_in(row, 7, names.sites);
  h.date = store::date_in(row, 8);
  h.result = store::enumeration_in<GameResult>(row, 9, store::result_count);
  h.ending = store::enumeration_in<Ending>(row, 10, ending_count);
  h.plies = static_cast<int>(row.integer(11));
  return h;
}

GameReader::GameReader(Shards& shards, Names& names)
    : store::GameReader(shards.name()),
      shards_(shards),
      names_(names),
      header_(shards, fmt::format("SELECT {} FROM @.games g WHERE g.id = $1", header_columns)),
      game_(shards, fmt::format("SELECT {}, g.tag_layout, g.tag_values, r.moves, r.notes, r.sums, "
                                "r.id FROM @.games g LEFT JOIN @.records r ON r.id = g.id "
                                "WHERE g.id = $1",
                                header_columns)),
      line_(shards,
            "SELECT g.variant, g.start, r.moves, r.sums, r.id, g.rules FROM @.games g "
            "LEFT JOIN @.records r ON r.id = g.id WHERE g.id = $1"),
      facts_(shards, fmt::format("SELECT {} FROM @.games WHERE id = $1", store::fact_columns)) {}

const Statement* GameReader::find(Fan& fan, GameId id) {
  const std::optional<std::size_t> shard = shards_.of_game(id);
  if (!shard || !fan[*shard].first({id})) return nullptr;
  return &fan[*shard];
}

std::optional<GameHeader> GameReader::header(GameId id) {
  const Statement* const row = find(header_, id);
  if (row == nullptr) return std::nullopt;
  return header_of(*row, names_);
}

std::optional<store::StoredGame> GameReader::game(GameId id) {
  const Statement* const found = find(game_, id);
  if (found == nullptr) return std::nullopt;
  const Statement& row = *found;
  constexpr int layout = header_column_count, moves = layout + 2, sums = layout + 4;
  std::optional<store::StoredGame> stored(std::in_place);
  stored->header = header_of(row, names_);
  stored->tags = tags_in(row, stored->header, names_, layout);
  stored->layout_missing =
      !row.is_null(layout) && names_.layouts.text(row.integer(layout)) == nullptr;
  if (!row.is_null(layout + 5)) stored->moves = bytes_in(row, moves);
  stored->notes = bytes_in(row, moves + 1);
  if (!row.is_null(sums)) stored->sums = row.integer(sums);
  stored->start = row.integer(3);
  return stored;
}

GameReader::Line GameReader::read_line(GameId id, const Statement& row) {
  Line read;
  read.is_missing = row.is_null(4);
  if (read.is_missing) return read;
  StoredLine line;
  line.variant = row.integer(0) == 1 ? Variant::shogi : Variant::yari;
  if (const auto start = start_of(names_, row.integer(1))) line.start = start->sfen;
  const ByteView moves = row.blob(2);
  if (!row.is_null(3) &&
      moves_half(row.integer(3)) != sum_of_moves({id, line.variant, row.integer(1)}, moves))
    return read;
  line.moves.assign(moves.begin(), moves.end());
  line.rules = store::enumeration_in<RuleSet>(row, 5, 3);
  read.line = std::move(line);
  return read;
}

StoredLine GameReader::checked(GameId id, const Line& line) {
  if (line.is_missing) store::throw_damaged(store_name(), id, store::moves_missing);
  if (!line.line) store::throw_damaged(store_name(), id, store::other_moves);
  return *line.line;
}

std::optional<StoredLine> GameReader::line(GameId id) {
  if (const auto known = lines_.find(id); known != lines_.end()) return checked(id, known->second);
  const Statement* const row = find(line_, id);
  if (row == nullptr) return std::nullopt;
  return checked(id, read_line(id, *row));
}

void GameReader::expect(const std::vector<GameId>& ids) {
  // As much as a page of results: the rest is looked up.
  constexpr std::size_t most = 4096;
  lines_.clear();
  if (ids.empty()) return;
  std::vector<std::vector<GameId>> of_shard(shards_.size());
  for (std::size_t i = 0; i < std::min(ids.size(), most); ++i)
    if (const auto shard = shards_.of_game(ids[i])) of_shard[*shard].push_back(ids[i]);
  Fan rows(shards_,
           "SELECT g.variant, g.start, r.moves, r.sums, r.id, g.rules, g.id FROM @.games g "
           "LEFT JOIN @.records r ON r.id = g.id WHERE g.id = ANY($1::int8[])");
  for (std::size_t i = 0; i < of_shard.size(); ++i)
    if (!of_shard[i].empty()) rows[i].start({array_of(of_shard[i])});
  while (const Statement* const row = rows.next())
    lines_[row->integer(6)] = read_line(row->integer(6), *row);
}

std::optional<CountedGame> GameReader::facts(GameId id) {
  if (id < 1 || id > last_game_id) return std::nullopt;
  const Statement* const row = find(facts_, id);
  if (row == nullptr) return std::nullopt;
  return store::read_facts(*row);
}

void GameReader::each_facts(const std::function<void(const CountedGame&)>& visit) {
  for (std::size_t i = 0; i < shards_.size(); ++i) {
    Stream rows(*shards_[i].connection,
                shards_[i].sql(fmt::format("SELECT {} FROM @.games WHERE id BETWEEN 1 AND {}",
                                           store::fact_columns, last_game_id)));
    while (rows.step()) visit(store::read_facts(rows.row()));
  }
}

// In the order of the list, not of the shards.
void GameReader::list(const GameFilter& filter, const ListOptions& options, WithTags,
                      const std::function<bool(const GameHeader&, const StoredTags&)>& visit) {
  constexpr std::size_t at_once = 1000;
  const std::vector<GameId> all = ids(filter, options);
  Fan rows(shards_, fmt::format("SELECT {}, g.tag_layout, g.tag_values FROM @.games g "
                                "WHERE g.id = ANY($1::int8[])",
                                header_columns));
  for (std::size_t begin = 0; begin < all.size(); begin += at_once) {
    const std::span<const GameId> part =
        std::span(all).subspan(begin, std::min(at_once, all.size() - begin));
    rows.start({array_of(part)});
    std::unordered_map<GameId, std::pair<GameHeader, StoredTags>> found;
    while (const Statement* const row = rows.next()) {
      GameHeader header = header_of(*row, names_);
      StoredTags tags = tags_in(*row, header, names_, header_column_count);
      const GameId id = header.id;
      found.emplace(id, std::pair(std::move(header), std::move(tags)));
    }
    for (const GameId id : part) {
      const auto game = found.find(id);
      if (game != found.end() && !visit(game->second.first, game->second.second)) return;
    }
  }
}

}  // namespace yari::pg
