/// \file
/// The players, events or sites of a collection, a row each, and spellings that may mean one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "db/change/renaming.h"
#include "db/reports/name_records.h"
#include "notation/json/object.h"

namespace yari {

/// Spellings that differ in nothing but letters and ranks.
struct NamedRow {
  /// The spelling that most games have, without a rank.
  std::string name;
  NameRecord record;
  std::vector<std::string> spellings;
};

enum class NameOrder : std::uint8_t { games, name, date, rating };
/// As every door calls them.
std::vector<std::string> name_orders();
std::optional<NameOrder> name_order_named(std::string_view name);

/// Which rows are wanted.
struct NameChoice {
  /// Taken together they match one of the spellings, as `--player` does (db/query/names.h).
  std::vector<std::string> words = {};
  NameOrder order = NameOrder::games;
  std::optional<std::size_t> limit = {};
};

/// Equal ones stand by name.
std::vector<NamedRow> named_rows(const NameRecords& names, const NameChoice& choice);
/// `player` (or `event`, `site`), `games`, `wins`, `draws`, `losses` (of events and sites `black`,
/// `draws`, `white`), `score` in percent, `first_date`, `last_date`, `rating`, `highest_rating` and
/// `spellings`, which is empty where the name is the only one.
std::vector<std::string> name_columns(NameKind kind);
std::vector<Value> name_values(const NamedRow& row);

/// Spellings that may mean the same name, from `least_score` on (0 to 1), the surest first; of the
/// choice its order does not count. The columns are those that `yari rename --from` reads, and why.
std::vector<std::string> suggestion_columns(NameKind kind);
std::vector<std::vector<Value>> suggestion_rows(const NameRecords& names, double least_score,
                                                const NameChoice& choice);

/// "no game has the player 'Habu'".
std::string unknown_name(const Renaming& renaming);
/// For each the spelling of the database that was probably meant by its `from`: the same letters,
/// or nearly. Of a long list the first `most_meant` alone are looked for, since each is compared
/// with every name.
std::vector<std::optional<std::string>> meant_names(Database& database,
                                                    const std::vector<Renaming>& unknown);
inline constexpr std::size_t most_meant = 20;

}  // namespace yari
