"""The module yaribase against python-shogi, where that is installed, on the same records.

    PYTHONPATH=build/release/python bench/python_rates.py GAMES.kif GAMES.csa GAMES.hodges
    PYTHONPATH=build/release/python bench/python_rates.py --database GAMES.db

Rates are of CPU time of the whole process, all threads, in pairs: one after the other, several times. "Read and check"
is reading with a test that every move is legal, which read() always makes; "read and play again" does not ask
python-shogi for that, but has us play the main line once more in Python. python-shogi gets fewer games of the same
file, for it is slow.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

import yaribase

try:
    import shogi
    import shogi.CSA
    import shogi.KIF
except ImportError:
    shogi = None

PAIRS = 5
PEER_GAMES = 20


def timed(work: Callable[[], int]) -> float:
    """Things done in a second of CPU time."""
    start = time.process_time()
    done = work()
    return done / (time.process_time() - start)


def report(what: str, ours: Callable[[], int], theirs: Callable[[], int] | None) -> None:
    rates, ratios = [], []
    for _ in range(PAIRS):
        rate = timed(ours)
        rates.append(rate)
        if theirs:
            ratios.append(rate / timed(theirs))
    line = f"{what:<34} {statistics.median(rates):>12,.0f} /s ({min(rates):,.0f} to {max(rates):,.0f})"
    if ratios:
        line += f"; python-shogi {statistics.median(rates) / statistics.median(ratios):,.0f} /s"
        line += f": {statistics.median(ratios):,.0f} times ({min(ratios):,.0f} to {max(ratios):,.0f})"
    print(line, flush=True)


def replay(path: Path) -> int:
    return sum(1 for game in yaribase.read(path, errors="skip", jobs=1) if game.position())


def read_only(path: Path) -> int:
    return sum(1 for game in yaribase.read(path, errors="skip", jobs=1))


def peer_texts(path: Path) -> list[str]:
    """A text for each of the first games from the even start."""
    games = (g for g in yaribase.read(path, variant="shogi", errors="skip") if not g.handicap and not g.unread)
    name = path.suffix[1:]
    return [g.text(name).rstrip().rstrip("/") for _, g in zip(range(PEER_GAMES), games)]


def peer_replay(texts: list[str], parse: Callable[[str], list[dict[str, list[str]]]], legality: bool) -> int:
    for text in texts:
        game = parse(text)[0]
        board = shogi.Board()
        for usi in game["moves"]:
            move = shogi.Move.from_usi(usi)
            if legality and not board.is_legal(move):
                raise ValueError(f"{usi} is illegal")
            board.push(move)
    return len(texts)


def our_lists(positions: list[yaribase.Position]) -> int:
    return sum(1 for p in positions if p.legal_moves)


def clock(path: Path) -> None:
    """Rates by the clock, with more and more threads that read: only an idle machine shows them."""
    rates: dict[int, list[float]] = {}
    for _ in range(PAIRS):
        for jobs in (1, 2, 4, 8):
            start = time.perf_counter()
            games = sum(1 for _ in yaribase.read(path, errors="skip", jobs=jobs))
            rates.setdefault(jobs, []).append(games / (time.perf_counter() - start))
    best = ", ".join(f"{jobs}: {statistics.median(found):,.0f}" for jobs, found in rates.items())
    print(f"read {path.suffix[1:]} by the clock, games /s by threads  {best}", flush=True)


def records(path: Path) -> None:
    parser = {".kif": "KIF", ".csa": "CSA"}.get(path.suffix)
    checked = unchecked = None
    if shogi and parser:
        texts = peer_texts(path)
        parse = getattr(shogi, parser).Parser.parse_str
        checked = lambda: peer_replay(texts, parse, True)  # noqa: E731
        unchecked = lambda: peer_replay(texts, parse, False)  # noqa: E731
    report(f"read and check {path.suffix[1:]}, games", lambda: read_only(path), checked)
    report(f"read and play {path.suffix[1:]} again, games", lambda: replay(path), unchecked)
    clock(path)


def lists(path: Path) -> None:
    games = [g for g in yaribase.read(path, variant="shogi", errors="skip") if not g.handicap]
    sfens = [s for g in games[:20] for s in g.sfens()]
    positions = [yaribase.Position(s) for s in sfens]
    peer = None
    if shogi:
        boards = [shogi.Board(s) for s in sfens[:100]]
        peer = lambda: sum(1 for b in boards if list(b.legal_moves))  # noqa: E731
    report("legal move lists", lambda: our_lists(positions), peer)


def database(path: str) -> None:
    with yaribase.Database(path) as games:
        for what in (None, "any"):
            start = time.monotonic(), time.process_time()
            found = games.find("startpos", variant="shogi") if what is None else games.find(query="capture")
            found.columns()
            print(f"find {what or 'the start'}: {len(found):,} hits into columns in "
                  f"{time.monotonic() - start[0]:.2f} s, {time.process_time() - start[1]:.2f} s CPU")
        start = time.monotonic(), time.process_time()
        count = positions = 0
        for game in games.games(limit=100_000):
            positions += len(game.sfens())
            count += 1
        print(f"{count:,} games, {positions:,} positions as SFEN in {time.monotonic() - start[0]:.2f} s, "
              f"{time.process_time() - start[1]:.2f} s CPU")
        start = time.monotonic(), time.process_time()
        for game in games.games(limit=100_000):
            game.usi()
        print(f"{count:,} games' main lines as USI (SFEN and moves) in {time.monotonic() - start[0]:.2f} s, "
              f"{time.process_time() - start[1]:.2f} s CPU")


if sys.argv[1] == "--database":
    database(sys.argv[2])
else:
    for name in sys.argv[1:]:
        records(Path(name))
    lists(Path(sys.argv[1]))
