"""A marker pattern of gtrex, a regular expression, as markers of a policy (Q-MARKERS).

An alternative at the top of the pattern becomes a marker if it is a row of literals, runs of digits
and gaps up to a literal. The pattern is read, never run. What a marker says a little otherwise is
noted; an alternative that it cannot say is given back with the reason.
"""

import re
import warnings
from collections.abc import Iterator
from typing import Any, NamedTuple

_LONGEST, _MOST_PARTS, _MOST_MARKERS, _MOST_DIGITS = 256, 16, 32, 20
_DEEPEST = 8
_CONTROLS = {"t": "\t", "n": "\n", "r": "\r", "f": "\f", "v": "\v"}
_QUANTIFIER = re.compile(r"(?:[*+?]|\{[0-9]+(?:,[0-9]*)?\}|\{,[0-9]*\})[?+]?")
_BOUNDED = re.compile(r"\{1,([0-9]+)\}")
_GAP_TO = re.compile(r"\[\^(?:\\([^0-9A-Za-z])|([^\\]))(?:\\n)?\]")
_ONE_OF = re.compile(r"\[(?:\\([^0-9A-Za-z])|([^\\^]))\]")
_NO_LINE = "[^\\n]"

DIGITS = f"digits are the ASCII ones, at most {_MOST_DIGITS}, and all that stand there"
GAP = "a gap is at most 64 code points long and holds no line end of any kind"
NEAREST = "a gap ends at the nearest place, whether or not the rest of the marker follows there"
EMPTY = "a gap may be empty"

Marker = list[Any]


class Markers(NamedTuple):
    """The markers, what they say otherwise, and the alternatives left out, each with why."""

    markers: list[Marker]
    notes: list[str]
    left: list[tuple[str, str]]


class _Unsaid(Exception):  # noqa: N818
    """A marker cannot say this."""


class _Gap(NamedTuple):
    """A gap; `stop` is the code point that it cannot hold, if that is what ends it."""

    stop: str = ""


class _Digits(NamedTuple):
    """A run of digits."""


_Part = str | _Gap | _Digits


def markers_of(pattern: str) -> Markers:
    """What markers can say of a pattern."""
    markers: list[Marker] = []
    notes: dict[str, None] = {}
    left: list[tuple[str, str]] = []
    for alternative in _alternatives(pattern):
        try:
            marker, further = _marker(alternative)
            if len(markers) == _MOST_MARKERS:
                raise _Unsaid(f"a policy has at most {_MOST_MARKERS} markers")
        except _Unsaid as why:
            left.append((alternative, str(why)))
        else:
            notes.update(dict.fromkeys(further))
            markers.append(marker)
    return Markers(markers, list(notes), left)


