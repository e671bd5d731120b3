"""What yaribase answers: small named tuples, and sequences of them that are kept as columns."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, TypeVar, Union, overload

if TYPE_CHECKING:
    from . import Column, Finding, Game, Move, Position

Row = TypeVar("Row")

#: The values of one column: numbers that numpy takes without a copy, or a list.
Values = Union["Column", "list[Any]"]


class Results(Sequence[Row], Generic[Row]):
    """A sequence of rows that is kept as columns.

    `damaged` has a sentence for each damaged game that a search left out, and `played`, of a
    profile, is the number of all games of the player, annotated or not.
    """

    def __init__(self, columns: dict[str, Values], row: Callable[..., Row]) -> None:
        self._columns = columns
        self._row = row
        self._variant: Literal["yari", "shogi"] = "yari"
        self.damaged: list[str] = []
        self.played: int = 0

    def columns(self) -> dict[str, Values]:
        """The columns by name.

        Numbers are buffers: `numpy.asarray(column)` makes an array of one without a copy, and
        `pandas.DataFrame(results.columns())` a table of all.
        """
        return dict(self._columns)

    def _make(self, *values: Any) -> Row:
        if self._row is Hit:
            from . import Move

            game, ply, bits = values
            move = Move.from_bits(bits, self._variant) if bits else None
            return self._row(game, ply, move)
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
        return f"<Results: {len(self)} of {getattr(self._row, '__name__', 'row')}>"


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
    #: yyyymmdd; an unknown month or day is 00, and no date at all is 0.
    date: int
    result: str
    ending: str
    #: Empty for an even start.
    handicap: str
    plies: int

    @property
    def year(self) -> int | None:
        """The year, or None where it is unknown."""
        return self.date // 10000 or None


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
    date: int
    side: str
    opponent: str
    #: 1, 0.5 or 0; not a number where the result is unknown.
    points: float
    moves: int
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
        return self.date // 10000 or None


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


def _position(
    sfen: str,
    variant: Literal["yari", "shogi"],
    rules: Literal["standard", "svp", "classic"],
    moves: list[str],
) -> Position:
    """For pickle."""
    from . import Position

    return Position(sfen, variant=variant, rules=rules, moves=moves)
