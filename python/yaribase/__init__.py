"""Yaribase: records of Yari Shogi and Shogi, read, searched and judged.

    >>> import yaribase
    >>> for game in yaribase.read("samples"):
    ...     print(game.black, game.white, game.result)

docs/python.md has recipes.
"""

from ._yaribase import (
    AnalysisStream as AnalysisStream,
    Column as Column,
    Database as Database,
    Engine as Engine,
    Evaluation as Evaluation,
    Finding as Finding,
    Game as Game,
    Games as Games,
    Move as Move,
    Node as Node,
    Position as Position,
    Reader as Reader,
    Tags as Tags,
    __version__ as __version__,
    formats as formats,
    read as read,
    write as write,
)
from .errors import (
    BusyError as BusyError,
    DamagedGameError as DamagedGameError,
    DatabaseError as DatabaseError,
    EngineError as EngineError,
    Error as Error,
    FullError as FullError,
    IllegalMoveError as IllegalMoveError,
    NewerError as NewerError,
    NotADatabaseError as NotADatabaseError,
    ParseError as ParseError,
    RecordError as RecordError,
    RefusedError as RefusedError,
)
from .results import (
    AddedCards as AddedCards,
    Analysis as Analysis,
    AnnotateSummary as AnnotateSummary,
    Annotation as Annotation,
    Card as Card,
    CardAnswer as CardAnswer,
    Change as Change,
    DuplicateGame as DuplicateGame,
    DuplicateGroup as DuplicateGroup,
    Entrant as Entrant,
    Event as Event,
    EventGame as EventGame,
    Header as Header,
    Hit as Hit,
    ImportSummary as ImportSummary,
    JudgedMove as JudgedMove,
    Line as Line,
    Mate as Mate,
    MergeSummary as MergeSummary,
    Pairing as Pairing,
    Player as Player,
    PlayerGame as PlayerGame,
    Rating as Rating,
    RenameSummary as RenameSummary,
    ResultGroup as ResultGroup,
    Results as Results,
    Rows as Rows,
    Score as Score,
    Site as Site,
    Standing as Standing,
    Standings as Standings,
    Suggestion as Suggestion,
    TagSummary as TagSummary,
    TreeMove as TreeMove,
    Twins as Twins,
)
