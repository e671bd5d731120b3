#!/usr/bin/env python3
"""Damages every row and every block of a database on a server, and asks all commands that read.

    tests/postgres/rows.py YARI RECORDS... [--every N] [--seed N] [--only rows|blocks] [--checksums on|off] [--tables REGEX]

The twin of tests/db/damage/sectors.py. A server of its own has a database as it was before the last of RECORDS was
imported and tags were changed, and as it is after it. Of the second, each row of each table in turn (or one in N) is damaged:

    gone        the row is not there            old         it is as it was in the first database
    other       all but its key is that of another row of the table
    COLUMN      a byte of a bytea is another one, it is cut or all zeros; a number is one more or 0; a letter is another one

Then each block of 8192 bytes of each table, while the server is stopped:

    zero        all of it is zeros              sector      512 bytes of it are zeros
    old         all of it is as it was in the first database

Damage minds no constraint: PostgreSQL's own are taken away before rows are damaged.
No command may give another answer with exit code 0, and `db verify` must not say that all is well. Where this does not
hold, what was done and the command are printed, and the exit code is 1; a row or block in an older state is left out of that, where
it is whole (docs/reliability.md). Exit code 77 where PostgreSQL is not installed.
"""
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "db/damage"))
from storm import BIN, Server
from trial import QUESTIONS, Program, Trial, arguments

BLOCK, SECTOR = 8192, 512
ASKED = [*QUESTIONS, ("list", "--sort", "black"), ("list", "--text", "a"), ("list", "--from-file", "s", "--origin"),
         ("list", "--annotated", "yes"), ("find", "--judgement", "any", "--all-hits"), ("events",),
         ("query", "list")]
# What is lost of it is evaluated again.
CACHE = "yari.evaluations"
VALUES = {
    "bytea": {"change": "set_byte({0}, length({0}) / 2, get_byte({0}, length({0}) / 2) # 4)",
              "cut": "substr({0}, 1, length({0}) / 2)", "zeros": "decode(repeat('00', length({0})), 'hex')"},
    "text": {"change": "overlay({0} placing CASE left({0}, 1) WHEN 'q' THEN 'z' ELSE 'q' END from 1 for 1)",
             "cut": "left({0}, length({0}) / 2)"},
    "number": {"more": "coalesce({0}, 0) + 1", "zero": "0"},
}


