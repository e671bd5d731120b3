# The types and the manual of the compiled module: python/docstrings.py puts the texts into it.
import builtins
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date as Date
from os import PathLike
from typing import Any, Literal, SupportsIndex, Union, overload

from .results import (
    AddedCards,
    Analysis,
    AnnotateSummary,
    Annotation,
    Card,
    CardAnswer,
    Change,
    ClockGroup,
    DuplicateGroup,
    Entrant,
    Event,
    Header,
    Hit,
    ImportSummary,
    Mate,
    MergeSummary,
    Pairing,
    PartialDate,
    PieceGroup,
    Player,
    PlayerGame,
    Rating,
    RenameSummary,
    ResultGroup,
    Results,
    Rows,
    Site,
    Standings,
    Suggestion,
    TagSummary,
    TreeMove,
)

__version__: str

_Variant = Literal["yari", "shogi"]
_Side = Literal["black", "white"]
_Style = Literal["western", "kanji", "kif", "server"]
_Path = Union[str, bytes, PathLike[str], PathLike[bytes]]
_Date = Union[str, int, Date]
_CardSource = Literal["book", "mistake", "puzzle", "own"]
_Kind = Literal["player", "event", "site"]
_Sort = Literal["id", "date", "plies", "black", "white", "event"]

class Move:
    """A move on the board or a drop, in USI notation: "7g7f", "2b3c+", "P*5e".

    Equal moves of one game are equal, and can be keys of a dict.
    """

    def __init__(self, usi: str, variant: _Variant = "yari") -> None:
        """Reads a move; whether it can be played is not judged. Raises ParseError."""
    @staticmethod
    def from_usi(usi: str, variant: _Variant = "yari") -> Move:
        """The same as the class itself, under the name that python-shogi has."""
    @staticmethod
    def from_bits(bits: int, variant: _Variant = "yari") -> Move:
        """The move of these 16 bits, as columns have them. Raises ValueError."""
    def usi(self) -> str:
        """The move in USI notation."""
    @property
    def variant(self) -> _Variant:
        """The game that the move is of."""
    @property
    def bits(self) -> int:
        """The move as 16 bits: bits 0-6 the target square, 7-13 the origin or the kind dropped, 14
        a promotion, 15 a drop. A square is file * 9 + rank, both from 0."""
    @property
    def from_square(self) -> str | None:
        """The origin, "7g"; None for a drop."""
    @property
    def to_square(self) -> str:
        """The target, "7f"."""
    @property
    def is_drop(self) -> bool:
        """Whether a piece in hand is dropped."""
    @property
    def promotes(self) -> bool:
        """Whether the piece promotes."""
    @property
    def dropped(self) -> str | None:
        """The SFEN letter of the piece that is dropped, "P"; None for a move on the board."""
    def __hash__(self) -> int: ...
    def __eq__(self, other: object) -> bool: ...

class Position:
    """A position, how it was reached, and all that may be played on it.

    Moves are Move objects or texts: USI (7g7f), Hodges notation (P-7f) or Japanese (７六歩). Squares
    are "1a" to "9i" ("7i" in Yari Shogi), pieces SFEN letters: "P", "+r". Notebooks draw it.
    """

    def __init__(
        self,
        sfen: str | Position | None = None,
        *,
        variant: _Variant | None = None,
        handicap: str | None = None,
        rules: Literal["standard", "svp", "classic"] = "standard",
        moves: str | Iterable[Move | str] | None = None,
    ) -> None:
        """The position of an SFEN or a handicap, or the even start, after `moves`.

        Without `variant` the files of the SFEN tell the game; without an SFEN it is Yari Shogi.
        Raises ParseError, ValueError for a position that cannot be played on, and IllegalMoveError.
        """
    @staticmethod
    def from_diagram(drawing: str) -> Position:
        """Reads a board as text: one that `draw` drew, KIF's, or a correspondence server's."""
    def copy(self) -> Position:
        """A position of its own, with the same moves to take back."""
    def sfen(self) -> str:
        """Board, side to move, hands and move number as SFEN."""
    def push(self, move: Move | str) -> None:
        """Plays a move. Raises IllegalMoveError or ParseError."""
    def push_usi(self, usi: str) -> Move:
        """Plays a move in USI notation and returns it."""
    def push_all(self, moves: str | Iterable[Move | str]) -> None:
        """Plays moves, also those of one text: "P-7f P-3d"."""
    def pop(self) -> Move:
        """Takes the last move back and returns it. Raises IndexError when there is none."""
    def parse(self, text: str) -> Move:
        """The legal move that a text means here, in any notation."""
    def is_legal(self, move: Move | str) -> bool:
        """Whether the move can be played; False for text that is not a move."""
    def hodges(self, move: Move | str, origins: bool = False) -> str:
        """The move in Hodges notation; with `origins` always with its origin square."""
    def is_check(self) -> bool:
        """Whether the side to move is in check."""
    def is_checkmate(self) -> bool:
        """Whether the side to move is mated."""
    def is_stalemate(self) -> bool:
        """Whether the side to move has no legal move and is not in check."""
    def is_game_over(self) -> bool:
        """Whether the rules end the game here."""
    def is_capture(self, move: Move | str) -> bool:
        """Whether a legal move takes a piece."""
    def gives_check(self, move: Move | str) -> bool:
        """Whether a legal move gives check."""
    def outcome(self) -> tuple[str, str] | None:
        """The result and the ending that the rules force now: ("1-0", "mate"); None while the game
        goes on. Repetition counts from the position's first move on."""
    def piece_at(self, square: str) -> str | None:
        """The piece on a square, White's in small letters; None for an empty one."""
    def pieces(self) -> dict[str, str]:
        """All pieces on the board by square."""
    def hand(self, side: _Side) -> dict[str, int]:
        """The pieces in hand of a side, by letter."""
    def perft(self, depth: int) -> int:
        """The number of sequences of `depth` legal moves."""
    def svg(
        self, *, style: _Style = "kanji", flipped: bool = False, square_size: int = 48, title: str = ""
    ) -> str:
        """A drawing as an SVG document, the last move marked."""
    def draw(self, style: _Style = "western") -> str:
        """A drawing as text."""
    @property
    def variant(self) -> _Variant:
        """The game."""
    @property
    def rules(self) -> str:
        """The rules on repetition: "standard", "svp" or "classic"."""
    @property
    def turn(self) -> _Side:
        """The side to move."""
    @property
    def move_number(self) -> int:
        """As SFEN counts: 1 for the first move."""
    @property
    def key(self) -> int:
        """A stable 64-bit hash of board, hands, side to move and game."""
    @property
    def legal_moves(self) -> list[Move]:
        """Every legal move, once each."""
    @property
    def move_stack(self) -> list[Move]:
        """The moves played since the position was made."""
    def __eq__(self, other: object) -> bool:
        """Equal board, hands and side to move."""
    def _repr_svg_(self) -> str: ...
    def __copy__(self) -> Position: ...
    def __deepcopy__(self, memo: object) -> Position: ...

