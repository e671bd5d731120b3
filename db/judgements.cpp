// The tables of annotations, and their rows as plain structures.
#include "db/judgements.h"

#include <fmt/format.h>

#include "db/database_impl.h"
#include "rules/sfen.h"

namespace yari {

namespace {

/// What read_judgement expects.
constexpr const char* judgement_columns =
    "SELECT ply, kind, color, loss, before, after, mate, move, better FROM judgements";

Variant variant_of(Connection& connection, GameId game) {
  Statement row(connection, "SELECT variant FROM games WHERE id = ?");
  return row.first({game}) && row.integer(0) == 1 ? Variant::shogi : Variant::yari;
}

std::optional<std::string> usi_of(Move move, Variant v) {
  return move ? std::optional(write_usi_move(move, v)) : std::nullopt;
}

/// Move::none() for text that is no move: the file may come from anywhere.
Move move_of(std::string_view usi, Variant v) {
  return read_usi_move(usi, v).value_or(Move::none());
}

void store_player(Connection& connection, GameId game, int color, const StoredPlayer& p) {
  const auto& [opening, middle, end] = p.phases;
  Statement(connection, "INSERT INTO annotated_players VALUES (?,?,?,?,?,?,?,?,?,?,?)")
      .run({game, color, p.all.moves, p.all.accuracy, p.mean_loss, opening.moves, opening.accuracy,
            middle.moves, middle.accuracy, end.moves, end.accuracy});
}

StoredPlayer read_player(const Statement& row) {
  const auto number = [&](int column) { return static_cast<int>(row.integer(column)); };
  const auto accuracy = [&](int column) -> StoredAccuracy {
    return {number(column), number(column + 1)};
  };
  return {{number(1), number(2)}, number(3), {accuracy(4), accuracy(6), accuracy(8)}};
}

std::optional<StoredJudgement> read_judgement(const Statement& row, Variant v) {
  const auto number = [&](int column) { return static_cast<int>(row.integer(column)); };
  if (number(1) < 1 || number(1) > judged_kind_count) return std::nullopt;
  StoredJudgement j;
  j.ply = number(0);
  j.kind = static_cast<JudgedKind>(number(1));
  j.color = number(2) == 0 ? Color::black : Color::white;
  j.loss = number(3);
  j.before = number(4);
  j.after = number(5);
  if (!row.is_null(6)) j.mate = number(6);
  j.move = move_of(row.text(7), v);
  j.better = move_of(row.text(8), v);
  return j;
}

}  // namespace

void store_annotation(Database& database, GameId game, const StoredAnnotation& annotation) {
  Connection& connection = database.connection();
  WriteScope scope(connection);
  const Variant v = variant_of(connection, game);
  Statement(connection, "DELETE FROM annotations WHERE game = ?").run({game});
  Statement(connection, "INSERT INTO annotations VALUES (?, ?, ?, ?, ?)")
      .run({game, annotation.engine, annotation.limits, annotation.coefficient,
            annotation.book_plies});
  for (int color = 0; color < 2; ++color) {
    store_player(connection, game, color, annotation.players[static_cast<std::size_t>(color)]);
  }
  Statement add(connection, "INSERT INTO judgements VALUES (?,?,?,?,?,?,?,?,?,?)");
  for (const StoredJudgement& j : annotation.judgements) {
    const std::string move = write_usi_move(j.move, v);
    const std::optional<std::string> better = usi_of(j.better, v);
    add.run({game, j.ply, static_cast<int>(j.kind), index(j.color), j.loss, j.before, j.after,
             j.mate, move, better});
  }
  scope.commit();
}

std::optional<StoredAnnotation> load_annotation(Database& database, GameId game) {
  Connection& connection = database.connection();
  const ReadScope scope(connection);
  Statement head(connection,
                 "SELECT engine, limits, coefficient, variant, book_plies FROM annotations "
                 "JOIN games ON games.id = annotations.game WHERE game = ?");
  if (!head.first({game})) return std::nullopt;
  StoredAnnotation annotation;
  annotation.engine = head.text(0);
  annotation.limits = head.text(1);
  annotation.coefficient = static_cast<int>(head.integer(2));
  const Variant v = head.integer(3) == 1 ? Variant::shogi : Variant::yari;
  annotation.book_plies = static_cast<int>(head.integer(4));
  Statement players(connection,
                    "SELECT color, moves, accuracy, mean_loss, opening_moves, opening_accuracy, "
                    "middle_moves, middle_accuracy, end_moves, end_accuracy "
                    "FROM annotated_players WHERE game = ?");
  for (players.start({game}); players.step();) {
    annotation.players[players.integer(0) == 0 ? 0 : 1] = read_player(players);
  }
  Statement rows(connection,
                 fmt::format("{} WHERE game = ? ORDER BY ply, kind", judgement_columns));
  for (rows.start({game}); rows.step();) {
    if (const auto judgement = read_judgement(rows, v)) annotation.judgements.push_back(*judgement);
  }
  return annotation;
}

JudgementReader::JudgementReader(Connection& connection)
    : rows_(connection,
            fmt::format("{} WHERE game = ? AND ply = ? ORDER BY kind", judgement_columns)) {}

std::vector<StoredJudgement> JudgementReader::at(GameId game, int ply, Variant v) {
  std::vector<StoredJudgement> found;
  for (rows_.start({game, ply}); rows_.step();) {
    if (const auto judgement = read_judgement(rows_, v)) found.push_back(*judgement);
  }
  return found;
}

std::vector<GameId> annotated_games(Connection& connection) {
  std::vector<GameId> ids;
  Statement rows(connection, "SELECT game FROM annotations ORDER BY game");
  for (rows.start({}); rows.step();) ids.push_back(rows.integer(0));
  return ids;
}

void replace_notes(Database& database, GameId game, const MoveTree& tree,
                   const StoredAnnotation& annotation) {
  Transaction transaction(database.connection(), Transaction::Kind::write);
  database.replace_notes(game, tree);
  store_annotation(database, game, annotation);
  transaction.commit();
}

void drop_lost_annotations(Connection& connection) {
  connection.execute("DELETE FROM annotations WHERE game NOT IN (SELECT id FROM games)");
}

std::vector<std::string> faults_of_judgements(Connection& connection) {
  // Whose turn it is follows from the start, which the table of starts tells.
  Statement rows(
      connection,
      "SELECT j.game, j.ply, j.kind FROM judgements j JOIN games g ON g.id = j.game "
      "LEFT JOIN starts s ON s.id = g.start WHERE j.ply NOT BETWEEN 0 AND g.plies - 1 OR "
      "(j.kind <> ? AND j.color <> (j.ply + coalesce(s.sfen LIKE '% w %', 0)) % 2)");
  std::vector<std::string> faults;
  for (rows.start({static_cast<int>(JudgedKind::lost_win)}); rows.step();) {
    faults.push_back(fmt::format("game {}: its judgement at ply {} is of no move of that player",
                                 rows.integer(0), rows.integer(1)));
  }
  return faults;
}

}  // namespace yari
