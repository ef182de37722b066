"""A miniature implementation that answers from a file, whatever it is asked.

`python oracle.py FILE`: FILE is a JSON object from a request line without its id to the two halves
of the answer between which the id belongs (or the whole answer and null). It knows nothing of
groundspec, so what a run against it costs is the harness's own.
"""

import json
import sys
from collections.abc import Iterable
from pathlib import Path


def split(line: str) -> tuple[str, str]:
    """A request line as the text around its id, and the id; the id is empty if it is no number."""
    before, mark, rest = line.rstrip("\n").partition('"id":"')
    name, _, after = rest.partition('"')
    return (f"{before}{mark}{after}", name) if name.isdigit() else (line.rstrip("\n"), "")


def book(exchanges: Iterable[tuple[bytes, bytes]]) -> dict[str, tuple[str, str | None]]:
    """The content of FILE for pairs of request and answer."""
    found: dict[str, tuple[str, str | None]] = {}
    for request, answer in exchanges:
        key, name = split(request.decode("utf-8"))
        text = answer.decode("utf-8")
        before, mark, after = text.partition(f'"id":"{name}"')
        found[key] = (f'{before}"id":"', f'"{after}') if name and mark else (text, None)
    return found


def main() -> None:
    answers = json.loads(Path(sys.argv[1]).read_text("utf-8"))
    out = sys.stdout.buffer
    for line in sys.stdin.buffer:
        key, name = split(line.decode("utf-8"))
        before, after = answers[key]
        out.write((before if after is None else f"{before}{name}{after}").encode())
        out.flush()


if __name__ == "__main__":
    main()
