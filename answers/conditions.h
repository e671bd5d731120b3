/// \file
/// All conditions on games, a row each. A new one is a row here, a field of GameFilter, and what
/// the back ends do with it; every door then has it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "db/database.h"
#include "db/query/condition.h"
#include "db/query/query.h"

namespace yari {

/// In the order in which helps and forms show them. `variant` is the last.
std::span<const Condition> conditions();

/// The row of that parameter or keyword: "from_file"; null where there is none.
const Condition* condition_named(std::string_view name);

/// "from_file" for "from-file": how parameters and keywords are written.
std::string with_underscores(std::string_view name);

/// The rows as the page gets them: name (as a parameter), label, help, example, choices, and whose
/// names are offered.
nlohmann::ordered_json conditions_json();

/// Why a change of games is refused that nothing chooses: all are never meant by accident.
inline constexpr const char* nothing_chosen = "name games by number or by conditions";

/// The games that a change is for, in order. The error is a sentence: a number of the filter is
/// that of no game. Throws DatabaseError.
Result<std::vector<GameId>> chosen_games(Database& database, const GameFilter& filter,
                                         const ListOptions& order = {});

/// A query, with words for handicaps in Japanese and English, and every condition that is a row.
/// Errors as query::parse.
Result<query::Query> read_query(std::string_view text, Variant by_default);

}  // namespace yari
