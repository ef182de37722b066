"""Put oneself into other surroundings, then become the program: `launch.py PLACE COMMAND...`.

It runs as a script of its own, for what it changes belongs to a whole process. PLACE is the JSON
of a `surroundings.Place`.
"""

import json
import os
import signal
import sys


def main() -> None:
    place = json.loads(sys.argv[1])
    command = sys.argv[2:]
    os.environ.update(place["environment"])
    if place["umask"] is not None:
        os.umask(place["umask"])
    if place["one_cpu"] and sys.platform == "linux":
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    for name in ("SIGPIPE", "SIGXFSZ"):  # this interpreter ignores them, a program need not
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_DFL)
    try:
        if place["folder"] is not None:
            os.chdir(place["folder"])
        os.execvp(command[0], command)
    except OSError as error:
        sys.exit(f"{command[0]}: {error.strerror}")


if __name__ == "__main__":
    main()