def is_pattern(text: str) -> bool:
    """Whether a text is a regular expression at all; it is compiled, and nothing is searched."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            re.compile(text)
        except (re.error, OverflowError, RecursionError):
            return False
    return True


# --- Reading --------------------------------------------------------------------------------------


def _alternatives(pattern: str) -> list[str]:
    """The alternatives at the top, or directly in a group that is the whole pattern."""
    found, whole = _split(pattern)
    for _ in range(_DEEPEST):
        if not whole:
            break
        pattern = pattern[3:-1] if pattern.startswith("(?:") else pattern[1:-1]
        found, whole = _split(pattern)
    return found


def _split(pattern: str) -> tuple[list[str], bool]:
    """The alternatives at the top, and whether one plain group is the whole pattern."""
    bars, ends, depth = [-1], [], 0
    for at, char in _outside_classes(pattern):
        if char == "|" and depth == 0:
            bars.append(at)
        depth += {"(": 1, ")": -1}.get(char, 0)
        if char == ")" and depth == 0:
            ends.append(at)
    plain = pattern.startswith("(?:") or (pattern[:1] == "(" and pattern[1:2] != "?")
    whole = plain and ends == [len(pattern) - 1] and len(bars) == 1
    spans = zip(bars, [*bars[1:], len(pattern)], strict=True)
    return [pattern[start + 1 : end] for start, end in spans], whole


def _outside_classes(pattern: str) -> Iterator[tuple[int, str]]:
    """Each code point that is neither escaped nor in a class, and where it stands."""
    at = 0
    while at < len(pattern):
        if pattern[at] == "[":
            at = _class_end(pattern, at)
        elif pattern[at] != "\\":
            yield at, pattern[at]
        at += 2 if pattern[at : at + 1] == "\\" else 1


def _class_end(pattern: str, at: int) -> int:
    """Where the class that begins at an offset ends; a `]` that it begins with is a member."""
    at += 2 if pattern[at + 1 : at + 2] == "^" else 1
    first = at
    while at < len(pattern) and (pattern[at] != "]" or at == first):
        at += 2 if pattern[at] == "\\" else 1
    return at


def _parts(pattern: str, notes: list[str]) -> list[_Part]:
    parts: list[_Part] = []
    at = 0
    while at < len(pattern):
        part, at = _atom(pattern, at)
        quantifier = _QUANTIFIER.match(pattern, at)
        how = quantifier[0] if quantifier else ""
        at += len(how)
        _check_quantifier(part, how, notes)
        if isinstance(part, str) and parts and isinstance(parts[-1], str):
            parts[-1] += part
        else:
            parts.append(part)
    return parts


def _atom(pattern: str, at: int) -> tuple[_Part, int]:
    char = pattern[at]
    if char == "\\":
        return _escaped(pattern[at + 1 : at + 2]), at + 2
    if char == "[":
        return _class(pattern, at)
    if char == ".":
        return _Gap(), at + 1
    if char in "^$*+?()" or _QUANTIFIER.match(pattern, at):
        raise _Unsaid(f"{char} says what no part of a marker says")
    return char, at + 1


def _escaped(char: str) -> _Part:
    if char == "d":
        return _Digits()
    if char in _CONTROLS:
        return _CONTROLS[char]
    if not char or (char.isascii() and char.isalnum()):
        raise _Unsaid(f"\\{char} says what no part of a marker says")
    return char


def _class(pattern: str, at: int) -> tuple[_Part, int]:
    if pattern.startswith("[0-9]", at):
        return _Digits(), at + len("[0-9]")
    if pattern.startswith(_NO_LINE, at):
        return _Gap(), at + len(_NO_LINE)
    if gap := _GAP_TO.match(pattern, at):
        return _Gap(gap[1] or gap[2]), gap.end()
    if one := _ONE_OF.match(pattern, at):
        return one[1] or one[2], one.end()
    said = pattern[at : _class_end(pattern, at) + 1]
    raise _Unsaid(f"the class {said} says what no part of a marker says")


def _check_quantifier(part: _Part, how: str, notes: list[str]) -> None:
    """Whether a part may be repeated like this; raises _Unsaid."""
    if isinstance(part, str):
        if how:
            raise _Unsaid(f"a literal that is repeated ({how})")
        return
    if isinstance(part, _Digits):
        bound = _BOUNDED.fullmatch(how)
        if how != "+" and not (bound and 1 <= int(bound[1][:3]) <= _MOST_DIGITS):
            raise _Unsaid(f"digits repeated otherwise than by + or {{1,k}} ({how or 'one digit'})")
        notes.append(DIGITS)
        return
    if how not in (("*?", "+?", "*", "+") if part.stop else ("*?", "+?")):
        raise _Unsaid(f"a gap that is not as short as can be ({how or 'one code point'})")
    notes.append(GAP)
    if how[0] == "+":
        notes.append(EMPTY)


# --- Writing --------------------------------------------------------------------------------------


def _marker(pattern: str) -> tuple[Marker, list[str]]:
    """The marker that an alternative is, and what it says otherwise. Raises _Unsaid."""
    notes: list[str] = []
    parts = _stopped(_parts(pattern, notes))
    if not parts:
        raise _Unsaid("it matches the empty text")
    if not isinstance(parts[0], str):
        raise _Unsaid("a marker begins with a literal")
    for place, part in enumerate(parts):
        following = parts[place + 1] if place + 1 < len(parts) else ""
        if isinstance(part, _Gap) and (not isinstance(following, str) or not following):
            raise _Unsaid("a gap without a literal behind it")
        if isinstance(part, _Digits) and isinstance(following, _Digits):
            raise _Unsaid("digits behind digits")
        if isinstance(part, _Digits) and isinstance(following, str) and following[:1].isdecimal():
            raise _Unsaid("a literal that begins with a digit behind digits")
        if isinstance(part, str) and len(part) > _LONGEST:
            raise _Unsaid(f"a literal has at most {_LONGEST} code points")
        if isinstance(part, _Gap) and not part.stop and place + 2 < len(parts):
            notes.append(NEAREST)
    if len(parts) > _MOST_PARTS:
        raise _Unsaid(f"a marker has at most {_MOST_PARTS} parts")
    return [_written(part) for part in parts], notes


def _stopped(parts: list[_Part]) -> list[_Part]:
    """The same with a literal of its own for the code point at which such a gap stops."""
    stopped: list[_Part] = []
    for part in parts:
        before = stopped[-1] if stopped else ""
        if isinstance(before, _Gap) and before.stop and isinstance(part, str):
            if part[0] != before.stop:
                raise _Unsaid(f"a gap without {before.stop} before something else")
            stopped += [part[0], part[1:]] if part[1:] else [part[0]]
        else:
            stopped.append(part)
    return stopped


def _written(part: _Part) -> Any:
    if isinstance(part, str):
        return {"literal": part}
    return "until" if isinstance(part, _Gap) else "digits"
