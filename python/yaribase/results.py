"""What yaribase answers: small named tuples, and sequences of them that are kept as columns."""

from __future__ import annotations

import datetime
import html
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, TypeVar, Union, overload

if TYPE_CHECKING:
    from . import Column, Evaluation, Finding, Game, Move, Node, Position

Row = TypeVar("Row")

#: The values of one column: numbers that numpy takes without a copy, or a list.
Values = Union["Column", "list[Any]"]

#: A whole date, or what is known of one as text: "1995-08", "1995". None where nothing is.
PartialDate = Union[datetime.date, str, None]

#: Columns that hold dates: yyyymmdd, or text.
_DATES = ("date", "first_date", "last_date")
#: A notebook shows this many rows of a table, and this many characters of a text.
_MOST_ROWS = 60
_MOST_CHARACTERS = 300


def _date(value: int | str | None) -> PartialDate:
    """The date that a column has as yyyymmdd, an unknown part 00, or as text."""
    if not value:
        return None
    text = value
    if isinstance(value, int):
        year, month, day = value // 10000, value // 100 % 100, value % 100
        text = f"{year:04}" + (f"-{month:02}" if month else "") + (f"-{day:02}" if month and day else "")
    text = str(text)
    try:
        return datetime.date.fromisoformat(text) if len(text) == 10 else text
    except ValueError:
        return text


def _year(date: PartialDate) -> int | None:
    if isinstance(date, datetime.date):
        return date.year
    return int(date[:4]) if date else None


def _cell(value: object) -> str:
    """A cell of a table in HTML."""
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if value is None:
        text = ""
    elif isinstance(value, float):
        text = f"{value:.2f}".rstrip("0").rstrip(".")
    elif isinstance(value, (list, tuple)) and not hasattr(value, "_fields"):
        text = "; ".join(map(str, value))
    else:
        text = str(value)
    if len(text) > _MOST_CHARACTERS:
        text = text[:_MOST_CHARACTERS] + "\N{HORIZONTAL ELLIPSIS}"
    style = ' style="text-align: right"' if number else ""
    return f"<td{style}>{html.escape(text)}</td>"


def _table(names: Iterable[str], rows: Sequence[Sequence[object]], total: int, notes: Iterable[str] = ()) -> str:
    """A table in HTML of the first rows, with a line about how many there are."""
    lines = ["<table>", "<thead><tr>" + "".join(f"<th>{html.escape(n)}</th>" for n in names) + "</tr></thead>", "<tbody>"]
    lines += ["<tr>" + "".join(map(_cell, row)) + "</tr>" for row in rows[:_MOST_ROWS]]
    lines += ["</tbody>", "</table>"]
    if total > _MOST_ROWS:
        lines.append(f"<p>{total - _MOST_ROWS:,} more of {total:,} rows</p>")
    lines += [f"<p>{html.escape(note)}</p>" for note in notes]
    return "\n".join(lines)


class Results(Sequence[Row], Generic[Row]):
    """A sequence of rows that is kept as columns.

    `damaged` has a sentence for each damaged game that a search left out, and `left_out`, of
    ratings, one for each kind of games that do not count. Of a profile `played` is the number of all
    games of the player, annotated or not, and `summary` the fields of `yari profile --json`.
    Notebooks show the first rows as a table.
    """

    def __init__(self, columns: dict[str, Values], row: Callable[..., Row]) -> None:
        self._columns = columns
        self._row = row
        self._variant: Literal["yari", "shogi"] = "yari"
        self._of_shogi: frozenset[int] = frozenset()
        self._dates = [i for i, name in enumerate(columns) if name in _DATES]
        self.damaged: list[str] = []
        self.left_out: list[str] = []
        self.played: int = 0
        self.summary: dict[str, Any] = {}

    def columns(self) -> dict[str, Values]:
        """The columns by name.

        Numbers of games, moves and hits are buffers: `numpy.asarray(column)` makes an array of one
        without a copy. `pandas.DataFrame(results.columns())` makes a table of all. Dates are
        numbers yyyymmdd here, an unknown part 00, or text; `Move` is `Move.bits`.
        """
        return dict(self._columns)

    def _make(self, *values: Any) -> Row:
        if self._row is Hit:
            from . import Move

            game, ply, bits = values
            variant: Literal["yari", "shogi"] = "shogi" if game in self._of_shogi else self._variant
            move = Move.from_bits(bits, variant) if bits else None
            return self._row(game, ply, move)
        if self._dates:
            cells = list(values)
            for i in self._dates:
                cells[i] = _date(cells[i])
            return self._row(*cells)
        return self._row(*values)

    def __len__(self) -> int:
        for column in self._columns.values():
            return len(column)
        return 0

    def __iter__(self) -> Iterator[Row]:
        return map(self._make, *self._columns.values())

    @overload
    def __getitem__(self, index: int) -> Row: ...

    @overload
    def __getitem__(self, index: slice) -> list[Row]: ...

    def __getitem__(self, index: int | slice) -> Row | list[Row]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        return self._make(*(column[index] for column in self._columns.values()))

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {len(self)} of {getattr(self._row, '__name__', 'row')}>"

    def _repr_html_(self) -> str:
        rows: Any = self[:_MOST_ROWS]
        return _table(self._columns, rows, len(self), [*self.damaged, *self.left_out])


