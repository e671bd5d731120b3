// Evaluations of all workers go to one table; none is analysed twice.
#include "db/store/postgres/small_tables.h"

#include <fmt/format.h>

#include <algorithm>

#include "db/codec/notes_blob.h"
#include "db/query/names.h"

namespace yari::pg {

EvaluationTable::EvaluationTable(const Shards& shards)
    : home_(shards.home()),
      find_(home_.statement("SELECT v.lines FROM @.evaluations v JOIN @.engines e "
                            "ON e.id = v.engine WHERE e.name = $1 AND e.limits = $2 "
                            "AND v.key = $3")),
      replace_(home_.statement(
          "INSERT INTO @.evaluations(engine, key, score, mate, depth, nodes, lines) "
          "VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (engine, key) DO UPDATE SET "
          "score = EXCLUDED.score, mate = EXCLUDED.mate, depth = EXCLUDED.depth, "
          "nodes = EXCLUDED.nodes, lines = EXCLUDED.lines")),
      insert_(home_.statement(
          "INSERT INTO @.evaluations(engine, key, score, mate, depth, nodes, lines) "
          "VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING")),
      remove_(home_.statement("DELETE FROM @.evaluations WHERE key = $1 AND engine IN "
                              "(SELECT id FROM @.engines WHERE name = $2 AND limits = $3)")) {}

std::optional<Bytes> EvaluationTable::find(const store::EvaluatedBy& by, Key position) {
  if (!find_.first({by.engine, by.limits, position})) return std::nullopt;
  const ByteView lines = find_.blob(0);
  return Bytes(lines.begin(), lines.end());
}

std::vector<store::EvaluatedBy> EvaluationTable::kinds() {
  Statement rows = home_.statement("SELECT name, limits FROM @.engines");
  std::vector<store::EvaluatedBy> all;
  for (rows.start({}); rows.step();)
    all.push_back({std::string(rows.text(0)), std::string(rows.text(1))});
  return all;
}

std::int64_t EvaluationTable::engine_number(const store::EvaluatedBy& by) {
  std::int64_t& known = engines_[{by.engine, by.limits}];
  if (known != 0) return known;
  home_.statement("INSERT INTO @.engines(name, limits) VALUES ($1, $2) ON CONFLICT DO NOTHING")
      .run({by.engine, by.limits});
  Statement find = home_.statement("SELECT id FROM @.engines WHERE name = $1 AND limits = $2");
  find.first({by.engine, by.limits});
  return known = find.integer(0);
}

void EvaluationTable::each(const std::function<void(const store::StoredEvaluation&)>& visit) {
  Stream rows(*home_.connection,
              home_.sql("SELECT e.name, e.limits, v.key, v.score, v.mate, v.depth, v.nodes, "
                        "v.lines FROM @.evaluations v JOIN @.engines e ON e.id = v.engine "
                        "ORDER BY v.engine, v.key"));
  while (rows.step()) {
    const Statement& row = rows.row();
    const auto number = [&](int c) {
      return row.is_null(c) ? std::nullopt : std::optional(row.integer(c));
    };
    const ByteView lines = row.blob(7);
    visit({{std::string(row.text(0)), std::string(row.text(1))},
           static_cast<Key>(row.integer(2)),
           number(3),
           number(4),
           row.integer(5),
           row.integer(6),
           Bytes(lines.begin(), lines.end())});
  }
}

void EvaluationTable::write(Statement& insert, const store::StoredEvaluation& e) {
  insert.run({engine_number(e.by), e.position, e.score, e.mate, e.depth, e.nodes, e.lines});
}

void EvaluationTable::store(const store::StoredEvaluation& evaluation) {
  write(replace_, evaluation);
}

bool EvaluationTable::add(const store::StoredEvaluation& evaluation) {
  write(insert_, evaluation);
  return home_.connection->changes() > 0;
}

void EvaluationTable::remove(const store::EvaluatedBy& by, Key position) {
  remove_.run({position, by.engine, by.limits});
}

std::vector<std::string> EvaluationTable::faults(std::size_t most) {
  std::vector<std::string> faults;
  Stream rows(*home_.connection, home_.sql("SELECT engine, key, lines FROM @.evaluations"));
  while (rows.step() && faults.size() < most)
    if (!decode_evaluations(rows.row().blob(2), Variant::shogi))
      faults.push_back(fmt::format("evaluations: the lines of engine {} for key {} are damaged",
                                   rows.row().integer(0), rows.row().integer(1)));
  return faults;
}

std::optional<std::string> QueryTable::find(const std::string& name) {
  Statement row = home_.statement("SELECT query FROM @.saved_queries WHERE name = $1");
  if (!row.first({name})) return std::nullopt;
  return std::string(row.text(0));
}

std::vector<std::pair<std::string, std::string>> QueryTable::all() {
  std::vector<std::pair<std::string, std::string>> all;
  Statement rows = home_.statement("SELECT name, query FROM @.saved_queries ORDER BY name");
  for (rows.start({}); rows.step();)
    all.emplace_back(std::string(rows.text(0)), std::string(rows.text(1)));
  return all;
}

void QueryTable::store(const std::string& name, const std::string& query) {
  home_
      .statement(
          "INSERT INTO @.saved_queries(name, query) VALUES ($1, $2) "
          "ON CONFLICT (name) DO UPDATE SET query = EXCLUDED.query")
      .run({name, query});
}

bool QueryTable::remove(const std::string& name) {
  home_.statement("DELETE FROM @.saved_queries WHERE name = $1").run({name});
  return home_.connection->changes() > 0;
}

// The words of what was typed begin the name, and the beginning of the last is enough.
std::vector<std::string> NameSearch::beginning(NameKind kind, std::string_view typed, int most) {
  NumberedTexts& table = kind == NameKind::player ? names_.players : names_.events;
  const std::string folded = query::fold(typed);
  const std::vector<std::string_view> wanted = query::words_in(folded);
  std::vector<std::string> found;
  if (wanted.empty() && !typed.empty()) return found;
  table.each([&](std::int64_t, const std::string& name) {
    const std::string folded_name = query::fold(name);
    const std::vector<std::string_view> words = query::words_in(folded_name);
    if (words.size() < wanted.size()) return;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      const bool last = i + 1 == wanted.size();
      if (last ? !words[i].starts_with(wanted[i]) : words[i] != wanted[i]) return;
    }
    found.push_back(name);
  });
  std::ranges::sort(found);
  if (std::ssize(found) > most) found.resize(static_cast<std::size_t>(std::max(0, most)));
  return found;
}

