"""What a service refuses, by the kind of answer it deserves.

The server turns the class into the HTTP status; the command line shows the words like those of any UserError.
Nothing is stored when one of these is raised: the transaction is rolled back.
"""

from collections.abc import Sequence
from typing import ClassVar, Protocol

from pingce.spec.errors import UserError
from pingce.spec.words import Words


class StoreError(UserError):
    """Base of all of these; ``status`` is the HTTP status."""

    status: ClassVar[int] = 400


class NotFound(StoreError):  # noqa: N818 # reads as what happened
    """There is no such thing, or the person may not know of it."""

    status = 404

    def __init__(self, what: Words, *, code: str = "not-found") -> None:
        super().__init__(Words(f"没有{what.zh}。", f"There is no {what.en}."), code=code)


class NotAllowed(StoreError):  # noqa: N818 # reads as what happened
    """It is there, but not for this person."""

    status = 403

    def __init__(self, message: Words, *, hint: Words | str = "", code: str = "not-allowed") -> None:
        super().__init__(message, hint=hint, code=code)


class Conflict(StoreError):  # noqa: N818 # reads as what happened
    """Somebody was quicker: a stale version, a lease that ran out, a step that is no longer possible."""

    status = 409

    def __init__(self, message: Words, *, hint: Words | str = "", code: str = "conflict") -> None:
        super().__init__(message, hint=hint, code=code)


class HitLike(Protocol):
    """A rule that an answer breaks, as the rules of a stage give it."""

    @property
    def rule(self) -> str: ...
    @property
    def level(self) -> str: ...
    @property
    def path(self) -> str: ...
    @property
    def message(self) -> Words: ...
    @property
    def found(self) -> object: ...


class Refused(StoreError):  # noqa: N818 # reads as what happened
    """What was sent is wrong in itself; ``hits`` say where."""

    status = 422

    def __init__(self, message: Words, *, hits: Sequence[HitLike] = (), code: str = "refused") -> None:
        super().__init__(message, code=code)
        self.hits = tuple(hits)