class Rows(Sequence["tuple[Any, ...]"]):
    """The answer to an SQL statement: tuples, and `names`, the names of their columns."""

    def __init__(self, names: list[str], columns: list[list[Any]]) -> None:
        self.names = names
        self._columns = columns

    def columns(self) -> dict[str, list[Any]]:
        """The columns by name, for `pandas.DataFrame(rows.columns())`."""
        return dict(zip(self.names, self._columns))

    def __len__(self) -> int:
        return len(self._columns[0]) if self._columns else 0

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        return zip(*self._columns)

    @overload
    def __getitem__(self, index: int) -> tuple[Any, ...]: ...

    @overload
    def __getitem__(self, index: slice) -> list[tuple[Any, ...]]: ...

    def __getitem__(self, index: int | slice) -> tuple[Any, ...] | list[tuple[Any, ...]]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        return tuple(column[index] for column in self._columns)

    def __repr__(self) -> str:
        return f"<Rows: {len(self)} of {', '.join(self.names)}>"

    def _repr_html_(self) -> str:
        return _table(self.names, self[:_MOST_ROWS], len(self))


class Hit(NamedTuple):
    """A place where a search found something. As a column, `move` has the 16 bits of Move.bits."""

    game: int
    #: Moves played before it; 0 is the start of the game.
    ply: int
    #: The move played there; None at the end of the game.
    move: Move | None


class Header(NamedTuple):
    """A game as lists show it."""

    game: int
    variant: str
    rules: str
    black: str
    white: str
    event: str
    site: str
    #: A datetime.date; "1995-08" or "1995" where a part is unknown, None where all is.
    date: PartialDate
    result: str
    ending: str
    #: Empty for an even start.
    handicap: str
    plies: int

    @property
    def year(self) -> int | None:
        """The year, or None where it is unknown."""
        return _year(self.date)


class TreeMove(NamedTuple):
    """A move of the opening explorer, and what came of it."""

    #: Numbers the position before the move; 0 is the one that was asked about.
    node: int
    #: Moves from there to this position.
    depth: int
    sfen: str
    move: Move
    games: int
    black_wins: int
    white_wins: int
    draws: int
    #: Sum of the lengths of the games.
    plies: int
    #: The node that the move leads to; -1 where it is not in the tree.
    next: int


class PlayerGame(NamedTuple):
    """One annotated game of a player, with the player's own numbers."""

    game: int
    #: As Header.date.
    date: PartialDate
    side: str
    opponent: str
    #: 1, 0.5 or 0; not a number where the result is unknown.
    points: float
    moves: int
    #: In percent; not a number where the player made no move.
    accuracy: float
    mean_loss: float
    inaccuracies: int
    mistakes: int
    blunders: int
    missed_mates: int
    lost_wins: int

    @property
    def year(self) -> int | None:
        """The year, or None where it is unknown."""
        return _year(self.date)


class Player(NamedTuple):
    """A player of the database: spellings that differ in letters and ranks alone are one."""

    player: str
    games: int
    wins: int
    draws: int
    losses: int
    #: Percent of the points, of games with a known result.
    score: float | None
    first_date: PartialDate
    last_date: PartialDate
    #: From tags such as BlackElo: the last one, and the highest.
    rating: int | None
    highest_rating: int | None
    #: All spellings; empty where the name is the only one.
    spellings: list[str]


class Event(NamedTuple):
    """An event of the database, as Player; results are Black's."""

    event: str
    games: int
    black: int
    draws: int
    white: int
    score: float | None
    first_date: PartialDate
    last_date: PartialDate
    rating: int | None
    highest_rating: int | None
    spellings: list[str]


