/// \file
/// The walk over games and records of GameCursor: all shards at once, put in order.
#pragma once

#include "db/query/judgement.h"
#include "db/store/game_cursor.h"
#include "db/store/postgres/names.h"
#include "rules/start.h"

namespace yari::pg {

class GameWalk final : public store::GameCursor {
 public:
  GameWalk(Shards& shards, Names& names, const store::CursorRequest& request);

  void expect(std::span<const GameId> games) override;
  void start(GameId first, GameId last) override;
  const store::CursorGame* next() override;
  const char* read_moves(std::vector<Move>& moves) override;

 private:
  struct Start {
    std::string sfen, handicap;
    std::optional<Setup> setup;
  };
  /// A row for each game, and one for each judgement where they are wanted.
  struct Rows {
    Fan games;
    std::optional<Fan> judgements;
  };
  static Rows rows_where(Shards& shards, const store::CursorRequest& request,
                         std::string_view condition);
  /// Goes to before the first row that `rows` have been asked for.
  void begin(Rows& rows);
  void read_judgements();
  void read_start();
  void read_header();
  const Start& start_of_number(std::int64_t number);

  Shards& shards_;
  Names& names_;
  Rows of_range_, of_list_;
  Rows* rows_ = nullptr;
  /// What is expected, and how many of these have been begun with.
  std::vector<GameId> expected_;
  std::size_t begun_ = 0;
  std::optional<Variant> variant_;
  bool names_needed_, ratings_needed_;
  GameId first_ = 0, last_ = 0;
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
