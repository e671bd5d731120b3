#include "db/store/sqlite/sql/sql_module.h"

#include "db/store/shared/find_position.h"
#include "db/store/sqlite/file/table_function.h"
#include "db/store/sqlite/games/game_reader.h"
#include "db/store/sqlite/games/rebuilding.h"
#include "db/store/sqlite/index/posting_index.h"
#include "rules/outcome.h"
#include "rules/sfen.h"
#include "rules/start.h"

namespace yari {

namespace {

/// games_at(sfen, variant).
struct GamesAt {
  static constexpr const char* name = "games_at";
  static constexpr const char* declaration =
      "CREATE TABLE games_at(game INTEGER, ply INTEGER, next TEXT, sfen TEXT HIDDEN, variant TEXT "
      "HIDDEN)";
  static constexpr int first_argument = 3, arguments = 2;
  struct Row {
    Hit hit;
    Variant variant;
  };

  static Setup position(const std::vector<sqlite3_value*>& values) {
    const std::string sfen = text_value(values[0]);
    Result<Setup> setup = read_start(sfen, Variant::yari);
    if (values.size() > 1) {
      const auto named = variant_named(text_value(values[1]));
      if (!named) throw DatabaseError("expected the variant yari or shogi");
      setup = read_start(sfen, *named);
    } else if (!setup) {
      setup = read_start(sfen, Variant::shogi);
    }
    if (!setup) throw DatabaseError(setup.error().message);
    return *setup;
  }

  static SqliteRows<Row> rows(sqlite3* handle, void*, const std::vector<sqlite3_value*>& values) {
    const Setup setup = position(values);
    Connection connection(handle);
    const ReadScope scope(connection);
    Rebuilding(connection).refuse_others();
    SqliteGameReader games(connection);
    PostingIndex positions(connection, "position");
    store::DamagedGames damaged;
    SqliteRows<Row> rows;
    store::find_position(games, positions, damaged, setup, {}, [&](const Hit& hit) {
      rows.push_back({hit, setup.variant});
      return true;
    });
    return rows;
  }

  static void result(sqlite3_context* context, const Row& row, int column) {
    if (column == 0) sqlite3_result_int64(context, row.hit.game);
    if (column == 1) sqlite3_result_int(context, row.hit.ply);
    if (column == 2 && row.hit.next) give_text(context, write_usi_move(row.hit.next, row.variant));
  }
};

}  // namespace

void register_games_at(sqlite3* connection) { TableFunction<GamesAt>::add_to(connection); }

}  // namespace yari
