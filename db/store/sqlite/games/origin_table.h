/// \file
/// The tables sources and origins: a row for games and records that both follow one another.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "db/codec/bytes.h"
#include "db/store/origins.h"
#include "db/store/sqlite/file/lazy_statement.h"

namespace yari {

/// A game whose record follows that of the game before shares its row, and costs 4 bytes.
class OriginTable final : public store::OriginReader, public store::OriginWriter {
 public:
  explicit OriginTable(Connection& connection);

  std::optional<Origin> of(GameId game) override;
  std::vector<OriginalGame> games_from(const std::string& file, const std::string& member) override;
  void add(GameId game, const Origin& origin) override;
  void remove(const std::string& file, const std::string& member) override;
  void drop_lost() override;

  /// Writes what `add` holds back. Requires: the transaction of the last `add`.
  void flush();
  /// Forgets what was learnt; needed after a rollback.
  void forget();

 private:
  std::int64_t number_of(const Origin& origin);

  Connection& connection_;
  LazyStatement of_, find_, insert_source_, insert_;
  // The last source.
  std::string file_, member_;
  std::int64_t source_ = 0;
  // The row that is not written yet.
  std::int64_t row_source_ = 0;
  GameId first_ = 0;
  std::int64_t record_ = 0;
  Bytes sums_;
};

/// SQL: the row `o` of origins that holds the game `g`.
std::string origin_join();

}  // namespace yari
