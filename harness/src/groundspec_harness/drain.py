"""Standard output of a program under test, read into a buffer by whoever waits for it.

The thread that asks reads the pipe itself: between an answer and the next request nothing has to
be handed from one thread to another. Where the system cannot wait for a pipe, a thread reads.
"""

import os
import select
import threading
import time
from typing import IO, Protocol

_CHUNK = 65536
_PAUSE = 0.1  # seconds after which somebody who waits looks whether it is still wanted


class Drain(Protocol):
    """What a program has written, as far as somebody waited for it.

    Whoever waits may shorten `data` from the front. Nothing is read unless somebody waits, so that
    a program that floods its output has to wait itself.
    """

    data: bytearray
    ended: bool

    def wait(self, deadline: float) -> None:
        """Return when there is more data, at the end of it, at the deadline, or once given up.

        The deadline is one of `time.monotonic`; after it, only what is there already is taken.
        """

    def give_up(self) -> None:
        """Have nobody wait any longer; another thread may say so."""

    def close(self) -> None:
        """Forget the pipe; nobody may wait any more."""


def drain(pipe: IO[bytes]) -> Drain:
    """The drain for a pipe on this system."""
    return Polled(pipe) if hasattr(select, "poll") else Threaded(pipe)


class Polled:
    """Reads in the thread that waits."""

    def __init__(self, pipe: IO[bytes]) -> None:
        self.data = bytearray()
        self.ended = False
        self._given_up = False
        self._pipe = pipe
        self._poll = select.poll()
        self._poll.register(pipe, select.POLLIN)

    def wait(self, deadline: float) -> None:
        while not (self.ended or self._given_up):
            left = deadline - time.monotonic() if deadline else 0.0
            if self._poll.poll(1000 * min(left, _PAUSE) if left > 0 else 0):
                chunk = os.read(self._pipe.fileno(), _CHUNK)
                self.data += chunk
                self.ended = not chunk
                return
            if left <= 0:
                return

    def give_up(self) -> None:
        self._given_up = True

    def close(self) -> None:
        self._pipe.close()


class Threaded:
    """Has a thread read, and keeps it at most a chunk ahead."""

    def __init__(self, pipe: IO[bytes]) -> None:
        self.data = bytearray()
        self.ended = False
        self._given_up = False
        self._pipe = pipe
        self._coming = b""
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def wait(self, deadline: float) -> None:
        with self._changed:
            while not (self._coming or self.ended or self._given_up):
                left = deadline - time.monotonic()
                if left <= 0:
                    return
                self._changed.wait(left)
            self.data += self._coming
            self._coming = b""
            self._changed.notify_all()

    def give_up(self) -> None:
        with self._changed:
            self._given_up = True
            self._changed.notify_all()

    def close(self) -> None:
        self.give_up()
        self._thread.join(_PAUSE)

    def _read(self) -> None:
        while chunk := self._chunk():
            with self._changed:
                self._coming = chunk
                self._changed.notify_all()
                self._changed.wait_for(lambda: not self._coming or self._given_up)
            if self._given_up:
                break
        with self._changed:
            self.ended = True
            self._changed.notify_all()
        self._pipe.close()

    def _chunk(self) -> bytes:
        try:
            return self._pipe.read(_CHUNK)
        except (OSError, ValueError):
            return b""
