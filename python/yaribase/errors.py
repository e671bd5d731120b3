"""The exceptions of yaribase. All are Error; those about wrong input are ValueError, too."""

from __future__ import annotations


class Error(Exception):
    """Base of all exceptions of this module.

    `file`, `line` and `column` say where, and are None where that has no meaning; lines and columns
    count from 1, columns in characters. `excerpt` is the line it is about, and `caret` the place in
    it.
    """

    def __init__(
        self,
        message: str,
        file: str | None = None,
        line: int | None = None,
        column: int | None = None,
        excerpt: str = "",
        caret: int = 0,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.file = file
        self.line = line
        self.column = column
        self.excerpt = excerpt
        self.caret = caret

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (self.file, self.line, self.column) if part is not None)
        text = f"{place}: {self.message}" if place else self.message
        if self.excerpt:
            text += f"\n  {self.excerpt}"
            if self.caret:
                text += "\n  " + " " * (self.caret - 1) + "^"
        return text

    def __reduce__(self) -> tuple[object, ...]:
        made = (self.message, self.file, self.line, self.column, self.excerpt, self.caret)
        return (type(self), made, self.__dict__)


class ParseError(Error, ValueError):
    """A text is not what it should be: an SFEN, a move, a query, an SQL statement."""


class RecordError(Error, ValueError):
    """A game record was refused, or a file contains none."""


class IllegalMoveError(Error, ValueError):
    """A move that cannot be played in the position."""


class RefusedError(Error):
    """What was asked for cannot be done: the game is over, nobody can be paired any more."""


class EngineError(Error):
    """An engine could not be started, died, or answered nonsense."""


class DatabaseError(Error):
    """A database cannot be opened, read or written, or is damaged."""


class DamagedGameError(DatabaseError):
    """One game of a database is damaged; the others are not touched by it."""

    game: int = 0


class BusyError(DatabaseError):
    """Another program has kept the database locked for too long."""


class FullError(DatabaseError):
    """There is no room for more: the disk is full, or a limit of the file is reached."""


class NotADatabaseError(DatabaseError):
    """The file is not a database of games."""


class NewerError(DatabaseError):
    """A later version of Yaribase wrote the database."""
