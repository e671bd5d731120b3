"""Yaribase: records of Yari Shogi and Shogi, read, searched and judged.

    >>> import yaribase
    >>> for game in yaribase.read("samples"):
    ...     print(game.black, game.white, game.result)

docs/python.md has recipes.
"""

from ._yaribase import (
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
)
from .results import (
    Analysis as Analysis,
    AnnotateSummary as AnnotateSummary,
    Annotation as Annotation,
    Header as Header,
    Hit as Hit,
    ImportSummary as ImportSummary,
    JudgedMove as JudgedMove,
    Line as Line,
    Mate as Mate,
    PlayerGame as PlayerGame,
    Results as Results,
    Rows as Rows,
    Score as Score,
    TreeMove as TreeMove,
)
