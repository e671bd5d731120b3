// The row of a game is always written, its record and postings when they are others.
#include "db/game_writer.h"

#include "db/change.h"
#include "db/codec/record_sums.h"

namespace yari {

HeaderWriter::HeaderWriter(Connection& connection)
    : players_(connection, "players"),
      events_(connection, "events"),
      sites_(connection, "sites"),
      add_layout_(connection, "INSERT OR IGNORE INTO tag_layouts(layout) VALUES (?)"),
      add_start_(connection,
                 "INSERT OR IGNORE INTO starts(variant, sfen, handicap) VALUES (?, ?, ?)"),
      update_(connection,
              "UPDATE games SET black = ?, white = ?, event = ?, site = ?, date = ?, tag_layout = "
              "(SELECT id FROM tag_layouts WHERE layout = ?), tag_values = ?, result = ?, "
              "ending = ?, plies = ?, start = (SELECT id FROM starts WHERE variant = games.variant "
              "AND sfen = ?) WHERE id = ?") {}

void HeaderWriter::write(GameId id, const PreparedGame& game) {
  const auto known = [](const auto& value) {
    return value.empty() ? Parameter(nullptr) : Parameter(value);
  };
  if (!game.tag_layout.empty()) add_layout_.run({game.tag_layout});
  if (!game.start.empty())
    add_start_.run({static_cast<int>(game.variant), game.start, known(game.handicap)});
  update_.run({players_.number(game.black), players_.number(game.white), events_.number(game.event),
               sites_.number(game.site), game.date, game.tag_layout, known(game.tag_values),
               static_cast<int>(game.result), static_cast<int>(game.ending),
               static_cast<std::int64_t>(game.moves.size() / 2), known(game.start), id});
}

bool has_other_record(const Game& a, const Game& b) {
  return a.moves != b.moves || a.unread != b.unread;
}

GameWriter::GameWriter(Database::Impl& db)
    : db_(db),
      headers_(db.connection),
      start_(db.connection, "SELECT coalesce(start, 0) FROM games WHERE id = ?"),
      put_record_(db.connection, "UPDATE records SET moves = ?, notes = ?, sums = ? WHERE id = ?") {
}

void GameWriter::write(GameId id, const Game& before, const Game& game) {
  const PreparedGame prepared = prepare(game);
  const bool other_start = game.start != before.start;
  headers_.write(id, prepared);
  if (other_start || has_other_record(game, before)) write_record(id, before, prepared);
  if (other_start || game.moves.main_moves() != before.moves.main_moves()) {
    moved_.add(id, prepared);
  } else if (prepared.moves.empty() && game.tags != before.tags) {
    moved_.add_content(id, prepared);
  }
}

// The checksum of the moves says which start they belong to.
void GameWriter::write_record(GameId id, const Game& before, const PreparedGame& game) {
  if (!start_.first({id})) return;
  const RecordPlace place{id, game.variant, start_.integer(0)};
  start_.reset();
  put_record_.run({game.moves, game.notes.empty() ? Parameter(nullptr) : Parameter(game.notes),
                   record_sums(sum_of_moves(place, game.moves), sum_of_notes(id, game.notes)), id});
  db_.store.forget_text(id, searched_text(before));
  db_.store.index_text(id, game.text);
}

}  // namespace yari
