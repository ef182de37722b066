"""Standard input of a program under test, written to without ever waiting for it.

A request goes into the pipe at once where there is room, which is nearly always so. The first time
that there is none, or where the system has only pipes that block, a thread takes over.
"""

import os
import threading
from contextlib import suppress
from queue import SimpleQueue
from typing import IO


class Feed:
    """A pipe that takes lines; that the reader has gone is not reported."""

    def __init__(self, pipe: IO[bytes]) -> None:
        self._pipe = pipe
        self._waiting: SimpleQueue[bytes | None] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._closed = False
        if os.name == "posix":
            os.set_blocking(pipe.fileno(), False)
        else:
            self._hand_over()

    def send(self, line: bytes) -> None:
        """Write a line, now or later."""
        if self._closed:
            return
        rest = line if self._thread else self._at_once(line)
        if rest:
            self._hand_over()
            self._waiting.put(rest)

    def close(self) -> None:
        """Close the pipe behind what was sent."""
        if self._closed:
            return
        self._closed = True
        if self._thread:
            self._waiting.put(None)
        else:
            self._close()

    def join(self, seconds: float) -> None:
        """Wait for the thread, if there is one, to find that nobody reads."""
        if self._thread:
            self._thread.join(seconds)

    def _at_once(self, line: bytes) -> bytes:
        """Write as much as there is room for; what is left."""
        try:
            return line[self._pipe.write(line) or 0 :]
        except OSError:
            return b""  # the reader has gone

    def _hand_over(self) -> None:
        if self._thread:
            return
        if os.name == "posix":
            os.set_blocking(self._pipe.fileno(), True)
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._thread.start()

    def _work(self) -> None:
        with suppress(OSError):
            while (line := self._waiting.get()) is not None:
                rest = memoryview(line)
                while rest:
                    rest = rest[self._pipe.write(rest) :]
        self._close()

    def _close(self) -> None:
        with suppress(OSError):
            self._pipe.close()
