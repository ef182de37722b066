"""Sections 2 and 8.2 of SPEC.md: NFC, tiers, steps, regions, occurrences."""

import re
from functools import lru_cache
from typing import NamedTuple

from independent.quote_tables import (
    ALPHANUMERIC,
    ASSIGNED,
    C1,
    CAPITAL,
    CASE_FOLDING,
    COMBINING_CLASS,
    COMPATIBILITY,
    COMPOSITION,
    DECOMPOSITION,
    DIGIT,
    IGNORABLE,
    LETTER,
    NAMES,
    SECONDS,
    SETS,
    TYPOGRAPHY,
    WHITE_SPACE,
    WORD,
    Json,
    is_in,
    run_end,
    runs,
    table,
)

Stretch = tuple[int, int, str]  # first, last (not included), and what the stretch becomes
Marker = tuple[tuple[str, str], ...]  # "literal" and its text, or "digits" or "until" and ""

ASCII_DIGITS = frozenset(map(ord, "0123456789"))


class Tier(NamedTuple):
    """Q-TIER: a complete list of steps under a name."""

    name: str
    sound: bool
    steps: tuple[str, ...]


class Region(NamedTuple):
    """Q-REGION: a range of the text as given, in bytes, and the string it became."""

    start: int
    end: int
    output: str


ROWS = table("tables/quote-tiers.json")
TIERS = {row["tier"]: Tier(row["tier"], row["sound"], tuple(row["steps"])) for row in ROWS["tiers"]}
STEP_SOUND: dict[str, bool] = {row["step"]: row["sound"] for row in ROWS["steps"]}


