// Evaluations and queries are single rows; names are found by the index of words.
#include "db/store/sqlite/small_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "db/codec/notes_blob.h"
#include "db/codec/utf8.h"

namespace yari {

EvaluationTable::EvaluationTable(Connection& c)
    : connection_(c),
      find_engine_(c, "SELECT id FROM engines WHERE name = ? AND limits = ?"),
      insert_engine_(c, "INSERT OR IGNORE INTO engines(name, limits) VALUES (?, ?)"),
      find_(c,
            "SELECT v.lines FROM evaluations v JOIN engines e ON e.id = v.engine "
            "WHERE e.name = ? AND e.limits = ? AND v.key = ?"),
      replace_(c,
               "INSERT OR REPLACE INTO evaluations(engine, key, score, mate, depth, nodes, lines) "
               "VALUES (?, ?, ?, ?, ?, ?, ?)"),
      insert_(c,
              "INSERT OR IGNORE INTO evaluations(engine, key, score, mate, depth, nodes, lines) "
              "VALUES (?, ?, ?, ?, ?, ?, ?)"),
      remove_(c,
              "DELETE FROM evaluations WHERE key = ? AND engine IN "
              "(SELECT id FROM engines WHERE name = ? AND limits = ?)") {}

std::optional<Bytes> EvaluationTable::find(const store::EvaluatedBy& by, Key position) {
  if (!find_->first({by.engine, by.limits, position})) return std::nullopt;
  const ResetAtEnd open(*find_);
  const ByteView lines = find_->blob(0);
  return Bytes(lines.begin(), lines.end());
}

std::vector<store::EvaluatedBy> EvaluationTable::kinds() {
  Statement rows(connection_, "SELECT name, limits FROM engines");
  std::vector<store::EvaluatedBy> all;
  for (rows.start({}); rows.step();)
    all.push_back({std::string(rows.text(0)), std::string(rows.text(1))});
  return all;
}

std::int64_t EvaluationTable::engine_number(const store::EvaluatedBy& by) {
  if (!find_engine_->first({by.engine, by.limits})) {
    insert_engine_->run({by.engine, by.limits});
    find_engine_->first({by.engine, by.limits});
  }
  const std::int64_t id = find_engine_->integer(0);
  find_engine_->reset();
  return id;
}

void EvaluationTable::each(const std::function<void(const store::StoredEvaluation&)>& visit) {
  Statement rows(connection_,
                 "SELECT e.name, e.limits, v.key, v.score, v.mate, v.depth, v.nodes, v.lines "
                 "FROM evaluations v JOIN engines e ON e.id = v.engine");
  const auto number = [&](int c) {
    return rows.is_null(c) ? std::nullopt : std::optional(rows.integer(c));
  };
  for (rows.start({}); rows.step();) {
    const ByteView lines = rows.blob(7);
    visit({{std::string(rows.text(0)), std::string(rows.text(1))},
           static_cast<Key>(rows.integer(2)),
           number(3),
           number(4),
           rows.integer(5),
           rows.integer(6),
           Bytes(lines.begin(), lines.end())});
  }
}

void EvaluationTable::write(Statement& insert, const store::StoredEvaluation& e) {
  insert.run({engine_number(e.by), e.position, e.score, e.mate, e.depth, e.nodes, e.lines});
}

void EvaluationTable::store(const store::StoredEvaluation& evaluation) {
  write(*replace_, evaluation);
}

bool EvaluationTable::add(const store::StoredEvaluation& evaluation) {
  write(*insert_, evaluation);
  return connection_.changes() > 0;
}

void EvaluationTable::remove(const store::EvaluatedBy& by, Key position) {
  remove_->run({position, by.engine, by.limits});
}

// A key does not say which game its position is of; the squares and pieces of Shogi hold those of
// both.
std::vector<std::string> EvaluationTable::faults(std::size_t most) {
  std::vector<std::string> faults;
  Statement rows(connection_, "SELECT engine, key, lines FROM evaluations");
  for (rows.start({}); rows.step() && faults.size() < most;) {
    if (decode_evaluations(rows.blob(2), Variant::shogi)) continue;
    faults.push_back(fmt::format("evaluations: the lines of engine {} for key {} are damaged",
                                 rows.integer(0), rows.integer(1)));
  }
  return faults;
}

std::optional<std::string> QueryTable::find(const std::string& name) {
  Statement row(connection_, "SELECT query FROM saved_queries WHERE name = ?");
  if (!row.first({name})) return std::nullopt;
  return to_valid_utf8(row.text(0));
}

std::vector<std::pair<std::string, std::string>> QueryTable::all() {
  std::vector<std::pair<std::string, std::string>> all;
  Statement rows(connection_, "SELECT name, query FROM saved_queries ORDER BY name");
  for (rows.start({}); rows.step();) {
    all.emplace_back(to_valid_utf8(rows.text(0)), to_valid_utf8(rows.text(1)));
  }
  return all;
}

void QueryTable::store(const std::string& name, const std::string& query) {
  Statement(connection_, "INSERT OR REPLACE INTO saved_queries(name, query) VALUES (?, ?)")
      .run({name, query});
}

bool QueryTable::remove(const std::string& name) {
  Statement(connection_, "DELETE FROM saved_queries WHERE name = ?").run({name});
  return connection_.changes() > 0;
}

namespace {

/// A phrase at the beginning of the text, of whose last word the beginning is enough.
std::string beginning_of_text(std::string_view typed) {
  std::string text = "^ \"";
  for (const char c : typed) text += c == '"' ? std::string("\"\"") : std::string(1, c);
  return text + "\" *";
}

bool has_word(std::string_view typed) {
  return std::ranges::any_of(typed, [](unsigned char c) { return std::isalnum(c) || c >= 0x80; });
}

}  // namespace

std::vector<std::string> NameSearch::beginning(NameKind kind, std::string_view typed, int most) {
  const char* table = kind == NameKind::player ? "players" : "events";
  const bool by_word = has_word(typed);
  Statement find(
      connection_,
      by_word ? fmt::format("SELECT name FROM {0} WHERE id IN (SELECT rowid FROM {0}_text "
                            "WHERE {0}_text MATCH ? LIMIT ?) ORDER BY name",
                            table)
              : fmt::format("SELECT name FROM {} WHERE ? = '' ORDER BY name LIMIT ?", table));
  std::vector<std::string> names;
  const std::string words = by_word ? beginning_of_text(typed) : std::string(typed);
  for (find.start({words, std::int64_t{most}}); find.step();) names.emplace_back(find.text(0));
  return names;
}

std::optional<std::string> NameSearch::player(std::int64_t number) {
  if (!player_->first({number})) return std::nullopt;
  const ResetAtEnd open(*player_);
  return to_valid_utf8(player_->text(0));
}

}  // namespace yari
