"""Work in processes forked from this one, a few at a time, each of which answers once."""

from __future__ import annotations

import json
import os
import selectors
import signal
import sys
import traceback
import warnings
from collections.abc import Callable, Generator, Iterable
from itertools import islice
from typing import Any, NamedTuple, TypeVar

Item = TypeVar("Item")


class Ended(NamedTuple):
    """How a process ended: what it answered, or the signal that ended it."""

    answer: Any
    signal: int


def in_processes(
    work: Callable[[Item], Any], items: Iterable[Item], jobs: int
) -> Generator[tuple[Item, Ended], None, None]:
    """Do the work of every item in a process of its own, and give each as it ends.

    Whoever stops listening ends the processes that still run.
    """
    waiting = iter(items)
    running: dict[int, tuple[Item, int, bytearray]] = {}
    with selectors.DefaultSelector() as selector:
        try:
            while True:
                for item in islice(waiting, jobs - len(running)):
                    child, pipe = _fork(work, item)
                    running[pipe] = item, child, bytearray()
                    selector.register(pipe, selectors.EVENT_READ)
                if not running:
                    return
                for key, _ in selector.select():
                    item, child, data = running[key.fd]
                    chunk = os.read(key.fd, 1 << 16)
                    data += chunk
                    if not chunk:
                        selector.unregister(key.fd)
                        os.close(key.fd)
                        del running[key.fd]
                        yield item, _ended(child, bytes(data))
        finally:
            for pipe, (_, child, _) in running.items():
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)
                os.close(pipe)


def in_process(work: Callable[[], Any]) -> Any:
    """What one piece of work gives, done where it leaves nothing behind."""
    ((_, ended),) = in_processes(lambda _: work(), [True], 1)
    if ended.signal or ended.answer is None:
        raise RuntimeError(f"a process of the scorer ended with signal {ended.signal}")
    return ended.answer


def _fork(work: Callable[[Item], Any], item: Item) -> tuple[int, int]:
    reading, writing = os.pipe()
    sys.stdout.flush()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of threads, which are left behind
        child = os.fork()
    if child:
        os.close(writing)
        return child, reading
    status = 1
    try:
        os.close(reading)
        answer = json.dumps(work(item)).encode()
        with os.fdopen(writing, "wb") as pipe:
            pipe.write(answer)
        status = 0
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(status)


def _ended(child: int, data: bytes) -> Ended:
    _, status = os.waitpid(child, 0)
    ended_by = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
    return Ended(json.loads(data) if data and not ended_by else None, ended_by)
