/// \file
/// Games written as rows of their shards.
#pragma once

#include "db/store/games.h"
#include "db/store/origins.h"
#include "db/store/postgres/names.h"
#include "db/store/postgres/words.h"

namespace yari::pg {

/// The tables games, records and games_text of all shards, written. New rows are held back and
/// added together, before anybody reads or when the batch is committed.
class GameWriter final : public store::GameWriter, public store::OriginWriter {
 public:
  GameWriter(Shards& shards, Names& names);
  ~GameWriter() override;

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
  // There is no older version that wrote none.
  bool add_some_sums() override { return false; }

  void add(GameId game, const Origin& origin) override;
  void remove(const std::string& file, const std::string& member) override;
  /// They stand in the rows of the games.
  void drop_lost() override {}

  void begin() { next_ = 0; }
  /// Before the batch is committed.
  void finish();
  /// The batch was not committed.
  void forget();

 private:
  struct Row {
    GameId id = 0;
    std::optional<std::int64_t> source, record, sum, start, black, white, event, site, date, layout;
    std::int64_t plies = 0, variant = 0, rules = 0, result = 0, ending = 0;
    Bytes tag_values;
  };
  struct Held {
    CopyRows games, records;
    std::vector<std::pair<GameId, IndexedText>> texts;
  };
  Row row_of(const PreparedGame& game);
  GameId next_number();
  void write_last();
  void flush(std::size_t shard);
  /// Requires: the game is there.
  const Shard& shard_of(GameId id);

  Shards& shards_;
  Names& names_;
  std::vector<Held> held_;
  std::vector<int> flush_numbers_;
  /// The game that was added last: its origin may follow.
  std::optional<Row> last_;
  std::size_t last_shard_ = 0;
  /// 0 where no game was added in this batch.
  GameId next_ = 0;
};

}  // namespace yari::pg
