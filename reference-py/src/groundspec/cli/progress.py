"""How far a long run is: one line on a terminal, drawn again now and then, and gone at the end."""

import time
from collections.abc import Callable

from groundspec.cli.output import on_terminal, write_error

_PAUSE = 0.1
_EVERY = 16  # the clock is asked once in so many calls


class Progress:
    """Says what `line` gives for the seconds that have passed; where no person reads, nothing."""

    def __init__(self, line: Callable[[float], str], *, quiet: bool) -> None:
        self._line = line
        self._shown = on_terminal() and not quiet
        self._started = self._drawn = time.monotonic()
        self._calls = 0

    def step(self) -> None:
        """Draw the line again if it is time."""
        self._calls += 1
        if not self._shown or self._calls % _EVERY:
            return
        now = time.monotonic()
        if now - self._drawn >= _PAUSE:
            self._drawn = now
            write_error(f"\r\x1b[K{self._line(now - self._started)}")

    def erase(self) -> None:
        """Leave nothing of it."""
        if self._shown and self._drawn != self._started:
            write_error("\r\x1b[K")
            self._drawn = self._started
