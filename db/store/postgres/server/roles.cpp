// docs/cluster.md has the same table; a test compares it with what a server says.
#include "db/store/postgres/server/roles.h"

#include <fmt/format.h>

#include <array>
#include <span>

namespace yari::pg {

namespace {

/// A row of VALUES.
using Row = std::array<const char*, 3>;

/// A table, and what yari_worker and yari_writer may do with it besides reading it.
constexpr Row table_rights[] = {
    // Who may lock meta may begin a batch: that needs the right to change it.
    {"meta", "UPDATE", "INSERT, UPDATE, DELETE"},
    {"servers", "", ""},
    {"shards", "", ""},
    {"places", "", "INSERT, UPDATE"},
    {"players", "", "INSERT"},
    {"events", "", "INSERT"},
    {"sites", "", "INSERT"},
    {"starts", "", "INSERT"},
    {"tag_layouts", "", "INSERT"},
    {"sources", "", "INSERT"},
    {"engines", "INSERT", "INSERT"},
    {"evaluations", "INSERT, UPDATE", "INSERT, UPDATE, DELETE"},
    {"saved_queries", "", "INSERT, UPDATE, DELETE"},
    {"cards", "", "INSERT, UPDATE, DELETE"},
    {"counted_positions", "", "INSERT, DELETE"},
    {"count_runs", "", "INSERT, UPDATE, DELETE"},
    {"counts", "", "INSERT, DELETE"},
    {"work_settings", "", "INSERT"},
    {"work", "UPDATE (state, attempts, worker, token, begun, lease_end, ended, reason)",
     "INSERT, UPDATE, DELETE"},
    {"position_work", "UPDATE (state, attempts, worker, token, begun, lease_end, ended, reason)",
     "INSERT, UPDATE, DELETE"},
    {"games", "", "INSERT, UPDATE, DELETE"},
    {"records", "UPDATE (notes, sums)", "INSERT, UPDATE, DELETE"},
    {"games_text", "INSERT, UPDATE, DELETE", "INSERT, UPDATE, DELETE"},
    {"position_runs", "", "INSERT, DELETE"},
    {"position_blocks", "", "INSERT, DELETE"},
    {"content_runs", "", "INSERT, DELETE"},
    {"content_blocks", "", "INSERT, DELETE"},
    {"position_stale", "", "INSERT, UPDATE, DELETE"},
    {"content_stale", "", "INSERT, UPDATE, DELETE"},
    {"annotations", "INSERT, UPDATE, DELETE", "INSERT, UPDATE, DELETE"},
    {"judgements", "INSERT, DELETE", "INSERT, DELETE"},
    {"journal", "INSERT, UPDATE (games)", "INSERT, UPDATE (games), DELETE"},
    {"journal_games", "INSERT", "INSERT, DELETE"},
    {"journal_annotations", "INSERT", "INSERT, DELETE"},
    {"journal_judgements", "INSERT", "INSERT, DELETE"},
    {"journal_parts", "INSERT, UPDATE", "INSERT, UPDATE, DELETE"},
};

/// A table, a role, and which of its rows that role may write; it reads all of them.
///
/// Numbers have a bound, so that a worker cannot use up those of others.
constexpr Row row_rights[] = {
    {"meta", "yari_worker",
     "name IN ('changes', 'next_entry') AND value BETWEEN 0 AND 281474976710655"},
    {"meta", "yari_writer", "name <> 'version'"},
    {"journal", "yari_worker", "kind = 1 AND id BETWEEN 0 AND 281474976710655"},
    {"journal", "yari_writer", "true"},
    {"journal_games", "yari_worker", "kind = 1 AND entry BETWEEN 0 AND 281474976710655"},
    {"journal_games", "yari_writer", "true"},
    {"journal_parts", "yari_worker", "kind = 1 AND entry BETWEEN 0 AND 281474976710655"},
    {"journal_parts", "yari_writer", "true"},
};

std::string quoted(std::string_view text) {
  std::string all = "'";
  for (const char c : text) all += c == '\'' ? "''" : std::string(1, c);
  return all + "'";
}

std::string values_of(std::span<const Row> rows) {
  std::string all;
  for (const auto& [table, second, third] : rows)
    all += fmt::format("{}\n      ({}, {}, {})", all.empty() ? "" : ",", quoted(table),
                       quoted(second), quoted(third));
  return all;
}

// Functions of a schema that others can write to may fit better than the server's own.
constexpr const char* safe_path = "SET LOCAL search_path = pg_catalog, pg_temp;\n";

constexpr const char* make_roles = R"sql(DO $$
DECLARE
  role text;
BEGIN
  FOREACH role IN ARRAY ARRAY['yari_reader', 'yari_worker', 'yari_writer', 'yari_owner'] LOOP
    IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = role) THEN
      EXECUTE format('CREATE ROLE %I NOLOGIN', role);
    END IF;
  END LOOP;
  EXECUTE format('GRANT CREATE ON DATABASE %I TO yari_owner', current_database());
END $$;
)sql";

