// Every shard answers with the games of a range; a heap of their first rows gives them in order.
#include "db/store/postgres/game_walk.h"

#include <fmt/format.h>

#include <algorithm>

#include "db/codec/record_sums.h"
#include "db/store/postgres/game_reader.h"
#include "db/store/stored_game.h"
#include "rules/sfen.h"

namespace yari::pg {

GameWalk::GameWalk(Shards& shards, Names& names, const store::CursorRequest& request)
    : names_(names),
      rows_(shards,
            fmt::format("SELECT g.id, g.variant, g.start, g.black, g.white, g.event, g.site, "
                        "g.date, g.result, g.ending, g.plies, r.moves, r.sums{} FROM @.games g "
                        "LEFT JOIN @.records r ON r.id = g.id WHERE g.id BETWEEN $1 AND $2 "
                        "ORDER BY g.id",
                        request.ratings ? ", g.tag_layout, g.tag_values" : "")),
      variant_(request.variant),
      names_needed_(request.names),
      ratings_needed_(request.ratings),
      shards_(shards.size()) {
  if (request.judgements)
    judgements_.emplace(shards,
                        "SELECT game, ply, kind, color, mate FROM @.judgements "
                        "WHERE game BETWEEN $1 AND $2 ORDER BY game, ply, kind");
}

void GameWalk::start(GameId first, GameId last) {
  rows_.start({first, last});
  if (judgements_) judgements_->start({first, last});
  heads_.clear();
  for (std::size_t i = 0; i < shards_; ++i)
    if (rows_[i].step()) heads_.emplace_back(rows_[i].integer(0), i);
  std::ranges::make_heap(heads_, std::greater<>());
  row_ = nullptr;
  noted_.clear();
  if (!judgements_) return;
  while (const Statement* const row = judgements_->next()) {
    query::Noted& noted = noted_[row->integer(0)].emplace_back();
    noted.ply = static_cast<int>(row->integer(1));
    noted.kind = static_cast<std::uint8_t>(row->integer(2) & 31);
    noted.side = row->integer(3) == 0 ? Color::black : Color::white;
    if (!row->is_null(4)) noted.mate = static_cast<int>(row->integer(4));
  }
}

const store::CursorGame* GameWalk::next() {
  for (;;) {
    if (row_ != nullptr && rows_[at_].step()) {
      heads_.emplace_back(rows_[at_].integer(0), at_);
      std::ranges::push_heap(heads_, std::greater<>());
    }
    row_ = nullptr;
    if (heads_.empty()) return nullptr;
    std::ranges::pop_heap(heads_, std::greater<>());
    at_ = heads_.back().second;
    heads_.pop_back();
    row_ = &rows_[at_];
    const Variant v = row_->integer(1) == 1 ? Variant::shogi : Variant::yari;
    if (variant_ && *variant_ != v) continue;
    game_ = {row_->integer(0), v, {}, nullptr, nullptr};
    read_start();
    if (game_.fault == nullptr) read_header();
    return &game_;
  }
}

const GameWalk::Start& GameWalk::start_of_number(std::int64_t number) {
  const auto [entry, is_new] = starts_.try_emplace(number);
  if (!is_new) return entry->second;
  const std::optional<StartParts> parts = start_of(names_, number);
  if (!parts) return entry->second;
  entry->second = {std::string(parts->sfen), std::string(parts->handicap), {}};
  const Result<Setup> setup = read_sfen(parts->sfen, parts->variant);
  // A start that is no position belongs to a damaged game: nothing is found in it.
  if (setup && faults_of(*setup).empty()) entry->second.setup = *setup;
  return entry->second;
}

void GameWalk::read_start() {
  if (row_->is_null(2)) return;
  const Start& start = start_of_number(row_->integer(2));
  if (!start.setup || start.setup->variant != game_.variant) {
    game_.fault = store::no_start;
    return;
  }
  game_.header.start = start.sfen;
  game_.header.handicap = start.handicap;
  game_.start = &*start.setup;
}

void GameWalk::read_header() {
  query::HeaderView& header = game_.header;
  if (judgements_) {
    const auto noted = noted_.find(game_.id);
    header.noted = noted == noted_.end() ? none_noted_ : noted->second;
  }
  header.plies = static_cast<int>(row_->integer(10));
  if (!names_needed_) return;
  const auto name = [&](NumberedTexts& table, int column) {
    const std::string* const text = table.text(row_->integer(column));
    return text == nullptr ? std::string_view() : std::string_view(*text);
  };
  header.black = name(names_.players, 3);
  header.white = name(names_.players, 4);
  header.event = name(names_.events, 5);
  header.site = name(names_.sites, 6);
  if (!row_->is_null(7)) header.date = static_cast<DateNumber>(row_->integer(7));
  header.result = static_cast<GameResult>(row_->integer(8));
  header.ending = static_cast<Ending>(row_->integer(9));
  if (ratings_needed_) header.ratings = ratings_of(*row_, 13, names_);
}

const char* GameWalk::read_moves(std::vector<Move>& moves) {
  if (row_->is_null(11)) return store::moves_missing;
  const ByteView blob = row_->blob(11);
  const RecordPlace place{game_.id, game_.variant, row_->integer(2)};
  if (!row_->is_null(12) && moves_half(row_->integer(12)) != sum_of_moves(place, blob))
    return store::other_moves;
  moves.resize(blob.size() / 2);
  for (std::size_t i = 0; i < moves.size(); ++i)
    moves[i] = Move::from_bits(static_cast<std::uint16_t>(blob[2 * i] | blob[2 * i + 1] << 8));
  return nullptr;
}

}  // namespace yari::pg
