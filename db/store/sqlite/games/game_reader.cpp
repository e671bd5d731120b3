// Rows become plain values; whether they make a game is decided in db/store/.
#include "db/store/sqlite/games/game_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "db/codec/record_sums.h"
#include "db/codec/utf8.h"
#include "db/store/error.h"
#include "db/store/shared/fact_row.h"
#include "db/store/shared/row_numbers.h"

namespace yari {

namespace {

std::string text_or_empty(const Statement& row, int column) {
  return to_valid_utf8(row.text(column));
}

}  // namespace

GameHeader read_header(const Statement& row) {
  GameHeader h;
  h.id = row.integer(0);
  h.variant = store::enumeration_in<Variant>(row, 1, 2);
  h.rules = store::enumeration_in<RuleSet>(row, 2, 3);
  h.start = text_or_empty(row, 3);
  h.handicap = text_or_empty(row, 4);
  h.black = text_or_empty(row, 5);
  h.white = text_or_empty(row, 6);
  h.event = text_or_empty(row, 7);
  h.site = text_or_empty(row, 8);
  h.date = store::date_in(row, 9);
  h.result = store::enumeration_in<GameResult>(row, 10, store::result_count);
  h.ending = store::enumeration_in<Ending>(row, 11, ending_count);
  h.plies = static_cast<int>(row.integer(12));
  return h;
}

StoredTags read_tags(const Statement& row, const GameHeader& header) {
  const auto column = [&](int c) {
    return row.is_null(c) ? std::nullopt : std::optional(to_valid_utf8(row.text(c)));
  };
  const auto bytes = [&](int c) { return Bytes(row.blob(c).begin(), row.blob(c).end()); };
  return {column(5), column(6), column(7), column(8), header.date, bytes(13), bytes(14)};
}

SqliteGameReader::SqliteGameReader(Connection& connection)
    : store::GameReader(connection.file().string()),
      connection_(connection),
      header_(connection,
              fmt::format("SELECT {} FROM {} WHERE g.id = ?", header_columns, header_tables)),
      game_(
          connection,
          fmt::format(
              "SELECT {}, t.layout, g.tag_values, r.moves, r.notes, g.tag_layout, r.sums, g.start "
              "FROM {} "
              "LEFT JOIN tag_layouts t ON t.id = g.tag_layout "
              "LEFT JOIN records r ON r.id = g.id WHERE g.id = ?",
              header_columns, header_tables)),
      line_(
          connection,
          "SELECT g.variant, s.sfen, r.moves, r.sums, g.start, g.rules FROM games g "
          "LEFT JOIN records r ON r.id = g.id LEFT JOIN starts s ON s.id = g.start WHERE g.id = ?"),
      facts_(connection, fmt::format("SELECT {} FROM games WHERE id = ?", store::fact_columns)) {}

// A page that SQLite cannot read costs the games on it, not those on other pages.
bool SqliteGameReader::find(LazyStatement& row, GameId id) {
  try {
    return row->first({id});
  } catch (const DamagedFile&) {
    store::throw_damaged(store_name(), id, store::page_unreadable);
  }
}

std::optional<GameHeader> SqliteGameReader::header(GameId id) {
  if (!find(header_, id)) return std::nullopt;
  GameHeader header = read_header(*header_);
  header_->reset();
  return header;
}

std::optional<store::StoredGame> SqliteGameReader::game(GameId id) {
  if (!find(game_, id)) return std::nullopt;
  Statement& row = *game_;
  const ResetAtEnd open(row);
  std::optional<store::StoredGame> stored(std::in_place);
  stored->header = read_header(row);
  stored->tags = read_tags(row, stored->header);
  stored->layout_missing = row.is_null(13) && !row.is_null(17);
  if (!row.is_null(15)) stored->moves.emplace(row.blob(15).begin(), row.blob(15).end());
  stored->notes.assign(row.blob(16).begin(), row.blob(16).end());
  if (!row.is_null(18)) stored->sums = row.integer(18);
  stored->start = row.integer(19);
  return stored;
}

std::optional<StoredLine> SqliteGameReader::line(GameId id) {
  if (!find(line_, id)) return std::nullopt;
  Statement& row = *line_;
  const ResetAtEnd open(row);
  std::optional<StoredLine> line(std::in_place);
  line->variant = row.integer(0) == 1 ? Variant::shogi : Variant::yari;
  line->start = row.text(1);
  if (row.is_null(2)) store::throw_damaged(store_name(), id, store::moves_missing);
  const ByteView moves = row.blob(2);
  if (!row.is_null(3) &&
      moves_half(row.integer(3)) != sum_of_moves({id, line->variant, row.integer(4)}, moves))
    store::throw_damaged(store_name(), id, store::other_moves);
  line->moves.assign(moves.begin(), moves.end());
  line->rules = store::enumeration_in<RuleSet>(row, 5, 3);
  return line;
}

std::optional<CountedGame> SqliteGameReader::facts(GameId id) {
  if (id < 1 || id > last_game_id || !find(facts_, id)) return std::nullopt;
  const ResetAtEnd open(*facts_);
  return store::read_facts(*facts_);
}

void SqliteGameReader::each_facts(const std::function<void(const CountedGame&)>& visit) {
  Statement games(connection_, fmt::format("SELECT {} FROM games WHERE id BETWEEN 1 AND {}",
                                           store::fact_columns, last_game_id));
  for (games.start({}); games.step();) visit(store::read_facts(games));
}

}  // namespace yari
