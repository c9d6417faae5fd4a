"""The one error that is shown to a person without a traceback."""


class UserError(Exception):
    """Something the person at the keyboard can act on; everything else is our bug and keeps its traceback."""

    def __init__(self, message: str, *, hint: str = "", code: str = "user-error") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.code = code

    def __str__(self) -> str:
        return f"{self.message} {self.hint}".strip()
