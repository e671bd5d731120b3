#!/usr/bin/env python3
"""Damages every page of a database, a sector or more at a time, and asks all commands that read.

    tests/db/damage/sectors.py YARI RECORDS... [--every N] [--seed N] [--reindex N]

YARI is the program, RECORDS are files that it can import. Two databases are made: one as it was before the last
of RECORDS was imported and tags were changed, and one after it. Of the second, each page in turn (or one in N) is damaged:

    zero-512    its last 512 bytes are zeros            zero-page   all of it is zeros
    zero-some   another sector of 512 bytes is zeros    old         a sector is as it was in the first database
    other       a sector is that of another page

No command may give another answer with exit code 0, and `db verify` must not say that all is well. Where this does
not hold, the page and the command are printed. A sector that makes the whole page what it was is left out: that is not
noticed (docs/reliability.md). Of one in N pages (--reindex, default 4) `db compact --reindex` is
tried after zero-512: where it says that it is done, `db verify` must find nothing. The exit code is 1 where any of
that failed. tests/db/damage/page_sums_test.cpp tries a slice of it in each build.
"""
import pathlib
import random
import shutil
import sys
import tempfile

from trial import QUESTIONS, Program, Trial, arguments

PAGE, SECTOR = 4096, 512
KINDS = ("zero-512", "zero-page", "zero-some", "old", "other")


def pages_of(size):
    return range(size // PAGE)


def free_pages(file):
    """Those that SQLite keeps for later, from 0: they have no content. (The file format, 1.5.)"""
    free, trunk = set(), int.from_bytes(file[32:36], "big")
    while trunk != 0 and trunk - 1 not in free:
        free.add(trunk - 1)
        words = [int.from_bytes(file[at:at + 4], "big") for at in range((trunk - 1) * PAGE, trunk * PAGE, 4)]
        free.update(page - 1 for page in words[2:2 + words[1]])
        trunk = words[0]
    return free


def damaged(sound, old, page, kind, rng):
    """The bytes of the damaged file; none where the damage changes nothing."""
    begin = page * PAGE
    if kind == "zero-512":
        at, bytes_ = begin + PAGE - SECTOR, bytes(SECTOR)
    elif kind == "zero-page":
        at, bytes_ = begin, bytes(PAGE)
    elif kind == "zero-some":
        at, bytes_ = begin + SECTOR * rng.randrange(PAGE // SECTOR - 1), bytes(SECTOR)
    elif kind == "old":
        places = [a for a in range(begin, begin + PAGE, SECTOR) if old[a:a + SECTOR] != sound[a:a + SECTOR] and a < len(old)]
        if not places:
            return None
        at = rng.choice(places)
        bytes_ = old[at:at + SECTOR]
    else:
        place = SECTOR * rng.randrange(PAGE // SECTOR)
        at = begin + place
        other = PAGE * rng.choice(pages_of(len(sound))) + place
        bytes_ = sound[other:other + SECTOR]
    changed = sound[:at] + bytes_ + sound[at + len(bytes_):]
    is_older = changed[begin:begin + PAGE] == old[begin:begin + PAGE]
    return None if changed == sound or is_older else changed


def make_databases(options, folder):
    program = Program(options.yari.resolve(), folder / "a.db")
    program.ask("import", *options.records[:-1])
    shutil.copy(folder / "a.db", folder / "old.db")
    program.ask("import", options.records[-1])
    program.must("tag", "--set", "Round=7", "--where", "plies < 80")
    return (folder / "a.db").read_bytes(), (folder / "old.db").read_bytes()


def main():
    parser = arguments(__doc__)
    parser.add_argument("--reindex", type=int, default=4)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    with tempfile.TemporaryDirectory(prefix="yari-sectors-") as scratch:
        folder = pathlib.Path(scratch)
        sound, old = make_databases(options, folder)
        file = folder / "a.db"
        program = Program(options.yari.resolve(), file)
        free = free_pages(sound)
        trial = Trial(program, [*QUESTIONS, ("sql", "SELECT count(*), total(plies) FROM games_view")])
        for page in list(pages_of(len(sound)))[::options.every]:
            for kind in KINDS:
                changed = damaged(sound, old, page, kind, rng)
                if changed is None:
                    continue
                file.write_bytes(changed)
                trial.ask(f"page {page + 1}, {kind}", is_content=page not in free)
                if kind == "zero-512" and page % options.reindex == 0:
                    code, _ = program.ask("db", "compact", "--reindex")
                    trial.counts[f"reindex {code}"] += 1
                    if code == 0 and program.ask("db", "verify")[0] != 0:
                        trial.fault(f"page {page + 1}: not repaired")
    sys.exit(trial.report(f"{len(sound) // PAGE} pages"))


main()
