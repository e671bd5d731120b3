// The tables of annotations, and their rows as plain structures.
#include "db/store/sqlite/annotation_table.h"

#include <fmt/format.h>

#include "db/codec/record_sums.h"
#include "db/store/error.h"
#include "db/store/shared/annotation_rows.h"
#include "rules/sfen.h"

namespace yari {

namespace {

/// The judgements of a game.
std::string judgements_where(const char* condition) {
  return fmt::format("SELECT {} FROM judgements WHERE game = ? {}", store::judgement_columns,
                     condition);
}

Variant variant_of(Connection& connection, GameId game) {
  Statement row(connection, "SELECT variant FROM games WHERE id = ?");
  return row.first({game}) && row.integer(0) == 1 ? Variant::shogi : Variant::yari;
}

std::optional<std::string> usi_of(Move move, Variant v) {
  return move ? std::optional(write_usi_move(move, v)) : std::nullopt;
}

void store_player(Connection& connection, GameId game, int color, const StoredPlayer& p) {
  const auto& [opening, middle, end] = p.phases;
  Statement(connection, "INSERT INTO annotated_players VALUES (?,?,?,?,?,?,?,?,?,?,?)")
      .run({game, color, p.all.moves, p.all.accuracy, p.mean_loss, opening.moves, opening.accuracy,
            middle.moves, middle.accuracy, end.moves, end.accuracy});
}

void store_own_notes(Connection& connection, GameId game, const Bytes& notes) {
  Statement(connection, "INSERT INTO own_notes VALUES (?, ?, ?)")
      .run({game, notes.empty() ? Parameter(nullptr) : Parameter(notes),
            std::int64_t{sum_of_notes(game, notes)}});
}

/// No value where none were kept.
std::optional<Bytes> read_own_notes(Connection& connection, GameId game) {
  Statement row(connection, "SELECT notes, sum FROM own_notes WHERE game = ?");
  if (!row.first({game})) return std::nullopt;
  const ByteView notes = row.blob(0);
  if (row.integer(1) != sum_of_notes(game, notes))
    throw DamagedGame(game, fmt::format("{}: game {} is damaged: the notes it had before its "
                                        "annotation are not those that were kept",
                                        connection.file().string(), game));
  return Bytes(notes.begin(), notes.end());
}

StoredPlayer read_player(const Statement& row) {
  const auto number = [&](int column) { return static_cast<int>(row.integer(column)); };
  const auto accuracy = [&](int column) -> StoredAccuracy {
    return {number(column), number(column + 1)};
  };
  return {{number(1), number(2)}, number(3), {accuracy(4), accuracy(6), accuracy(8)}};
}

}  // namespace

void AnnotationTable::store(GameId game, const StoredAnnotation& annotation) {
  Connection& connection = connection_;
  WriteScope scope(connection);
  const Variant v = variant_of(connection, game);
  remove(game);
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
  if (annotation.own_notes) store_own_notes(connection, game, *annotation.own_notes);
  scope.commit();
}

std::optional<StoredAnnotation> AnnotationTable::load(GameId game) {
  Connection& connection = connection_;
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
  Statement rows(connection, judgements_where("ORDER BY ply, kind"));
  for (rows.start({game}); rows.step();) {
    if (const auto judgement = store::read_judgement(rows, v))
      annotation.judgements.push_back(*judgement);
  }
  annotation.own_notes = read_own_notes(connection, game);
  return annotation;
}

AnnotationTable::AnnotationTable(Connection& connection)
    : connection_(connection),
      has_(connection, "SELECT 1 FROM annotations WHERE game = ?"),
      judgements_(connection, judgements_where("AND ply = ? ORDER BY kind")),
      own_notes_(connection, "UPDATE own_notes SET notes = ?, sum = ? WHERE game = ?") {}

bool AnnotationTable::has(GameId game) {
  const bool annotated = has_->first({game});
  has_->reset();
  return annotated;
}

std::vector<StoredJudgement> AnnotationTable::judgements(GameId game, int ply, Variant v) {
  std::vector<StoredJudgement> found;
  for (judgements_->start({game, ply}); judgements_->step();) {
    if (const auto judgement = store::read_judgement(*judgements_, v)) found.push_back(*judgement);
  }
  return found;
}

void AnnotationTable::remove(GameId game) {
  Statement(connection_, "DELETE FROM annotations WHERE game = ?").run({game});
}

void AnnotationTable::set_own_notes(GameId game, const Bytes& notes) {
  own_notes_->run({notes, std::int64_t{sum_of_notes(game, notes)}, game});
}

std::vector<GameId> AnnotationTable::games() {
  std::vector<GameId> ids;
  Statement rows(connection_, "SELECT game FROM annotations ORDER BY game");
  for (rows.start({}); rows.step();) ids.push_back(rows.integer(0));
  return ids;
}

void AnnotationTable::drop_lost() {
  connection_.execute("DELETE FROM annotations WHERE game NOT IN (SELECT id FROM games)");
}

namespace {

/// Collects what verify reports about annotations, up to its limit.
class Faults {
 public:
  Faults(Connection& connection, std::size_t most) : connection_(connection), most_(most) {}