class Finding:
    """Something that a reader found in a record, with its place."""

    @property
    def severity(self) -> Literal["note", "warning", "error"]:
        """A note is a guess; after an error the record was refused or cut."""
    @property
    def file(self) -> str:
        """The file, as it was named; "<text>" for a text."""
    @property
    def line(self) -> int:
        """The line, from 1; 0 where it is about a whole file."""
    @property
    def column(self) -> int:
        """The column in characters, from 1; 0 where it is about a whole file."""
    @property
    def code(self) -> str:
        """The kind of finding, "unknown-header": docs/findings.md lists them."""
    @property
    def message(self) -> str:
        """One sentence: what was expected and what was found."""
    @property
    def excerpt(self) -> str:
        """The line of text that it is about, or empty."""
    @property
    def caret(self) -> int:
        """The place in `excerpt`, from 1; 0 for none."""

class Evaluation:
    """What an engine or a person thought of a position, as records keep it."""

    def __init__(
        self,
        score: int,
        *,
        mate: bool = False,
        depth: int = 0,
        nodes: int = 0,
        engine: str = "",
        pv: Sequence[Move] = [],
    ) -> None:
        """All from Black's view. Raises ValueError for what no record can hold."""
    @property
    def score(self) -> int:
        """Centipawns from Black's view; with `mate`, plies to mate, positive when Black mates."""
    @property
    def mate(self) -> bool:
        """Whether `score` counts plies to mate."""
    @property
    def depth(self) -> int:
        """Plies searched, or 0."""
    @property
    def nodes(self) -> int:
        """Positions searched, or 0."""
    @property
    def engine(self) -> str:
        """The name of the engine, or empty."""
    @property
    def pv(self) -> list[Move]:
        """The line that the engine expected."""
    def __eq__(self, other: object) -> bool: ...

class Node:
    """A move in the tree of a game, with all that is said about it; the root stands before the first.

    Changes change the game. The first child continues the line, the others are variations.
    """

    @property
    def game(self) -> Game:
        """The game that the node is of."""
    @property
    def move(self) -> Move | None:
        """The move; None at the root."""
    @property
    def parent(self) -> Node | None:
        """The node before; None at the root."""
    @property
    def children(self) -> list[Node]:
        """The next move and its variations."""
    @property
    def is_main(self) -> bool:
        """False for the first move of a variation."""
    @property
    def ply(self) -> int:
        """The number of moves from the root to here."""
    def next(self) -> Node | None:
        """The first child, or None at the end of the line."""
    def position(self) -> Position:
        """The position after the move, with the moves before it on its stack."""
    def add(self, move: Move | str) -> Node:
        """Adds a legal move as the last child and returns it. Raises IllegalMoveError."""
    @property
    def comment(self) -> str:
        """The comment after the move."""
    @comment.setter
    def comment(self, value: str) -> None: ...
    @property
    def comment_before(self) -> str:
        """The comment before the move, in variations."""
    @comment_before.setter
    def comment_before(self, value: str) -> None: ...
    @property
    def bookmark(self) -> str:
        """The name of a bookmark on the move."""
    @bookmark.setter
    def bookmark(self, value: str) -> None: ...
    @property
    def glyphs(self) -> list[int]:
        """Glyphs by number: 1 !, 2 ?, 3 !!, 4 ??, 5 !?, 6 ?!, others as PGN numbers them."""
    @glyphs.setter
    def glyphs(self, value: Sequence[int]) -> None: ...
    @property
    def spent(self) -> float | None:
        """Seconds spent on the move, or None."""
    @spent.setter
    def spent(self, value: float | None) -> None: ...
    @property
    def left(self) -> float | None:
        """Seconds left on the mover's clock after the move, or None."""
    @left.setter
    def left(self, value: float | None) -> None: ...
    @property
    def evaluations(self) -> list[Evaluation]:
        """What was thought of the position after the move; set the whole list to change it."""
    @evaluations.setter
    def evaluations(self, value: Sequence[Evaluation]) -> None: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

class Tags:
    """The tags of a game as a mapping, in the order of the record; case is ignored in names.

    Names are ASCII: Black, White, Event, Site, Date, Round and others. Changes change the game.
    """

    def keys(self) -> list[str]:
        """The names."""
    def values(self) -> list[str]:
        """The values."""
    def items(self) -> list[tuple[str, str]]:
        """Names and values; a name that stands twice in the record is there twice."""
    def get(self, name: str, default: Any = None) -> Any:
        """The value of a tag, or `default`."""
    def __getitem__(self, name: str) -> str: ...
    def __setitem__(self, name: str, value: str) -> None: ...
    def __delitem__(self, name: str) -> None: ...
    def __contains__(self, name: object) -> bool: ...
    def __iter__(self) -> Iterator[str]: ...
    def __len__(self) -> int: ...

