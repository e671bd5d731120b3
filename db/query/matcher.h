/// \file
/// Finds the plies of a game at which a query holds.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "db/query/judgement.h"
#include "db/query/query.h"
#include "record/ratings.h"
#include "rules/variant.h"

namespace yari::query {

/// What a Matcher reads of a game's header. Fields that the query does not ask for may stay empty.
struct HeaderView {
  std::string_view black, white, event, site;
  std::optional<DateNumber> date;
  GameResult result = GameResult::unknown;
  Ending ending = Ending::unknown;
  /// As handicap_name gives it; empty for none.
  std::string_view handicap;
  /// SFEN of the start; empty for the even one.
  std::string_view start;
  int plies = 0;
  Ratings ratings = {};
  /// What annotation noted, in order of ply.
  std::span<const Noted> noted = {};
};

/// A query, made ready to look at many games of V. Not for several threads: copy it for each.
template <class V>
class Matcher {
 public:
  explicit Matcher(const Query& query);
  Matcher(const Matcher&);
  Matcher(Matcher&&) noexcept;
  Matcher& operator=(Matcher) noexcept;
  ~Matcher();

  /// Whether the query asks for anything in the header; if not, any HeaderView will do.
  bool reads_header() const;
  /// Whether the query asks for what annotation noted.
  bool reads_judgements() const;
  /// Whether the query asks for ratings.
  bool reads_ratings() const;
  /// False when the header alone rules the game out: its moves need not be read then.
  bool may_match(const HeaderView& header);

  /// The plies at which the query holds, in order; a query on headers alone holds at ply 0.
  ///
  /// `start` is null for the even start. Requires: the moves are legal from there on. They are
  /// trusted; those that name no square or no piece end the game there, and never read beyond
  /// the board. The result is valid until the next call.
  std::span<const int> find(const HeaderView& header, const Setup* start,
                            std::span<const Move> moves);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

extern template class Matcher<YariShogi>;
extern template class Matcher<Shogi>;

}  // namespace yari::query
