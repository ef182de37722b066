"""What verification answers, apart from `core.receipt` so that it costs nothing to import."""

from typing import NamedTuple

from groundspec.errors import Refusal


class Verification(NamedTuple):
    """What `verify` answers: `code` is None if the receipt holds, else that of section 7.

    `refusal` is why, if one of the two was refused; `hint` says what to do, where that is known.
    """

    ok: bool
    code: str | None
    message: str
    refusal: Refusal | None = None
    hint: str = ""

    def __bool__(self) -> bool:
        return self.ok
