// Rows are copied from table to table.
#include "db/store/sqlite/annotation_journal.h"

namespace yari {

namespace {

constexpr const char* player_columns =
    "game, color, moves, accuracy, mean_loss, opening_moves, opening_accuracy, middle_moves, "
    "middle_accuracy, end_moves, end_accuracy";
constexpr const char* judgement_columns_of_journal =
    "game, ply, kind, color, loss, before, after, mate, move, better";

std::string copy_to_journal(const std::string& journal, const std::string& table,
                            const std::string& columns) {
  return "INSERT INTO " + journal + "(entry, " + columns + ") SELECT ?, " + columns + " FROM " +
         table + " WHERE game = ?";
}

std::string copy_back(const std::string& journal, const std::string& table,
                      const std::string& columns) {
  return "INSERT INTO " + table + "(" + columns + ") SELECT " + columns + " FROM " + journal +
         " WHERE entry = ? AND game = ?";
}

}  // namespace

bool keep_annotation(Connection& connection, std::int64_t entry, GameId id) {
  Statement(
      connection,
      "INSERT OR IGNORE INTO journal_games(entry, id, variant, rules, result, ending, plies, "
      "moves, notes, sums) SELECT ?, g.id, variant, rules, result, ending, plies, x'', notes, "
      "sums FROM games g JOIN records r ON r.id = g.id WHERE g.id = ?")
      .run({entry, id});
  if (connection.changes() == 0) return false;
  Statement(connection,
            "INSERT INTO journal_annotations SELECT ?, a.game, engine, limits, coefficient, "
            "book_plies, o.game IS NOT NULL, o.notes, o.sum FROM annotations a "
            "LEFT JOIN own_notes o ON o.game = a.game WHERE a.game = ?")
      .run({entry, id});
  Statement(connection, copy_to_journal("journal_players", "annotated_players", player_columns))
      .run({entry, id});
  Statement(connection,
            copy_to_journal("journal_judgements", "judgements", judgement_columns_of_journal))
      .run({entry, id});
  return true;
}

void drop_annotation(Connection& connection, GameId id) {
  Statement(connection, "DELETE FROM annotations WHERE game = ?").run({id});
}

void restore_annotation(Connection& connection, std::int64_t entry, GameId id) {
  drop_annotation(connection, id);
  Statement(connection,
            "INSERT INTO annotations(game, engine, limits, coefficient, book_plies) SELECT game, "
            "engine, limits, coefficient, book_plies FROM journal_annotations "
            "WHERE entry = ? AND game = ?")
      .run({entry, id});
  Statement(connection,
            "INSERT INTO own_notes SELECT game, own_notes, own_sum FROM journal_annotations "
            "WHERE entry = ? AND game = ? AND has_own_notes = 1")
      .run({entry, id});
  Statement(connection, copy_back("journal_players", "annotated_players", player_columns))
      .run({entry, id});
  Statement(connection, copy_back("journal_judgements", "judgements", judgement_columns_of_journal))
      .run({entry, id});
}

}  // namespace yari
