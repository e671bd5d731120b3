// The table of evaluations.
#include "db/evaluation_cache.h"

#include <fmt/format.h>

#include "db/codec/notes_blob.h"
#include "db/database_impl.h"

namespace yari {

struct EvaluationCache::Impl {
  Impl(Connection& c, Variant v, std::string_view engine_name, std::string_view engine_limits)
      : connection(c),
        variant(v),
        engine(engine_name),
        limits(engine_limits),
        find_engine(c, "SELECT id FROM engines WHERE name = ? AND limits = ?"),
        insert_engine(c, "INSERT OR IGNORE INTO engines(name, limits) VALUES (?, ?)"),
        find(c,
             "SELECT v.lines FROM evaluations v JOIN engines e ON e.id = v.engine "
             "WHERE e.name = ? AND e.limits = ? AND v.key = ?"),
        insert(c,
               "INSERT OR REPLACE INTO evaluations(engine, key, score, mate, depth, nodes, lines) "
               "VALUES (?, ?, ?, ?, ?, ?, ?)"),
        remove(c, "DELETE FROM evaluations WHERE engine = ? AND key = ?") {}

  std::int64_t engine_number() {
    if (!find_engine.first({engine, limits})) {
      insert_engine.run({engine, limits});
      find_engine.first({engine, limits});
    }
    const std::int64_t id = find_engine.integer(0);
    find_engine.reset();
    return id;
  }

  Connection& connection;
  Variant variant;
  std::string engine, limits;
  Statement find_engine, insert_engine, find, insert, remove;
};

EvaluationCache::EvaluationCache(Database& database, Variant variant, std::string_view engine,
                                 std::string_view limits)
    : impl_(std::make_unique<Impl>(connection_of(database), variant, engine, limits)) {}
EvaluationCache::~EvaluationCache() = default;

std::optional<std::vector<Evaluation>> EvaluationCache::find(Key position) {
  Impl& m = *impl_;
  if (!m.find.first({m.engine, m.limits, position})) return std::nullopt;
  auto lines = decode_evaluations(m.find.blob(0), m.variant);
  m.find.reset();
  if (!lines) {
    throw DamagedEvaluation(fmt::format("{}: the stored evaluation of position {:#018x} is damaged",
                                        m.connection.file().string(), position));
  }
  return *std::move(lines);
}

void EvaluationCache::store(Key position, const std::vector<Evaluation>& lines) {
  Impl& m = *impl_;
  // The annotation that is stored later makes it safe; alone it can be computed again.
  const WithoutSync quick(m.connection);
  WriteScope scope(m.connection);
  const Evaluation best = lines.empty() ? Evaluation{} : lines.front();
  const Parameter score(best.score);
  const bool scored = !lines.empty() && !best.mate, mated = !lines.empty() && best.mate;
  const Bytes blob = encode_evaluations(lines);
  m.insert.run({m.engine_number(), position, scored ? score : Parameter(nullptr),
                mated ? score : Parameter(nullptr), best.depth, best.nodes, blob});
  scope.commit();
}

void EvaluationCache::remove(Key position) {
  impl_->remove.run({impl_->engine_number(), position});
}

std::vector<std::string> limits_in_cache(Database& database, std::string_view engine) {
  Statement find(connection_of(database), "SELECT limits FROM engines WHERE name = ?");
  std::vector<std::string> all;
  for (find.start({engine}); find.step();) all.emplace_back(find.text(0));
  return all;
}

}  // namespace yari