/// What anybody else was given before is taken away first.
constexpr const char* give_rights = R"sql(DO $$
DECLARE
  place text;
  others text := 'PUBLIC, yari_reader, yari_worker, yari_writer';
  r record;
BEGIN
  FOR place IN SELECT nspname FROM pg_namespace WHERE nspname ~ '^yari(_shard_[0-9]+)?$' LOOP
    EXECUTE format('REVOKE ALL ON SCHEMA %I FROM ', place) || others;
    EXECUTE format('REVOKE ALL ON ALL TABLES IN SCHEMA %I FROM ', place) || others;
    EXECUTE format('REVOKE ALL ON ALL SEQUENCES IN SCHEMA %I FROM ', place) || others;
    EXECUTE format('REVOKE ALL ON ALL ROUTINES IN SCHEMA %I FROM ', place) || others;
    EXECUTE format('GRANT USAGE ON SCHEMA %I TO yari_reader, yari_worker, yari_writer', place);
    EXECUTE format('GRANT ALL ON SCHEMA %I TO yari_owner', place);
    EXECUTE format('GRANT ALL ON ALL TABLES IN SCHEMA %I TO yari_owner', place);
    FOR r IN SELECT v.* FROM (VALUES{rights}) AS v(name, worker, writer)
      WHERE to_regclass(format('%I.%I', place, v.name)) IS NOT NULL LOOP
      EXECUTE format('GRANT SELECT ON %I.%I TO yari_reader, yari_worker, yari_writer', place, r.name);
      IF r.worker <> '' THEN
        EXECUTE format('GRANT %s ON %I.%I TO yari_worker', r.worker, place, r.name);
      END IF;
      IF r.writer <> '' THEN
        EXECUTE format('GRANT %s ON %I.%I TO yari_writer', r.writer, place, r.name);
      END IF;
    END LOOP;
    FOR r IN SELECT tablename, policyname FROM pg_policies WHERE schemaname = place LOOP
      EXECUTE format('DROP POLICY %I ON %I.%I', r.policyname, place, r.tablename);
    END LOOP;
    FOR r IN SELECT v.*, row_number() OVER (PARTITION BY name) AS number
      FROM (VALUES{rows}) AS v(name, role, condition)
      WHERE to_regclass(format('%I.%I', place, v.name)) IS NOT NULL LOOP
      IF r.number = 1 THEN
        EXECUTE format('ALTER TABLE %I.%I ENABLE ROW LEVEL SECURITY', place, r.name);
        EXECUTE format('CREATE POLICY all_read ON %I.%I FOR SELECT USING (true)', place, r.name);
        EXECUTE format('CREATE POLICY owner_writes ON %I.%I TO yari_owner USING (true)', place, r.name);
      END IF;
      EXECUTE format('CREATE POLICY %I ON %I.%I TO %I USING (%s)', r.role || '_writes', place,
        r.name, r.role, r.condition);
    END LOOP;
  END LOOP;
END $$;
)sql";

std::string sql_of_rights() {
  std::string sql = give_rights;
  const auto put = [&](std::string_view mark, const std::string& values) {
    sql.replace(sql.find(mark), mark.size(), values);
  };
  put("{rights}", values_of(table_rights));
  put("{rows}", values_of(row_rights));
  return sql;
}

}  // namespace

std::string sql_of_roles() {
  return "-- For every server of the cluster:\n"
         "-- yari cluster roles | psql postgresql://owner@server/games\n"
         "BEGIN;\n" +
         std::string(safe_path) + make_roles + sql_of_rights() + "COMMIT;\n";
}

void apply_rights(Connection& server) {
  if (server.integer("SELECT count(*) FROM pg_roles WHERE rolname IN "
                     "('yari_reader', 'yari_worker', 'yari_writer', 'yari_owner')") == 4)
    server.execute(sql_of_rights());
}

}  // namespace yari::pg
