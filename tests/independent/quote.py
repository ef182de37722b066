"""The check `quote/0.1` a second time, written from SPEC.md and the tables it names.

Nothing here is clever or fast. It exists to be compared with, so each function says which paragraph
of SPEC.md it follows, and none is shared with the reference. A packet that is refused is not its
concern. Positions L1, L2, ... and R1, R2, ... of SPEC.md are counted from 0 here.
"""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from independent.canonical import text_digest, value_digest

Json = dict[str, Any]
Stretch = tuple[int, int, str]  # first, last (not included), and what the stretch becomes


class Region(NamedTuple):
    """Q-REGION: a range of the text as given, in bytes, and the string it became."""

    start: int
    end: int
    output: str


class Search(NamedTuple):
    """Q-SEARCH: how it ended; `refused` is the mark that it remembered."""

    tier: str | None
    spans: list[Json]  # all that passed
    limit: bool
    capped: bool
    refused: Json | None


def table(path: str) -> Json:
    """T-CLASSES: the tables are data, and the only source of properties."""
    schemas = Path(__file__).resolve().parents[2] / "schemas"
    value: Json = json.loads((schemas / path).read_text(encoding="utf-8"))
    return value


def members(name: str) -> frozenset[int]:
    """T-CLASSES: a range table lists inclusive ranges."""
    ranges = table(f"unicode/17.0.0/{name}.json")["ranges"]
    return frozenset(c for first, last in ranges for c in range(first, last + 1))


def mapping(rows: list[tuple[int, list[int]]]) -> dict[int, str]:
    """T-CLASSES: a map table gives a string for a code point."""
    return {c: "".join(map(chr, result)) for c, result in rows}


ASSIGNED, LETTER, MARK, DIGIT = map(members, ("assigned", "letter", "mark", "digit"))
WHITE_SPACE, IGNORABLE = map(members, ("white-space", "default-ignorable"))
UNSEGMENTED = members("unsegmented")
ALPHANUMERIC, WORD = LETTER | DIGIT, LETTER | MARK | DIGIT
DECOMPOSITION = mapping(table("unicode/17.0.0/canonical-decomposition.json")["map"])
CLASS_ROWS = table("unicode/17.0.0/combining-class.json")["classes"]
COMBINING_CLASS = {c: ccc for a, b, ccc in CLASS_ROWS for c in range(a, b + 1)}
PAIRS = table("unicode/17.0.0/canonical-composition.json")["pairs"]
COMPOSITION = {(first, second): composite for first, second, composite in PAIRS}
SECONDS = {second for _, second in COMPOSITION}
NAMES: dict[str, int] = dict(table("unicode/17.0.0/entities.json")["names"])
C1: dict[int, int] = dict(table("unicode/17.0.0/entities.json")["c1"])
MAPPINGS = {k: mapping(rows) for k, rows in table("tables/typography.json")["steps"].items()}
MAPPINGS["compatibility"] = mapping(table("unicode/17.0.0/compatibility.json")["map"])
MAPPINGS["case"] = mapping(table("unicode/17.0.0/case-folding.json")["map"])
MAPPINGS["ignorables"] = dict.fromkeys(IGNORABLE, "")
SETS = {k: frozenset(cps) for k, cps in table("tables/boundaries.json")["sets"].items()}
ATTACHED_RANGES = table("tables/boundaries.json")["ranges"]["attached"]
ATTACHED = frozenset(c for first, last in ATTACHED_RANGES for c in range(first, last + 1))
TIERS = {row["tier"]: row["steps"] for row in table("tables/quote-tiers.json")["tiers"]}
OUTCOMES = ("admitted", "needs_verification", "rejected")
CODES = {entry["code"]: entry["class"] for entry in table("codes.json")["codes"]}


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


def runs(text: str, inside: frozenset[int]) -> list[tuple[int, int]]:
    """T-NFC, Q-NFC, Q-WS-RUN: the maximal runs of a set, as first and last (not included)."""
    starts = [i for i in range(len(text)) if ord(text[i]) in inside]
    starts = [i for i in starts if i == 0 or ord(text[i - 1]) not in inside]
    stops = [i + 1 for i in range(len(text)) if ord(text[i]) in inside]
    stops = [i for i in stops if i == len(text) or ord(text[i]) not in inside]
    return list(zip(starts, stops, strict=True))


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


