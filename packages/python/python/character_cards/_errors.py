"""The exception of everything that the library refuses."""

from __future__ import annotations


class CardsError(Exception):
    """Why something about a card was not done.

    Files that the system does not let be read raise ``OSError`` (``FileNotFoundError`` and so on) instead.

    Attributes:
        code: A stable word: ``truncated``, ``too-large``, ``not-a-card``, ``bad-json``, ``no-place``, ``loss``, ``usage`` …
        place: What it is about, where it says so: a part of the file, or a place in the card.
        help: What to do about it, where the message does not say so.
    """

    code: str
    place: str | None
    help: str | None

    def __init__(self, message: str, code: str, place: str | None = None, help: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.place = place
        self.help = help

    def __str__(self) -> str:
        message = super().__str__()
        return f"{message}\n{self.help}" if self.help else message

    def __reduce__(self) -> tuple[type[CardsError], tuple[str, str, str | None, str | None]]:
        # Engines send exceptions between processes.
        return (CardsError, (super().__str__(), self.code, self.place, self.help))
