/// \file
/// The walk over games and records of GameCursor: two statements side by side.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "db/codec/record_sums.h"
#include "db/query/judgement.h"
#include "db/store/game_cursor.h"
#include "db/store/sqlite/file/connection.h"
#include "db/store/sqlite/games/header_sql.h"
#include "db/store/sqlite/games/name_cache.h"
#include "rules/start.h"

namespace yari {

class GameWalk final : public store::GameCursor {
 public:
  GameWalk(Connection& connection, const store::CursorRequest& request);

  void start(GameId first, GameId last) override;
  const store::CursorGame* next() override;
  const char* read_moves(std::vector<Move>& moves) override;

 private:
  struct Start {
    std::string sfen, handicap;
    std::optional<Setup> setup;
  };
  bool is_ruled_out() const;
  bool has(const AmongNames& among) const;
  void read_start();
  void read_header();
  void read_judgements();
  std::string_view name(NameCache& names, int column) const;
  bool go_to_record(GameId id);

  std::shared_ptr<const store::Narrowing> narrowing_;
  /// A part of it.
  std::span<const AmongNames> among_;
  Statement games_, records_;
  std::optional<Statement> judgements_;
  GameId record_ = 0;
  bool at_record_ = false;
  std::optional<Variant> variant_;
  bool names_needed_, ratings_needed_;
  /// One for each column: the name of Black must not take the place of White's.
  NameCache black_, white_, events_, sites_;
  std::map<std::int64_t, Start> starts_;
  std::vector<query::Noted> noted_;
  store::CursorGame game_;
};

}  // namespace yari