class Site(NamedTuple):
    """A place where games were played, as Event."""

    site: str
    games: int
    black: int
    draws: int
    white: int
    score: float | None
    first_date: PartialDate
    last_date: PartialDate
    rating: int | None
    highest_rating: int | None
    spellings: list[str]


class Suggestion(NamedTuple):
    """Two spellings that may mean the same: `rename(old, new, kind=kind)`."""

    kind: str
    old: str
    new: str
    #: The chance that they are one, in percent.
    score: float
    reason: str
    old_games: int
    new_games: int
    #: Of players opponents and events that both have; of events players and sites; of sites events and
    #: players.
    common_company: int
    common_settings: int


class ResultGroup(NamedTuple):
    """Games of one opening, year, ending and so on, and how they ended."""

    group: str
    games: int
    black: int
    draws: int
    white: int
    #: Black's points in percent of the games with a result.
    score: float | None
    #: On average.
    plies: float


class PieceGroup(NamedTuple):
    """What one kind of piece does in main lines; a promoted piece is a kind of its own."""

    variant: str
    piece: str
    #: Drops included.
    moves: int
    #: In percent of all moves.
    share: float | None
    drops: int
    #: In percent of the moves of this kind; so is `capture_share`.
    drop_share: float | None
    captures: int
    capture_share: float | None
    promotions: int
    #: In percent of the moves that could have promoted.
    promotion_share: float | None


class ClockGroup(NamedTuple):
    """Moves of annotated games by the time left after them, and how they were judged."""

    #: "10 s to 30 s", "60 min or more".
    left: str
    moves: int
    inaccuracies: int
    mistakes: int
    blunders: int
    #: Inaccuracies, mistakes and blunders of 100 moves.
    rate: float | None


class Rating(NamedTuple):
    """How strong a player is, by Glicko-2: between `low` and `high` with a chance of 95 %."""

    place: int
    player: str
    rating: float
    deviation: float
    low: float
    high: float
    volatility: float
    games: int
    last_date: PartialDate


class Entrant(NamedTuple):
    """Somebody who plays in an event."""

    name: str
    #: 0 where it is unknown.
    rating: int = 0
    #: Not to be paired.
    absent: bool = False


class Pairing(NamedTuple):
    """A board of a round. White is "bye" where Black has no opponent."""

    round: int
    board: int
    black: str
    black_points: float
    white: str
    white_points: float | None


class EventGame(NamedTuple):
    """A game of an event, as one of its players has it."""

    game: int
    #: None for a bye.
    opponent: str | None
    side: str | None
    #: None without a result.
    points: float | None
    round: str | None
    handicap: str | None
    #: A draw that was played again, and does not count.
    replayed: bool
    #: False for a bye and for a game that was won without playing.
    played: bool


class Standing(NamedTuple):
    """A row of the standings of an event."""

    #: Those who are equal in everything share one.
    place: int
    player: str
    points: float
    games: int
    wins: int
    draws: int
    losses: int
    buchholz: float
    sonneborn_berger: float
    #: Points among those with the same points.
    mutual: float
    played: list[EventGame]
    #: Under `Standings.headings`: "3+b" beat the third with Black, "bye"; in a crosstable "1".
    cells: list[str]


class Standings(Results[Standing]):
    """The standings of an event, best first, with its rounds or its crosstable."""

    def __init__(self, rows: list[Standing], event: dict[str, Any]) -> None:
        super().__init__({name: [row[i] for row in rows] for i, name in enumerate(Standing._fields)}, Standing)
        #: Above the cells: the rounds, or the places of the opponents.
        self.headings: list[str] = event["headings"]
        self.by_round: bool = event["by_round"]
        #: The names of the events.
        self.events: list[str] = event["events"]
        self.games: int = event["games"]
        #: Games left out because a player is unknown.
        self.without_players: int = event["without_players"]
        #: A line for each handicap game.
        self.handicaps: list[str] = event["handicaps"]

    def _repr_html_(self) -> str:
        names = ["#", "player", "points", "games", *self.headings, "Buchholz", "Sonneborn-Berger", "mutual"]
        rows = [(s.place, s.player, s.points, s.games, *s.cells, s.buchholz, s.sonneborn_berger, s.mutual) for s in self]
        return _table(names, rows, len(self), self.handicaps)


