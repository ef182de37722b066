"""Q-FRAGMENTS and Q-STITCH: claims with words left out."""

from itertools import pairwise

from independent.quote_policy import tiers_of
from independent.quote_search import Search, Verdict, search
from independent.quote_steps import Tier, joined, project
from independent.quote_tables import (
    ALPHANUMERIC,
    CURRENCY,
    DIGIT,
    LETTER,
    OTHER_NUMBER,
    SETS,
    UNSEGMENTED,
    WHITE_SPACE,
    WORD,
    Json,
    is_in,
    is_one,
)

SPACE = SETS["group-space"]
HELD = ALPHANUMERIC | OTHER_NUMBER | CURRENCY | SETS["comparison"] | SETS["figure-suffix"]
BRACKETS = ("[]", "()", "\uff3b\uff3d", "\uff08\uff09")
COUNTED = Tier("counted", True, ("entities", "nfc", "ignorables"))
Stretch = tuple[int, int]


def is_dot(text: str, i: int) -> bool:
    """Q-FRAGMENTS: whether a code point may belong to an ellipsis mark."""
    full_stop = is_one(text, i, ".") and not is_in(text, i + 1, DIGIT)
    return is_in(text, i, SETS["ellipsis"]) or full_stop


def dots_end(text: str, start: int) -> int:
    """Q-FRAGMENTS: the end of the maximal sequence that begins with the code point at `start`."""
    end = start + 1
    while is_dot(text, end) or (is_in(text, end, SPACE) and is_dot(text, end + 1)):
        end += 1
    return end


def with_brackets(text: str, start: int, end: int) -> Stretch:
    """Q-FRAGMENTS: a sequence with the brackets that stand around it, if they do."""
    opening = start - 2 if is_in(text, start - 1, SPACE) else start - 1
    closing = end + 1 if is_in(text, end, SPACE) else end
    for pair in BRACKETS:
        if is_one(text, opening, pair[0]) and is_one(text, closing, pair[1]):
            return opening, closing + 1
    return start, end


def ellipsis_marks(text: str) -> list[Stretch]:
    """Q-FRAGMENTS: the ellipsis marks, from left to right."""
    marks = []
    at = 0
    while at < len(text):
        end = at + 1
        if is_dot(text, at):
            end = dots_end(text, at)
            dots = text[at:end]
            if any(ord(c) in SETS["ellipsis"] for c in dots) or dots.count(".") >= 3:
                marks.append(with_brackets(text, at, end))
        at = end
    return marks


def pieces(text: str) -> list[Stretch]:
    """Q-FRAGMENTS: the pieces that are not dropped, without the white space at their ends."""
    marks = ellipsis_marks(text)
    starts = [0, *(end for _, end in marks)]
    ends = [*(start for start, _ in marks), len(text)]
    kept = []
    for first, last in zip(starts, ends, strict=True):
        start, end = first, last
        while start < end and is_in(text, start, WHITE_SPACE):
            start += 1
        while start < end and is_in(text, end - 1, WHITE_SPACE):
            end -= 1
        if any(ord(c) in HELD for c in text[start:end]):
            kept.append((start, end))
    return kept if marks else []


def count_words(text: str) -> int:
    """Q-STITCH: the words of a fragment."""
    text = joined(project(text, COUNTED))
    count = 0
    inside = False  # whether the code point before belongs to a word that may go on
    for i in range(len(text)):
        apostrophe = is_in(text, i, SETS["apostrophe"])
        joins = apostrophe and is_in(text, i - 1, LETTER) and is_in(text, i + 1, LETTER)
        if is_in(text, i, WORD) and is_in(text, i, UNSEGMENTED):
            count += 1
            inside = False
        elif is_in(text, i, WORD):
            count += 0 if inside else 1
            inside = True
        else:
            inside = inside and joins
    return count


def choose(found: list[Search]) -> list[Json] | None:
    """Q-STITCH, 1: one span for each fragment, in order and near together; None if they cannot."""
    chosen: list[Json] = []
    for one in found:
        least = chosen[-1]["end"] if chosen else 0
        fitting = [span for span in one.spans if span["start"] >= least]
        if not fitting:
            return None
        chosen.append(fitting[0])
    for i in reversed(range(len(chosen) - 1)):
        most = chosen[i + 1]["start"]
        chosen[i] = [span for span in found[i].spans if span["end"] <= most][-1]
    return chosen


def stitch(source: str, text: str, at: Json | None, policy: Json, parts: list[Stretch]) -> Verdict:
    """Q-STITCH, Q-FRAGMENT-SHORT, Q-FRAGMENT-ABSENT, Q-FRAGMENT-ORDER, Q-LIMIT."""
    tiers = tiers_of(policy)
    texts = [text[start:end] for start, end in parts]
    short = [count_words(part) < policy["min_fragment_words"] for part in texts]
    found = [
        Search() if too_short else search(source, part, policy, tiers, piece=True)
        for part, too_short in zip(texts, short, strict=True)
    ]
    codes = [
        "FRAGMENT_TOO_SHORT" if too_short else one.code
        for one, too_short in zip(found, short, strict=True)
    ]
    chosen = choose(found) if all(code is None for code in codes) else None
    firsts: list[Json | None] = [one.spans[0] if one.spans else None for one in found]
    shown = firsts if chosen is None else chosen
    fragments = tuple(
        {
            "start": len(text[: part[0]].encode()),
            "end": len(text[: part[1]].encode()),
            "code": code,
            "tier": one.tier.name if one.tier else None,
            "span": span,
        }
        for part, code, one, span in zip(parts, codes, found, shown, strict=True)
    )
    if "FRAGMENT_TOO_SHORT" in codes:
        return Verdict("FRAGMENT_TOO_SHORT", fragments=fragments)
    if any(code is not None for code in codes):
        return Verdict("FRAGMENT_ABSENT", fragments=fragments)
    if chosen is None and any(one.capped for one in found):
        return Verdict("OCCURRENCE_LIMIT", fragments=fragments)
    if chosen is None:
        return Verdict("FRAGMENTS_OUT_OF_ORDER", fragments=fragments)
    span = {"start": chosen[0]["start"], "end": chosen[-1]["end"]}
    if at is not None and at != span:
        return Verdict("NOT_AT_PLACE", elsewhere=(span,), fragments=fragments)
    return Verdict(
        None,
        tier=max((one.tier for one in found if one.tier), key=tiers.index),
        spans=(span,),
        stitched=True,
        fragments=fragments,
        omitted=tuple(
            {"start": one["end"], "end": other["start"]} for one, other in pairwise(chosen)
        ),
    )
