/// \file
/// JKF, json-kifu-format: a game as one JSON object, for both games.
///
/// Yari Shogi has a header "棋種": "槍将棋" and a board of seven files, with the pieces FU KE KA HI
/// OU and TO NK UM RY.
#pragma once

#include "notation/format.h"

namespace yari {

/// How deep forks may be nested, and JSON with them: a fork is an object in a list in a list.
inline constexpr std::size_t max_jkf_forks = 1000;
inline constexpr std::size_t max_json_depth = 3 * max_jkf_forks + 10;

/// A record is one JSON object; what follows it is the next.
/// Where the object begins: records may stand in an array.
std::size_t jkf_front(std::string_view text);
bool is_blank_jkf(std::string_view record);
std::size_t jkf_record_length(std::string_view text, bool at_end);
ReadResult read_jkf(std::string_view record, const ReadOptions& options);
WriteResult write_jkf(const Game& game, const WriteOptions& options);
int jkf_likeness(std::string_view head);

}  // namespace yari