class Psql:
    """One connection, which goes on after errors."""

    def __init__(self, url):
        self.process = subprocess.Popen(["psql", url, "-XAtq", "-F", "\t"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True)

    def ask(self, sql):
        """The lines of the answer; none where it was refused."""
        self.process.stdin.write(f"{sql};\n\\echo :ERROR\n\\echo --\n")
        self.process.stdin.flush()
        lines = [line.rstrip("\n") for line in iter(self.process.stdout.readline, "--\n")]
        return None if lines.pop() == "true" else lines

    def must(self, sql):
        lines = self.ask(sql)
        if lines is None:
            sys.exit(f"rows.py: PostgreSQL refuses {sql}")
        return lines

    def end(self):
        self.process.communicate("\\q\n")


class Table:
    def __init__(self, psql, name):
        self.psql, self.name = psql, name
        self.kept, self.old = (f"{place}.{name.replace('.', '_')}" for place in ("kept", "old"))
        self.columns = dict(line.split("\t") for line in psql.must(
            "SELECT attname, format_type(atttypid, NULL) FROM pg_attribute WHERE attnum > 0 AND NOT attisdropped AND "
            f"attrelid = '{name}'::regclass ORDER BY attnum"))
        self.key = psql.must("SELECT attname FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY (indkey) "
                             f"WHERE indisprimary AND indrelid = '{name}'::regclass")
        self.rows = int(psql.must(f"SELECT count(*) FROM {name}")[0])

    def keep(self, place):
        self.psql.must(f"CREATE TABLE {place} AS TABLE {self.name}")

    def without_rules(self):
        for sql in self.psql.must(
                "SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) FROM pg_constraint "
                f"WHERE contype = 'c' AND conrelid = '{self.name}'::regclass"):
            self.psql.must(sql)

    def put_back(self):
        self.psql.must(f"TRUNCATE {self.name}; INSERT INTO {self.name} OVERRIDING SYSTEM VALUE TABLE {self.kept}")

    def damages(self, row, rng):
        """What is done to a row, and the SQL of it, which changes no row where it cannot."""
        key = ", ".join(self.key)
        this = f"({key}) = (SELECT {key} FROM {self.kept} ORDER BY {key} OFFSET {row} LIMIT 1)"
        yield "gone", f"DELETE FROM {self.name} t WHERE {this} RETURNING 1"
        rest = [c for c in self.columns if c not in self.key]
        if rest:
            others = ", ".join(f"o.{c}" for c in rest)
            start = f"UPDATE {self.name} t SET ({', '.join(rest)}) = ROW({others}) FROM "
            differ = f"({', '.join('t.' + c for c in rest)}) IS DISTINCT FROM ({others})"
            same = " AND ".join(f"o.{c} = t.{c}" for c in self.key)
            this_of_t = f"({', '.join('t.' + c for c in self.key)}) = (SELECT {key} FROM {self.kept} ORDER BY {key} OFFSET {row} LIMIT 1)"
            yield "old", f"{start}{self.old} o WHERE {this_of_t} AND {same} AND {differ} RETURNING 1"
            other = f"(SELECT * FROM {self.kept} ORDER BY {key} OFFSET {rng.randrange(self.rows)} LIMIT 1) o"
            yield "other", f"{start}{other} WHERE {this_of_t} AND {differ} RETURNING 1"
        for column, kind in self.columns.items():
            kind = "number" if kind in ("smallint", "integer", "bigint") else kind
            for what, value in VALUES.get(kind, {}).items():
                value = value.format(column)
                yield f"{column} {what}", (f"UPDATE {self.name} t SET {column} = {value} WHERE {this} AND {column} IS DISTINCT "
                                           f"FROM {value} RETURNING 1")


class Database:
    """A server with the database as it is now; tables `old` have it as it was."""

    def __init__(self, options, folder, *initdb):
        self.server = Server(folder, *initdb)
        self.program = Program(options.yari.resolve(), self.server.url)
        psql = Psql(self.server.url)
        psql.must("ALTER SYSTEM SET autovacuum = off")
        psql.must("CREATE SCHEMA kept")
        psql.must("CREATE SCHEMA old")
        self.program.ask("import", *options.records[:-1])
        self.program.must("annotate", "--nodes", "30", 1, 2)
        self.program.must("query", "save", "checks", "--query", "check")
        self.tables = {name: None for name in psql.must(
            "SELECT schemaname || '.' || tablename FROM pg_tables WHERE schemaname LIKE 'yari%' ORDER BY 1")}
        for name in self.tables:
            Table(psql, name).keep(Table(psql, name).old)
        self.old_files = self.files(psql)
        self.program.ask("import", options.records[-1])
        self.program.must("tag", "--set", "Round=7", "--where", "plies < 80")
        self.program.must("delete", 3)
        psql.must("VACUUM")
        self.new_files = self.files(psql)
        psql.end()

    def files(self, psql):
        """The file of each table, and of what is too long for its rows, with its bytes."""
        psql.must("CHECKPOINT")
        found = psql.must("SELECT coalesce(o.oid::regclass, c.oid::regclass), c.relkind, pg_relation_filepath(c.oid) FROM pg_class c "
                          "LEFT JOIN pg_class o ON o.reltoastrelid = c.oid JOIN pg_namespace n ON n.oid = coalesce(o.relnamespace, "
                          "c.relnamespace) WHERE n.nspname LIKE 'yari%' AND c.relkind IN ('r', 't') ORDER BY 1, 2")
        files = {}
        for line in found:
            name, kind, path = line.split("\t")
            file = self.server.folder / "data" / path
            files[name + (" (toast)" if kind == "t" else "")] = (file, file.read_bytes())
        return files


def try_rows(database, options, rng):
    psql = Psql(database.server.url)
    psql.must("SET session_replication_role = replica")
    tables = [t for t in (Table(psql, name) for name in database.tables) if t.rows and t.name != CACHE and re.search(options.tables, t.name)]
    for table in tables:
        table.keep(table.kept)
        table.without_rules()
        table.put_back()
    trial = Trial(database.program, ASKED)
    rows = 0
    for table in tables:
        for row in range(rng.randrange(options.every), table.rows, options.every):
            rows += 1
            for what, sql in table.damages(row, rng):
                if psql.ask(sql):
                    trial.ask(f"{table.name}, row {row + 1}, {what}", what == "old")
                    table.put_back()
    psql.end()
    return trial.report(f"{rows} rows of {len(tables)} tables")


def damaged_blocks(sound, old, rng):
    for at in range(0, len(sound), BLOCK):
        sector = at + SECTOR * rng.randrange(BLOCK // SECTOR)
        for what, begin, bytes_ in (("zero", at, bytes(BLOCK)), ("sector", sector, bytes(SECTOR)), ("old", at, old[at:at + BLOCK])):
            changed = sound[:begin] + bytes_ + sound[begin + len(bytes_):]
            if changed != sound:
                yield at // BLOCK + 1, what, changed


def content_of(database, name):
    """The rows of the table of a file; none where the server refuses to read it."""
    psql = Psql(database.server.url)
    rows = psql.ask(f"SELECT md5(string_agg(t::text, '|' ORDER BY t::text)) FROM {name.split()[0]} t")
    psql.end()
    return rows


def try_blocks(database, options, rng):
    trial = Trial(database.program, ASKED)
    blocks = set()
    content = {name: content_of(database, name) for name in database.new_files}
    database.server.stop()
    # Of indexes, too: entries whose rows are not found are marked as dead.
    base = next(iter(database.new_files.values()))[0].parent
    all_files = {file: file.read_bytes() for file in base.iterdir() if re.match("[0-9]", file.name)}
    for name, (file, _) in database.new_files.items():
        if not re.search(options.tables, name):
            continue
        sound, old = all_files[file], database.old_files[name][1]
        for n, (block, what, changed) in enumerate(damaged_blocks(sound, old, rng)):
            if n % options.every != 0:
                continue
            blocks.add((name, block))
            file.write_bytes(changed)
            database.server.start()
            trial.ask(f"{name}, block {block}, {what}", what == "old",
                      name != CACHE and content_of(database, name) != content[name])
            database.server.stop()
            for other, bytes_ in all_files.items():
                if other.read_bytes() != bytes_:
                    other.write_bytes(bytes_)
    database.server.start()
    return trial.report(f"checksums {options.checksums}: {len(blocks)} blocks of {len(database.new_files)} files")


def main():
    parser = arguments(__doc__)
    parser.add_argument("--only", choices=("rows", "blocks"))
    parser.add_argument("--checksums", choices=("on", "off"), default="on")
    parser.add_argument("--tables", default="")
    options = parser.parse_args()
    if not BIN:
        print("skipped: PostgreSQL is not installed (Debian: postgresql)")
        sys.exit(77)
    rng = random.Random(options.seed)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="yari-rows-"))
    folder.chmod(0o755)
    database = None
    try:
        database = Database(options, folder / "s", *(["-k"] if options.checksums == "on" else []))
        failed = 0
        if options.only != "rows":
            failed |= try_blocks(database, options, rng)
        if options.only != "blocks":
            failed |= try_rows(database, options, rng)
    finally:
        if database:
            database.server.stop("immediate")
        shutil.rmtree(folder)
    sys.exit(failed)


if __name__ == "__main__":
    main()