def decompose(c: int) -> str:
    """T-NFC: the full canonical decomposition of one code point, Hangul by the algorithm."""
    if 0xAC00 <= c <= 0xD7A3:
        i = c - 0xAC00
        trailing = chr(0x11A7 + i % 28) if i % 28 else ""
        return chr(0x1100 + i // 588) + chr(0x1161 + i % 588 // 28) + trailing
    return DECOMPOSITION.get(c, chr(c))


def compose(first: int, second: int) -> int | None:
    """T-NFC: the primary composite of a pair, Hangul by the algorithm."""
    if 0x1100 <= first < 0x1100 + 19 and 0x1161 <= second < 0x1161 + 21:
        return 0xAC00 + ((first - 0x1100) * 21 + second - 0x1161) * 28
    if 0xAC00 <= first <= 0xD7A3 and (first - 0xAC00) % 28 == 0 and 0x11A8 <= second <= 0x11C2:
        return first + second - 0x11A7
    return COMPOSITION.get((first, second))


def nfc_assigned(text: str) -> str:
    """T-NFC: Normalization Form C (Unicode Standard Annex 15) of assigned code points."""
    points = [ord(d) for c in text for d in decompose(ord(c))]
    classes = [COMBINING_CLASS.get(c, 0) for c in points]
    for _ in points:  # canonical ordering: exchange neighbours until none is out of order
        for i in range(1, len(points)):
            if classes[i - 1] > classes[i] > 0:
                classes[i - 1], classes[i] = classes[i], classes[i - 1]
                points[i - 1], points[i] = points[i], points[i - 1]
    result: list[int] = []
    starter = -1
    for c, ccc in zip(points, classes, strict=True):
        if starter >= 0:
            adjacent = starter == len(result) - 1
            composite = compose(result[starter], c)
            if composite and (adjacent or COMBINING_CLASS.get(result[-1], 0) < ccc):
                result[starter] = composite
                continue
        if ccc == 0:
            starter = len(result)
        result.append(c)
    return "".join(map(chr, result))


def is_boundary(c: str) -> bool:
    """Q-NFC: whether a cluster begins before this code point."""
    first = ord(decompose(ord(c))[0])
    hangul = 0x1161 <= first <= 0x1175 or 0x11A8 <= first <= 0x11C2
    return COMBINING_CLASS.get(first, 0) == 0 and first not in SECONDS and not hangul


def nfc_stretches(text: str) -> list[Stretch]:
    """Q-NFC: the clusters, each with its NFC."""
    found: list[Stretch] = []
    for first, last in runs(text, ASSIGNED):
        begins = [i for i in range(first, last) if i == first or is_boundary(text[i])]
        for a, b in zip(begins, [*begins[1:], last], strict=True):
            found.append((a, b, nfc_assigned(text[a:b])))
    return found


def marker_end(marker: Marker, text: str, at: int) -> int | None:
    """Q-MARKERS: where a marker that matches at a position ends; None if it does not match."""
    for number, (kind, literal) in enumerate(marker):
        if kind == "literal":
            if not text.startswith(literal, at):
                return None
            at += len(literal)
        elif kind == "digits":
            end = run_end(text, at, ASCII_DIGITS)
            if not 1 <= end - at <= 20:
                return None
            at = end
        else:
            end = text.find(marker[number + 1][1], at)
            passed = text[at:end]
            if end < 0 or len(passed) > 64 or any(ord(c) in SETS["line-break"] for c in passed):
                return None
            at = end
    return at


def marker_stretches(text: str, markers: tuple[Marker, ...]) -> list[Stretch]:
    """Q-MARKERS."""
    found: list[Stretch] = []
    at = 0
    while at < len(text):
        ends = [marker_end(marker, text, at) for marker in markers]
        end = next((end for end in ends if end is not None), None)
        if end is None:
            at += 1
        else:
            found.append((at, end, " "))
            at = end
    return found


def entity_stretches(text: str) -> list[Stretch]:
    """Q-ENTITY."""
    pattern = re.compile("&(?:([A-Za-z0-9]+)|#([0-9]{1,7})|#[xX]([0-9A-Fa-f]{1,6}));")
    found: list[Stretch] = []
    at = 0
    while at < len(text):
        match = pattern.match(text, at)
        named: int | None = None
        if match and match[1]:
            named = NAMES.get(match[1])
        elif match:
            number = int(match[2]) if match[2] else int(match[3], 16)
            named = C1.get(number, number)
            if not 1 <= named <= 1114111 or 0xD800 <= named <= 0xDFFF:
                named = None
        if match and named is not None:
            found.append((at, match.end(), chr(named)))
            at = match.end()
        else:
            at += 1
    return found


def line_end_hyphens(text: str) -> list[tuple[int, int]]:
    """Q-LINE-KEPT: the line-end hyphens, from the hyphen to the end of the run behind it."""
    found = []
    for hyphen in range(1, len(text)):
        end = run_end(text, hyphen + 1, WHITE_SPACE)
        gap = text[hyphen + 1 : end]
        broken = 1 <= len(gap) <= 64 and any(ord(c) in SETS["line-break"] for c in gap)
        before = is_in(text, hyphen - 1, WORD) and is_in(text, hyphen, SETS["line-hyphen"])
        if before and broken and is_in(text, end, ALPHANUMERIC):
            found.append((hyphen, end))
    return found


def kept_stretches(text: str) -> list[Stretch]:
    """Q-LINE-KEPT."""
    found = line_end_hyphens(text)
    return [(a, b, "" if text[a] == "\u00ad" else text[a]) for a, b in found]


def dropped_stretches(text: str) -> list[Stretch]:
    """Q-LINE-DROPPED."""
    found: list[Stretch] = []
    for hyphen, end in line_end_hyphens(text):
        letters = not is_in(text, hyphen - 1, DIGIT) and is_in(text, end, LETTER)
        name = is_in(text, end, CAPITAL) and not is_in(text, hyphen - 1, CAPITAL)
        if letters and not name:
            found.append((hyphen, end, ""))
    return found


def white_space_stretches(text: str) -> list[Stretch]:
    """Q-WS-RUN."""
    spaces = runs(text, WHITE_SPACE)
    return [(a, b, "" if a == 0 or b == len(text) else " ") for a, b in spaces]


def skeleton_stretches(text: str) -> list[Stretch]:
    """Q-SKELETON."""
    return [(i, i + 1, "") for i in range(len(text)) if not is_in(text, i, WORD)]


MAPPINGS = {  # Q-IGNORABLE, Q-COMPAT, Q-CASE, Q-QUOTES, Q-DASHES, Q-HYPHENS, Q-ELLIPSIS
    "ignorables": dict.fromkeys(IGNORABLE, ""),
    "compatibility": COMPATIBILITY,
    "case": CASE_FOLDING,
    **TYPOGRAPHY,
}
LARGER = {
    "entities": entity_stretches,
    "line-hyphen-kept": kept_stretches,
    "line-hyphen-dropped": dropped_stretches,
    "nfc": nfc_stretches,
    "whitespace": white_space_stretches,
    "skeleton": skeleton_stretches,
}


def step_stretches(step: str, text: str, markers: tuple[Marker, ...]) -> list[Stretch]:
    """Section 8.2, Steps: what a step rewrites in a text."""
    if step == "markers":
        return marker_stretches(text, markers)
    if step in LARGER:
        return LARGER[step](text)
    entries = MAPPINGS[step]
    return [(i, i + 1, entries[ord(c)]) for i, c in enumerate(text) if ord(c) in entries]


def code_points(text: str) -> list[Region]:
    """Q-REGION, T-OFFSET: at first each code point is a region whose output is itself."""
    regions = []
    start = 0
    for c in text:
        end = start + len(c.encode("utf-8"))
        regions.append(Region(start, end, c))
        start = end
    return regions


def joined(regions: list[Region]) -> str:
    """Q-REGION: the outputs of regions, joined."""
    return "".join(region.output for region in regions)


def rewrite(regions: list[Region], first: int, last: int, replacement: str) -> list[Region]:
    """Q-REGION: merge every region that shares a code point with the stretch, and those between."""
    touched: list[tuple[int, int]] = []  # the index of a region, and where its output begins
    begin = 0
    for i, region in enumerate(regions):
        if max(begin, first) < min(begin + len(region.output), last):
            touched.append((i, begin))
        begin += len(region.output)
    (low, before), (high, _) = touched[0], touched[-1]
    merged = regions[low : high + 1]
    output = joined(merged)[: first - before] + replacement + joined(merged)[last - before :]
    region = Region(merged[0].start, merged[-1].end, output)
    return [*regions[:low], region, *regions[high + 1 :]]


def apply(step: str, regions: list[Region], markers: tuple[Marker, ...]) -> list[Region]:
    """Q-REGION: a step rewrites stretches that are found in the output as it stands before it."""
    output = joined(regions)
    for first, last, replacement in reversed(step_stretches(step, output, markers)):
        if output[first:last] != replacement:  # from the right, so that positions stay true
            regions = rewrite(regions, first, last, replacement)
    return regions


@lru_cache(maxsize=256)
def project(text: str, tier: Tier | str, markers: tuple[Marker, ...] = ()) -> list[Region]:
    """Q-TIER: the steps of the tier, in order, on the text as given. A string names a tier."""
    regions = code_points(text)
    for step in (TIERS[tier] if isinstance(tier, str) else tier).steps:
        regions = apply(step, regions, markers)
    return regions


def candidates(regions: list[Region], wanted: str) -> list[Json | None]:
    """Q-OCCURRENCE: every candidate, as its span or, where it is no occurrence, None."""
    begins: dict[int, int] = {}
    ends: dict[int, int] = {}
    at = 0
    for region in [region for region in regions if region.output]:
        begins[at] = region.start
        at += len(region.output)
        ends[at] = region.end
    output, size = joined(regions), len(wanted)
    found = [i for i in range(len(output)) if size and output.startswith(wanted, i)]
    return [
        {"start": begins[i], "end": ends[i + size]} if i in begins and i + size in ends else None
        for i in found
    ]
