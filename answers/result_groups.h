/// \file
/// How games ended, by opening, year and other fields.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "db/database.h"
#include "db/openings/opening_list.h"
#include "notation/finding.h"
#include "notation/json/object.h"
#include "record/result_counts.h"

namespace yari {

/// Games of one group; what Black won, drew and lost.
struct ResultGroup : ResultCounts {
  std::string name;
  std::int64_t plies = 0;

  void add(const GameHeader& header);
  double mean_plies() const;
};

/// "opening", "handicap", "rating", "length", "year", "ending".
std::vector<std::string> result_fields();
/// The columns of a table of groups, beginning with the field: `games`, `black`, `draws`, `white`,
/// `score` (in percent) and `plies` (on average).
std::vector<std::string> result_columns(const std::string& field);
std::vector<Value> result_row(const ResultGroup& group);

/// The games that the filter takes, in groups; openings come the largest group first.
///
/// `rating` is Black's rating less White's, by steps of 100, of games whose tags give both;
/// `length` goes by steps of 20 plies. Requires: `field` is one of result_fields(). `names` is used
/// for openings, some ten microseconds a game. `check` is called before every game and may
/// throw; it may be empty. Openings are named in `language`.
std::vector<ResultGroup> result_groups(Database& database, const std::string& field,
                                       const GameFilter& filter, const openings::OpeningList& names,
                                       const std::function<void()>& check = {},
                                       Language language = Language::english);

}  // namespace yari