def white_space_stretches(text: str) -> list[Stretch]:
    """Q-WS-RUN."""
    spaces = runs(text, WHITE_SPACE)
    return [(a, b, "" if a == 0 or b == len(text) else " ") for a, b in spaces]


def step_stretches(step: str, text: str) -> list[Stretch]:
    """Q-IGNORABLE, Q-COMPAT, Q-QUOTES, Q-DASHES, Q-HYPHENS, Q-ELLIPSIS, Q-CASE; others above."""
    if step in ("entities", "nfc", "whitespace"):
        larger = (entity_stretches, nfc_stretches, white_space_stretches)
        return larger[("entities", "nfc", "whitespace").index(step)](text)
    entries = MAPPINGS[step]
    return [(i, i + 1, entries[ord(c)]) for i, c in enumerate(text) if ord(c) in entries]


def code_points(text: str) -> list[Region]:
    """Q-REGION, T-OFFSET: at first each code point is a region whose output is itself."""
    sizes = [len(c.encode("utf-8")) for c in text]
    return [Region(sum(sizes[:i]), sum(sizes[: i + 1]), c) for i, c in enumerate(text)]


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


def project(text: str, tier: str) -> list[Region]:
    """Q-TIER: the steps of the tier, in order, on the text as given."""
    regions = code_points(text)
    for step in TIERS[tier]:
        output = joined(regions)
        for first, last, replacement in reversed(step_stretches(step, output)):
            if output[first:last] != replacement:  # from the right, so that positions stay true
                regions = rewrite(regions, first, last, replacement)
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
    found = [i for i in range(len(output)) if size and output[i : i + size] == wanted]
    return [
        {"start": begins[i], "end": ends[i + size]} if i in begins and i + size in ends else None
        for i in found
    ]


def is_in(points: list[Region], index: int, inside: frozenset[int]) -> bool:
    """Q-EDGE: whether L or R of this index exists and is in the set."""
    return index < len(points) and ord(points[index].output) in inside


def separated(left: list[Region], right: list[Region], name: str) -> bool:
    """Q-EDGE-DECIMAL, and Q-EDGE-GROUP and Q-EDGE-TIME "as" it."""
    before = is_in(left, 0, DIGIT) and is_in(right, 0, SETS[name]) and is_in(right, 1, DIGIT)
    after = is_in(left, 1, DIGIT) and is_in(left, 0, SETS[name]) and is_in(right, 0, DIGIT)
    return before or after


def cuts_word(left: list[Region], right: list[Region]) -> bool:
    """Q-EDGE-WORD and Q-EDGE-UNSEGMENTED."""
    both_digits = is_in(left, 0, DIGIT) and is_in(right, 0, DIGIT)
    excused = is_in(left, 0, UNSEGMENTED) or is_in(right, 0, UNSEGMENTED)
    excused = excused and not both_digits and not is_in(right, 0, ATTACHED)
    return is_in(left, 0, WORD) and is_in(right, 0, ALPHANUMERIC) and not excused


def cuts_hyphenated(left: list[Region], right: list[Region]) -> bool:
    """Q-EDGE-HYPHEN."""
    joiner = SETS["joiner"]
    before = is_in(left, 0, WORD) and is_in(right, 1, ALPHANUMERIC)
    after = is_in(left, 1, WORD) and is_in(right, 0, ALPHANUMERIC)
    term = (before and is_in(right, 0, joiner)) or (after and is_in(left, 0, joiner))
    return term or separated(left, right, "range-dash") or broken_line(left, right)


