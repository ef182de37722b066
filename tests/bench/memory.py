"""CPU time and memory of a stretch of work inside one process."""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

Result = TypeVar("Result")

_STATUS = Path("/proc/self/status")


def measure(work: Callable[[], Result]) -> tuple[Result, dict[str, float]]:
    """Do the work; give its result, its seconds of CPU time, and what it needed of memory, in MB.

    ``peak`` is the most that the process ever held, the interpreter and the text included;
    ``extra`` is that less what it held when the work began.
    """
    before = _memory("VmRSS")
    start = time.process_time()
    result = work()
    seconds = time.process_time() - start
    peak = _memory("VmHWM")
    return result, {"seconds": seconds, "peak": peak, "extra": peak - before}


def measure_best(work: Callable[[], Result], times: int) -> tuple[Result, dict[str, float]]:
    """Do the work so many times; give the last result, the least seconds, and the first memory."""
    result, figures = measure(work)
    for _ in range(times - 1):
        result, again = measure(work)
        figures["seconds"] = min(figures["seconds"], again["seconds"])
    return result, figures


def _memory(field: str) -> float:
    """Give a figure of the process in MB: from Linux if it is that, else the peak so far.

    On Linux the peak that ``getrusage`` gives can be that of the process which started this one.
    """
    if _STATUS.is_file():
        line = next(line for line in _STATUS.read_text().splitlines() if line.startswith(field))
        return int(line.split()[1]) * 1024 / 1e6
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6
