"""CRLF for LF, in the source and in the quotations: everything stands where it stood.

The check `quote` takes CR and LF for white space and line breaks alike, and CRLF for one break in
Q-CLAUSE, so this follows but where code points are counted. The check `fact` counts in many rules,
and some of them name U+000A alone; nothing is asked of it.
"""

import html
import re

from groundspec_harness.jsontext import JsonObject
from groundspec_harness.probing import shifting
from groundspec_harness.probing.following import Decided, decided
from groundspec_harness.probing.questions import Answered, Asked, LeftOut
from groundspec_harness.probing.shifting import Shift

_OTHERS = re.compile("[\r\x0b\x0c\x85\u2028\u2029]")
_COUNTED = (
    re.compile(r"\s{24,}"),  # of white space that may be 64 code points long
    re.compile(r"<[^<>]*\n[^<>]*>"),  # Q-EDGE-TAG
    re.compile("[^\\W\\d_]\\.?\n\\d{1,2}[ \u00a0\u2006-\u200a\u202f]"),  # Q-EDGE-DATE
)
_LAST_STOP = re.compile("\n[\\s\"')\\]\u00bb\u2019\u201d]*$")  # Q-CLAUSE, of a quotation's end
_CLAUSE = 128  # code points beside a quotation that are looked at (Q-CLAUSE)


def crlf(answered: Answered) -> Asked:
    found = decided(answered)
    if isinstance(found, LeftOut):
        return found
    reason = _counts(found)
    if reason:
        return found.without(reason)
    texts = [claim["text"] for claim in found.claims]
    own = tuple(shifting.widened(text, "\n") for text in texts)
    shift = Shift(shifting.widened(found.source, "\n"), own)
    return found.shifted(_crlf(found.source), shift, [_crlf(text) for text in texts])


def _crlf(text: str) -> str:
    return text.replace("\n", "\r\n")


def _counts(found: Decided) -> str | None:
    """Why nothing follows, if nothing does."""
    if found.check != "quote":
        return "rules of the check fact count code points, or name U+000A alone"
    if not all(isinstance(claim.get("text"), str) for claim in found.claims):
        return "a claim is invalid"
    if "\n" not in found.source:
        return "its source has no LF"
    texts = (found.source, *(claim["text"] for claim in found.claims))
    if any(_OTHERS.search(html.unescape(text)) for text in texts):
        return "it has other line ends too"
    if found.has_markers:
        return "its policy has layout markers, which may name a line end (Q-MARKERS)"
    if not found.places_fit:
        return "a claim states a place that the source has not"
    if _near_a_limit(found, texts):
        return "it has line ends where code points are counted (8.3, 8.5)"
    if any(_touches(mark, found.source) for each in found.decisions for mark in each["marks"]):
        return "a mark begins or ends with a line end, of which it is one code point (Q-EDGE)"
    return None


def _near_a_limit(found: Decided, texts: tuple[str, ...]) -> bool:
    if any(pattern.search(text) for pattern in _COUNTED for text in texts):
        return True
    if any(_LAST_STOP.search(text) for text in found.quoted()):
        return True
    before = (text[-_CLAUSE:] for text in found.beside(behind=False))
    behind = (text[:_CLAUSE] for text in found.beside(behind=True))
    return any("\n" in text and len(_crlf(text)) >= _CLAUSE for text in (*before, *behind))


def _touches(mark: JsonObject, source: str) -> bool:
    data = source.encode("utf-8")
    ends = data[mark["start"] : mark["start"] + 1] + data[mark["end"] - 1 : mark["end"]]
    return mark["in"] == "source" and b"\n" in ends
