"""What `groundspec quote show` says of a claim, for people."""

from collections.abc import Iterator, Sequence
from typing import Any

from groundspec.apps.lines import Lines
from groundspec.apps.visible import shortened, visible
from groundspec.cli.quote.window import MARKED, OMITTED, QUOTED, Stretch, window
from groundspec.cli.wrap import wrapped

_LONGEST_CLAIM, _LONGEST_PART = 400, 120
_MOST = 40
_OUTCOMES = {"admitted": "1;32", "needs_verification": "1;33", "rejected": "1;31"}


class Pictures:
    """Says what there is to say of claims about one source, whose name is `name`."""

    def __init__(self, name: str, lines: Lines, *, colour: bool) -> None:
        self._name = name
        self._lines = lines
        self._colour = colour

    def picture(self, claim: dict[str, Any]) -> Iterator[str]:
        """The lines about one claim."""
        decision = claim["decision"]
        yield self._head(claim)
        yield f"  {visible(claim['id'][:40])}: {shortened(claim['text'], _LONGEST_CLAIM)}"
        if claim["at"]:
            yield f"  stated place {_at(claim['at']['place'])}: {_part(claim['at']['text'])}"
        yield from self._window(_stretches(claim, self._lines))
        yield from self._codes(claim)
        if claim["refused"]:
            yield f"  refused at {_at(claim['refused'])}"
        if len(claim["spans"]) > 1:
            yield from _listed("also at", claim["spans"][1:], decision["occurrences"] - 1)
        if claim["differences"] is not None:
            yield from _differences(decision["tier"], claim["differences"])
        yield from self._fragments(claim)
        if claim["elsewhere"]:
            yield from _listed("elsewhere at", claim["elsewhere"], len(claim["elsewhere"]))
        if claim["near"]:
            yield from self._near(claim["near"], decision["near"]["occurrences"])

    def _head(self, claim: dict[str, Any]) -> str:
        decision, place = claim["decision"], _first_place(claim)
        where = f":{place['line']}:{place['column']}" if place else ""
        outcome = decision["outcome"]
        said = self._in_colour(outcome, _OUTCOMES[outcome])
        parts = [f"{visible(self._name)}{where}: {said}"]
        if claim["spans"]:
            first = claim["spans"][0]
            parts += [f"tier {visible(decision['tier'])}", f"bytes {first['start']}-{first['end']}"]
        else:
            parts += decision["codes"]
        return ", ".join(parts)

    def _in_colour(self, text: str, colour: str) -> str:
        return f"\x1b[{colour}m{text}\x1b[0m" if self._colour else text

    def _window(self, stretches: Sequence[Stretch]) -> Iterator[str]:
        if stretches:
            for line in window(self._lines, stretches, colour=self._colour):
                yield f"  {line}"

    def _codes(self, claim: dict[str, Any]) -> Iterator[str]:
        marks: dict[str, list[str]] = {}
        for mark in claim["marks"]:
            said = f" at {_at(mark['place'])}, {_part(mark['text'])}"
            marks.setdefault(mark["code"], []).append(said)
        for code in claim["codes"]:
            waived = ", waived" if code["waived"] else ""
            at = "".join(marks.get(code["code"], []))
            yield f"  {code['code']} ({code['class']}{waived}){at}"
            yield from wrapped(code["title"], "    ", "    ")

    def _fragments(self, claim: dict[str, Any]) -> Iterator[str]:
        fragments, omitted = claim["fragments"], claim["omitted"]
        for index, fragment in enumerate(fragments):
            place, tier = fragment["place"], fragment["tier"]
            said = f"{_at(place)}, tier {visible(tier)}" if tier else fragment["code"]
            number = f"{index + 1} of {len(fragments)}"
            yield f"  fragment {number}, {said}: {_part(fragment['text'])}"
            if tier:
                yield from _differences(tier, fragment["differences"], "    ")
            if index < len(omitted):
                left_out = omitted[index]
                text = _part(left_out["text"]) if left_out["text"] else "nothing"
                yield f"  left out, {_at(left_out['place'])}: {text}"

    def _near(self, near: dict[str, Any], occurrences: int) -> Iterator[str]:
        first = near["spans"][0]
        yield f"  near, tier {visible(near['tier'])}, {_at(first)}:"
        yield from self._window([Stretch(*self._lines.stretch(first), QUOTED)])
        if occurrences > 1:
            yield from _listed("near at", near["spans"][1:], occurrences - 1)
        yield from _differences(near["tier"], near["differences"])


def _stretches(claim: dict[str, Any], lines: Lines) -> list[Stretch]:
    """What is marked in the window of a claim: the quotation, what it leaves out, the marks."""
    if claim["fragments"]:
        quoted = [row["place"] for row in claim["fragments"] if row["place"]]
    else:
        refused = [claim["refused"]] if claim["refused"] else []
        quoted = claim["spans"][:1] or refused or claim["elsewhere"][:1]
    rows = [(place, QUOTED) for place in quoted]
    rows += [(row["place"], OMITTED) for row in claim["omitted"]]
    rows += [(row["place"], MARKED) for row in claim["marks"]]
    stretches = [Stretch(*lines.stretch(place), sign) for place, sign in rows]
    return [stretch for stretch in stretches if stretch.start < stretch.end]


def _first_place(claim: dict[str, Any]) -> dict[str, int] | None:
    marks = [mark["place"] for mark in claim["marks"]]
    near = claim["near"]["spans"] if claim["near"] else []
    refused = [claim["refused"]] if claim["refused"] else []
    places: list[dict[str, int]] = [*claim["spans"], *refused, *marks, *claim["elsewhere"], *near]
    return next(iter(places), None)


def _at(place: dict[str, int]) -> str:
    return f"{place['line']}:{place['column']} (bytes {place['start']}-{place['end']})"


def _part(text: str) -> str:
    return shortened(text, _LONGEST_PART)


def _listed(says: str, places: Sequence[dict[str, int]], count: int) -> Iterator[str]:
    rest = count - len(places)
    more = f", and {rest} more" if rest else ""
    yield from wrapped(f"{says} {', '.join(map(_at, places))}{more}", "  ")


# --- Differences ----------------------------------------------------------------------------------


def _differences(tier: str, rows: Sequence[dict[str, Any]], indent: str = "  ") -> Iterator[str]:
    if not rows:
        yield f"{indent}differences at {visible(tier)}: none"
        return
    yield f"{indent}differences at {visible(tier)}, source -> claim:"
    for row in rows[:_MOST]:
        place = f"{row['place']['line']}:{row['place']['column']}"
        changed = f"{_side(row['source'])} -> {_side(row['claim'])}"
        yield f"{indent}  {place}  {changed}  ({', '.join(row['steps'])})"
    if len(rows) > _MOST:
        yield f"{indent}  and {len(rows) - _MOST} more"


def _side(text: str) -> str:
    """One side of a difference; spaces at its ends are said in words."""
    if not text:
        return "(nothing)"
    inner = text.strip(" ")
    before = len(text) - len(text.lstrip(" "))
    after = len(text) - before - len(inner) if inner else 0
    half = _LONGEST_PART // 2
    shown = visible(inner) if len(inner) <= _LONGEST_PART else shortened(inner, half)
    return _spaces(before) + shown + _spaces(after)


def _spaces(count: int) -> str:
    return "" if not count else "(space)" if count == 1 else f"({count} spaces)"
