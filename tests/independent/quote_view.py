"""Q-EDGE: the view of a source, and whether an occurrence is refused."""

from bisect import bisect_right
from functools import lru_cache
from typing import NamedTuple

from independent.quote_edges import CLASSES, refusing
from independent.quote_steps import Region, apply, code_points, joined
from independent.quote_tables import IGNORABLE, SETS, WHITE_SPACE, Json, is_in, run_end


class View(NamedTuple):
    """Q-EDGE: each code point of the view with its range in the source; the references."""

    text: str
    points: list[Region]
    ends: list[int]  # where each of the points ends
    references: list[Region]

    def position(self, place: int) -> int:
        """The position behind what the source left of a place has become."""
        return bisect_right(self.ends, place)


@lru_cache(maxsize=64)
def view(source: str) -> View:
    """Q-EDGE: after the step `entities`, and the deletion of ignorable code points."""
    given = {(point.start, point.end) for point in code_points(source)}
    decoded = apply("entities", code_points(source), ())
    references = [point for point in decoded if (point.start, point.end) not in given]
    text = joined(decoded)  # one code point for each region
    points = []
    for i, point in enumerate(decoded):
        behind = text[i + 1 : run_end(text, i + 1, WHITE_SPACE)]
        broken = any(ord(c) in SETS["line-break"] for c in behind)
        soft_hyphen_kept = point.output == "\u00ad" and broken
        if not is_in(text, i, IGNORABLE) or soft_hyphen_kept:
            points.append(point)
    return View(joined(points), points, [point.end for point in points], references)


@lru_cache(maxsize=4096)
def refusals(source: str, place: int) -> dict[str, tuple[int, int]]:
    """Q-EDGE: the codes of the classes that refuse an edge at this place, with their marks."""
    seen = view(source)
    for reference in seen.references:
        if reference.start < place < reference.end:  # a case for Q-EDGE-REFERENCE alone
            return {"CUTS_REFERENCE": (reference.start, reference.end)}
    e = seen.position(place)
    codes = refusing(seen.text, e)
    return dict.fromkeys(codes, (seen.points[e - 1].start, seen.points[e].end)) if codes else {}


def refusal(source: str, span: Json, policy: Json) -> Json | None:
    """Q-EDGE, 2 and 3: the mark of the class that refuses an occurrence, or None."""
    if not policy["boundaries"]:
        return None
    for code in ("CUTS_REFERENCE", *CLASSES):
        for edge in ("start", "end"):
            marks = refusals(source, span[edge])
            if code in marks:
                start, end = marks[code]
                return {"code": code, "in": "source", "start": start, "end": end}
    return None
