/// \file
/// Hits with what the database knows about their games.
#pragma once

#include <nlohmann/json.hpp>

#include "db/database.h"
#include "db/judgements.h"
#include "web/json.h"

namespace yari::web {

/// Makes the objects of many hits of one database, which it must not outlive.
class HitObjects {
 public:
  explicit HitObjects(Database& games) : games_(games), judgements_(games) {}

  /// As `find` prints it, with the position's `sfen` null when the game is damaged.
  Json of(const Hit& hit) {
    if (header_.id != hit.game) header_ = games_.header(hit.game).value_or(GameHeader());
    header_.id = hit.game;
    const std::optional<Setup> setup = games_.position(hit.game, hit.ply);
    if (!setup) return {{"game", hit.game}, {"ply", hit.ply}, {"sfen", nullptr}};
    return hit_json(hit, header_, *setup, judgements_.at(hit.game, hit.ply, setup->variant));
  }

 private:
  Database& games_;
  JudgementReader judgements_;
  GameHeader header_;
};

}  // namespace yari::web
