/// \file
/// What a back end must do for the origins of games: the file, the member of an archive, and the
/// number of the record.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "db/query/filter.h"

namespace yari {

/// The record that a game was imported from.
struct Origin {
  /// As it was named when it was imported; "-" for standard input.
  std::string file;
  /// Of an archive; empty when the file is none.
  std::string member;
  /// From 1, among the records of the file or the member.
  std::int64_t record = 0;
  /// Of the record's text, to see whether it has changed since.
  std::uint32_t sum = 0;
  bool operator==(const Origin&) const = default;
};

/// "games.zip:1.kif", with the member where there is one: what GameFilter::from_file looks in.
std::string source_name(const Origin& origin);

/// A game and the record it was imported from, of a file that is known.
struct OriginalGame {
  GameId game = 0;
  std::int64_t record = 0;
  std::uint32_t sum = 0;
};

namespace store {

class OriginReader {
 public:
  virtual ~OriginReader() = default;
  /// No value when there is no such game, or it was added by other means than a file.
  virtual std::optional<Origin> of(GameId game) = 0;
  /// The stored games of one file or member, in the order of their numbers.
  virtual std::vector<OriginalGame> games_from(const std::string& file,
                                               const std::string& member) = 0;
};

class OriginWriter {
 public:
  virtual ~OriginWriter() = default;
  /// Cheapest for games and records that both follow one another. Requires: the game has none yet.
  virtual void add(GameId game, const Origin& origin) = 0;
  /// Forgets the origins of all games of the file or member.
  virtual void remove(const std::string& file, const std::string& member) = 0;
  /// Forgets the origins of games that are gone for good.
  virtual void drop_lost() = 0;
};

}  // namespace store
}  // namespace yari
