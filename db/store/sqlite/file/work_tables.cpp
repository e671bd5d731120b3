// The tables of the queues, by version. On disk: never change, a new form gets a new version.
#include "db/store/sqlite/file/tables.h"

namespace yari {

// Version 6: games that wait for an annotation, and who works on them. Times are milliseconds since
// 1970; a lease is nobody's without its token.
const char* const version_6 = R"sql(
CREATE TABLE work_settings(
  id INTEGER PRIMARY KEY,
  engine TEXT NOT NULL,
  settings TEXT NOT NULL,
  UNIQUE(engine, settings)) STRICT;
CREATE TABLE work(
  game INTEGER PRIMARY KEY REFERENCES games ON DELETE CASCADE,
  setting INTEGER NOT NULL REFERENCES work_settings,
  priority INTEGER NOT NULL,
  state INTEGER NOT NULL CHECK (state BETWEEN 0 AND 3),
  attempts INTEGER NOT NULL,
  worker TEXT,
  token INTEGER,
  begun INTEGER,
  lease_end INTEGER,
  ended INTEGER,
  reason TEXT) STRICT;
CREATE INDEX work_order ON work(setting, state, priority DESC, game);
CREATE INDEX work_leases ON work(lease_end) WHERE state = 1;
)sql";

// Version 13: positions that wait for an evaluation, beside the games of version 6.
const char* const version_13 = R"sql(
CREATE TABLE position_work(
  id INTEGER PRIMARY KEY,
  sfen TEXT NOT NULL,
  setting INTEGER NOT NULL REFERENCES work_settings,
  priority INTEGER NOT NULL,
  state INTEGER NOT NULL CHECK (state BETWEEN 0 AND 3),
  attempts INTEGER NOT NULL,
  worker TEXT,
  token INTEGER,
  begun INTEGER,
  lease_end INTEGER,
  ended INTEGER,
  reason TEXT,
  UNIQUE(setting, sfen)) STRICT;
CREATE INDEX position_work_order ON position_work(setting, state, priority DESC, id);
CREATE INDEX position_work_leases ON position_work(lease_end) WHERE state = 1;
)sql";
// Black's has White and the date as well: two games of the same players on one day are looked for.
const char* const game_indexes = R"sql(
CREATE INDEX IF NOT EXISTS games_by_black ON games(black, white, date);
CREATE INDEX IF NOT EXISTS games_by_white ON games(white);
CREATE INDEX IF NOT EXISTS games_by_event ON games(event);
CREATE INDEX IF NOT EXISTS games_by_date ON games(date);
)sql";

}  // namespace yari