def _standings(event: dict[str, Any]) -> Standings:
    """Of the object that `GET /api/event` answers."""
    rows = []
    for player in event["players"]:
        fields: dict[str, Any] = {**player, "played": [EventGame(**game) for game in player["played"]]}
        rows.append(Standing(**fields))
    return Standings(rows, event)


class Change(NamedTuple):
    """A change that `undo` takes back."""

    id: int
    #: "2024-05-01 12:00:00", UTC.
    time: str
    #: "delete 12 games".
    what: str
    games: int
    #: Games that `undo` did not bring back, since they had been added again.
    there_again: int
    #: A sentence for each game that it brought back damaged, as it was.
    damaged: list[str]


class Card(NamedTuple):
    """A position that is asked again and again, and how well it is known."""

    card: int
    #: "book", "mistake", "puzzle" or "own".
    source: str
    position: Position
    #: Of a book and of one's own each is right; else a line, whose first move and every second is asked.
    moves: list[Move]
    #: What was played there; None where that is not known.
    played: Move | None
    #: Where it was taken from; None of no game, which may be gone.
    game: int | None
    ply: int | None
    due: datetime.date
    #: None before the first answer.
    reviewed: datetime.date | None
    #: How often in a row it was known.
    repetitions: int
    #: From the last answer to the next one.
    days: int
    ease: float
    #: How often it was asked, and how often the answer was wrong.
    reviews: int
    lapses: int


class CardAnswer(NamedTuple):
    """What becomes of an answer; `grade_card` stores it."""

    #: "right", "wrong", or "more" where a puzzle goes on.
    verdict: str
    #: The moves of the card; with "more" those so far, with the opponent's answer.
    moves: list[Move]
    #: Why they are right; None with "more", as the grade.
    reason: str | None
    #: The grade that is proposed.
    grade: Literal["again", "hard", "good", "easy"] | None
    #: For each grade the day on which the card comes back.
    due: dict[str, datetime.date]


class AddedCards(NamedTuple):
    """What became of positions to learn."""

    added: int
    #: Known positions that have other moves now.
    changed: int
    known: int


class TagSummary(NamedTuple):
    """What became of the tags of games."""

    changed: int
    #: Sentences about damaged games, which stay as they are.
    damaged: list[str]
    #: Sentences about games that stay as they are: their moves are illegal with the handicap.
    refused: list[str]
    #: Sentences about games that now contradict their moves.
    contradictions: list[str]
    #: What else there is to say, such as a date without a year.
    notes: list[str]


class RenameSummary(NamedTuple):
    """What a renaming did."""

    changed: int
    damaged: list[str]
    #: Sentences about games that would hold more than a record may, and stay as they are.
    refused: list[str]
    #: A sentence for each name that no game has.
    unknown: list[str]


class MergeSummary(NamedTuple):
    """What became of duplicates."""

    deleted: int
    #: Games that were given what others of their group have.
    completed: int
    damaged: list[str]


class Twins(NamedTuple):
    """Two games that may be one."""

    #: "same", "contained" (the first is the beginning of the second) or "near_same".
    kind: str
    first: int
    second: int


class DuplicateGame(NamedTuple):
    """A game of a group, against the first of it."""

    header: Header
    #: "40 plies fewer", "White is 'Sato'"; empty for the first.
    differences: list[str]
    #: Players, date or result are known of both and differ.
    contradicts: bool
    #: Some of its moves are not the first's.
    other_moves: bool
    #: It knows a tag, the result or the ending, which the first does not.
    knows_more: bool
    has_notes: bool


class DuplicateGroup(NamedTuple):
    """Games that may be one. The first is the one to keep."""

    games: list[DuplicateGame]
    pairs: list[Twins]
    #: Games that add nothing to the first: `delete(ids=group.superfluous)`.
    superfluous: list[int]

    def _repr_html_(self) -> str:
        names = ["game", "black", "white", "date", "result", "plies", "differences"]
        rows = [
            (g.header.game, g.header.black, g.header.white, g.header.date, g.header.result, g.header.plies, g.differences)
            for g in self.games
        ]
        return _table(names, rows, len(rows))


class ImportSummary(NamedTuple):
    """What an import did. `findings` are its errors and warnings, the first 10,000 of them."""

    files: int
    games: int
    imported: int
    duplicates: int
    rejected: int
    cut: int
    same_moves: int
    bad_files: int
    skipped_files: int
    plies: int
    positions: int
    seconds: float
    findings: list[Finding]
    findings_dropped: int


