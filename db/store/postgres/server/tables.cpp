// docs/cluster.md explains the tables; change it together with this.
#include "db/store/postgres/server/tables.h"

#include <fmt/format.h>

#include "db/store/shared/row_numbers.h"

namespace yari::pg {

// Names, starts and layouts are looked up in the memory of each program: they have no index.
const char* const home_tables = R"sql(
CREATE SCHEMA IF NOT EXISTS yari;
CREATE TABLE @.meta(name text COLLATE "C" PRIMARY KEY, value int8 NOT NULL);
CREATE TABLE @.servers(id int4 PRIMARY KEY, url text NOT NULL);
CREATE TABLE @.shards(id int4 PRIMARY KEY, server int4 NOT NULL);
CREATE TABLE @.places(first int8 PRIMARY KEY, shards bytea NOT NULL);
CREATE TABLE @.players(id int4 PRIMARY KEY, name text COLLATE "C" NOT NULL);
CREATE TABLE @.events(id int4 PRIMARY KEY, name text COLLATE "C" NOT NULL);
CREATE TABLE @.sites(id int4 PRIMARY KEY, name text COLLATE "C" NOT NULL);
CREATE TABLE @.starts(id int4 PRIMARY KEY, start text COLLATE "C" NOT NULL);
CREATE TABLE @.tag_layouts(id int4 PRIMARY KEY, layout bytea NOT NULL);
CREATE TABLE @.sources(id int4 PRIMARY KEY, source text COLLATE "C" NOT NULL);
CREATE TABLE @.engines(
  id int4 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text COLLATE "C" NOT NULL,
  limits text COLLATE "C" NOT NULL,
  UNIQUE(name, limits));
CREATE TABLE @.evaluations(
  engine int4 NOT NULL,
  key int8 NOT NULL,
  score int4,
  mate int4,
  depth int4 NOT NULL,
  nodes int8 NOT NULL,
  lines bytea NOT NULL,
  PRIMARY KEY (engine, key));
CREATE TABLE @.saved_queries(name text COLLATE "C" PRIMARY KEY, query text NOT NULL);
CREATE TABLE @.journal(
  id int8 PRIMARY KEY,
  time text NOT NULL,
  what text NOT NULL,
  kind int2 NOT NULL);
CREATE TABLE @.counted_positions(key int8 PRIMARY KEY, sfen text NOT NULL);
CREATE TABLE @.count_runs(run int8 PRIMARY KEY, bytes int8 NOT NULL);
CREATE TABLE @.counts(key int8, run int8, data bytea NOT NULL, PRIMARY KEY (key, run));
CREATE TABLE @.work_settings(
  id int4 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  engine text COLLATE "C" NOT NULL,
  settings text COLLATE "C" NOT NULL,
  UNIQUE(engine, settings));
CREATE TABLE @.work(
  game int8 PRIMARY KEY,
  token int8,
  begun int8,
  lease_end int8,
  ended int8,
  setting int4 NOT NULL,
  priority int4 NOT NULL,
  attempts int4 NOT NULL,
  state int2 NOT NULL CHECK (state BETWEEN 0 AND 3),
  worker text,
  reason text);
CREATE INDEX ON @.work(state, setting, priority DESC, game);
CREATE INDEX ON @.work(lease_end) WHERE state = 1;
INSERT INTO @.meta(name, value) VALUES
  ('version', 1), ('next_game', 1), ('next_entry', 1), ('changes', 0);
)sql";

const char* const game_columns =
    "id, source, record, sum, start, black, white, event, site, date, tag_layout, plies, variant, "
    "rules, result, ending, tag_values";

const char* const shard_tables = R"sql(
CREATE TABLE @.games(
  id int8 PRIMARY KEY,
  record int8,
  sum int8,
  source int4,
  start int4,
  black int4,
  white int4,
  event int4,
  site int4,
  date int4,
  tag_layout int4,
  plies int4 NOT NULL,
  variant int2 NOT NULL CHECK (variant BETWEEN 0 AND 1),
  rules int2 NOT NULL CHECK (rules BETWEEN 0 AND 2),
  result int2 NOT NULL CHECK (result BETWEEN 0 AND 3),
  ending int2 NOT NULL CHECK (ending BETWEEN 0 AND 15),
  tag_values bytea);
