"""Everything that groundspec raises on purpose, as one tree.

A packet that cannot be decided is a `Refusal` or `Unsupported`; what has nothing to do with a
packet's content (a file that is missing, a kind that does not exist) is `Unusable`.
"""


class GroundspecError(Exception):
    """Base of all errors of this package."""


class Refusal(GroundspecError):  # noqa: N818
    """The packet is refused (E-PHASE). `core.codes.refusal` makes one with its phase.

    `pointer` is the JSON Pointer (RFC 6901) to the defect, where there is one. `line` and `column`
    count from 1, the column in code points. Only `code` belongs to the specification.
    """

    def __init__(
        self,
        code: str,
        phase: str,
        message: str,
        *,
        hint: str = "",
        pointer: str | None = None,
        line: int | None = None,
        column: int | None = None,
    ) -> None:
        super().__init__(code, phase, message)
        self.code = code
        self.phase = phase
        self.message = message
        self.hint = hint
        self.pointer = pointer
        self.line = line
        self.column = column

    def __str__(self) -> str:
        place = f" (at {self.pointer})" if self.pointer else ""
        return f"{self.code}: {self.message}{place}"


class Unsupported(GroundspecError):  # noqa: N818
    """The registry lists the packet's check, but nothing here decides it (E-CHECK)."""

    def __init__(self, check: str) -> None:
        super().__init__(check)
        self.check = check

    def __str__(self) -> str:
        return f"the check {self.check} is listed, but this implementation does not decide it"


class Unusable(GroundspecError):  # noqa: N818
    """Something outside the packet is in the way; `hint` says what to do about it."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return self.message