std::optional<std::string> NameSearch::player(std::int64_t number) {
  const std::string* const name = names_.players.text(number);
  return name == nullptr ? std::nullopt : std::optional(*name);
}

std::optional<Origin> OriginReader::of(GameId game) {
  const auto shard = shards_.of_game(game);
  if (!shard) return std::nullopt;
  Statement row = shards_[*shard].statement(
      "SELECT source, record, sum FROM @.games WHERE id = $1 AND source IS NOT NULL");
  if (!row.first({game})) return std::nullopt;
  const std::string* const source = names_.sources.text(row.integer(0));
  const std::size_t end = source == nullptr ? std::string::npos : source->find(source_separator);
  if (end == std::string::npos) return std::nullopt;
  return Origin{source->substr(0, end), source->substr(end + 1), row.integer(1),
                static_cast<std::uint32_t>(row.integer(2))};
}

std::vector<OriginalGame> OriginReader::games_from(const std::string& file,
                                                   const std::string& member) {
  std::optional<std::int64_t> source;
  names_.sources.each([&](std::int64_t id, const std::string& text) {
    if (text == file + source_separator + member) source = id;
  });
  std::vector<OriginalGame> games;
  if (!source) return games;
  Fan rows(shards_, "SELECT id, record, sum FROM @.games WHERE source = $1");
  rows.start({*source});
  while (const Statement* const row = rows.next())
    games.push_back(
        {row->integer(0), row->integer(1), static_cast<std::uint32_t>(row->integer(2))});
  std::ranges::sort(games, {}, &OriginalGame::game);
  return games;
}

}  // namespace yari::pg