CREATE TABLE @.records(id int8 PRIMARY KEY, sums int8, moves bytea NOT NULL, notes bytea);
CREATE TABLE @.games_text(id int8 PRIMARY KEY, words tsvector NOT NULL);
CREATE INDEX ON @.games_text USING gin(words);
CREATE TABLE @.annotations(
  game int8 PRIMARY KEY,
  engine text NOT NULL,
  limits text NOT NULL,
  coefficient int4 NOT NULL,
  book_plies int4 NOT NULL,
  players text NOT NULL,
  own_sum int8,
  own_notes bytea);
CREATE TABLE @.judgements(
  game int8 NOT NULL,
  ply int4 NOT NULL,
  kind int2 NOT NULL,
  color int2 NOT NULL CHECK (color BETWEEN 0 AND 1),
  loss int4 NOT NULL,
  before int4 NOT NULL,
  after int4 NOT NULL,
  mate int4,
  move text NOT NULL,
  better text,
  PRIMARY KEY (game, ply, kind));
CREATE TABLE @.journal_games(LIKE @.games);
ALTER TABLE @.journal_games
  ADD COLUMN entry int8 NOT NULL,
  ADD COLUMN sums int8,
  ADD COLUMN moves bytea NOT NULL,
  ADD COLUMN notes bytea,
  ADD COLUMN other_record int2 NOT NULL,
  ADD PRIMARY KEY (entry, id);
CREATE TABLE @.journal_annotations(LIKE @.annotations);
ALTER TABLE @.journal_annotations ADD COLUMN entry int8 NOT NULL, ADD PRIMARY KEY (entry, game);
CREATE TABLE @.journal_judgements(LIKE @.judgements);
ALTER TABLE @.journal_judgements
  ADD COLUMN entry int8 NOT NULL, ADD PRIMARY KEY (entry, game, ply, kind);
)sql";

// Version 2: an entry says how many games it was given, and each shard what it has of them (see
// db/store/shared/journal_content.h), in the transaction that puts them there. The kind of an entry
// stands beside its games, too, so that the server can keep workers away from games that others
// have deleted.
const char* const home_version_2 = R"sql(
ALTER TABLE @.journal ADD COLUMN IF NOT EXISTS games int8;
UPDATE @.meta SET value = 2 WHERE name = 'version';
)sql";
const char* const shard_version_2 = R"sql(
ALTER TABLE @.journal_games ADD COLUMN IF NOT EXISTS kind int2 NOT NULL DEFAULT 0;
CREATE TABLE IF NOT EXISTS @.journal_parts(
  entry int8 NOT NULL,
  kind int2 NOT NULL,
  games int8 NOT NULL,
  sum int8 NOT NULL,
  PRIMARY KEY (entry, kind));
)sql";

// Version 3: positions whose moves somebody learns, and how well they are known.
const char* const home_version_3 = R"sql(
CREATE TABLE IF NOT EXISTS @.cards(
  id int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  game int8 NOT NULL,
  ply int4 NOT NULL,
  repetitions int4 NOT NULL,
  days int4 NOT NULL,
  ease int4 NOT NULL,
  reviews int4 NOT NULL,
  lapses int4 NOT NULL,
  due int4 NOT NULL,
  reviewed int4 NOT NULL,
  source int2 NOT NULL CHECK (source BETWEEN 0 AND 2),
  variant int2 NOT NULL CHECK (variant BETWEEN 0 AND 1),
  sfen text COLLATE "C" NOT NULL,
  moves text COLLATE "C" NOT NULL,
  played text COLLATE "C" NOT NULL,
  UNIQUE (source, variant, sfen));
UPDATE @.meta SET value = 3 WHERE name = 'version';
)sql";

// Version 4: cards that somebody keeps by hand.
const char* const home_version_4 = R"sql(
ALTER TABLE @.cards DROP CONSTRAINT IF EXISTS cards_source_check;
ALTER TABLE @.cards ADD CONSTRAINT cards_source_check CHECK (source BETWEEN 0 AND 3);
UPDATE @.meta SET value = 4 WHERE name = 'version';
)sql";

