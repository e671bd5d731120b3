"""Every condition on games, asked at each door: command line, API, query language, Python. They take the same games and refuse the same."""

from __future__ import annotations

import ast
import json
import re
import urllib.error
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Union

import pytest

import yaribase
from doors import PROGRAM, served, yari

pytestmark = pytest.mark.skipif(not PROGRAM, reason="YARI_PROGRAM names no program")

# Values that are taken, and values that are refused.
VALUES: dict[str, tuple[list[str], list[str]]] = {
    "player": (["habu", "nobody at all", "Fujii So"], []),
    "opponent": (["habu", "toyo"], []),
    "black": (["habu", "b"], []),
    "white": (["habu", "i"], []),
    "event": (["ryu-o", "meijin"], []),
    "site": (["tokyo", "kyo"], []),
    "round": (["1", "2", "7"], []),
    "date": (["1994", "1990..2010", "2000..", "..1999", "2020-01"], ["1999..1990", "soon", "..", "1995-13"]),
    "result": (["1-0", "0-1", "*"], ["2-0", "black wins"]),
    "ending": (["resignation", "mate", "perpetual check"], ["boredom"]),
    "handicap": (["even", "any", "Rook", "bishop", "\u89d2\u843d\u3061"], ["castle"]),
    "rules": (["standard", "svp"], ["house"]),
    "plies": (["60..", "..100", "80..120"], ["x", "9..3", "-1"]),
    "rated": (["1000..", "..2500"], ["strong", "2000..1000", "99999"]),
    "annotated": (["yes", "no", "YARIbase", "gikou"], []),
    "evaluated": (["yes", "no"], ["maybe"]),
    "text": (["habu", "zugzwang"], []),
    "from_file": (["ryuo", "PSN", "kif"], []),
    "variant": (["yari", "shogi"], ["chess"]),
}

# A game with a handicap and a place, which the samples lack.
HANDICAP_GAME = """\u624b\u5408\u5272\uff1a\u89d2\u843d\u3061
\u5834\u6240\uff1aKyoto
\u4e0b\u624b\uff1aAbe
\u4e0a\u624b\uff1aKato
\u624b\u6570----\u6307\u624b---------\u6d88\u8cbb\u6642\u9593--
   1 \uff13\u56db\u6b69(33)
   2 \u6295\u4e86
"""

#: The games, or what was expected of a value that is refused.
Answer = Union["list[int]", str]
Door = Callable[[str, str], Answer]


def expected(refusal: str) -> str:
    """The command line lists choices as "A or B", the others as "one of A, B"; a query has words of its own."""
    found = re.search(r"expected (?:one of )?(.*?)(?:, found '|$)", refusal, re.MULTILINE)
    return found[1].replace(" or ", ", ") if found else ""


def games_printed(words: list[str]) -> Answer:
    done = yari(*words, "--json")
    if done.returncode == 2:
        return expected(done.stderr)
    assert done.returncode in (0, 1), done.stderr
    return sorted({json.loads(line)["game"] for line in done.stdout.splitlines()})


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory, samples: Path) -> Path:
    made = tmp_path_factory.mktemp("conditions") / "games.db"
    record = made.with_name("handicap.kif")
    record.write_text(HANDICAP_GAME, encoding="utf-8")
    assert yari("import", str(samples), str(record), "-q", "--db", str(made)).returncode == 0
    assert yari("annotate", "1", "2", "5", "--nodes", "20", "-q", "--db", str(made)).returncode == 0
    return made


def command_line(file: Path) -> Door:
    return lambda name, value: games_printed(["list", f"--{name.replace('_', '-')}", value, "--db", str(file)])


def query_language(file: Path) -> Door:
    def ask(name: str, value: str) -> Answer:
        ranges = name in ("date", "plies", "rated")
        word = name.replace("_", "-")
        query = f"{word} in {value}" if ranges else f"variant {value}" if name == "variant" else f'{word} "{value}"'
        return games_printed(["find", "--query", query, "--db", str(file)])

    return ask


def python(file: Path) -> Door:
    database = yaribase.Database(file)

    def ask(name: str, value: str) -> Answer:
        try:
            return sorted(header.game for header in database.list(**{name: value}))  # type: ignore[arg-type]
        except ValueError as refusal:
            return expected(str(refusal))

    return ask


@pytest.fixture(scope="module")
def api(file: Path) -> Iterator[Door]:
    with served(file) as get:

        def ask(name: str, value: str) -> Answer:
            try:
                rows = get("/api/games", **{name: value, "limit": "1000"})
            except urllib.error.HTTPError as refusal:
                assert refusal.code == 400
                error = json.load(refusal)["error"]
                assert error["parameter"] == name
                return expected(error["message"])
            return sorted(row["game"] for row in rows if "game" in row)

        yield ask


def names_of_the_program() -> list[str]:
    """The second column of the table of conditions."""
    rows = yari("debug", "conditions").stdout.splitlines()[2:]
    return [re.split(r" \| ", row)[1].strip("`") for row in rows]


def test_every_condition_of_the_program_is_asked_here() -> None:
    assert names_of_the_program() == list(VALUES)


def test_the_stubs_have_every_condition_wherever_they_have_one() -> None:
    stubs = ast.parse(Path(yaribase.__file__).with_name("_yaribase.pyi").read_text(encoding="utf-8"))
    taken_otherwise = {"event": {"event"}, "profile": {"player", "black", "white"}}
    for method in ast.walk(stubs):
        keywords = {argument.arg for argument in method.args.kwonlyargs} if isinstance(method, ast.FunctionDef) else set()
        if isinstance(method, ast.FunctionDef) and "from_file" in keywords:
            assert {*VALUES} - keywords == taken_otherwise.get(method.name, set()), method.name


@pytest.mark.parametrize("name", VALUES)
def test_all_doors_give_the_same_games_and_refuse_the_same(name: str, file: Path, api: Door) -> None:
    doors = {"command line": command_line(file), "API": api, "query": query_language(file), "Python": python(file)}
    taken, refused = VALUES[name]
    sizes = set()
    for value in taken:
        answers = {door: ask(name, value) for door, ask in doors.items()}
        assert all(answer == answers["Python"] for answer in answers.values()), (value, answers)
        assert isinstance(answers["Python"], list)
        sizes.add(len(answers["Python"]))
    # One value at least chooses some games and not all.
    assert any(0 < size < 15 for size in sizes) or name in ("rules", "rated"), sizes
    for value in refused:
        answers = {door: ask(name, value) for door, ask in doors.items()}
        assert isinstance(answers.pop("query"), str)
        assert set(answers.values()) == {answers["Python"]} != {""}, (value, answers)


def test_pythons_own_forms_mean_the_same(file: Path) -> None:
    database = yaribase.Database(file)

    def games(**conditions: object) -> list[int]:
        return [header.game for header in database.list(**conditions)]  # type: ignore[arg-type]

    assert games(date_from=1990, date_to=2010) == games(date="1990..2010") != []
    assert games(min_plies=60, max_plies=100) == games(plies="60..100") != []
    assert games(annotated=True) == games(annotated="yes") == [1, 2, 5]
    assert games(evaluated=False) == games(evaluated="no")
    all_wrong: list[dict[str, object]] = [{"date_from": "1990..1999"}, {"min_plies": -1}, {"max_rating": "x"}]
    for wrong in all_wrong:
        with pytest.raises(ValueError):
            games(**wrong)