class Game:
    """A game record: a start, tags, a tree of moves with notes, and how it ended.

    Games can be copied and pickled, with all that is in them.
    """

    def __init__(
        self,
        start: str | Position | None = None,
        *,
        variant: _Variant | None = None,
        moves: str | Iterable[Move | str] | None = None,
    ) -> None:
        """A new game from an SFEN, a position or the even start, with a main line.

        Raises ParseError, ValueError and IllegalMoveError.
        """
    def copy(self) -> Game:
        """A game of its own."""
    def mainline(self) -> list[Node]:
        """The nodes of the main line, without the root."""
    def sfens(self) -> list[str]:
        """The positions of the main line, from the start to the end."""
    def usi(self) -> str:
        """The main line as USI has it: "startpos moves 7g7f 3c3d"."""
    def position(self, ply: int | None = None) -> Position:
        """The position after `ply` moves of the main line; without it, at the end. Below 0 it counts
        from the end: -1 is the last position, -2 the one before. Raises IndexError."""
    def text(self, format: str = "hodges", *, width: int = 79) -> str:
        """The record in a format (see `formats`); `losses` says what it leaves out."""
    def losses(self, format: str) -> list[str]:
        """What the format cannot express, one text for each kind: "variations (3)"."""
    @property
    def variant(self) -> _Variant:
        """The game that is played."""
    @property
    def rules(self) -> str:
        """The rules on repetition."""
    @property
    def start(self) -> Position:
        """The start position."""
    @property
    def handicap(self) -> str | None:
        """The name of the handicap, or None."""
    @property
    def tags(self) -> Tags:
        """Players, event, date and all others."""
    @property
    def root(self) -> Node:
        """The node before the first move."""
    @property
    def moves(self) -> list[Move]:
        """The moves of the main line."""
    @property
    def plies(self) -> int:
        """The number of moves of the main line."""
    @property
    def result(self) -> str:
        """ "1-0", "0-1", "1/2-1/2" or "*"."""
    @result.setter
    def result(self, value: str) -> None: ...
    @property
    def ending(self) -> str:
        """How it ended: "resignation", "mate" and so on, "unknown"."""
    @ending.setter
    def ending(self, value: str) -> None: ...
    @property
    def unread(self) -> str:
        """The text from a damaged or illegal move on, where a lenient reader cut the game."""
    @property
    def black(self) -> str:
        """The tag Black, or empty."""
    @property
    def white(self) -> str:
        """The tag White, or empty."""
    @property
    def event(self) -> str:
        """The tag Event, or empty."""
    @property
    def date(self) -> PartialDate:
        """The day as a datetime.date; "1995-08" or "1995" where a part is unknown, None where all is."""
    @property
    def findings(self) -> list[Finding]:
        """What the reader found, in order of place."""
    @property
    def file(self) -> str | None:
        """The file that it was read from."""
    @property
    def line(self) -> int | None:
        """The line of the file on which the record begins."""
    @property
    def id(self) -> int | None:
        """Its number in the database that it was loaded from."""
    def __eq__(self, other: object) -> bool: ...
    def __copy__(self) -> Game: ...
    def __deepcopy__(self, memo: object) -> Game: ...

class Reader:
    """The games of files or a text, read ahead by several threads in constant memory."""

    @property
    def refused(self) -> list[Finding]:
        """With errors="skip", what was found in records and files that were left out; also files of
        folders and archives that are no records."""
    def close(self) -> None:
        """Ends the reading."""
    def __iter__(self) -> Reader: ...
    def __next__(self) -> Game: ...

def read(
    source: _Path | Iterable[_Path],
    *,
    format: str | None = None,
    encoding: str | None = None,
    strict: bool = False,
    variant: _Variant | None = None,
    errors: Literal["raise", "skip"] = "raise",
    jobs: int = 0,
    ignore: Sequence[str] = (),
) -> Reader:
    """Reads records: of a path, a folder, an archive or several of them, or of a text.

    A str with a line end in it is a text, and so are bytes; everything else is a path. Format, game
    and encoding are told from the content unless they are named. A record that cannot be read at
    all raises RecordError, after which `next` goes on with the record behind it, or is skipped with
    errors="skip"; one that is damaged is cut there, and Game.findings says so. `strict` refuses what
    lenient reading guesses or cuts. `jobs` is the number of threads; 0: as many as the machine has.
    `ignore` names codes of notes and warnings that are neither reported nor refused.
    """

def write(
    games: Game | Iterable[Game], path: _Path, *, format: str | None = None, encoding: str = "utf-8"
) -> dict[str, int]:
    """Writes games to a file, packed where its name ends in .gz, .xz, .zst or .bz2.

    The name's ending tells the format unless it is named. What the format cannot express is left
    out, and returned with the number of games. The file appears when all is written.
    """

def formats() -> list[tuple[str, str]]:
    """The names of the formats, and a line about each."""

class Column:
    """Numbers of one column: a buffer that numpy takes without a copy, and a sequence."""

    def tolist(self) -> list[Any]:
        """The numbers as a list."""
    def __len__(self) -> int: ...
    def __getitem__(self, index: SupportsIndex) -> Any: ...
    def __iter__(self) -> Iterator[Any]: ...
    def __array__(self, *args: Any, **kwargs: Any) -> Any: ...

class Engine:
    """The built-in engine, or a program that speaks USI. One search at a time.

    Searches run without Python's lock, and Ctrl-C ends them. A context manager closes it.
    """

    def __init__(
        self,
        command: str = "builtin",
        *,
        hash: int = 64,
        threads: int = 1,
        options: dict[str, str] = {},
        patience: float = 10.0,
    ) -> None:
        """Starts an engine: "builtin", or the command of a USI engine with its options.

        `hash` is the MiB of memory and `threads` the threads of the built-in engine for one search;
        with several threads its answers differ from run to run. `patience` is the longest wait for
        an answer that is due, in seconds. Raises EngineError.
        """
    @property
    def name(self) -> str:
        """Name and version."""
    def analyse(
        self,
        position: Position | str,
        *,
        nodes: int | None = None,
        depth: int | None = None,
        seconds: float | None = None,
        lines: int = 1,
    ) -> Analysis:
        """Analyses a position with its history until the first limit is met.

        With no limit it works until it knows a mate, or until Ctrl-C. Raises EngineError.
        """
    def analysis(
        self,
        position: Position | str,
        *,
        nodes: int | None = None,
        depth: int | None = None,
        seconds: float | None = None,
        lines: int = 1,
    ) -> AnalysisStream:
        """Begins an analysis in the background; its results come one by one.

            with engine.analysis(position, seconds=10) as analysis:
                for info in analysis:
                    print(info.depth, info.score)

        Whatever else the engine is asked to do stops it.
        """
    def mate(
        self,
        position: Position | str,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
        plies: int = 0,
        shortest: bool = False,
    ) -> Mate:
        """Looks for a mate by checks with the built-in solver.

        `plies`: only mates that are no longer; `shortest`: go on until it is known to be the
        shortest.
        """
    def annotate(
        self,
        game: Game,
        *,
        nodes: int | None = None,
        depth: int | None = None,
        seconds: float | None = None,
    ) -> Annotation:
        """Judges every move of the main line. Limits are for each position: 200,000 nodes unless one
        is given."""
    def new_game(self) -> None:
        """Forgets what earlier searches found."""
    def close(self) -> None:
        """Ends the engine."""
    def __enter__(self) -> Engine: ...
    def __exit__(self, *args: object) -> None: ...

