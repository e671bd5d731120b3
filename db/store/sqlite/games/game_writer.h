/// \file
/// Games written as rows, and the numbers of what they refer to.
#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <utility>

#include "db/store/games.h"
#include "db/store/sqlite/file/lazy_statement.h"
#include "db/store/sqlite/file/sum_writer.h"
#include "db/store/sqlite/games/names.h"

namespace yari {

/// The tables games, records and what they refer to, written. Remembers the numbers of names from
/// one batch to the next.
class SqliteGameWriter final : public store::GameWriter {
 public:
  /// Requires: the connection outlives this.
  explicit SqliteGameWriter(Connection& connection);

  CountedGame add(const PreparedGame& game) override;
  void set_header(GameId id, const PreparedGame& game) override;
  void set_record(GameId id, const PreparedGame& game) override;
  void set_notes(GameId id, const Bytes& notes) override;
  void set_plies(GameId id, int plies) override;
  void add_text(GameId id, const std::string& text) override;
  void remove_text(GameId id, const std::string& text) override;
  void remove(GameId id) override;
  void add_sums(GameId id) override;
  void renew_sums(GameId id) override;
  bool add_some_sums() override;

  /// To be called when a batch begins, and before it is committed.
  void begin() { next_ = 0; }
  void finish();
  /// Forgets the numbers: the file was changed by others, or a batch was rolled back.
  void forget();

 private:
  std::optional<std::int64_t> start_number(const PreparedGame& game);
  std::optional<std::int64_t> layout_number(const Bytes& layout);
  GameId next_number();
  SumWriter& sums();
  /// A text as the index of words takes it.
  std::string words_of(const std::string& text);

  Connection& connection_;
  NameTable players_, events_, sites_;
  LazyStatement find_start_, insert_start_, find_layout_, insert_layout_, insert_game_,
      insert_record_, update_header_, start_, update_record_, update_notes_, update_plies_,
      word_form_, insert_text_, delete_text_, delete_record_, delete_game_;
  std::optional<SumWriter> sums_;
  std::map<std::pair<Variant, std::string>, std::int64_t> starts_;
  std::unordered_map<std::string, std::int64_t> layouts_;
  /// The number of the next game; 0 where no game was added in this batch.
  GameId next_ = 0;
};

}  // namespace yari
