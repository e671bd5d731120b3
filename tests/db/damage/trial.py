"""What sectors.py and tests/postgres/rows.py ask a damaged database, and what must hold of its answers."""
import argparse
import collections
import pathlib
import subprocess

QUESTIONS = [("list",), ("list", "--player", "a", "--count"), ("find", "--sfen", "startpos"),
             ("find", "--query", "check", "--count"), ("players",), ("tree",), ("stats",), ("export", "--to", "hodges"),
             ("show", "1"), ("show", "20")]


def arguments(description):
    """A parser of what both programs are told."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("yari", type=pathlib.Path)
    parser.add_argument("records", nargs="+")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    return parser


class Program:
    def __init__(self, path, database):
        self.path, self.database = path, database

    def ask(self, *words):
        """The exit code, and what was printed."""
        command = [self.path, *map(str, words), "--db", str(self.database)]
        try:
            done = subprocess.run(command, capture_output=True, timeout=60, check=False)
        except subprocess.TimeoutExpired:
            return "time", b""
        # Nothing was found, it says, and names no damage.
        is_answer = done.returncode == 1 and (not done.stderr or b"there is no game" in done.stderr)
        return 0 if is_answer else done.returncode, done.stdout

    def must(self, *words):
        code, out = self.ask(*words)
        if code != 0:
            raise SystemExit(f"exit code {code} of {words}")
        return out


class Trial:
    """Asks a sound database, and then the same database with damage, again and again."""

    def __init__(self, program, questions):
        self.program, self.questions = program, questions
        self.counts = collections.Counter()
        self.bad = 0
        self.expected = {words: program.must(*words) for words in questions}
        program.must("db", "verify")

    def fault(self, sentence, is_old=False):
        self.bad += not is_old
        self.counts["old, not noticed"] += is_old
        print(sentence, flush=True)

    def ask(self, damage, is_old=False, is_content=True):
        """No command may give another answer with exit code 0, and `db verify` must not say that all is well, where there is
        content in what is damaged. Of what is in an older state that is only counted."""
        self.counts["damaged"] += 1
        for words in self.questions:
            code, out = self.program.ask(*words)
            self.counts["refused" if code != 0 else "same"] += 1
            if code not in (0, 1, 2) or (code == 0 and out != self.expected[words]):
                self.fault(f"{damage}: exit code {code}, another answer of {' '.join(words)}", is_old)
        if is_content and self.program.ask("db", "verify")[0] == 0:
            self.fault(f"{damage}: verify finds nothing", is_old)

    def report(self, what):
        print(f"{what}; " + ", ".join(f"{name} {n}" for name, n in sorted(self.counts.items())) + f"; {self.bad} bad")
        return 1 if self.bad else 0
