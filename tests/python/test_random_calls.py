"""Random calls with random arguments: each ends in a value or an exception, and never in a crash.

YARI_CALLS=100000 makes more of them; YARI_SEED=N repeats a run.
"""

from __future__ import annotations

import inspect
import os
import random
import signal
from pathlib import Path
from typing import Any

import pytest

import yaribase
from yaribase import Database, Engine, Evaluation, Game, Move, Position

CLASSES = [c for c in vars(yaribase).values() if inspect.isclass(c)]
NAMES = ["nodes", "depth", "seconds", "limit", "lines", "variant", "moves", "format", "encoding", "query"]
NAMES += ["tags", "kind", "system", "grid", "at", "time", "comment", "resign", "players", "store", "name"]
NAMES += ["player", "ids", "date", "result", "handicap", "sort", "position", "jobs", "strict", "errors"]
TEXTS = ["", "\0", "7g7f", "P-7f", "startpos", "yari", "shogi", "kif", "csa", "black", "1-0", "a\nb", "\ud800"]
TEXTS += ["check", "select 1", "🀄" * 50, "1" * 5000, "9/9/9/9/9/9/9/9/9 b - 1", "western", "5e", "games.kif"]
TEXTS += ["startpos moves 7g7f 3c3d\n", "1. P-7f P-3d *\n", "PI\n+\n+7776FU\n", "(" * 200, "2001-10-17", "mate"]
NUMBERS = [-(2**70), -1, 0, 1, 2, 3, 50, 65535, 2**31, 2**32 - 1, 2**63 - 1, 2**63, 2**64]
FRACTIONS = [0.0, -1.5, 0.01, float("nan"), float("inf"), 1e300]


class TooLong(Exception):
    """A call that works until it is stopped was stopped."""


class Caller:
    def __init__(self, seed: int, objects: list[Any]) -> None:
        self.random = random.Random(seed)
        self.objects = objects
        self.working = False

    def stop(self, number: int, frame: object) -> None:
        if self.working:
            raise TooLong

    def value(self, deep: int = 0) -> Any:
        kind = self.random.randrange(8 if deep < 2 else 6)
        if kind == 0:
            return self.random.choice(NUMBERS)
        if kind == 1:
            return self.random.choice(FRACTIONS)
        if kind in (2, 3):
            return self.random.choice(TEXTS)
        if kind == 4:
            return self.random.choice([None, True, False, b"", b"\xff\n1. P-7f *\n", object(), Game, {}])
        if kind == 5:
            return self.random.choice(self.objects)
        size = self.random.randrange(4)
        return [self.value(deep + 1) for _ in range(size)]

    def arguments(self) -> tuple[list[Any], dict[str, Any]]:
        named = self.random.sample(NAMES, self.random.choice([0, 0, 1, 2]))
        plain = [self.value() for _ in range(self.random.choice([0, 1, 1, 2, 3]))]
        return plain, {name: self.value() for name in named}

    def step(self) -> Any:
        """One call, or one attribute read or set."""
        if self.random.random() < 0.1:
            called = self.random.choice([yaribase.read, yaribase.write, *CLASSES])
        else:
            target = self.random.choice(self.objects)
            name = self.random.choice([n for n in dir(target) if n not in ("__class__", "__dict__")])
            if self.random.random() < 0.1:
                return setattr(target, name, self.value())
            called = getattr(target, name)
        plain, named = self.arguments()
        if not callable(called):
            return called
        return called(*plain, **named)

    def limited_step(self) -> Any:
        """A step that is stopped when it works for long; an alarm that comes late does nothing."""
        try:
            self.working = True
            signal.setitimer(signal.ITIMER_REAL, 0.5)
            return self.step()
        finally:
            self.working = False
            signal.setitimer(signal.ITIMER_REAL, 0)


def bare(kind: Any) -> Any:
    """An object whose __init__ never ran, or None where there can be none."""
    try:
        return kind.__new__(kind)
    except TypeError:
        return None


def some_objects(samples: Path, number: int) -> list[Any]:
    database = Database(f"games-{number}.db", "create")
    database.import_(samples)
    game = database.game(2)
    position = Position(variant="shogi", moves="7g7f 3c3d")
    found = database.find(position)
    objects = [database, game, game.root, game.mainline()[3], game.tags, position, Position()]
    objects += [Move("7g7f", "shogi"), Evaluation(5), found, *found.columns().values(), found[0]]
    engine = Engine(hash=1)
    objects += [engine, engine.analysis(position, nodes=500), yaribase.read(samples, errors="skip"), database.games()]
    objects += [next(yaribase.read("1. P-7f YB-3b *\n", errors="skip")), database.sql("select 1")]
    objects += [b for b in map(bare, CLASSES) if b is not None and not isinstance(b, BaseException)]
    return objects


def test_random_calls_end_in_a_value_or_an_exception(
    samples: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    calls = int(os.environ.get("YARI_CALLS", "3000"))
    seed = int(os.environ.get("YARI_SEED", "1"))
    caller = Caller(seed, [])
    values = errors = 0
    before = signal.signal(signal.SIGALRM, caller.stop)
    try:
        for number in range(calls):
            if number % 500 == 0:  # in the place of those that are closed by now
                caller.objects = some_objects(samples, number)
            try:
                made = caller.limited_step()
                values += 1
                if type(made).__module__.startswith("yaribase") and len(caller.objects) < 500:
                    caller.objects.append(made)
            except Exception:
                errors += 1
    finally:
        signal.signal(signal.SIGALRM, before)
    assert values + errors == calls
    assert values > calls / 20 and errors > calls / 20
