"""Section 8.5 of SPEC.md: negations and hedges beside a quotation, and in what it leaves out."""

from typing import NamedTuple

from independent.quote_tables import (
    DIGIT,
    LETTER,
    MEANING,
    SETS,
    WHITE_SPACE,
    WORD,
    Json,
    case_folded,
    is_in,
    runs,
)
from independent.quote_view import View, view

LIMIT = 128


class Found(NamedTuple):
    """A word: where it stands in a text, and the text."""

    start: int
    end: int
    text: str


def clause_breaks(text: str, first: int, last: int) -> list[tuple[int, int]]:
    """Q-CLAUSE: the clause breaks of a view between an edge and the limit."""
    found = []
    for i in range(first, last):
        in_figure = is_in(text, i - 1, DIGIT) and is_in(text, i + 1, DIGIT)  # or beyond
        if is_in(text, i, SETS["clause-break"]) and not in_figure:
            found.append((i, i + 1))
    for start, end in runs(text[first:last], WHITE_SPACE):
        run = text[first + start : first + end].replace("\r\n", "\n")  # counted as one
        if sum(ord(c) in SETS["line-break"] for c in run) >= 2:
            found.append((first + start, first + end))
    return found


def words(text: str, first: int, last: int) -> list[Found]:
    """Q-CLAUSE: the words of a stretch of a text, from left to right."""
    found = []
    start = first
    while start < last:
        end = start
        while end < last and belongs(text, end):
            end += 1
        if end > start:
            found.append(Found(start, end, text[start:end]))
        start = max(end, start + 1)
    return found


def belongs(text: str, i: int) -> bool:
    """Q-CLAUSE: whether a code point is of a word."""
    joins = is_in(text, i - 1, LETTER) and is_in(text, i + 1, LETTER)
    return is_in(text, i, WORD) or (is_in(text, i, SETS["apostrophe"]) and joins)


def compared(word: str) -> str:
    """Q-CLAUSE: a word as it is compared."""
    return "".join("'" if ord(c) in SETS["apostrophe"] else c for c in case_folded(word))


def is_negation(word: Found) -> bool:
    """Q-CLAUSE."""
    text = compared(word.text)
    return text in MEANING["negations"] or text.endswith(tuple(MEANING["negation-endings"]))


def is_hedge(word: Found) -> bool:
    """Q-CLAUSE: a hedge in a lead."""
    return compared(word.text) in MEANING["hedges"] or word.text in MEANING["hedges-as-written"]


def is_condition(word: Found) -> bool:
    """Q-CLAUSE: a hedge in a trail."""
    return compared(word.text) in MEANING["conditions"]


def before_conjunction(nearest_first: list[Found]) -> list[Found]:
    """Q-CLAUSE: the list ends before a conjunction."""
    kept: list[Found] = []
    for word in nearest_first:
        if compared(word.text) in MEANING["conjunctions"]:
            break
        kept.append(word)
    return kept


def is_stop(text: str, i: int) -> bool:
    """Q-CLAUSE: whether a stop of a clause stands there, not between two digits."""
    figure = is_in(text, i - 1, DIGIT) and is_in(text, i + 1, DIGIT)
    return is_in(text, i, SETS["clause-end"]) and not figure


def stop_before(text: str, end: int) -> bool:
    """Q-CLAUSE: whether a quotation that ends there ends with the stop of its own clause."""
    passed = 0
    while passed < 4 and is_in(text, end - 1 - passed, WHITE_SPACE | SETS["closing-quote"]):
        passed += 1
    return is_stop(text, end - 1 - passed)


def lead(seen: View, span: Json) -> list[Found]:
    """Q-CLAUSE: the words to the left of the start of a span, the nearest first."""
    start = seen.position(span["start"])
    if is_stop(seen.text, start):
        return []
    limit = max(0, start - LIMIT)
    first = max([limit, *(end for _, end in clause_breaks(seen.text, limit, start))])
    found = words(seen.text, first, start)
    found = [word for word in found if word.start != limit or limit == 0]
    return before_conjunction(found[::-1])


def trail(seen: View, span: Json) -> list[Found]:
    """Q-CLAUSE: the words to the right of the end of a span, the nearest first."""
    end = seen.position(span["end"])
    if stop_before(seen.text, end):
        return []
    limit = min(len(seen.text), end + LIMIT)
    last = min([limit, *(start for start, _ in clause_breaks(seen.text, end, limit))])
    found = words(seen.text, end, last)
    found = [word for word in found if word.end != limit or limit == len(seen.text)]
    return before_conjunction(found)


def negations(seen: View, span: Json) -> list[Found]:
    """Q-NEGATION: those of the words looked at, the lead before the trail."""
    looked_at = [*lead(seen, span)[:4], *trail(seen, span)[:2]]
    return [word for word in looked_at if is_negation(word)]


def hedges(seen: View, span: Json) -> list[Found]:
    """Q-HEDGE: those of the words looked at, the lead before the trail."""
    left = [word for word in lead(seen, span)[:2] if is_hedge(word)]
    right = [word for word in trail(seen, span)[:1] if is_condition(word)]
    return [*left, *right]


def mark(code: str, seen: View, word: Found) -> Json:
    """Q-NEGATION: a mark from the start of a word to its end in the source."""
    start, end = seen.points[word.start].start, seen.points[word.end - 1].end
    return {"code": code, "in": "source", "start": start, "end": end}


def omitted_negations(seen: View, omitted: list[Json]) -> list[Json]:
    """Q-OMITTED: the marks of the negations of the whole view that lie in what was left out."""
    marks = [
        mark("OMITS_NEGATION", seen, w)
        for w in words(seen.text, 0, len(seen.text))
        if is_negation(w)
    ]
    return [
        m
        for m in marks
        if any(gap["start"] <= m["start"] and m["end"] <= gap["end"] for gap in omitted)
    ]


def meaning_marks(source: str, spans: list[Json], omitted: list[Json], policy: Json) -> list[Json]:
    """Q-OMITTED, Q-NEGATION and Q-HEDGE: the mark of each that holds, in the order of the codes."""
    seen = view(source)
    marks = omitted_negations(seen, omitted)[:1]
    if policy["boundaries"]:
        for code, left_off in (("NEGATION_LEFT_OFF", negations), ("HEDGE_LEFT_OFF", hedges)):
            found = [left_off(seen, span) for span in spans]
            if all(found):
                marks.append(mark(code, seen, found[0][0]))
    return marks
