"""A packet as people read it: what fits on a line stands on one, as in the examples of SPEC.md."""

from groundspec_harness.jsontext import Json, JsonObject, quoted

WIDTH = 100


def printed(packet: JsonObject) -> list[str]:
    """The lines of a packet: each member begins one, and long ones go on, indented."""
    lines: list[str] = []
    for name, value in packet.items():
        lines += _filled(f"{quoted(name)}: ", value)
        lines[-1] += ","
    if lines:
        lines[-1] = lines[-1][:-1]
    return ["{", *(f"  {line}" for line in lines), "}"]


def _filled(head: str, value: Json) -> list[str]:
    """A value behind its name, broken between the values inside it where a line would be full."""
    lines = [head]
    for token in _tokens(value):
        if len(lines[-1]) + len(token) > WIDTH - 4 and lines[-1].strip():
            lines[-1] = lines[-1].rstrip()
            lines.append("  ")
        lines[-1] += token
    return [line.rstrip() for line in lines]


def _tokens(value: Json, name: str = "", tail: str = "") -> list[str]:
    """The pieces that are not broken: a bracket stays with what it holds first or last."""
    if not isinstance(value, dict | list) or not value:
        return [f"{name}{quoted(value)}{tail}"]
    ends = "{}" if isinstance(value, dict) else "[]"
    pairs = value.items() if isinstance(value, dict) else ((None, item) for item in value)
    inner = [("" if key is None else f"{quoted(key)}: ", held) for key, held in pairs]
    tokens: list[str] = []
    for number, (key, held) in enumerate(inner):
        last = number == len(inner) - 1
        tokens += _tokens(held, key, "" if last else ", ")
    tokens[0] = f"{name}{ends[0]}{tokens[0]}"
    tokens[-1] = f"{tokens[-1]}{ends[1]}{tail}"
    return tokens
