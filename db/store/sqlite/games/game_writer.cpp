// Recent names, starts and layouts are kept in memory with their numbers.
#include "db/store/sqlite/games/game_writer.h"

#include <algorithm>

#include "db/codec/record_sums.h"
#include "db/query/words.h"
#include "db/store/error.h"
#include "db/store/sqlite/file/meta.h"

namespace yari {

namespace {

/// More starts or layouts than this are not kept in memory.
constexpr std::size_t most_remembered = 10'000;

Parameter blob_or_null(const Bytes& bytes) {
  return bytes.empty() ? Parameter(nullptr) : Parameter(bytes);
}

}  // namespace

SqliteGameWriter::SqliteGameWriter(Connection& c)
    : connection_(c),
      players_(c, "players"),
      events_(c, "events"),
      sites_(c, "sites"),
      find_start_(c, "SELECT id FROM starts WHERE variant = ? AND sfen = ?"),
      insert_start_(c, "INSERT INTO starts(variant, sfen, handicap) VALUES (?, ?, ?) RETURNING id"),
      find_layout_(c, "SELECT id FROM tag_layouts WHERE layout = ?"),
      insert_layout_(c, "INSERT INTO tag_layouts(layout) VALUES (?) RETURNING id"),
      insert_game_(c,
                   "INSERT INTO games(id, variant, rules, start, black, white, event, site, date, "
                   "result, ending, plies, tag_layout, tag_values) "
                   "VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?)"),
      insert_record_(c, "INSERT INTO records(id, moves, notes, sums) VALUES (?, ?, ?, ?)"),
      update_header_(c,
                     "UPDATE games SET black = ?, white = ?, event = ?, site = ?, date = ?, "
                     "tag_layout = ?, tag_values = ?, result = ?, ending = ?, start = ? "
                     "WHERE id = ?"),
      start_(c, "SELECT coalesce(start, 0) FROM games WHERE id = ?"),
      update_record_(c, "UPDATE records SET moves = ?, notes = ?, sums = ? WHERE id = ?"),
      update_notes_(c, "UPDATE records SET notes = ?, sums = (sums & 4294967295) | ? WHERE id = ?"),
      update_plies_(c, "UPDATE games SET plies = ?1 WHERE id = ?2 AND plies <> ?1"),
      word_form_(c, "SELECT value FROM meta WHERE name = 'word_form'"),
      insert_text_(c, "INSERT INTO games_text(rowid, text) VALUES (?, ?)"),
      delete_text_(c, "INSERT INTO games_text(games_text, rowid, text) VALUES ('delete', ?, ?)"),
      delete_record_(c, "DELETE FROM records WHERE id = ?"),
      delete_game_(c, "DELETE FROM games WHERE id = ?") {}

GameId SqliteGameWriter::next_number() {
  if (next_ == 0) {
    // A damaged row may name any number.
    const GameId largest = std::min(connection_.integer("SELECT max(id) FROM games"), last_game_id);
    next_ = std::max<GameId>({1, meta::get(connection_, meta::next_game), largest + 1});
  }
  if (next_ > last_game_id)
    throw Full(connection_.file().string() + ": holds as many games as it can");
  return next_++;
}

CountedGame SqliteGameWriter::add(const PreparedGame& game) {
  const GameId id = next_number();
  const std::optional<std::int64_t> start = start_number(game);
  const std::optional<std::int64_t> black = players_.number(game.black);
  const std::optional<std::int64_t> white = players_.number(game.white);
  const auto plies = static_cast<std::int64_t>(game.moves.size() / 2);
  insert_game_->run({id, static_cast<int>(game.variant), static_cast<int>(game.rules), start, black,
                     white, events_.number(game.event), sites_.number(game.site), game.date,
                     static_cast<int>(game.result), static_cast<int>(game.ending), plies,
                     layout_number(game.tag_layout), blob_or_null(game.tag_values)});
  insert_record_->run({id, game.moves, blob_or_null(game.notes),
                       record_sums(sum_of_moves({id, game.variant, start.value_or(0)}, game.moves),
                                   sum_of_notes(id, game.notes))});
  add_text(id, game.text);
  return {.id = static_cast<std::uint32_t>(id),
          .result = game.result,
          .plies = static_cast<int>(plies),
          .date = counted_date(game.date.value_or(0)),
          .black = black.value_or(0),
          .white = white.value_or(0)};
}

std::optional<std::int64_t> SqliteGameWriter::start_number(const PreparedGame& game) {
  if (game.start.empty()) return std::nullopt;
  if (starts_.size() > most_remembered) starts_.clear();
  std::int64_t& id = starts_[{game.variant, game.start}];
  if (id != 0) return id;
  const int variant = static_cast<int>(game.variant);
  const bool known = find_start_->first({variant, game.start});
  Statement& row = known ? *find_start_ : *insert_start_;
  if (!known) {
    row.first({variant, game.start,
               game.handicap.empty() ? Parameter(nullptr) : Parameter(game.handicap)});
  }
  id = row.integer(0);
  row.reset();
  return id;
}

std::optional<std::int64_t> SqliteGameWriter::layout_number(const Bytes& layout) {
  if (layout.empty()) return std::nullopt;
  if (layouts_.size() > most_remembered) layouts_.clear();
  std::int64_t& id = layouts_[std::string(layout.begin(), layout.end())];
  if (id != 0) return id;
  const bool known = find_layout_->first({layout});
  Statement& row = known ? *find_layout_ : *insert_layout_;
  if (!known) row.first({layout});
  id = row.integer(0);
  row.reset();
  return id;
}

void SqliteGameWriter::set_header(GameId id, const PreparedGame& game) {
  update_header_->run({players_.number(game.black), players_.number(game.white),
                       events_.number(game.event), sites_.number(game.site), game.date,
                       layout_number(game.tag_layout), blob_or_null(game.tag_values),
                       static_cast<int>(game.result), static_cast<int>(game.ending),
                       start_number(game), id});
}

// The checksum of the moves says which start they belong to.
void SqliteGameWriter::set_record(GameId id, const PreparedGame& game) {
  if (!start_->first({id})) return;
  const RecordPlace place{id, game.variant, start_->integer(0)};
  start_->reset();
  update_record_->run({game.moves, blob_or_null(game.notes),
                       record_sums(sum_of_moves(place, game.moves), sum_of_notes(id, game.notes)),
                       id});
  set_plies(id, static_cast<int>(game.moves.size() / 2));
}

void SqliteGameWriter::set_notes(GameId id, const Bytes& notes) {
  update_notes_->run({blob_or_null(notes), record_sums(0, sum_of_notes(id, notes)), id});
}

void SqliteGameWriter::set_plies(GameId id, int plies) { update_plies_->run({plies, id}); }

// An old index gets words of its own form until it is rebuilt: FTS5 removes a text by the words
// that were added for it.
std::string SqliteGameWriter::words_of(const std::string& text) {
  if (text.empty()) return text;
  const bool is_present = word_form_->first({}) && word_form_->integer(0) == query::word_form;
  word_form_->reset();
  return is_present ? query::indexed(query::spelled(text)) : text;
}

void SqliteGameWriter::add_text(GameId id, const std::string& text) {
  if (const std::string words = words_of(text); !words.empty()) insert_text_->run({id, words});
}

void SqliteGameWriter::remove_text(GameId id, const std::string& text) {
  if (const std::string words = words_of(text); !words.empty()) delete_text_->run({id, words});
}

void SqliteGameWriter::remove(GameId id) {
  delete_record_->run({id});
  delete_game_->run({id});
}

SumWriter& SqliteGameWriter::sums() {
  if (!sums_) sums_.emplace(connection_);
  return *sums_;
}

void SqliteGameWriter::add_sums(GameId id) { sums().add_missing(id); }
void SqliteGameWriter::renew_sums(GameId id) { sums().renew(id); }
bool SqliteGameWriter::add_some_sums() { return sums().add_some_missing(); }

void SqliteGameWriter::finish() {
  if (next_ != 0) meta::set(connection_, meta::next_game, next_);
}

void SqliteGameWriter::forget() {
  players_.forget();
  events_.forget();
  sites_.forget();
  starts_.clear();
  layouts_.clear();
  next_ = 0;
}

}  // namespace yari
