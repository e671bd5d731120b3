"""The module yaribase against python-shogi and cshogi, where they are installed, on the same records.

    PYTHONPATH=build/release/python bench/python_rates.py GAMES.kif GAMES.csa GAMES.hodges
    PYTHONPATH=build/release/python bench/python_rates.py --database GAMES.db

Each line is measured in rounds in one run, one after the other. First rates of CPU time of the whole process, all threads,
with one thread that reads; then, of reading with every move checked, rates by the clock with 1 to 4 threads, which
only an idle machine shows. We check every move always; "play again" does not ask the others for that, but has us play
the main line once more in Python. python-shogi gets the first games of the same file, for it is slow.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import yaribase

try:
    import shogi
    import shogi.CSA
    import shogi.KIF
except ImportError:
    shogi = None
try:
    import cshogi
    import cshogi.CSA
    import cshogi.KIF
except ImportError:
    cshogi = None

ROUNDS = 5
#: python-shogi and cshogi's reader of KIF are slow.
GAMES_OF_PEERS = 100
#: Games a second that python-shogi reads and plays where it was measured first.
REFERENCE = 216
THREADS = (1, 2, 4)

Work = Callable[[], int]


def rate(work: Work, clock: Callable[[], float]) -> float:
    """Things done in a second."""
    start = clock()
    done = work()
    return done / (clock() - start)


def report(what: str, ours: Work, peers: dict[str, Work], clock: Callable[[], float] = time.process_time) -> float:
    """Prints medians and the ratios of rounds; returns our median."""
    rates: dict[str, list[float]] = {}
    for _ in range(ROUNDS):
        for name, work in {"yaribase": ours, **peers}.items():
            rates.setdefault(name, []).append(rate(work, clock))
    own = rates.pop("yaribase")
    line = f"{what:<36} {statistics.median(own):>9,.0f} /s ({min(own):,.0f} to {max(own):,.0f})"
    for name, found in rates.items():
        ratios = [a / b for a, b in zip(own, found)]
        line += f"; {name} {statistics.median(found):,.0f} /s"
        line += f": {statistics.median(ratios):,.0f} times ({min(ratios):,.0f} to {max(ratios):,.0f})"
    print(line, flush=True)
    return statistics.median(own)


def read(path: Path, jobs: int, again: bool = False) -> int:
    games = yaribase.read(path, errors="skip", jobs=jobs)
    return sum(1 for game in games if not again or game.position())


def peer_texts(path: Path) -> list[str]:
    """A text for each of the games from the even start."""
    games = (g for g in yaribase.read(path, variant="shogi", errors="skip") if not g.handicap and not g.unread)
    name = path.suffix[1:]
    return [g.text(name).rstrip().rstrip("/") for g in games]


def read_by_python_shogi(texts: list[str], parser: Any, legality: bool) -> int:
    for text in texts:
        game = parser.parse_str(text)[0]
        board = shogi.Board()
        for usi in game["moves"]:
            move = shogi.Move.from_usi(usi)
            if legality and not board.is_legal(move):
                raise ValueError(f"{usi} is illegal")
            board.push(move)
    return len(texts)


def read_by_cshogi(texts: list[str], parser: Any, legality: bool) -> int:
    """Its reader of KIF asks for legality itself, that of CSA does not."""
    board = cshogi.Board()
    for text in texts:
        made = parser.parse_str(text)
        game = made[0] if isinstance(made, list) else made
        board.set_sfen(game.sfen)
        for move in game.moves:
            if legality and not board.is_legal(move):
                raise ValueError(f"{move} is illegal")
            board.push(move)
    return len(texts)


def readable(texts: list[str], read_one: Callable[[list[str]], int]) -> list[str]:
    """Those that another program reads without an exception."""
    kept = []
    for text in texts:
        try:
            read_one([text])
            kept.append(text)
        except Exception as error:
            print(f"    left out: {type(error).__name__}: {error}")
    return kept


def readers(path: Path, legality: bool) -> dict[str, Work]:
    """The other readers of this format."""
    module = {".kif": "KIF", ".csa": "CSA"}.get(path.suffix)
    peers: dict[str, Work] = {}
    if module is None or not (shogi or cshogi):
        return peers
    texts = peer_texts(path)[:GAMES_OF_PEERS]
    if shogi:
        parser = getattr(shogi, module).Parser
        own = readable(texts, lambda some: read_by_python_shogi(some, parser, legality))
        peers["python-shogi"] = lambda: read_by_python_shogi(own, parser, legality)
    if cshogi:
        other = getattr(cshogi, module).Parser
        others = readable(texts, lambda some: read_by_cshogi(some, other, legality))
        peers["cshogi"] = lambda: read_by_cshogi(others, other, legality)
    return peers


def records(path: Path) -> None:
    name = path.suffix[1:]
    report(f"read {name}, moves checked, games", lambda: read(path, 1), readers(path, True))
    report(f"read {name}, play again, games", lambda: read(path, 1, True), readers(path, False))
    for jobs in THREADS:
        own = report(f"read {name} by the clock, {jobs} threads", lambda: read(path, jobs),  # noqa: B023
                     readers(path, True), time.perf_counter)
        print(f"    {own / REFERENCE:,.0f} times {REFERENCE} /s")


def lists(path: Path) -> None:
    games = [g for g in yaribase.read(path, variant="shogi", errors="skip") if not g.handicap]
    sfens = [s for g in games[:20] for s in g.sfens()]
    positions = [yaribase.Position(s) for s in sfens]
    peers: dict[str, Work] = {}
    if shogi:
        boards = [shogi.Board(s) for s in sfens[:100]]
        peers["python-shogi"] = lambda: sum(1 for b in boards if list(b.legal_moves))
    if cshogi:
        others = [cshogi.Board(s) for s in sfens]
        peers["cshogi"] = lambda: sum(1 for b in others if list(b.legal_moves))
    report("legal move lists", lambda: sum(1 for p in positions if p.legal_moves), peers)


def timed(what: Callable[[], str]) -> None:
    start = time.monotonic(), time.process_time()
    said = what()
    print(f"{said} in {time.monotonic() - start[0]:.2f} s, {time.process_time() - start[1]:.2f} s CPU", flush=True)


def database(path: str) -> None:
    with yaribase.Database(path) as games:

        def find(**what: Any) -> str:
            found = games.find(variant="shogi", **what)
            found.columns()
            return f"find {what}: {len(found):,} hits into columns"

        def lines(name: str) -> str:
            made = [len(getattr(game, name)()) for game in games.games(limit=100_000)]
            return f"{len(made):,} games, {name}(): {sum(made):,} positions or characters"

        timed(lambda: find(position="startpos"))
        timed(lambda: find(query="capture", limit=1_000_000))
        timed(lambda: find(query="capture"))
        timed(lambda: lines("sfens"))
        timed(lambda: lines("usi"))


if sys.argv[1] == "--database":
    database(sys.argv[2])
else:
    for argument in sys.argv[1:]:
        records(Path(argument))
    lists(Path(sys.argv[1]))
