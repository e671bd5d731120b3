/// \file
/// Hits with what the database knows about their games.
#pragma once

#include <nlohmann/json.hpp>

#include "answers/json.h"
#include "answers/opening_text.h"
#include "db/database.h"
#include "db/reports/judgements.h"
#include "web/api/parameters.h"

namespace yari::web {

/// `openings`: the names of openings where they are wanted, else null.
inline const openings::OpeningList* read_openings(Parameters& parameters) {
  return parameters.flag("openings") ? &openings::OpeningList::shipped() : nullptr;
}

/// Makes the objects of many hits of one database, which it must not outlive.
class HitObjects {
 public:
  /// `names`: of openings, null where they are not wanted. They must outlive it.
  explicit HitObjects(Database& games, const openings::OpeningList* names = nullptr)
      : games_(games), names_(names), judgements_(games) {}

  /// As `find` prints it, with the position's `sfen` null when the game is damaged.
  Json of(const Hit& hit) {
    if (header_.id != hit.game) set_header(hit.game);
    const std::optional<Setup> setup = games_.position(hit.game, hit.ply);
    if (!setup) return {{"game", hit.game}, {"ply", hit.ply}, {"sfen", nullptr}};
    Json json = hit_json(hit, header_, *setup, judgements_.at(hit.game, hit.ply, setup->variant));
    if (names_ != nullptr) json.update(opening_);
    return json;
  }

 private:
  void set_header(GameId id) {
    header_ = games_.header(id).value_or(GameHeader());
    header_.id = id;
    if (names_ != nullptr) opening_ = opening_json(opening_of(games_, id, *names_));
  }

  Database& games_;
  const openings::OpeningList* names_;
  JudgementReader judgements_;
  /// Of the last hit's game.
  GameHeader header_;
  Json opening_;
};

}  // namespace yari::web
