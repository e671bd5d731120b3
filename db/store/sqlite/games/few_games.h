/// \file
/// Games that the names or dates of a filter leave, looked up in the indexes of these columns,
/// which `db compact` makes.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "db/query/filter.h"
#include "db/store/sqlite/file/connection.h"

namespace yari {

/// So many games of a list are found faster one by one than by a look at all.
inline constexpr std::size_t few_for_list = 8192;

/// A filter that takes the same games and names them, with others, by number; a condition that all
/// of these fulfil is not in it. No value where the names and dates of the filter leave more than
/// `most`, or it has none, or numbers already, or the file has no indexes.
std::optional<GameFilter> few_games(Connection& connection, const GameFilter& filter,
                                    std::size_t most);

/// The first games of a list of all by date, as many as `options.limit` (which it requires), after
/// `options.offset` of them. No value where there are fewer, or the index is not there.
std::optional<std::vector<GameId>> first_by_date(Connection& connection,
                                                 const ListOptions& options);

}  // namespace yari
