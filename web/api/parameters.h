/// \file
/// What a request asks for, read from its parameters. Everything wrong is a 400 that names the
/// parameter and the place in it.
#pragma once

#include <httplib.h>

#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "analysis/engine/engine.h"
#include "db/query/filter.h"
#include "db/query/query.h"
#include "notation/format.h"

namespace yari::web {

class DatabasePool;

/// The parameters of one request. All that are read count as known; `finish` refuses the others.
class Parameters {
 public:
  Parameters(const httplib::Request& request, Variant by_default)
      : request_(request), by_default_(by_default) {}

  /// No value when it is missing. Throws RequestError when it is empty, given twice, too long or
  /// not UTF-8.
  std::optional<std::string> text(const std::string& name);
  /// The same where nothing may be typed, too.
  std::optional<std::string> typed(const std::string& name);
  /// The format to write, `format`; without it Hodges.
  const Format& writer();
  /// Throws RequestError when it is missing.
  std::string required(const std::string& name);
  std::int64_t number(const std::string& name, std::int64_t fallback, std::int64_t low,
                      std::int64_t high);
  /// A day like 2026-11-27 as an answer needs it: the client's own. Throws RequestError when it is
  /// missing.
  DateNumber day(const std::string& name);
  /// "black" or "white"; no value when missing.
  std::optional<Color> side();
  /// "1" or "0"; false when missing.
  bool flag(const std::string& name);

  std::optional<Variant> variant();
  /// `usi` ("startpos moves 7g7f", "sfen ... moves ..."), `sfen`, or `game` ("12:40": a position of
  /// a stored game); no value without any. Throws RequestError, 404 for a game that is not there.
  std::optional<GamePosition> position(DatabasePool& databases);
  /// The same; without one the even start of the game that `variant` names, or the server's own.
  GamePosition position_or_start(DatabasePool& databases);
  /// The conditions of answers/conditions.h, and `side` beside `player`; `variant` only where
  /// asked. Throws RequestError for an empty one.
  GameFilter filter(bool with_variant);
  /// `sort`, `reverse`, `limit`, `offset` and `after`. In order of number the offset is 0 with
  /// `after`. Where `by_rating` is given, `sort` may be "rating", which no store knows.
  ListOptions order(std::int64_t default_limit, std::int64_t most, bool* by_rating = nullptr);
  /// `query`. Throws RequestError with the place of a mistake.
  query::Query question(Variant meant);
  /// `query`, if it is there, as one that is to be kept. Throws as question.
  void check_kept_question();

  /// Throws RequestError for a parameter that nothing has read.
  void finish() const;

 private:
  void read_side(GameFilter& filter);

  const httplib::Request& request_;
  Variant by_default_;
  std::set<std::string> known_;
};

/// Characters before byte `offset` of `text`, plus one: what a person counts.
std::size_t column_of(std::string_view text, std::size_t offset);

}  // namespace yari::web