  /// A fault for each row of `select`, whose columns are a game and, where `text` asks for it, a
  /// ply.
  void add_rows(const char* select, fmt::string_view text) {
    Statement rows(connection_, select);
    for (rows.start({}); rows.step() && !full();) {
      faults_.push_back(fmt::format(fmt::runtime(text), rows.integer(0), rows.integer(1)));
    }
  }

  /// The moves of judgements: the game's own there, and one that can be read as the better one.
  void add_moves() {
    Statement rows(connection_,
                   "SELECT j.game, j.ply, j.move, j.better, g.variant, "
                   "substr(r.moves, 1 + 2 * j.ply, 2) FROM judgements j "
                   "JOIN games g ON g.id = j.game JOIN records r ON r.id = j.game "
                   "WHERE j.ply BETWEEN 0 AND g.plies - 1");
    for (rows.start({}); rows.step() && !full();) {
      const Variant v = rows.integer(4) == 1 ? Variant::shogi : Variant::yari;
      const ByteView played = rows.blob(5);
      const Move move = store::stored_move(rows.text(2), v);
      if (played.size() != 2 || move.bits() != (played[0] | played[1] << 8)) {
        faults_.push_back(fmt::format("game {}: its judgement at ply {} is of another move",
                                      rows.integer(0), rows.integer(1)));
      } else if (!rows.is_null(3) && !store::stored_move(rows.text(3), v)) {
        faults_.push_back(fmt::format("game {}: the better move at ply {} is none", rows.integer(0),
                                      rows.integer(1)));
      }
    }
  }

  std::vector<std::string> take() { return std::move(faults_); }

 private:
  bool full() const { return faults_.size() >= most_; }

  Connection& connection_;
  std::size_t most_;
  std::vector<std::string> faults_;
};

}  // namespace

std::vector<std::string> AnnotationTable::faults(std::size_t most) {
  Faults faults(connection_, most);
  // Whose turn it is follows from the start, which the table of starts has. Kind 9 is lost_win,
  // which also counts for the side that did not move.
  static_assert(static_cast<int>(JudgedKind::lost_win) == 9);
  faults.add_rows(
      "SELECT j.game, j.ply FROM judgements j JOIN games g ON g.id = j.game "
      "LEFT JOIN starts s ON s.id = g.start WHERE j.ply NOT BETWEEN 0 AND g.plies - 1 OR "
      "(j.kind <> 9 AND j.color <> (j.ply + coalesce(s.sfen LIKE '% w %', 0)) % 2)",
      "game {}: its judgement at ply {} is of no move of that player");
  faults.add_rows(
      "SELECT j.game, j.ply FROM judgements j JOIN games g ON g.id = j.game "
      "WHERE j.loss NOT BETWEEN 0 AND 10000 OR j.before NOT BETWEEN 0 AND 10000 OR "
      "j.after NOT BETWEEN 0 AND 10000 OR j.mate < 0",
      "game {}: its judgement at ply {} has a number out of range");
  faults.add_moves();
  faults.add_rows(
      "SELECT a.game, 0 FROM annotations a JOIN games g ON g.id = a.game WHERE "
      "(SELECT count(*) FROM annotated_players p WHERE p.game = a.game) <> 2",
      "game {}: its annotation lacks the numbers of a player");
  faults.add_rows(
      "SELECT DISTINCT a.game, 0 FROM annotations a JOIN games g ON g.id = a.game "
      "LEFT JOIN annotated_players p ON p.game = a.game "
      "WHERE a.coefficient NOT BETWEEN 1 AND 1000000 OR a.book_plies NOT BETWEEN 0 AND g.plies OR "
      "p.accuracy NOT BETWEEN 0 AND 10000 OR p.mean_loss NOT BETWEEN 0 AND 10000 OR "
      "p.opening_accuracy NOT BETWEEN 0 AND 10000 OR "
      "p.middle_accuracy NOT BETWEEN 0 AND 10000 OR p.end_accuracy NOT BETWEEN 0 AND 10000 OR "
      "p.moves NOT BETWEEN 0 AND g.plies OR p.opening_moves NOT BETWEEN 0 AND p.moves OR "
      "p.middle_moves NOT BETWEEN 0 AND p.moves OR p.end_moves NOT BETWEEN 0 AND p.moves",
      "game {}: its annotation has a number out of range");
  return faults.take();
}

}  // namespace yari
