/// \file
/// Names of openings and origins of games as the terminal, JSON and the pages show them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "db/explore/game_openings.h"
#include "db/origins.h"
#include "notation/finding.h"
#include "notation/json/object.h"

namespace yari {

/// "P-1f P-3d", "▲１六歩 △３四歩": moves in Hodges or Japanese notation, up to one that is not
/// legal.
std::string moves_text(const Setup& start, const std::vector<Move>& moves,
                       Language language = Language::english);
/// "Fourth File Rook 四間飛車"; for a game of Yari Shogi its first moves ("P-1f P-3d"); empty where
/// the opening has no name.
std::string opening_text(const GameOpening& opening);
/// In Japanese "四間飛車" alone, or "▲１六歩 △３四歩".
std::string opening_text(const GameOpening& opening, Language language);
/// "Mino 美濃囲い"; empty for null.
std::string name_text(const openings::OpeningName* name);

/// The fields `opening`, `opening_japanese`, `black_castle`, `black_castle_japanese`,
/// `white_castle`, `white_castle_japanese`; null for what has no name. A
/// game of Yari Shogi has its first moves in both notations.
Json opening_json(const GameOpening& opening);

/// Of a position: `opening` and `opening_japanese`. All null for null.
Json opening_json(const openings::OpeningName* name);
/// "games.zip:1.kif, record 3"; empty where the origin is not known.
std::string origin_text(const std::optional<Origin>& origin);
/// The fields `file`, `member` and `record`, null where they are not known.
Json origin_json(const std::optional<Origin>& origin);

}  // namespace yari