class AnnotateSummary(NamedTuple):
    """What an annotation did."""

    #: Games annotated.
    games: int
    #: Games that were annotated in the same way before.
    skipped: int
    #: Numbers of games that could not be annotated, and why.
    failed: list[tuple[int, str]]
    #: Games and plies after which the engine gave no score, and why; they have no evaluation there.
    unscored: list[tuple[int, int, str]]
    #: What else there is to say, such as that the run was given up after too many failures.
    notes: list[str]


class Score(NamedTuple):
    """What a position is worth to the side to move.

    `value` is centipawns or, with `mate`, plies to mate: positive when the side to move mates.
    """

    value: int
    mate: bool = False

    def __str__(self) -> str:
        return f"mate {self.value}" if self.mate else f"{self.value:+d}"


class Line(NamedTuple):
    """One way to go on, and what it is worth."""

    #: Score and chance are None where the engine named a move without a score.
    score: Score | None
    #: Chance of the side to move to win, in percent.
    chance: float | None
    depth: int
    pv: list[Move]


class Analysis(NamedTuple):
    """What an engine found out about a position."""

    #: Best first; empty when there is no legal move.
    lines: list[Line]
    #: None where the engine named a move without a score.
    score: Score | None
    depth: int
    nodes: int
    seconds: float

    @property
    def best(self) -> Move | None:
        """The best move, or None where there is no legal move."""
        return self.lines[0].pv[0] if self.lines else None

    def _repr_html_(self) -> str:
        rows = [
            (str(line.score) if line.score else None, line.chance, line.depth, " ".join(map(str, line.pv)))
            for line in self.lines
        ]
        return _table(["score", "chance, %", "depth", "moves"], rows, len(rows))


class Mate(NamedTuple):
    """What a search for a mate by checks found."""

    #: "mate", "no mate" or "unknown".
    verdict: str
    #: The moves of both sides; empty without a mate.
    line: list[Move]
    #: No mate by checks is shorter.
    shortest: bool
    nodes: int

    @property
    def plies(self) -> int:
        """The length of the mate; 0 without one."""
        return len(self.line)


class JudgedMove(NamedTuple):
    """One move of the main line, judged; scores and chances from the view of who made it."""

    ply: int
    side: str
    move: Move
    #: None where the engine gave no score of that position; then loss and accuracy are None, too.
    before: Score | None
    after: Score | None
    chance_before: float | None
    chance_after: float | None
    #: Points of win chance lost, 0..100.
    loss: float | None
    accuracy: float | None
    #: "inaccuracy", "mistake", "blunder" or None.
    judgement: str | None
    #: "missed", "allowed" or None.
    mate: str | None
    #: "opening", "middlegame" or "endgame".
    phase: str
    #: What the engine would have played.
    better: list[Move]


class Annotation(NamedTuple):
    """A game with its judgements."""

    #: A copy of the game with glyphs, comments and variations.
    game: Game
    moves: list[JudgedMove]
    #: The accuracy of each player in percent.
    black: float
    white: float
    #: The ply with which the game turned for good, or None.
    turned_at: int | None
    #: Plies after which the engine gave no score, and why.
    unscored: list[tuple[int, str]]


def _move(bits: int, variant: Literal["yari", "shogi"]) -> Move:
    """For pickle."""
    from . import Move

    return Move.from_bits(bits, variant)


def _evaluation(score: int, mate: bool, depth: int, nodes: int, engine: str, pv: list[Move]) -> Evaluation:
    """For pickle."""
    from . import Evaluation

    return Evaluation(score, mate=mate, depth=depth, nodes=nodes, engine=engine, pv=pv)


def _node(game: Game, branches: list[int]) -> Node:
    """For pickle: the node that these children lead to."""
    node = game.root
    for branch in branches:
        node = node.children[branch]
    return node


def _column(type: int, numbers: bytes) -> Column:
    """For pickle."""
    from . import Column

    return Column._put_together(type, numbers)  # type: ignore[attr-defined,no-any-return]


def _game(json: str, findings: list[Any], file: str, line: int, id: int) -> Game:
    """For pickle."""
    from . import Game

    return Game._put_together(json, findings, file, line, id)  # type: ignore[attr-defined,no-any-return]


def _position(
    sfen: str,
    variant: Literal["yari", "shogi"],
    rules: Literal["standard", "svp", "classic"],
    moves: list[str],
) -> Position:
    """For pickle."""
    from . import Position

    return Position(sfen, variant=variant, rules=rules, moves=moves)
