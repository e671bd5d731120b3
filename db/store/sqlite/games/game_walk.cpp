// Two statements walk through games and records side by side.
#include "db/store/sqlite/games/game_walk.h"

#include <fmt/format.h>

#include <algorithm>

#include "db/codec/tag_layout.h"
#include "db/store/shared/row_numbers.h"
#include "db/store/stored_game.h"
#include "rules/sfen.h"
#include "rules/start.h"

namespace yari {

namespace {

std::string games_sql(const std::string& condition, bool with_tags) {
  return fmt::format(
      "SELECT id, variant, start, black, white, event, site, date, result, ending, plies{} "
      "FROM games WHERE id BETWEEN ? AND ? AND {} ORDER BY id",
      with_tags ? ", (SELECT layout FROM tag_layouts l WHERE l.id = tag_layout), tag_values" : "",
      condition);
}

/// Requires: this back end made it, or there is none.
const HeaderSql& narrowing_of(const store::CursorRequest& request) {
  static const HeaderSql none;
  if (!request.narrowing) return none;
  return dynamic_cast<const SqlNarrowing&>(*request.narrowing).sql();
}

}  // namespace

GameWalk::GameWalk(Connection& connection, const store::CursorRequest& request)
    : narrowing_(request.narrowing),
      among_(narrowing_of(request).among),
      games_(connection, games_sql(narrowing_of(request).condition, request.ratings)),
      records_(connection,
               "SELECT id, moves, sums FROM records WHERE id BETWEEN ? AND ? ORDER BY id"),
      variant_(request.variant),
      names_needed_(request.names),
      ratings_needed_(request.ratings),
      black_(connection, "players"),
      white_(connection, "players"),
      events_(connection, "events"),
      sites_(connection, "sites") {
  if (request.judgements) {
    judgements_.emplace(
        connection,
        "SELECT ply, kind, color, mate FROM judgements WHERE game = ? ORDER BY ply, kind");
  }
  Statement starts(connection, "SELECT id, variant, sfen, handicap FROM starts");
  for (starts.start({}); starts.step();) {
    Start start{std::string(starts.text(2)), std::string(starts.text(3)), {}};
    const Result<Setup> setup =
        read_sfen(start.sfen, starts.integer(1) == 1 ? Variant::shogi : Variant::yari);
    // A start that is no position belongs to a damaged game: nothing is found in it.
    if (setup && faults_of(*setup).empty()) start.setup = *setup;
    starts_[starts.integer(0)] = std::move(start);
  }
}

void GameWalk::start(GameId first, GameId last) {
  records_.start({first, last});
  at_record_ = false;
  games_.start({first, last});
}

const store::CursorGame* GameWalk::next() {
  while (games_.step()) {
    const Variant v = games_.integer(1) == 1 ? Variant::shogi : Variant::yari;
    if (variant_ && *variant_ != v) continue;
    if (is_ruled_out()) continue;
    game_ = {games_.integer(0), v, {}, nullptr, nullptr};
    read_start();
    if (game_.fault == nullptr) read_header();
    return &game_;
  }
  records_.reset();
  return nullptr;
}

bool GameWalk::is_ruled_out() const {
  return std::ranges::any_of(among_,
                             [&](const AmongNames& among) { return has(among) == among.negated; });
}

bool GameWalk::has(const AmongNames& among) const {
  using Field = query::NameIs::Field;
  const auto is_in = [&](int column) {
    return !games_.is_null(column) &&
           std::ranges::binary_search(among.names, games_.integer(column));
  };
  switch (among.field) {
    case Field::player:
      return is_in(3) || is_in(4);
    case Field::black:
      return is_in(3);
    case Field::white:
      return is_in(4);
    case Field::event:
      return is_in(5);
    case Field::site:
      return is_in(6);
  }
  return false;
}

void GameWalk::read_start() {
  if (games_.is_null(2)) return;
  const auto found = starts_.find(games_.integer(2));
  if (found == starts_.end() || !found->second.setup ||
      found->second.setup->variant != game_.variant) {
    game_.fault = store::no_start;
    return;
  }
  game_.header.start = found->second.sfen;
  game_.header.handicap = found->second.handicap;
  game_.start = &*found->second.setup;
}

void GameWalk::read_header() {
  query::HeaderView& header = game_.header;
  if (judgements_) read_judgements();
  header.noted = noted_;
  header.plies = static_cast<int>(games_.integer(10));
  if (!names_needed_) return;
  header.black = name(black_, 3);
  header.white = name(white_, 4);
  header.event = name(events_, 5);
  header.site = name(sites_, 6);
  header.date = store::date_in(games_, 7);
  header.result = store::enumeration_in<GameResult>(games_, 8, store::result_count);
  header.ending = store::enumeration_in<Ending>(games_, 9, ending_count);
  if (ratings_needed_) header.ratings = ratings_in(games_.blob(11), games_.blob(12));
}

std::string_view GameWalk::name(NameCache& names, int column) const {
  return games_.is_null(column) ? std::string_view() : names.name(games_.integer(column));
}

void GameWalk::read_judgements() {
  noted_.clear();
  for (judgements_->start({game_.id}); judgements_->step();) {
    query::Noted& noted = noted_.emplace_back();
    noted.ply = static_cast<int>(judgements_->integer(0));
    noted.kind = static_cast<std::uint8_t>(judgements_->integer(1) & 31);
    noted.side = judgements_->integer(2) == 0 ? Color::black : Color::white;
    if (!judgements_->is_null(3)) noted.mate = static_cast<int>(judgements_->integer(3));
  }
}

/// False when the game has no record.
bool GameWalk::go_to_record(GameId id) {
  while (!at_record_ || record_ < id) {
    if (!records_.step()) {
      // Every later game has lost its record too.
      at_record_ = true;
      record_ = INT64_MAX;
      return false;
    }
    at_record_ = true;
    record_ = records_.integer(0);
  }
  return record_ == id;
}

const char* GameWalk::read_moves(std::vector<Move>& moves) {
  if (!go_to_record(game_.id)) return store::moves_missing;
  const ByteView blob = records_.blob(1);
  // 0 for NULL, too: what an older version wrote has none.
  const std::int64_t sums = records_.integer(2);
  const RecordPlace place{game_.id, game_.variant, games_.integer(2)};
  if (sums != 0 && moves_half(sums) != sum_of_moves(place, blob)) return store::other_moves;
  moves.resize(blob.size() / 2);
  static_assert(sizeof(Move) == 2);
  for (std::size_t i = 0; i < moves.size(); ++i) {
    moves[i] = Move::from_bits(static_cast<std::uint16_t>(blob[2 * i] | blob[2 * i + 1] << 8));
  }
  return nullptr;
}

}  // namespace yari
