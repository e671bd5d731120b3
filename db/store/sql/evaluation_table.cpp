// Evaluations of all workers go to one table; none is analysed twice.
#include "db/store/sql/evaluation_table.h"

#include <fmt/format.h>

#include "db/codec/notes_blob.h"

namespace yari::sql {

namespace {

/// `on_conflict`: what happens to an evaluation that is there.
std::string insert_evaluation(const char* on_conflict) {
  return fmt::format(
      "INSERT INTO @.evaluations(engine, key, score, mate, depth, nodes, lines) VALUES "
      "((SELECT id FROM @.engines WHERE name = $1 AND limits = $2), $3, $4, $5, $6, $7, $8) "
      "ON CONFLICT {}",
      on_conflict);
}

}  // namespace

EvaluationTable::EvaluationTable(Tables& tables)
    : tables_(tables),
      find_(tables,
            "SELECT v.lines FROM @.evaluations v JOIN @.engines e ON e.id = v.engine "
            "WHERE e.name = $1 AND e.limits = $2 AND v.key = $3"),
      // A number is spent on every row that is tried, even on one that is there.
      add_engine_(tables,
                  "INSERT INTO @.engines(name, limits) SELECT CAST($1 AS text), CAST($2 AS text) "
                  "WHERE NOT EXISTS (SELECT 1 FROM @.engines WHERE name = $1 AND limits = $2) "
                  "ON CONFLICT DO NOTHING"),
      replace_(tables, insert_evaluation("(engine, key) DO UPDATE SET score = EXCLUDED.score, "
                                         "mate = EXCLUDED.mate, depth = EXCLUDED.depth, "
                                         "nodes = EXCLUDED.nodes, lines = EXCLUDED.lines")),
      insert_(tables, insert_evaluation("DO NOTHING")),
      remove_(tables,
              "DELETE FROM @.evaluations WHERE key = $1 AND engine IN "
              "(SELECT id FROM @.engines WHERE name = $2 AND limits = $3)") {}

std::optional<Bytes> EvaluationTable::find(const store::EvaluatedBy& by, Key position) const {
  const ResetAtEnd open(*find_);
  if (!find_->first({by.engine, by.limits, position})) return std::nullopt;
  const ByteView lines = find_->blob(0);
  return Bytes(lines.begin(), lines.end());
}

std::vector<store::EvaluatedBy> EvaluationTable::kinds() const {
  const auto rows = tables_.read("SELECT name, limits FROM @.engines");
  std::vector<store::EvaluatedBy> all;
  while (rows->step()) all.push_back({std::string(rows->text(0)), std::string(rows->text(1))});
  return all;
}

void EvaluationTable::each(const std::function<void(const store::StoredEvaluation&)>& visit) const {
  const auto rows = tables_.read(
      "SELECT e.name, e.limits, v.key, v.score, v.mate, v.depth, v.nodes, v.lines "
      "FROM @.evaluations v JOIN @.engines e ON e.id = v.engine");
  const auto number = [&](int column) {
    return rows->is_null(column) ? std::nullopt : std::optional(rows->integer(column));
  };
  while (rows->step()) {
    const ByteView lines = rows->blob(7);
    visit({{std::string(rows->text(0)), std::string(rows->text(1))},
           static_cast<Key>(rows->integer(2)),
           number(3),
           number(4),
           rows->integer(5),
           rows->integer(6),
           Bytes(lines.begin(), lines.end())});
  }
}

void EvaluationTable::write(Statement& insert, const store::StoredEvaluation& e) {
  add_engine_->run({e.by.engine, e.by.limits});
  insert.run({e.by.engine, e.by.limits, e.position, e.score, e.mate, e.depth, e.nodes, e.lines});
}

void EvaluationTable::store(const store::StoredEvaluation& evaluation) {
  write(*replace_, evaluation);
}

bool EvaluationTable::add(const store::StoredEvaluation& evaluation) {
  write(*insert_, evaluation);
  return tables_.changes() > 0;
}

void EvaluationTable::remove(const store::EvaluatedBy& by, Key position) {
  remove_->run({position, by.engine, by.limits});
}

// A key does not say which game its position is of; the squares and pieces of Shogi hold those of
// both.
std::vector<std::string> EvaluationTable::faults(std::size_t most) const {
  std::vector<std::string> faults;
  const auto rows = tables_.read("SELECT engine, key, lines FROM @.evaluations");
  while (faults.size() < most && rows->step())
    if (!decode_evaluations(rows->blob(2), Variant::shogi))
      faults.push_back(fmt::format("evaluations: the lines of engine {} for key {} are damaged",
                                   rows->integer(0), rows->integer(1)));
  return faults;
}

}  // namespace yari::sql
