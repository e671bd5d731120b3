// The tables of cards, by version. On disk: never change, a new form gets a new version.
#include "db/store/sqlite/file/tables.h"

namespace yari {

// Version 10: positions whose moves somebody learns, and how well they are known.
const char* const version_10 = R"sql(
CREATE TABLE cards(
  id INTEGER PRIMARY KEY AUTOINCREMENT, source INTEGER NOT NULL CHECK (source BETWEEN 0 AND 2),
  variant INTEGER NOT NULL CHECK (variant BETWEEN 0 AND 1),
  sfen TEXT NOT NULL, moves TEXT NOT NULL, played TEXT NOT NULL,
  game INTEGER NOT NULL, ply INTEGER NOT NULL, repetitions INTEGER NOT NULL,
  days INTEGER NOT NULL, ease INTEGER NOT NULL, reviews INTEGER NOT NULL,
  lapses INTEGER NOT NULL, due INTEGER NOT NULL, reviewed INTEGER NOT NULL,
  UNIQUE (source, variant, sfen)) STRICT;
)sql";

// Version 11: cards that somebody keeps by hand, and a view of all cards. No number is given again.
// The old table goes before the new one comes, which takes its pages.
const char* const version_11 = R"sql(
CREATE TEMP TABLE old_cards AS
  SELECT id, source, variant, sfen, moves, played, game, ply, repetitions, days, ease, reviews,
    lapses, due, reviewed
  FROM main.cards;
CREATE TEMP TABLE old_numbers AS SELECT seq FROM main.sqlite_sequence WHERE name = 'cards';
DROP TABLE main.cards;
CREATE TABLE cards(
  id INTEGER PRIMARY KEY AUTOINCREMENT, source INTEGER NOT NULL CHECK (source BETWEEN 0 AND 3),
  variant INTEGER NOT NULL CHECK (variant BETWEEN 0 AND 1),
  sfen TEXT NOT NULL, moves TEXT NOT NULL, played TEXT NOT NULL,
  game INTEGER NOT NULL, ply INTEGER NOT NULL, repetitions INTEGER NOT NULL,
  days INTEGER NOT NULL, ease INTEGER NOT NULL, reviews INTEGER NOT NULL,
  lapses INTEGER NOT NULL, due INTEGER NOT NULL, reviewed INTEGER NOT NULL,
  UNIQUE (source, variant, sfen)) STRICT;
INSERT INTO main.cards(id, source, variant, sfen, moves, played, game, ply, repetitions, days, ease,
    reviews, lapses, due, reviewed)
  SELECT id, source, variant, sfen, moves, played, game, ply, repetitions, days, ease, reviews,
    lapses, due, reviewed
  FROM temp.old_cards;
DELETE FROM main.sqlite_sequence WHERE name = 'cards';
INSERT INTO main.sqlite_sequence(name, seq) SELECT 'cards', seq FROM temp.old_numbers;
DROP TABLE temp.old_cards;
DROP TABLE temp.old_numbers;

CREATE VIEW cards_view AS
  SELECT c.id,
    CASE c.source WHEN 0 THEN 'book' WHEN 1 THEN 'mistake' WHEN 2 THEN 'puzzle' ELSE 'own' END
      AS source,
    v.name AS variant, c.sfen, c.moves, nullif(c.game, 0) AS game,
    CASE WHEN c.game > 0 THEN c.ply END AS ply, nullif(c.played, '') AS played,
    printf('%04d-%02d-%02d', c.due / 10000, c.due / 100 % 100, c.due % 100) AS due,
    CASE WHEN c.reviewed > 0
      THEN printf('%04d-%02d-%02d', c.reviewed / 10000, c.reviewed / 100 % 100, c.reviewed % 100)
    END AS reviewed,
    c.repetitions, c.days, c.ease / 100.0 AS ease, c.reviews, c.lapses
  FROM cards c JOIN variants v ON v.id = c.variant;
)sql";

}  // namespace yari
