/// \file
/// The walk over games and records of GameCursor: all shards at once, put in order.
#pragma once

#include "db/query/judgement.h"
#include "db/store/game_cursor.h"
#include "db/store/postgres/names.h"

namespace yari::pg {

class GameWalk final : public store::GameCursor {
 public:
  GameWalk(Shards& shards, Names& names, const store::CursorRequest& request);

  void start(GameId first, GameId last) override;
  const store::CursorGame* next() override;
  const char* read_moves(std::vector<Move>& moves) override;

 private:
  struct Start {
    std::string sfen, handicap;
    std::optional<Setup> setup;
  };
  void read_start();
  void read_header();
  const Start& start_of_number(std::int64_t number);

  Names& names_;
  Fan rows_;
  std::optional<Fan> judgements_;
  std::optional<Variant> variant_;
  bool names_needed_, ratings_needed_;
  std::size_t shards_;
  /// By game: which shard's row is its next.
  std::vector<std::pair<GameId, std::size_t>> heads_;
  const Statement* row_ = nullptr;
  std::size_t at_ = 0;
  std::unordered_map<std::int64_t, Start> starts_;
  std::unordered_map<GameId, std::vector<query::Noted>> noted_;
  std::vector<query::Noted> none_noted_;
  store::CursorGame game_;
};

}  // namespace yari::pg
