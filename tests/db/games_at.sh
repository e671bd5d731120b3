#!/bin/sh
# games_at() in the sqlite3 shell answers as `yari find` does: LIBRARY PROGRAM SAMPLES. 77: no shell.
set -eu
command -v sqlite3 > /dev/null || exit 77
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$2" import --db "$folder/a.db" "$3" > /dev/null
sfen='lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3'
sqlite3 "$folder/a.db" ".load ${1%.so}" "SELECT game || ' ' || ply || ' ' || next FROM
  games_at('$sfen', 'shogi') ORDER BY game, ply" > "$folder/found"
"$2" find --db "$folder/a.db" --variant shogi --sfen "$sfen" --json |
  sed 's/.*"game":\([0-9]*\),"ply":\([0-9]*\),.*"next":"\([^"]*\)".*/\1 \2 \3/' > "$folder/expected"
test -s "$folder/expected"
diff "$folder/expected" "$folder/found"
# What is wrong is said, and ends nothing else.
sqlite3 "$folder/a.db" ".load ${1%.so}" "SELECT count(*) FROM games_at('nonsense')" 2>&1 |
  grep -q 'games_at: '
# A view of the file cannot call it, and no view stands for a table.
sqlite3 "$folder/a.db" "CREATE VIEW calling AS SELECT * FROM games_at('startpos', 'shogi')"
sqlite3 "$folder/a.db" ".load ${1%.so}" "SELECT count(*) FROM calling" 2>&1 | grep -q 'unsafe use'
sqlite3 "$folder/a.db" "PRAGMA legacy_alter_table = ON; ALTER TABLE games RENAME TO old;
  CREATE VIEW games AS SELECT * FROM old"
for call in "games_at('startpos', 'shogi')" "game_plies(1)"; do
  sqlite3 "$folder/a.db" ".load ${1%.so}" "SELECT count(*) FROM $call" 2>&1 |
    grep -q 'where a table belongs'
done
