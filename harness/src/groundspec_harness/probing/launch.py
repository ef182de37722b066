"""Change what only a process itself can change, then become the program.

`launch.py MASK CPUS COMMAND...`: an octal mask for new files or `-`, and `one` processor or `all`.
"""

import os
import signal
import sys


def main() -> None:
    mask, processors, *command = sys.argv[1:]
    if mask != "-":
        os.umask(int(mask, 8))
    if processors == "one" and sys.platform == "linux":
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    for name in ("SIGPIPE", "SIGXFSZ"):  # this interpreter ignores them, a program need not
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_DFL)
    try:
        os.execvp(command[0], command)
    except OSError as error:
        sys.exit(f"{command[0]}: {error.strerror}")


if __name__ == "__main__":
    main()