// Version 5: games may end by a limit of moves, which earlier programs take for damage.
std::string shard_version_5() {
  return fmt::format(R"sql(
ALTER TABLE @.games DROP CONSTRAINT IF EXISTS games_ending_check;
ALTER TABLE @.games ADD CONSTRAINT games_ending_check {};
)sql",
                     store::ending_check());
}
const char* const home_version_5 = "UPDATE @.meta SET value = 5 WHERE name = 'version'";

// Version 6: positions that wait for an evaluation, beside the games of version 1.
const char* const home_version_6 = R"sql(
CREATE TABLE IF NOT EXISTS @.position_work(
  id int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  token int8,
  begun int8,
  lease_end int8,
  ended int8,
  setting int4 NOT NULL,
  priority int4 NOT NULL,
  attempts int4 NOT NULL,
  state int2 NOT NULL CHECK (state BETWEEN 0 AND 3),
  sfen text COLLATE "C" NOT NULL,
  worker text,
  reason text,
  UNIQUE (setting, sfen));
CREATE INDEX IF NOT EXISTS position_work_order
  ON @.position_work(state, setting, priority DESC, id);
CREATE INDEX IF NOT EXISTS position_work_leases ON @.position_work(lease_end) WHERE state = 1;
UPDATE @.meta SET value = 6 WHERE name = 'version';
)sql";

// Version 7: games that a change has given other postings; those in runs of a lesser age are stale.
const char* const shard_version_7 = R"sql(
CREATE TABLE IF NOT EXISTS @.position_stale(game int8 PRIMARY KEY, age int8 NOT NULL);
CREATE TABLE IF NOT EXISTS @.content_stale(game int8 PRIMARY KEY, age int8 NOT NULL);
)sql";

// Version 8: the indexes of postings lie in the home, where each shard of a cluster had its own. A
// block stays in its row: two rows fill a page of 8192 bytes.
std::string home_version_8() {
  std::string sql = "UPDATE @.meta SET value = 8 WHERE name = 'version';";
  for (const char* name : {"position", "content"})
    sql += fmt::format(R"sql(
CREATE TABLE IF NOT EXISTS @.{0}_runs(
  slot int2 PRIMARY KEY CHECK (slot BETWEEN 0 AND 31),
  age int8 NOT NULL,
  postings int8 NOT NULL,
  blocks int8 NOT NULL);
CREATE TABLE IF NOT EXISTS @.{0}_blocks(id int8 PRIMARY KEY, data bytea NOT NULL);
ALTER TABLE @.{0}_blocks ALTER COLUMN data SET STORAGE PLAIN;
CREATE TABLE IF NOT EXISTS @.{0}_stale(game int8 PRIMARY KEY, age int8 NOT NULL);
)sql",
                       name);
  return sql;
}
// Version 9: the text that the words of comments were made from, for phrases (words.h). Rows of an
// earlier version have none until they are rebuilt.
const char* const shard_version_9 =
    "ALTER TABLE @.games_text ADD COLUMN IF NOT EXISTS spelled text COLLATE \"C\"";
const char* const home_version_9 = "UPDATE @.meta SET value = 9 WHERE name = 'version'";

// Version 10: positions of very many games are counted by year and result, too.
const char* const home_version_10 = R"sql(
ALTER TABLE @.counted_positions ADD COLUMN IF NOT EXISTS by_part int2 NOT NULL DEFAULT 0;
ALTER TABLE @.counts ADD COLUMN IF NOT EXISTS part int4 NOT NULL DEFAULT 0;
ALTER TABLE @.counts DROP CONSTRAINT IF EXISTS counts_pkey;
ALTER TABLE @.counts ADD PRIMARY KEY (key, part, run);
UPDATE @.meta SET value = 10 WHERE name = 'version';
)sql";
const char* const shard_without_indexes = R"sql(
DROP TABLE IF EXISTS @.position_runs, @.position_blocks, @.position_stale,
  @.content_runs, @.content_blocks, @.content_stale;
)sql";

}  // namespace yari::pg