def broken_line(left: list[Region], right: list[Region]) -> bool:
    """Q-EDGE-HYPHEN: a term broken at the end of a line, with the edge anywhere in the break."""
    seen = [*reversed(left[:70]), *right[:70]]
    edge = min(len(left), 70)
    for hyphen in range(1, len(seen)):
        space = 0
        while is_in(seen, hyphen + 1 + space, WHITE_SPACE):
            space += 1
        gap = seen[hyphen + 1 : hyphen + 1 + space]
        term = is_in(seen, hyphen - 1, WORD) and is_in(seen, hyphen, SETS["line-hyphen"])
        broken = any(is_in(gap, i, SETS["line-break"]) for i in range(space))
        whole = term and broken and space <= 64 and is_in(seen, hyphen + 1 + space, ALPHANUMERIC)
        if whole and hyphen <= edge <= hyphen + 1 + space:
            return True
    return False


def cuts_sign(left: list[Region], right: list[Region]) -> bool:
    """Q-EDGE-SIGN."""
    joined_on = is_in(left, 1, WORD) or is_in(left, 1, frozenset(map(ord, "._")))
    return is_in(right, 0, DIGIT) and is_in(left, 0, SETS["sign"]) and not joined_on


def digits(points: list[Region]) -> int:
    """Q-EDGE-GROUP: the length of the run of digits that points begin with."""
    return next(i for i in range(len(points) + 1) if not is_in(points, i, DIGIT))


def cuts_group(left: list[Region], right: list[Region]) -> bool:
    """Q-EDGE-GROUP."""
    space = SETS["group-space"]
    before = is_in(right, 0, space) and 1 <= digits(left) <= 3 and digits(right[1:]) == 3
    after = is_in(left, 0, space) and 1 <= digits(left[1:]) <= 3 and digits(right) == 3
    return separated(left, right, "group-separator") or before or after


CLASSES: dict[str, Callable[[list[Region], list[Region]], bool]] = {
    "CUTS_WORD": cuts_word,
    "CUTS_MARK": lambda _, right: is_in(right, 0, MARK),
    "CUTS_HYPHENATED_TERM": cuts_hyphenated,
    "CUTS_SIGN": cuts_sign,
    "CUTS_DECIMAL": lambda left, right: separated(left, right, "decimal-separator"),
    "CUTS_GROUPED_NUMBER": cuts_group,
    "CUTS_TIME": lambda left, right: separated(left, right, "time-separator"),
}


def visible(text: str) -> list[Region]:
    """Q-EDGE: the code points that edges look at, ignorable ones passed over."""
    return [point for point in code_points(text) if ord(point.output) not in IGNORABLE]


def refusal(seen: list[Region], span: Json, policy: Json) -> Json | None:
    """Q-EDGE: the mark of the first class that refuses an edge of the occurrence, or None."""
    if not policy["boundaries"]:
        return None
    before = [sum(point.end <= span[edge] for point in seen) for edge in ("start", "end")]
    edges = [(seen[:size][::-1], seen[size:]) for size in before]
    for code, holds in CLASSES.items():
        for left, right in edges:
            if left and right and holds(left, right):
                return {"code": code, "in": "source", "start": left[0].start, "end": right[0].end}
    return None


def search(source: str, claim: str, policy: Json) -> Search:
    """Q-SEARCH: as if the claim stated no place."""
    seen, remembered = visible(source), None
    for tier in policy["tiers"]:
        found = candidates(project(source, tier), joined(project(claim, tier)))
        judged = [(s, refusal(seen, s, policy)) for s in found[:1000] if s is not None]
        passed = [span for span, mark in judged if mark is None]
        if passed:
            return Search(tier, passed, False, len(found) > 1000, None)
        if len(found) > 1000:
            return Search(None, [], True, False, None)
        if judged and remembered is None:
            remembered = judged[0][1]
    return Search(None, [], False, False, remembered)


def claim_valid(claim: Json, source: str) -> bool:
    """Q-CLAIM: the claim schema, then the place against the source."""
    if set(claim) != {"id", "text", "at"} or not isinstance(claim["text"], str):
        return False
    at = claim["at"]
    if at is None:
        return True
    if not isinstance(at, dict) or set(at) != {"start", "end"}:
        return False
    bounds = {0} | {point.end for point in code_points(source)}
    places = all(type(at[name]) is int and at[name] in bounds for name in at)
    return places and at["start"] < at["end"]


