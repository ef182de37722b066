"""What is versioned, who is concerned by a change, and whether a version was raised.

Section 12 of SPEC.md versions the envelope, each check and the protocol apart. The section that a
paragraph stands in says whose it is: one headed by a check in backquotes belongs to that check, the
one on the protocol, and every paragraph marked `protocol`, to the protocol, all else to the
envelope and so to every check.
"""

import re

from groundspec_harness.gating.sides import Side
from groundspec_harness.spec import Paragraph
from groundspec_harness.vectors import Vector

ENVELOPE, PROTOCOL = "envelope", "protocol"

_CHECK = re.compile(r"## .*\bcheck `([a-z]+)`")
_PROTOCOL = re.compile(r"^## .*\bprotocol \(version ([0-9]+)\)", re.MULTILINE)

Version = tuple[int, ...]


def versions(side: Side) -> dict[str, Version]:
    """The highest version of all that is versioned."""
    found = {ENVELOPE: _numbers(str(side.registry["groundspec"]))}
    for check in side.known.registry.checks:
        name, _, version = check.partition("/")
        found[name] = max(found.get(name, ()), _numbers(version))
    heading = _PROTOCOL.search(side.known.spec.source.decode("utf-8"))
    return found | ({PROTOCOL: _numbers(heading[1])} if heading else {})


def raised(base: Side, head: Side) -> set[str]:
    """What has a higher version in HEAD; the envelope counts if every specified check has one."""
    old, new = versions(base), versions(head)
    found = {name for name in old if new.get(name, ()) > old[name]}
    checks = specified(base)
    return found | ({ENVELOPE} if checks and checks <= found else set())


def specified(side: Side) -> set[str]:
    """The names of the specified checks."""
    return {check.partition("/")[0] for check in side.known.registry.specified}


def decided_before(base: Side, name: str) -> bool:
    """Whether packets were decided by this already: a check that BASE specifies, the envelope."""
    return name == ENVELOPE or name in specified(base)


def shown(version: Version) -> str:
    return ".".join(map(str, version))


def _numbers(text: str) -> Version:
    return tuple(int(part) for part in re.findall("[0-9]+", text))


def owner(side: Side, paragraph: Paragraph) -> str:
    """Whose a paragraph is."""
    if paragraph.kind == "protocol":
        return PROTOCOL
    return _owners_by_line(side)[paragraph.line - 1]


def _owners_by_line(side: Side) -> list[str]:
    """Whose each line of SPEC.md is, by the heading of its section."""
    found, current = [], ENVELOPE
    for line in side.known.spec.source.decode("utf-8").splitlines():
        if line.startswith("## "):
            check = _CHECK.match(line)
            current = check[1] if check else ENVELOPE
        found.append(current)
    return found


def owner_of_vector(side: Side, vector: Vector) -> str:
    """Whose a vector is: that of the check of its packet, where it has one that is listed."""
    if vector.kind == "request":
        return PROTOCOL
    packet = vector.packet
    check = str(packet.get("check")) if isinstance(packet, dict) else ""
    return check.partition("/")[0] if check in side.known.registry.checks else ENVELOPE


def mentions(side: Side, text: str) -> tuple[tuple[str, ...], list[str]]:
    """Whose the lines of SPEC.md are that hold a text, and the identifiers they stand under."""
    lines = side.known.spec.source.decode("utf-8").splitlines()
    owners = {who for line, who in zip(lines, _owners_by_line(side), strict=True) if text in line}
    checks = owners - {ENVELOPE} or {ENVELOPE}
    return tuple(sorted(checks)), [p.id for p in side.known.spec.paragraphs if text in p.text]
