"""What a program under test may use."""

import re
import sys
from dataclasses import dataclass

from groundspec_harness.errors import HarnessError

TIMEOUT = 10.0  # seconds for an answer, unless --timeout says otherwise
LINE_LIMIT = 64 * 1024 * 1024
_REFUSED = re.compile(
    "(?i:not enough space|insufficient memory|out of memory|cannot allocate|commit_memory|"
    "failed to start thread|errno=12|enomem)"
)
_RUNTIMES = (
    "some runtimes take much at their start, before they need it: allow more, "
    "or give them less (java -Xmx64m)"
)
_MEGABYTE = 1024 * 1024


@dataclass(frozen=True)
class Limits:
    """The longest line of output in bytes, and how much memory in megabytes; None for no limit."""

    output: int = LINE_LIMIT
    memory: int | None = None

    def must_be_possible(self) -> None:
        """Memory is limited by a call that Linux alone has."""
        if self.memory is not None and not sys.platform.startswith("linux"):
            raise HarnessError("--memory-limit is not available on this system; it needs Linux")

    def impose(self, pid: int) -> None:
        """Limit the memory of a process that has just been started, and of its later children.

        What counts is memory that it may write to (RLIMIT_DATA), not addresses that it reserves:
        several runtimes reserve many gigabytes and use few megabytes.
        """
        if self.memory is None or sys.platform != "linux":
            return
        import resource

        size = self.memory * _MEGABYTE
        try:
            resource.prlimit(pid, resource.RLIMIT_DATA, (size, size))
        except ProcessLookupError:
            return  # it has ended already
        except (OSError, ValueError) as error:
            raise HarnessError(f"--memory-limit {self.memory}: {error}") from None

    @property
    def note(self) -> str:
        """What belongs to the fault of a program that ended by itself."""
        if self.memory is None:
            return ""
        return f"; it may use {self.memory} MB of memory (--memory-limit)"

    def doubt(self, said: str) -> str:
        """What belongs to the fault of a program that says that it gets no more memory."""
        if self.memory is None or self.note in said or not _REFUSED.search(said):
            return ""
        return f"{self.note}, and seems to get no more; {_RUNTIMES}"
