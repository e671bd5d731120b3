// The tables, as SQL, one text per schema version.
#include "db/store/sqlite/file/tables.h"

namespace yari {

const char* const word_tables = R"sql(
CREATE TABLE variants(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE rule_sets(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE results(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE endings(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE judgement_kinds(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
)sql";

// Version 1. The page docs/storage.md explains each table; change it together with this.
const char* const version_1 = R"sql(
CREATE TABLE meta(name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE variants(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE rule_sets(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE results(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE endings(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;

CREATE TABLE players(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE events(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE sites(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;

CREATE TABLE starts(
  id INTEGER PRIMARY KEY,
  variant INTEGER NOT NULL,
  sfen TEXT NOT NULL,
  handicap TEXT,
  UNIQUE(variant, sfen)) STRICT;
CREATE TABLE tag_layouts(id INTEGER PRIMARY KEY, layout BLOB NOT NULL UNIQUE) STRICT;

CREATE TABLE games(
  id INTEGER PRIMARY KEY,
  variant INTEGER NOT NULL CHECK (variant BETWEEN 0 AND 1),
  rules INTEGER NOT NULL CHECK (rules BETWEEN 0 AND 2),
  start INTEGER REFERENCES starts,
  black INTEGER REFERENCES players,
  white INTEGER REFERENCES players,
  event INTEGER REFERENCES events,
  site INTEGER REFERENCES sites,
  date INTEGER,
  result INTEGER NOT NULL CHECK (result BETWEEN 0 AND 3),
  ending INTEGER NOT NULL CHECK (ending BETWEEN 0 AND 15),
  plies INTEGER NOT NULL,
  tag_layout INTEGER REFERENCES tag_layouts,
  tag_values BLOB) STRICT;
CREATE TABLE records(
  id INTEGER PRIMARY KEY REFERENCES games ON DELETE CASCADE,
  moves BLOB NOT NULL,
  notes BLOB) STRICT;

CREATE TABLE engines(
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  limits TEXT NOT NULL,
  UNIQUE(name, limits)) STRICT;
CREATE TABLE evaluations(
  engine INTEGER NOT NULL REFERENCES engines ON DELETE CASCADE,
  key INTEGER NOT NULL,
  score INTEGER,
  mate INTEGER,
  depth INTEGER NOT NULL,
  nodes INTEGER NOT NULL,
  lines BLOB NOT NULL,
  PRIMARY KEY (engine, key)) STRICT, WITHOUT ROWID;

CREATE VIEW games_view AS
  SELECT g.id, v.name AS variant, rs.name AS rules, s.sfen AS start, s.handicap,
    b.name AS black, w.name AS white, e.name AS event, si.name AS site,
    CASE
      WHEN g.date % 10000 = 0 THEN printf('%04d', g.date / 10000)
      WHEN g.date % 100 = 0 THEN printf('%04d-%02d', g.date / 10000, g.date / 100 % 100)
      WHEN g.date IS NOT NULL
        THEN printf('%04d-%02d-%02d', g.date / 10000, g.date / 100 % 100, g.date % 100)
    END AS date,
    r.name AS result, en.name AS ending, g.plies
  FROM games g
    JOIN variants v ON v.id = g.variant
    JOIN rule_sets rs ON rs.id = g.rules
    JOIN results r ON r.id = g.result
    JOIN endings en ON en.id = g.ending
    LEFT JOIN starts s ON s.id = g.start
    LEFT JOIN players b ON b.id = g.black
    LEFT JOIN players w ON w.id = g.white
    LEFT JOIN events e ON e.id = g.event
    LEFT JOIN sites si ON si.id = g.site;

CREATE VIEW players_view AS
  SELECT p.name, count(*) AS games,
    sum(side = 'black') AS as_black,
    sum(result = CASE side WHEN 'black' THEN 1 ELSE 2 END) AS wins,
    sum(result = 3) AS draws,
    sum(result = CASE side WHEN 'black' THEN 2 ELSE 1 END) AS losses,
    min(date) AS first_date, max(date) AS last_date
  FROM (SELECT black AS player, 'black' AS side, result, date FROM games
        UNION ALL SELECT white, 'white', result, date FROM games) AS played
    JOIN players p ON p.id = played.player
  GROUP BY p.id;

CREATE VIEW evaluations_view AS
  SELECT e.key, n.name AS engine, n.limits, e.score, e.mate, e.depth, e.nodes
  FROM evaluations e JOIN engines n ON n.id = e.engine;
)sql";

// The rest of version 1: what can be made from the other tables, by itself so that it can be made
// again.
const char* const text_tables = R"sql(
CREATE VIRTUAL TABLE players_text USING fts5(
  name, content='players', content_rowid='id', tokenize='unicode61 remove_diacritics 2');
CREATE VIRTUAL TABLE events_text USING fts5(
  name, content='events', content_rowid='id', tokenize='unicode61 remove_diacritics 2');
CREATE VIRTUAL TABLE sites_text USING fts5(
  name, content='sites', content_rowid='id', tokenize='unicode61 remove_diacritics 2');
CREATE VIRTUAL TABLE games_text USING fts5(
  text, content='', tokenize='unicode61 remove_diacritics 2');
)sql";
const char* const index_tables = R"sql(
CREATE TABLE position_runs(
  slot INTEGER PRIMARY KEY CHECK (slot BETWEEN 0 AND 31),
  age INTEGER NOT NULL UNIQUE,
  postings INTEGER NOT NULL,
  blocks INTEGER NOT NULL) STRICT;
CREATE TABLE position_blocks(id INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT;
CREATE TABLE content_runs(
  slot INTEGER PRIMARY KEY CHECK (slot BETWEEN 0 AND 31),
  age INTEGER NOT NULL UNIQUE,
  postings INTEGER NOT NULL,
  blocks INTEGER NOT NULL) STRICT;
CREATE TABLE content_blocks(id INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT;
)sql";

// Version 2: changes can be taken back, and the openings are counted beforehand.
const char* const version_2 = R"sql(
CREATE TABLE journal(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  time TEXT NOT NULL,
  what TEXT NOT NULL) STRICT;
CREATE TABLE journal_games(
  entry INTEGER NOT NULL REFERENCES journal ON DELETE CASCADE,
  id INTEGER NOT NULL,
  variant INTEGER NOT NULL,
  rules INTEGER NOT NULL,
  start INTEGER,
  black INTEGER,
  white INTEGER,
  event INTEGER,
  site INTEGER,
  date INTEGER,
  result INTEGER NOT NULL,
  ending INTEGER NOT NULL,
  plies INTEGER NOT NULL,
  tag_layout INTEGER,
  tag_values BLOB,
  moves BLOB NOT NULL,
  notes BLOB,
  PRIMARY KEY (entry, id)) STRICT;
CREATE TABLE hot_positions(key INTEGER PRIMARY KEY, sfen TEXT NOT NULL, data BLOB NOT NULL) STRICT;
)sql";

// Version 3: what annotation found can be searched, and queries be kept under a name.
//
// The rows about a game outlive it until the file is compacted, as its postings do: its number is
// never given to another, and when its deletion is taken back they are right again.
const char* const version_3 = R"sql(
CREATE TABLE saved_queries(name TEXT PRIMARY KEY, query TEXT NOT NULL) STRICT;

CREATE TABLE annotations(
  game INTEGER PRIMARY KEY,
  engine TEXT NOT NULL,
  limits TEXT NOT NULL,
  coefficient INTEGER NOT NULL,
  book_plies INTEGER NOT NULL) STRICT;
CREATE TABLE annotated_players(
  game INTEGER NOT NULL REFERENCES annotations ON DELETE CASCADE,
  color INTEGER NOT NULL CHECK (color BETWEEN 0 AND 1),
  moves INTEGER NOT NULL,
  accuracy INTEGER NOT NULL,
  mean_loss INTEGER NOT NULL,
  opening_moves INTEGER NOT NULL,
  opening_accuracy INTEGER NOT NULL,
  middle_moves INTEGER NOT NULL,
  middle_accuracy INTEGER NOT NULL,
  end_moves INTEGER NOT NULL,
  end_accuracy INTEGER NOT NULL,
  PRIMARY KEY (game, color)) STRICT, WITHOUT ROWID;
CREATE TABLE judgement_kinds(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE judgements(
  game INTEGER NOT NULL REFERENCES annotations ON DELETE CASCADE,
  ply INTEGER NOT NULL,
  kind INTEGER NOT NULL REFERENCES judgement_kinds,
  color INTEGER NOT NULL CHECK (color BETWEEN 0 AND 1),
  loss INTEGER NOT NULL,
  before INTEGER NOT NULL,
  after INTEGER NOT NULL,
  mate INTEGER,
  move TEXT NOT NULL,
  better TEXT,
  PRIMARY KEY (game, ply, kind)) STRICT, WITHOUT ROWID;

CREATE VIEW judgements_view AS
  SELECT j.game, j.ply, CASE j.color WHEN 0 THEN 'black' ELSE 'white' END AS side,
    p.name AS player, k.name AS judgement, j.loss / 100.0 AS loss, j.before / 100.0 AS before,
    j.after / 100.0 AS after, j.mate, j.move, j.better
  FROM judgements j
    JOIN games g ON g.id = j.game
    JOIN judgement_kinds k ON k.id = j.kind
    LEFT JOIN players p ON p.id = CASE j.color WHEN 0 THEN g.black ELSE g.white END;

CREATE VIEW annotations_view AS
  SELECT a.game, a.engine, a.limits, CASE s.color WHEN 0 THEN 'black' ELSE 'white' END AS side,
    p.name AS player, s.moves, s.accuracy / 100.0 AS accuracy, s.mean_loss / 100.0 AS mean_loss,
    count(*) FILTER (WHERE j.kind = 1) AS inaccuracies,
    count(*) FILTER (WHERE j.kind = 2) AS mistakes,
    count(*) FILTER (WHERE j.kind = 3) AS blunders,
    count(*) FILTER (WHERE j.kind = 4) AS missed_mates,
    count(*) FILTER (WHERE j.kind = 5) AS allowed_mates,
    count(*) FILTER (WHERE j.kind = 6) AS only_moves,
    count(*) FILTER (WHERE j.kind = 7) AS brilliant,
    count(*) FILTER (WHERE j.kind = 9) AS lost_wins
  FROM annotations a
    JOIN games g ON g.id = a.game
    JOIN annotated_players s ON s.game = a.game
    LEFT JOIN players p ON p.id = CASE s.color WHEN 0 THEN g.black ELSE g.white END
    LEFT JOIN judgements j ON j.game = a.game AND j.color = s.color
  GROUP BY a.game, s.color;
)sql";

// Version 4: checksums, and what an engine wrote is known by tables.
//
// Nothing is rewritten, so that an upgrade is quick and a damaged file is upgraded, too: a record
// of an older version has no checksum until the file is compacted.
const char* const version_4 = R"sql(
ALTER TABLE records ADD COLUMN sums INTEGER;
CREATE TABLE own_notes(
  game INTEGER PRIMARY KEY REFERENCES annotations ON DELETE CASCADE,
  notes BLOB,
  sum INTEGER NOT NULL) STRICT;
)sql";
// By itself, as what version 2 made can be made again.
const char* const version_4_derived = R"sql(
ALTER TABLE hot_positions ADD COLUMN sum INTEGER;
ALTER TABLE journal ADD COLUMN kind INTEGER NOT NULL DEFAULT 0;
ALTER TABLE journal_games ADD COLUMN sums INTEGER;
CREATE TABLE journal_annotations(
  entry INTEGER NOT NULL REFERENCES journal ON DELETE CASCADE,
  game INTEGER NOT NULL,
  engine TEXT NOT NULL,
  limits TEXT NOT NULL,
  coefficient INTEGER NOT NULL,
  book_plies INTEGER NOT NULL,
  has_own_notes INTEGER NOT NULL,
  own_notes BLOB,
  own_sum INTEGER,
  PRIMARY KEY (entry, game)) STRICT;
CREATE TABLE journal_players(
  entry INTEGER NOT NULL REFERENCES journal ON DELETE CASCADE,
  game INTEGER NOT NULL,
  color INTEGER NOT NULL,
  moves INTEGER NOT NULL,
  accuracy INTEGER NOT NULL,
  mean_loss INTEGER NOT NULL,
  opening_moves INTEGER NOT NULL,
  opening_accuracy INTEGER NOT NULL,
  middle_moves INTEGER NOT NULL,
  middle_accuracy INTEGER NOT NULL,
  end_moves INTEGER NOT NULL,
  end_accuracy INTEGER NOT NULL,
  PRIMARY KEY (entry, game, color)) STRICT, WITHOUT ROWID;
CREATE TABLE journal_judgements(
  entry INTEGER NOT NULL REFERENCES journal ON DELETE CASCADE,
  game INTEGER NOT NULL,
  ply INTEGER NOT NULL,
  kind INTEGER NOT NULL,
  color INTEGER NOT NULL,
  loss INTEGER NOT NULL,
  before INTEGER NOT NULL,
  after INTEGER NOT NULL,
  mate INTEGER,
  move TEXT NOT NULL,
  better TEXT,
  PRIMARY KEY (entry, game, ply, kind)) STRICT, WITHOUT ROWID;
)sql";

// Version 5: where games come from, dates of one form in all views, and changes of whole records
// that can be taken back.
const char* const version_5 = R"sql(
CREATE TABLE sources(
  id INTEGER PRIMARY KEY,
  file TEXT NOT NULL,
  member TEXT NOT NULL,
  UNIQUE(file, member)) STRICT;
CREATE TABLE origins(
  first INTEGER PRIMARY KEY,
  source INTEGER NOT NULL REFERENCES sources,
  record INTEGER NOT NULL,
  sums BLOB NOT NULL) STRICT;
CREATE VIEW origins_view AS
  SELECT g.id AS game, s.file, nullif(s.member, '') AS member, o.record + g.id - o.first AS record
  FROM games g
    JOIN origins o ON o.first = (SELECT max(first) FROM origins WHERE first <= g.id)
      AND g.id < o.first + length(o.sums) / 4
    JOIN sources s ON s.id = o.source;

DROP VIEW players_view;
CREATE VIEW players_view AS
  WITH played AS (
    SELECT black AS player, 0 AS color, result, date FROM games
    UNION ALL SELECT white, 1, result, date FROM games),
  counted AS (
    SELECT p.name, count(*) AS games,
      sum(color = 0) AS as_black,
      sum(result = color + 1) AS wins,
      sum(result = 3) AS draws,
      sum(result = 2 - color) AS losses,
      min(date) AS first, max(date) AS last
    FROM played JOIN players p ON p.id = played.player
    GROUP BY p.id)
  SELECT name, games, as_black, wins, draws, losses,
    CASE
      WHEN first % 10000 = 0 THEN printf('%04d', first / 10000)
      WHEN first % 100 = 0 THEN printf('%04d-%02d', first / 10000, first / 100 % 100)
      WHEN first IS NOT NULL
        THEN printf('%04d-%02d-%02d', first / 10000, first / 100 % 100, first % 100)
    END AS first_date,
    CASE
      WHEN last % 10000 = 0 THEN printf('%04d', last / 10000)
      WHEN last % 100 = 0 THEN printf('%04d-%02d', last / 10000, last / 100 % 100)
      WHEN last IS NOT NULL
        THEN printf('%04d-%02d-%02d', last / 10000, last / 100 % 100, last % 100)
    END AS last_date
  FROM counted;
)sql";
const char* const version_5_derived = R"sql(
ALTER TABLE journal_games ADD COLUMN other_record INTEGER NOT NULL DEFAULT 0;
)sql";
// Of version 5, too: the counts of positions are runs that are merged, like the postings.
//
// Nothing is counted here, so that an upgrade is quick: positions that come often are counted by
// the next compact, others as they come to. `hot_positions`, which was counted by compact alone,
// goes then.
const char* const count_tables = R"sql(
CREATE TABLE counted_positions(key INTEGER PRIMARY KEY, sfen TEXT NOT NULL) STRICT;
CREATE TABLE count_runs(
  slot INTEGER PRIMARY KEY CHECK (slot BETWEEN 0 AND 31),
  age INTEGER NOT NULL UNIQUE,
  bytes INTEGER NOT NULL) STRICT;
CREATE TABLE count_blocks(id INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT;
)sql";
const char* const drop_hot_positions = R"sql(
DROP TABLE IF EXISTS hot_positions;
DELETE FROM meta WHERE name IN ('edits', 'hot_edits', 'hot_last_game');
)sql";

// Version 9: how many games an entry was given, and the sum over all its rows
// (db/store/shared/journal_content.h). Entries of before have neither.
const char* const version_9 = R"sql(
ALTER TABLE journal ADD COLUMN games INTEGER;
ALTER TABLE journal ADD COLUMN sum INTEGER;
)sql";

// Version 14: games that a change has given other postings; those in runs of a lesser age are
// stale.
const char* const version_14 = R"sql(
CREATE TABLE position_stale(game INTEGER PRIMARY KEY, age INTEGER NOT NULL) STRICT;
CREATE TABLE content_stale(game INTEGER PRIMARY KEY, age INTEGER NOT NULL) STRICT;
)sql";

// Version 15: words are parted by db/query/words.h, and come with spaces between them.
const char* const words_table = R"sql(
DROP TABLE IF EXISTS games_text;
CREATE VIRTUAL TABLE games_text USING fts5(text, content='', tokenize='ascii');
)sql";

// Version 16: positions of very many games are counted by year and result, too; `sequence` in the
// numbers of rows of counts is a CountPart.
const char* const version_16 = R"sql(
ALTER TABLE counted_positions ADD COLUMN by_part INTEGER NOT NULL DEFAULT 0;
)sql";

}  // namespace yari
