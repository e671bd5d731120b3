/// \file
/// Looks at stored games, one after the other, for the places where a query holds.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "db/codec/record_sums.h"
#include "db/query/matcher.h"
#include "db/store/filter.h"
#include "db/store/hit.h"
#include "db/store/sqlite/connection.h"

namespace yari {

struct ScanRequest {
  query::Query query;
  /// No value: both games.
  std::optional<Variant> variant;
  /// A condition on the columns of `games` that every game with a hit fulfils
  /// (db/store/sqlite/header_sql.h).
  std::string condition = "1";
  /// Gets each damaged game that is left out, and what is wrong with it; called on the scanner's
  /// thread.
  std::function<void(GameId, const char*)> damaged;
};

/// Reads games in order of their numbers: the fastest way through a whole database.
///
/// Moves were judged when they were stored and are not judged again. One thread at a time.
class GameScanner {
 public:
  GameScanner(Connection& connection, const ScanRequest& request);

  /// Appends the hits of the games numbered `first` to `last`.
  void scan(GameId first, GameId last, std::vector<Hit>& hits);

 private:
  /// The names of a table by their numbers.
  using Names = std::map<std::int64_t, std::string>;
  struct Start {
    std::string sfen, handicap;
    std::optional<Setup> setup;
  };
  template <class V>
  void match(GameId id, query::Matcher<V>& matcher, std::vector<Hit>& hits);
  template <class V>
  bool read_header(query::Matcher<V>& matcher, query::HeaderView& header) const;
  std::string_view name(const Names& names, int column) const;
  /// Reads the game's moves; false when they are damaged.
  bool read_moves(const RecordPlace& place);
  bool go_to_record(GameId id);
  void read_judgements(GameId id);

  std::function<void(GameId, const char*)> damaged_;
  Statement games_, records_;
  /// Where the query asks for judgements.
  std::optional<Statement> judgements_;
  GameId record_ = 0;
  bool at_record_ = false;
  std::optional<Variant> variant_;
  std::optional<query::Matcher<YariShogi>> yari_;
  std::optional<query::Matcher<Shogi>> shogi_;
  bool names_needed_;
  Names players_, events_, sites_;
  std::map<std::int64_t, Start> starts_;
  std::vector<Move> moves_;
  std::vector<query::Noted> noted_;
};

}  // namespace yari