class AnalysisStream:
    """An analysis that goes on: an iterator of what the engine has found out so far.

    The last one is the answer. As a context manager it stops the engine at its end. Of results that
    nobody takes the newest thousand are kept. An engine that dies, or does not answer in time when
    it is stopped, raises EngineError. `next` waits as long as the engine says nothing: name a limit,
    or call `stop` from another thread. Waiting is without Python's lock, and Ctrl-C ends it.
    """

    @property
    def newest(self) -> Analysis | None:
        """What is known now; None before the first result."""
    def stop(self) -> None:
        """Has the engine answer now; the iterator ends with that."""
    def wait(self) -> Analysis:
        """Waits for the end, and returns the answer. Raises EngineError."""
    def __iter__(self) -> AnalysisStream: ...
    def __next__(self) -> Analysis: ...
    def __enter__(self) -> AnalysisStream: ...
    def __exit__(self, type: object = None, *args: object) -> None: ...

class Games:
    """Games of a database, each loaded when it is asked for."""

    def __iter__(self) -> Games: ...
    def __next__(self) -> Game: ...
    def __len__(self) -> int: ...

class Database:
    """A database of games, opened for reading unless told otherwise: a file, or a PostgreSQL server.

    A server is named by its URL, "postgresql://HOST/DATABASE", whose tables are there already or are
    made by the mode "create". Its answers are those of a file; `sql` is for files alone.

    Conditions on games are keyword arguments of many methods. Names match when each word of the
    condition begins a word of the name, whatever the case and the order. A date is "2001-10-17",
    "2001-10", "2001" or a datetime.date. Work that takes time runs without Python's lock, and Ctrl-C
    ends it. A context manager closes the database.
    """

    def __init__(self, path: _Path, mode: Literal["r", "rw", "create"] = "r") -> None:
        """Opens a database; "create" also makes it where there is none. Raises DatabaseError."""
    def close(self) -> None:
        """Closes the database."""
    def import_(
        self,
        paths: _Path | Iterable[_Path],
        *,
        format: str | None = None,
        encoding: str | None = None,
        strict: bool = False,
        variant: _Variant | None = None,
        jobs: int = 0,
        ignore: Sequence[str] = (),
    ) -> ImportSummary:
        """Imports files, folders and archives. Arguments are those of `read`.

        After Ctrl-C the games imported so far are in the database.
        """
    def add(self, games: Game | Iterable[Game]) -> builtins.list[int]:
        """Adds games, and returns the number of each: of one that is there already its old one."""
    def game(self, id: int) -> Game:
        """The game of that number. Raises KeyError and DamagedGameError."""
    def games(
        self,
        *,
        player: str | None = None,
        opponent: str | None = None,
        black: str | None = None,
        white: str | None = None,
        event: str | None = None,
        site: str | None = None,
        date: _Date | None = None,
        date_from: _Date | None = None,
        date_to: _Date | None = None,
        result: str | None = None,
        ending: str | None = None,
        handicap: str | None = None,
        variant: _Variant | None = None,
        rules: str | None = None,
        min_plies: int | None = None,
        max_plies: int | None = None,
        min_rating: int | None = None,
        max_rating: int | None = None,
        plies: int | str | None = None,
        rated: int | str | None = None,
        round: int | str | None = None,
        annotated: bool | str | None = None,
        evaluated: bool | str | None = None,
        text: str | None = None,
        from_file: str | None = None,
        ids: Iterable[int] | None = None,
        sort: _Sort | None = None,
        descending: bool | None = None,
        limit: int | None = None,
        offset: int | None = None,
    ) -> Games:
        """The games that meet all conditions, loaded one by one."""
    def list(
        self,
        *,
        player: str | None = None,
        opponent: str | None = None,
        black: str | None = None,
        white: str | None = None,
        event: str | None = None,
        site: str | None = None,
        date: _Date | None = None,
        date_from: _Date | None = None,
        date_to: _Date | None = None,
        result: str | None = None,
        ending: str | None = None,
        handicap: str | None = None,
        variant: _Variant | None = None,
        rules: str | None = None,
        min_plies: int | None = None,
        max_plies: int | None = None,
        min_rating: int | None = None,
        max_rating: int | None = None,
        plies: int | str | None = None,
        rated: int | str | None = None,
        round: int | str | None = None,
        annotated: bool | str | None = None,
        evaluated: bool | str | None = None,
        text: str | None = None,
        from_file: str | None = None,
        ids: Iterable[int] | None = None,
        sort: _Sort | None = None,
        descending: bool | None = None,
        limit: int | None = None,
        offset: int | None = None,
    ) -> Results[Header]:
        """The headers of the games that meet all conditions."""
    def header(self, id: int) -> Header | None:
        """The header of a game, or None."""
    def count(
        self,
        *,
        player: str | None = None,
        opponent: str | None = None,
        black: str | None = None,
        white: str | None = None,
        event: str | None = None,
        site: str | None = None,
        date: _Date | None = None,
        date_from: _Date | None = None,
        date_to: _Date | None = None,
        result: str | None = None,
        ending: str | None = None,
        handicap: str | None = None,
        variant: _Variant | None = None,
        rules: str | None = None,
        min_plies: int | None = None,
        max_plies: int | None = None,
        min_rating: int | None = None,
        max_rating: int | None = None,
        plies: int | str | None = None,
        rated: int | str | None = None,
        round: int | str | None = None,
        annotated: bool | str | None = None,
        evaluated: bool | str | None = None,
        text: str | None = None,
        from_file: str | None = None,
        ids: Iterable[int] | None = None,
    ) -> int:
        """How many games meet all conditions."""
    def find(
        self,
        position: Position | str | None = None,
        *,
        query: str | None = None,
        limit: int | None = None,
        jobs: int = 0,
        player: str | None = None,
        opponent: str | None = None,
        black: str | None = None,
        white: str | None = None,
        event: str | None = None,
        site: str | None = None,
        date: _Date | None = None,
        date_from: _Date | None = None,
        date_to: _Date | None = None,
        result: str | None = None,
        ending: str | None = None,
        handicap: str | None = None,
        variant: _Variant | None = None,
        rules: str | None = None,
        min_plies: int | None = None,
        max_plies: int | None = None,
        min_rating: int | None = None,
        max_rating: int | None = None,
        plies: int | str | None = None,
        rated: int | str | None = None,
        round: int | str | None = None,
        annotated: bool | str | None = None,
        evaluated: bool | str | None = None,
        text: str | None = None,
        from_file: str | None = None,
        ids: Iterable[int] | None = None,
    ) -> Results[Hit]:
        """Every place in the main lines where a position occurs, a query holds (docs/query.md), or
        both, in order of game and ply.

        `variant` is the game that is searched: without it that of the position, or the one that
        the query names, or both. Raises ParseError for a query that cannot be read.
        """
    def tree(
        self,
        position: Position | str | None = None,
        *,
        depth: int = 1,
        min_games: int = 1,
        player: str | None = None,
        opponent: str | None = None,
        black: str | None = None,
        white: str | None = None,
        event: str | None = None,
        site: str | None = None,
        date: _Date | None = None,
        date_from: _Date | None = None,
        date_to: _Date | None = None,
        result: str | None = None,
        ending: str | None = None,
        handicap: str | None = None,
        variant: _Variant | None = None,
        rules: str | None = None,
        min_plies: int | None = None,
        max_plies: int | None = None,
        min_rating: int | None = None,
        max_rating: int | None = None,
        plies: int | str | None = None,
        rated: int | str | None = None,
        round: int | str | None = None,
        annotated: bool | str | None = None,
        evaluated: bool | str | None = None,
        text: str | None = None,
        from_file: str | None = None,
        ids: Iterable[int] | None = None,
    ) -> Results[TreeMove]:
        """What was played from a position, the most frequent first, and how it went.

        With a depth of more than 1 moves of `min_games` games or more are followed; a position that
        is reached in several ways is one node.
        """
    def annotate(
        self,
        engine: Engine,
        *,
        nodes: int | None = None,
        depth: int | None = None,
        seconds: float | None = None,
        force: bool = False,
        player: str | None = None,
        opponent: str | None = None,
        black: str | None = None,
        white: str | None = None,
        event: str | None = None,
        site: str | None = None,
        date: _Date | None = None,
        date_from: _Date | None = None,
        date_to: _Date | None = None,
        result: str | None = None,
        ending: str | None = None,
        handicap: str | None = None,
        variant: _Variant | None = None,
        rules: str | None = None,
        min_plies: int | None = None,
        max_plies: int | None = None,
        min_rating: int | None = None,
        max_rating: int | None = None,
        plies: int | str | None = None,
        rated: int | str | None = None,
        round: int | str | None = None,
        annotated: bool | str | None = None,
        evaluated: bool | str | None = None,
        text: str | None = None,
        from_file: str | None = None,
        ids: Iterable[int] | None = None,
        sort: _Sort | None = None,
        descending: bool | None = None,
        limit: int | None = None,
        offset: int | None = None,
    ) -> AnnotateSummary:
        """Has an engine judge the moves of the games, and stores what it found.

        Limits are for each position: 200,000 nodes for one game and 50,000 for several, unless one
        is given. A game that is annotated in the same way already is skipped, unless `force`. One
        that is damaged, or that the engine fails on, is left as it is and told in the summary;
        after ten failures in a row the run ends. After Ctrl-C the games annotated so far are
        stored.
        """
    def profile(
        self,
        player: str,
        *,
        opening_plies: int = 2,
        opponent: str | None = None,
        event: str | None = None,
        site: str | None = None,
        date: _Date | None = None,
        date_from: _Date | None = None,
        date_to: _Date | None = None,
        result: str | None = None,
        ending: str | None = None,
        handicap: str | None = None,
        variant: _Variant | None = None,
        rules: str | None = None,
        min_plies: int | None = None,
        max_plies: int | None = None,
        min_rating: int | None = None,
        max_rating: int | None = None,
        plies: int | str | None = None,
        rated: int | str | None = None,
        round: int | str | None = None,
        annotated: bool | str | None = None,
        evaluated: bool | str | None = None,
        text: str | None = None,
        from_file: str | None = None,
        ids: Iterable[int] | None = None,
    ) -> Results[PlayerGame]:
        """The annotated games of a player, each with the player's own numbers.

        `Results.summary` has the sums by colour, year and opening, which is the first
        `opening_plies` moves; its fields are those of `yari profile --json` (docs/json.md).
        """
    def players(
        self,
        name: str = "",
        *,
        sort: Literal["games", "name", "date", "rating"] = "games",
        limit: int | None = None,
        player: str | None = None,
        opponent: str | None = None,
        black: str | None = None,
        white: str | None = None,
        event: str | None = None,
        site: str | None = None,
        date: _Date | None = None,
        date_from: _Date | None = None,
        date_to: _Date | None = None,
        result: str | None = None,
        ending: str | None = None,
        handicap: str | None = None,
        variant: _Variant | None = None,
        rules: str | None = None,
        min_plies: int | None = None,
        max_plies: int | None = None,
        min_rating: int | None = None,
        max_rating: int | None = None,
        plies: int | str | None = None,
        rated: int | str | None = None,
        round: int | str | None = None,
        annotated: bool | str | None = None,
        evaluated: bool | str | None = None,
        text: str | None = None,
        from_file: str | None = None,
        ids: Iterable[int] | None = None,
    ) -> Results[Player]:
        """The players of the games that meet all conditions, with results, dates and ratings.

        Without a condition they are those of the whole database. `name` matches one of their
        spellings as `player` does. Spellings that differ in letters and ranks alone are one player.
        """
    def events(
        self,
        name: str = "",
        *,
        sort: Literal["games", "name", "date", "rating"] = "games",
        limit: int | None = None,
        player: str | None = None,
        opponent: str | None = None,
        black: str | None = None,
        white: str | None = None,
        event: str | None = None,
        site: str | None = None,
        date: _Date | None = None,
        date_from: _Date | None = None,
        date_to: _Date | None = None,
        result: str | None = None,
        ending: str | None = None,
        handicap: str | None = None,
        variant: _Variant | None = None,
        rules: str | None = None,
        min_plies: int | None = None,
        max_plies: int | None = None,
        min_rating: int | None = None,
        max_rating: int | None = None,
        plies: int | str | None = None,
        rated: int | str | None = None,
        round: int | str | None = None,
        annotated: bool | str | None = None,
        evaluated: bool | str | None = None,
        text: str | None = None,
        from_file: str | None = None,
        ids: Iterable[int] | None = None,
    ) -> Results[Event]:
        """The events of the games, as `players`; results are Black's."""
    def sites(
        self,
        name: str = "",
        *,
        sort: Literal["games", "name", "date", "rating"] = "games",
        limit: int | None = None,
        player: str | None = None,
        opponent: str | None = None,
        black: str | None = None,
        white: str | None = None,
        event: str | None = None,
        site: str | None = None,
        date: _Date | None = None,
        date_from: _Date | None = None,
        date_to: _Date | None = None,
        result: str | None = None,
        ending: str | None = None,
        handicap: str | None = None,
        variant: _Variant | None = None,
        rules: str | None = None,
        min_plies: int | None = None,
        max_plies: int | None = None,
        min_rating: int | None = None,
        max_rating: int | None = None,
        plies: int | str | None = None,
        rated: int | str | None = None,
        round: int | str | None = None,
        annotated: bool | str | None = None,
        evaluated: bool | str | None = None,
        text: str | None = None,
        from_file: str | None = None,
        ids: Iterable[int] | None = None,
    ) -> Results[Site]:
        """The places of the games, as `players`; results are Black's."""
    def suggestions(
        self,
        kind: _Kind = "player",
        name: str = "",
        *,
        min_score: int = 50,
        limit: int | None = None,
        player: str | None = None,
        opponent: str | None = None,
        black: str | None = None,
        white: str | None = None,
        event: str | None = None,
        site: str | None = None,
        date: _Date | None = None,
        date_from: _Date | None = None,
        date_to: _Date | None = None,
        result: str | None = None,
        ending: str | None = None,
        handicap: str | None = None,
        variant: _Variant | None = None,
        rules: str | None = None,
        min_plies: int | None = None,
        max_plies: int | None = None,
        min_rating: int | None = None,
        max_rating: int | None = None,
        plies: int | str | None = None,
        rated: int | str | None = None,
        round: int | str | None = None,
        annotated: bool | str | None = None,
        evaluated: bool | str | None = None,
        text: str | None = None,
        from_file: str | None = None,
        ids: Iterable[int] | None = None,
    ) -> Results[Suggestion]:
        """Spellings that may mean the same player, event or site, the surest first.

        `min_score` is the least chance in percent. Players who met are never suggested.
        """
    def event(
        self,
        event: str | None = None,
        *,
        grid: Literal["auto", "rounds", "crosstable"] = "auto",
        player: str | None = None,
        opponent: str | None = None,
        black: str | None = None,
        white: str | None = None,
        site: str | None = None,
        date: _Date | None = None,
        date_from: _Date | None = None,
        date_to: _Date | None = None,
        result: str | None = None,
        ending: str | None = None,
        handicap: str | None = None,
        variant: _Variant | None = None,
        rules: str | None = None,
        min_plies: int | None = None,
        max_plies: int | None = None,
        min_rating: int | None = None,
        max_rating: int | None = None,
        plies: int | str | None = None,
        rated: int | str | None = None,
        round: int | str | None = None,
        annotated: bool | str | None = None,
        evaluated: bool | str | None = None,
        text: str | None = None,
        from_file: str | None = None,
        ids: Iterable[int] | None = None,
    ) -> Standings:
        """The standings of an event, or of the games that meet conditions, with tie-breaks.

        The cells are the rounds where all games have one, else a crosstable, or what `grid` names.
        docs/events.md has the rules. Raises ValueError where "rounds" are missing.
        """
    def pair(
        self,
        event: str,
        players: Iterable[str | Entrant | tuple[str, int] | tuple[str, int, bool]],
        *,
        system: Literal["swiss", "round-robin"] = "swiss",
        cycles: int = 1,
        number: int | None = None,
        last: bool = False,
        store: bool = False,
        variant: _Variant | None = None,
    ) -> Results[Pairing]:
        """Who plays whom in the next round of an event, by the games that it has in the database.

        Players are names, or name, rating and whether they are absent (see Entrant). The highest
        rating is the first pairing number, those without one follow as listed. `last`: it is the
        last round of a Swiss. `cycles` (1 or 2) and `number`, another round than the next, are for
        a round robin. `store` adds the games without results, as a change that `undo` takes back.
        Raises RefusedError where no round can be made.
        """
    def ratings(
        self,
        *,
        period: int = 3,
        tau: float | None = None,
        min_games: int = 1,
        limit: int | None = None,
        handicap_values: dict[str, float] = {},
        player: str | None = None,
        opponent: str | None = None,
        black: str | None = None,
        white: str | None = None,
        event: str | None = None,
        site: str | None = None,
        date: _Date | None = None,
        date_from: _Date | None = None,
        date_to: _Date | None = None,
        result: str | None = None,
        ending: str | None = None,
        handicap: str | None = None,
        variant: _Variant | None = None,
        rules: str | None = None,
        min_plies: int | None = None,
        max_plies: int | None = None,
        min_rating: int | None = None,
        max_rating: int | None = None,
        plies: int | str | None = None,
        rated: int | str | None = None,
        round: int | str | None = None,
        annotated: bool | str | None = None,
        evaluated: bool | str | None = None,
        text: str | None = None,
        from_file: str | None = None,
        ids: Iterable[int] | None = None,
    ) -> Results[Rating]:
        """Ratings of the players by Glicko-2, the best first; `left_out` says what did not count.

        `period` is the months of a rating period, `tau` (0.2 to 2) how fast volatility changes.
        Handicap games count where `handicap_values` says what the handicap gives Black, in points.
        """
    @overload
    def groups(
        self,
        by: Literal["opening", "handicap", "rating", "length", "year", "ending"],
        *,
        player: str | None = None,
        opponent: str | None = None,
        black: str | None = None,
        white: str | None = None,
        event: str | None = None,
        site: str | None = None,
        date: _Date | None = None,
        date_from: _Date | None = None,
        date_to: _Date | None = None,
        result: str | None = None,
        ending: str | None = None,
        handicap: str | None = None,
        variant: _Variant | None = None,
        rules: str | None = None,
        min_plies: int | None = None,
        max_plies: int | None = None,
        min_rating: int | None = None,
        max_rating: int | None = None,
        plies: int | str | None = None,
        rated: int | str | None = None,
        round: int | str | None = None,
        annotated: bool | str | None = None,
        evaluated: bool | str | None = None,
        text: str | None = None,
        from_file: str | None = None,
        ids: Iterable[int] | None = None,
    ) -> Results[ResultGroup]:
        """How games ended, by opening, year or another field, as `yari stats --by` counts them; byes are left out.

        With "piece" what each kind of piece does, with "clock" the mistakes by the time left.
        """
    @overload
    def groups(
        self,
        by: Literal["piece"],
        *,
        player: str | None = None,
        opponent: str | None = None,
        black: str | None = None,
        white: str | None = None,
        event: str | None = None,
        site: str | None = None,
        date: _Date | None = None,
        date_from: _Date | None = None,
        date_to: _Date | None = None,
        result: str | None = None,
        ending: str | None = None,
        handicap: str | None = None,
        variant: _Variant | None = None,
        rules: str | None = None,
        min_plies: int | None = None,
        max_plies: int | None = None,
        min_rating: int | None = None,
        max_rating: int | None = None,
        plies: int | str | None = None,
        rated: int | str | None = None,
        round: int | str | None = None,
        annotated: bool | str | None = None,
        evaluated: bool | str | None = None,
        text: str | None = None,
        from_file: str | None = None,
        ids: Iterable[int] | None = None,
    ) -> Results[PieceGroup]: ...
    @overload
    def groups(
        self,
        by: Literal["clock"],
        *,
        player: str | None = None,
        opponent: str | None = None,
        black: str | None = None,
        white: str | None = None,
        event: str | None = None,
        site: str | None = None,
        date: _Date | None = None,
        date_from: _Date | None = None,
        date_to: _Date | None = None,
        result: str | None = None,
        ending: str | None = None,
        handicap: str | None = None,
        variant: _Variant | None = None,
        rules: str | None = None,
        min_plies: int | None = None,
        max_plies: int | None = None,
        min_rating: int | None = None,
        max_rating: int | None = None,
        plies: int | str | None = None,
        rated: int | str | None = None,
        round: int | str | None = None,
        annotated: bool | str | None = None,
        evaluated: bool | str | None = None,
        text: str | None = None,
        from_file: str | None = None,
        ids: Iterable[int] | None = None,
    ) -> Results[ClockGroup]: ...
    def cards(self, *, source: _CardSource | None = None, variant: _Variant | None = None) -> builtins.list[Card]:
        """The cards of `yari drill`, those that are due first at the beginning."""
    def due(
        self, today: _Date | None = None, *, source: _CardSource | None = None, variant: _Variant | None = None
    ) -> builtins.list[Card]:
        """The cards that are due, in the order in which they are asked: what was learned, then what is new.

        `today` is this machine's day where it is not given.
        """
    def add_card(
        self,
        position: Position | str | None,
        moves: Move | str | Iterable[Move | str],
        *,
        variant: _Variant | None = None,
        today: _Date | None = None,
    ) -> Card:
        """Keeps a position to be asked, and the moves that are right there; `source` is "own".

        A position that was kept before keeps what is known of it, and gets these moves. Raises
        IllegalMoveError for a move that is illegal there.
        """
    def add_mistakes(
        self,
        *,
        side: _Side | None = None,
        today: _Date | None = None,
        player: str | None = None,
        opponent: str | None = None,
        black: str | None = None,
        white: str | None = None,
        event: str | None = None,
        site: str | None = None,
        date: _Date | None = None,
        date_from: _Date | None = None,
        date_to: _Date | None = None,
        result: str | None = None,
        ending: str | None = None,
        handicap: str | None = None,
        variant: _Variant | None = None,
        rules: str | None = None,
        min_plies: int | None = None,
        max_plies: int | None = None,
        min_rating: int | None = None,
        max_rating: int | None = None,
        plies: int | str | None = None,
        rated: int | str | None = None,
        round: int | str | None = None,
        annotated: bool | str | None = None,
        evaluated: bool | str | None = None,
        text: str | None = None,
        from_file: str | None = None,
        ids: Iterable[int] | None = None,
    ) -> AddedCards:
        """Makes cards of the mistakes, blunders and missed mates of annotated games.

        They are those of the player that the conditions name, or of `side`, or of both sides in the
        games that `ids` names. Raises ValueError where none of these is given.
        """
    def answer_card(
        self,
        card: Card | int,
        moves: Move | str | Iterable[Move | str] | None = None,
        *,
        seconds: float | None = None,
        today: _Date | None = None,
    ) -> CardAnswer:
        """Whether moves from the card's position are right; nothing is stored.

        In a puzzle they are all moves so far, the opponent's included. None: not known. `seconds` is
        what the answer took, for the grade that is proposed. Raises KeyError where there is no such
        card, and ParseError for what is no answer to it.
        """
    def grade_card(
        self, card: Card | int, grade: Literal["again", "hard", "good", "easy"], *, today: _Date | None = None
    ) -> Card:
        """Stores how well a card was known, and gives it with the day on which it comes back (SM-2)."""
    def remove_cards(self, cards: Card | int | Iterable[Card | int]) -> int:
        """Removes cards with all that is known about them; how many there were."""
    def tag(
        self,
        tags: Mapping[str, str | Date | None],
        ids: int | Iterable[int] | None = None,
        *,
        player: str | None = None,
        opponent: str | None = None,
        black: str | None = None,
        white: str | None = None,
        event: str | None = None,
        site: str | None = None,
        date: _Date | None = None,
        date_from: _Date | None = None,
        date_to: _Date | None = None,
        result: str | None = None,
        ending: str | None = None,
        handicap: str | None = None,
        variant: _Variant | None = None,
        rules: str | None = None,
        min_plies: int | None = None,
        max_plies: int | None = None,
        min_rating: int | None = None,
        max_rating: int | None = None,
        plies: int | str | None = None,
        rated: int | str | None = None,
        round: int | str | None = None,
        annotated: bool | str | None = None,
        evaluated: bool | str | None = None,
        text: str | None = None,
        from_file: str | None = None,
    ) -> TagSummary:
        """Sets tags of the games named by number or by conditions, as one change.

        `None` or an empty text removes a tag. Result, Ending and Handicap are parts of the game: with
        another handicap the moves are played again from its start. The games of a query are
        `{hit.game for hit in database.find(query=query)}`. Raises ValueError for a value
        that a tag cannot have and where no games are named, KeyError for a number of no game.
        """
    def rename(
        self, old: str | Mapping[str, str], new: str | None = None, *, kind: _Kind = "player"
    ) -> RenameSummary:
        """Gives the games of a player, event or site to another name, as one change.

        Spellings must match exactly; a mapping renames many at once. Raises KeyError, with the name
        that may be meant, where nothing has a name, and ValueError for names in a circle.
        """
    def delete(
        self,
        ids: int | Iterable[int] | None = None,
        *,
        player: str | None = None,
        opponent: str | None = None,
        black: str | None = None,
        white: str | None = None,
        event: str | None = None,
        site: str | None = None,
        date: _Date | None = None,
        date_from: _Date | None = None,
        date_to: _Date | None = None,
        result: str | None = None,
        ending: str | None = None,
        handicap: str | None = None,
        variant: _Variant | None = None,
        rules: str | None = None,
        min_plies: int | None = None,
        max_plies: int | None = None,
        min_rating: int | None = None,
        max_rating: int | None = None,
        plies: int | str | None = None,
        rated: int | str | None = None,
        round: int | str | None = None,
        annotated: bool | str | None = None,
        evaluated: bool | str | None = None,
        text: str | None = None,
        from_file: str | None = None,
    ) -> int:
        """Deletes games named by number or by conditions, and returns how many.

        Raises ValueError where nothing is named, KeyError for a number of no game.
        """
    def undo(self) -> Change | None:
        """Takes the last change back and returns it; None when there is none."""
    def changes(self) -> Results[Change]:
        """The changes that `undo` can take back, the last first."""
    def duplicates(self) -> builtins.list[DuplicateGroup]:
        """Games that may be one, in groups, with what differs."""
    def merge_duplicates(self) -> MergeSummary:
        """Makes one game of each group: tags, variations and notes of all that agree, as one change."""
    def new(
        self,
        position: Position | str | None = None,
        *,
        variant: _Variant | None = None,
        black: str | None = None,
        white: str | None = None,
        event: str | None = None,
        date: _Date | None = None,
        tags: Mapping[str, str | Date | None] | None = None,
    ) -> int:
        """Begins a game with the moves of a position, and returns its number.

        `undo` takes it back. Raises ValueError for a value that a tag cannot have.
        """
    def move(
        self,
        game: int,
        moves: str | Move | Iterable[Move | str] | None = None,
        *,
        at: int | Literal["last"] | None = None,
        resign: bool = False,
        draw_agreed: bool = False,
        comment: str | None = None,
        time: float | str | None = None,
    ) -> Position:
        """Adds moves to a stored game, as one change, and returns the position after them.

        `at` is the ply after which they are a variation; -2: after the last ply but one. After the
        moves, `resign` gives the game up for the side to move and `draw_agreed` ends it in a draw.
        `comment` and `time`, in seconds or as "1:30", are those of the last move. Where the board
        ends the game, its result is stored. Raises KeyError, IllegalMoveError, ParseError for a
        text, and RefusedError where the game is over.
        """
    def saved_queries(self) -> dict[str, dict[str, Any] | None]:
        """The conditions that the database keeps, by name: `find(**saved)`, `list(**saved)`.

        None for conditions that only the command line has.
        """
    def save_query(
        self,
        name: str,
        query: str | None = None,
        *,
        player: str | None = None,
        opponent: str | None = None,
        black: str | None = None,
        white: str | None = None,
        event: str | None = None,
        site: str | None = None,
        date: _Date | None = None,
        date_from: _Date | None = None,
        date_to: _Date | None = None,
        result: str | None = None,
        ending: str | None = None,
        handicap: str | None = None,
        variant: _Variant | None = None,
        rules: str | None = None,
        min_plies: int | None = None,
        max_plies: int | None = None,
        min_rating: int | None = None,
        max_rating: int | None = None,
        plies: int | str | None = None,
        rated: int | str | None = None,
        round: int | str | None = None,
        annotated: bool | str | None = None,
        evaluated: bool | str | None = None,
        text: str | None = None,
        from_file: str | None = None,
    ) -> None:
        """Keeps conditions, and what `find` takes as `query`, under a name in the database."""
    def delete_query(self, name: str) -> None:
        """Forgets saved conditions. Raises KeyError."""
    def sql(self, statement: str, *, seconds: float = 60.0, memory_mib: int = 512) -> Rows:
        """The answer to an SQL statement that reads (docs/sql.md); of several, to the last.

        `memory_mib` holds for all that SQLite takes in this process. Raises ParseError.
        """
    def statistics(self) -> dict[str, Any]:
        """How many games, plies, players and so on there are, and games by result, ending, year and length.

        The fields are those of `yari stats --json` (docs/json.md); `common_positions` is empty.
        """
    def __enter__(self) -> Database: ...
    def __exit__(self, *args: object) -> None: ...
    def __len__(self) -> int: ...
