// The games of one database in another.
#include <optional>

#include "db/importer.h"
#include "db/judgements.h"
#include "db/sqlite_parts.h"
#include "db/upkeep.h"

namespace yari {

namespace {

/// Copies the annotations of games that have none in the database they were merged into.
class AnnotationMerge {
 public:
  AnnotationMerge(Database& to, Database& from)
      : to_(to),
        from_(from),
        has_(connection_of(to), "SELECT 1 FROM annotations WHERE game = ?"),
        other_has_(connection_of(from), "SELECT 1 FROM annotations WHERE game = ?") {}

  /// The game of number `from` there is number `to` here.
  void note(GameId from, GameId to) {
    if (other_has_.first({from})) games_.emplace_back(from, to);
    other_has_.reset();
  }
  /// Requires: an open write transaction, and that the games are written.
  void write() {
    for (const auto& [from, to] : games_) {
      const bool known = has_.first({to});
      has_.reset();
      if (known) continue;
      StoredAnnotation annotation = load_annotation(from_, from).value();
      const Bytes here = notes_of(to_, to);
      // Where the game kept notes of its own, the engine has written nothing into it.
      if (here != notes_of(from_, from)) annotation.own_notes = here;
      store_annotation(to_, to, annotation);
    }
  }

 private:
  static Bytes notes_of(Database& database, GameId game) {
    Statement row(connection_of(database), "SELECT notes FROM records WHERE id = ?");
    if (!row.first({game})) return {};
    return Bytes(row.blob(0).begin(), row.blob(0).end());
  }

  Database& to_;
  Database& from_;
  Statement has_, other_has_;
  std::vector<std::pair<GameId, GameId>> games_;
};

}  // namespace

MergeResult merge(Database& database, Database& other, const std::function<bool()>& keep_going) {
  MergeResult result;
  AnnotationMerge annotations(database, other);
  Importer importer(database);
  const ReadScope scope(connection_of(other));
  for (const GameId id : other.ids({})) {
    if (keep_going && !keep_going()) break;
    ++result.games;
    std::optional<PreparedGame> game;
    try {
      const std::optional<Game> stored = other.load_game(id);
      if (!stored) store::throw_damaged(store_of(other).name(), id, store::not_found);
      game = prepare(*stored);
    } catch (const DamagedGame& error) {
      result.rejected.emplace_back(error.what());
      continue;
    }
    const std::optional<Origin> origin = origin_of(other, id);
    const AddResult added = importer.add(*game, origin ? &*origin : nullptr);
    ++(added.added == Added::imported ? result.imported : result.duplicates);
    annotations.note(id, added.game);
  }
  importer.finish();
  Connection& to = connection_of(database);
  Transaction transaction(to, Transaction::Kind::write);
  annotations.write();
  Statement rows(connection_of(other),
                 "SELECT e.name, e.limits, v.key, v.score, v.mate, v.depth, v.nodes, v.lines "
                 "FROM evaluations v JOIN engines e ON e.id = v.engine");
  Statement add_engine(to, "INSERT OR IGNORE INTO engines(name, limits) VALUES (?, ?)");
  Statement add(to,
                "INSERT OR IGNORE INTO evaluations(engine, key, score, mate, depth, nodes, lines) "
                "SELECT id, ?, ?, ?, ?, ?, ? FROM engines WHERE name = ? AND limits = ?");
  for (rows.start({}); rows.step();) {
    const auto number = [&](int c) {
      return rows.is_null(c) ? Parameter(nullptr) : Parameter(rows.integer(c));
    };
    add_engine.run({rows.text(0), rows.text(1)});
    add.run({number(2), number(3), number(4), number(5), number(6), rows.blob(7), rows.text(0),
             rows.text(1)});
    result.evaluations += to.changes();
  }
  transaction.commit();
  return result;
}

}  // namespace yari
