// A game is loaded whole and replayed; its rows then lie in memory.
#include "db/store/sqlite/sql/plies_module.h"

#include <optional>

#include "db/store/sqlite/file/table_function.h"
#include "db/store/sqlite/games/game_reader.h"
#include "rules/color_name.h"
#include "rules/position.h"
#include "rules/sfen.h"

namespace yari {

namespace {

/// A position of a game, and the move that was played there.
struct PlyOfGame {
  int ply = 0;
  Color side = Color::black;
  std::string sfen, usi, move, judgement;
  std::optional<Note> note;
};

std::string judgements_at(Statement& find, GameId game, int ply) {
  std::string all;
  for (find.start({game, ply}); find.step();)
    all += (all.empty() ? "" : ",") + std::string(find.text(0));
  return all;
}

template <class V>
SqliteRows<PlyOfGame> plies_of(Connection& connection, GameId id, const Game& game,
                               MoveNotation notation) {
  Statement judged(connection,
                   "SELECT k.name FROM judgements j JOIN judgement_kinds k ON k.id = j.kind "
                   "WHERE j.game = ? AND j.ply = ? ORDER BY k.id");
  SqliteRows<PlyOfGame> rows;
  Position<V> position = *Position<V>::from(game.start);
  NodeId node = game.moves.first_child(root_node);
  for (int ply = 0;; ++ply, node = game.moves.first_child(node)) {
    PlyOfGame& row = rows.emplace_back();
    row.ply = ply;
    row.side = position.side_to_move();
    row.sfen = write_sfen(position.setup());
    if (node == no_node) return rows;
    const Move move = game.moves.move(node);
    row.usi = write_usi_move(move, game.variant);
    if (notation != nullptr) row.move = notation(position.setup(), move);
    row.judgement = judgements_at(judged, id, ply);
    if (const Note* note = game.moves.note(node)) row.note = *note;
    position.play(move);
  }
}

/// game_plies(id).
struct GamePlies {
  static constexpr const char* name = "game_plies";
  static constexpr const char* declaration =
      "CREATE TABLE game_plies(ply INTEGER, side TEXT, sfen TEXT, usi TEXT, move TEXT, score "
      "INTEGER, mate INTEGER, judgement TEXT, spent_ms INTEGER, left_ms INTEGER, comment TEXT, "
      "game INTEGER HIDDEN)";
  static constexpr int first_argument = 11, arguments = 1;
  using Row = PlyOfGame;

  static SqliteRows<PlyOfGame> rows(sqlite3* handle, void* data,
                                    const std::vector<sqlite3_value*>& values) {
    Connection connection(handle);
    SqliteGameReader games(connection);
    const GameId id = sqlite3_value_int64(values[0]);
    const std::optional<Game> game = store::load(games, id);
    if (!game) return {};
    const auto notation = reinterpret_cast<MoveNotation>(data);
    return with_variant(game->variant,
                        [&]<class V>(V) { return plies_of<V>(connection, id, *game, notation); });
  }

  static void result(sqlite3_context* context, const Row& row, int column) {
    const auto text = [&](const std::string& value) {
      if (!value.empty()) give_text(context, value);
    };
    if (column == 0) sqlite3_result_int(context, row.ply);
    if (column == 1) text(std::string(yari::name(row.side)));
    if (column == 2) text(row.sfen);
    if (column == 3) text(row.usi);
    if (column == 4) text(row.move);
    if (column == 7) text(row.judgement);
    if (row.note) noted(context, row, column);
  }

  static void noted(sqlite3_context* context, const Row& row, int column) {
    const Note& note = *row.note;
    if ((column == 5 || column == 6) && !note.evaluations.empty()) {
      const Evaluation& e = note.evaluations.front();
      // Stored from Black's view.
      const int score = row.side == Color::black ? e.score : -e.score;
      if (e.mate == (column == 6)) sqlite3_result_int(context, score);
    }
    if (column == 8 && note.spent_ms) sqlite3_result_int64(context, *note.spent_ms);
    if (column == 9 && note.left_ms) sqlite3_result_int64(context, *note.left_ms);
    if (column == 10 && !note.comment.empty()) give_text(context, note.comment);
  }
};

}  // namespace

void register_game_plies(sqlite3* connection, MoveNotation notation) {
  TableFunction<GamePlies>::add_to(connection, reinterpret_cast<void*>(notation));
}

}  // namespace yari