def judge(source: str, claim: Json, policy: Json) -> tuple[list[str], Json]:
    """Section 8.4: the codes of a claim, and the members of its decision that are not empty."""
    if not claim_valid(claim, source):
        return ["CLAIM_INVALID"], {}
    text, at, tiers = claim["text"], claim["at"], policy["tiers"]
    outputs = {tier: joined(project(text, tier)) for tier in tiers}
    if not all(any(ord(c) in ALPHANUMERIC for c in output) for output in outputs.values()):
        return ["DEGENERATE"], {}
    found = search(source, text, policy)
    tier, spans, capped = found.tier, found.spans, found.capped
    elsewhere = {} if at is None else {"elsewhere": spans[:16]}
    if at is not None and any(at in candidates(project(source, t), outputs[t]) for t in tiers):
        mark = refusal(visible(source), at, policy)
        if mark is not None:  # Q-PLACE, 2
            return [mark["code"]], {"marks": [mark], **elsewhere}
        tier = next(t for t in tiers if at in candidates(project(source, t), outputs[t]))
        spans, capped = [at], False  # Q-PLACE, 1
    elif found.limit:
        return ["OCCURRENCE_LIMIT"], {}
    elif tier is None and found.refused is not None:
        return [found.refused["code"]], {"marks": [found.refused]}
    elif tier is None:
        return ["UNLOCATED"], {}
    elif at is not None:  # Q-PLACE, 3
        return ["NOT_AT_PLACE"], elsewhere
    holds = {
        "TIER_NOT_ACCEPTED": tiers.index(tier) > tiers.index(policy["accept_through"]),
        "MULTIPLE_OCCURRENCES": len(spans) > 1,
        "OCCURRENCES_CAPPED": capped,
    }
    places = {"tier": tier, "occurrences": len(spans), "spans": spans[:16]}
    return [code for code in CODES if holds.get(code)], places


def decision(source: str, claim: Json, policy: Json) -> Json:
    """O-OUTCOME, O-WAIVE, R-MEMBERS: one decision with all its members."""
    codes, places = judge(source, claim, policy)
    flags = [code for code in codes if CODES[code] == "flag"]
    waived = [code for code in flags if code in policy["waive"]]
    outcome = "admitted" if flags == waived else "needs_verification"
    if any(CODES[code] == "reject" for code in codes):
        outcome = "rejected"
    decided = {"id": claim["id"], "claim_sha256": value_digest("claim", claim), "outcome": outcome}
    empty: Json = {"marks": [], "tier": None, "occurrences": 0, "spans": [], "elsewhere": []}
    return {**decided, "codes": codes, "waived": waived, **empty, **places}


def complete_policy(packet: Json) -> Json:
    """E-POLICY-NAME, Q-POLICY: a named policy stands for its document, whole."""
    policy = packet["policy"]
    if isinstance(policy, str):
        assert policy in table("policies/digests.json")["policies"]["quote"]
        policy = table(f"policies/quote/{policy}.json")
    assert policy["tiers"] == [tier for tier in TIERS if tier in policy["tiers"]]
    assert policy["accept_through"] in policy["tiers"]
    return dict(policy)


def decide(packet: Json) -> list[Json]:
    """Section 5: the decisions of a packet that is not refused, in packet order."""
    assert (packet["groundspec"], packet["check"]) == ("0.1", "quote/0.1")
    policy = complete_policy(packet)
    return [decision(packet["source"]["text"], claim, policy) for claim in packet["claims"]]


def receipt(packet: Json) -> Json:
    """R-MEMBERS, R-INPUTS, R-SUMMARY, R-DIGEST: the receipt of a packet that is not refused."""
    decisions = decide(packet)
    outcomes = [decided["outcome"] for decided in decisions]
    inputs = {
        "packet_sha256": value_digest("packet", packet),
        "source_sha256": text_digest(packet["source"]["text"]),
        "policy_sha256": value_digest("policy", complete_policy(packet)),
    }
    body = {
        "groundspec": packet["groundspec"],
        "check": packet["check"],
        "inputs": inputs,
        "decisions": decisions,
        "summary": {name: outcomes.count(name) for name in OUTCOMES},
    }
    return {**body, "receipt_sha256": value_digest("receipt", body)}
