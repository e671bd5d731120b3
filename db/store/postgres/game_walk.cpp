// Every shard answers with the games of a range; a heap of their first rows gives them in order.
#include "db/store/postgres/game_walk.h"

#include <fmt/format.h>

#include <algorithm>

#include "db/codec/record_sums.h"
#include "db/store/postgres/game_reader.h"
#include "db/store/shared/row_numbers.h"
#include "db/store/stored_game.h"
#include "rules/sfen.h"
#include "rules/start.h"

namespace yari::pg {

GameWalk::Rows GameWalk::rows_where(Shards& shards, const store::CursorRequest& request,
                                    std::string_view condition) {
  // The condition stands for both tables: a merge of them would read the second from its start.
  const auto on = [&](const char* column) {
    return fmt::format(fmt::runtime(condition), fmt::arg("id", column));
  };
  Rows rows{Fan(shards, fmt::format("SELECT g.id, g.variant, g.start, g.black, g.white, g.event, "
                                    "g.site, g.date, g.result, g.ending, g.plies, r.moves, "
                                    "r.sums{} FROM @.games g LEFT JOIN @.records r ON r.id = g.id "
                                    "AND {} WHERE {} ORDER BY g.id",
                                    request.ratings ? ", g.tag_layout, g.tag_values" : "",
                                    on("r.id"), on("g.id"))),
            {}};
  if (request.judgements)
    rows.judgements.emplace(shards, fmt::format("SELECT game, ply, kind, color, mate FROM "
                                                "@.judgements WHERE {} ORDER BY game, ply, kind",
                                                on("game")));
  return rows;
}

GameWalk::GameWalk(Shards& shards, Names& names, const store::CursorRequest& request)
    : shards_(shards),
      names_(names),
      of_range_(rows_where(shards, request, "{id} BETWEEN $1 AND $2")),
      of_list_(rows_where(shards, request, "{id} = ANY($1::int8[])")),
      variant_(request.variant),
      names_needed_(request.names),
      ratings_needed_(request.ratings) {}

void GameWalk::expect(std::span<const GameId> games) {
  expected_.assign(games.begin(), games.end());
  begun_ = 0;
  std::vector<std::vector<std::int64_t>> by_shard(shards_.size());
  for (const GameId game : games)
    if (const auto shard = shards_.of_game(game)) by_shard[*shard].push_back(game);
  for (std::size_t i = 0; i < by_shard.size(); ++i) {
    of_list_.games[i].reset();
    if (of_list_.judgements) (*of_list_.judgements)[i].reset();
    if (by_shard[i].empty()) continue;
    const std::string list = array_of(by_shard[i]);
    of_list_.games[i].start({list});
    if (of_list_.judgements) (*of_list_.judgements)[i].start({list});
  }
  begin(of_list_);
}

void GameWalk::start(GameId first, GameId last) {
  first_ = first;
  last_ = last;
  if (first == last && begun_ < expected_.size() && expected_[begun_] == first) {
    ++begun_;
    return;
  }
  expected_.clear();
  of_range_.games.start({first, last});
  if (of_range_.judgements) of_range_.judgements->start({first, last});
  begin(of_range_);
}

void GameWalk::begin(Rows& rows) {
  rows_ = &rows;
  heads_.clear();
  for (std::size_t i = 0; i < shards_.size(); ++i)
    if (rows.games[i].step()) heads_.emplace_back(rows.games[i].integer(0), i);
  std::ranges::make_heap(heads_, std::greater<>());
  row_ = nullptr;
  if (rows.judgements) read_judgements();
}

void GameWalk::read_judgements() {
  noted_.clear();
  for (std::size_t i = 0; i < shards_.size(); ++i)
    for (Statement& row = (*rows_->judgements)[i]; row.step();) {
      query::Noted& noted = noted_[row.integer(0)].emplace_back();
      noted.ply = static_cast<int>(row.integer(1));
      noted.kind = static_cast<std::uint8_t>(row.integer(2) & 31);
      noted.side = row.integer(3) == 0 ? Color::black : Color::white;
      if (!row.is_null(4)) noted.mate = static_cast<int>(row.integer(4));
    }
}

const store::CursorGame* GameWalk::next() {
  for (;;) {
    if (row_ != nullptr && rows_->games[at_].step()) {
      heads_.emplace_back(rows_->games[at_].integer(0), at_);
      std::ranges::push_heap(heads_, std::greater<>());
    }
    row_ = nullptr;
    if (heads_.empty() || heads_.front().first > last_) return nullptr;
    std::ranges::pop_heap(heads_, std::greater<>());
    at_ = heads_.back().second;
    heads_.pop_back();
    row_ = &rows_->games[at_];
    const Variant v = row_->integer(1) == 1 ? Variant::shogi : Variant::yari;
    if (row_->integer(0) < first_ || (variant_ && *variant_ != v)) continue;
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
  if (rows_->judgements) {
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
  header.date = store::date_in(*row_, 7);
  header.result = store::enumeration_in<GameResult>(*row_, 8, store::result_count);
  header.ending = store::enumeration_in<Ending>(*row_, 9, ending_count);
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
