"""More text around a source: what was found is found there still, and nothing else.

A padding is a line of words that no claim holds, a blank line away. It is asked only where SPEC.md
lets it be said what follows; each reason to leave a vector out is a sentence of the report.
"""

import html
import re
import unicodedata
from collections.abc import Iterator
from itertools import combinations

from groundspec_harness.jsontext import Json
from groundspec_harness.probing import shifting
from groundspec_harness.probing.following import Decided, decided
from groundspec_harness.probing.questions import Answered, Asked, LeftOut
from groundspec_harness.probing.shifting import Shift

_RARE = "qzxjkvwybg"  # letters that a padding may be made of
_CLAUSE = 128  # code points beside a quotation that are looked at (Q-CLAUSE)
_REFERENCE = re.compile(r"&#?\w{1,32};")


def before(answered: Answered) -> Asked:
    """Words and a blank line before the source: all places are further by their bytes."""
    found = decided(answered)
    if isinstance(found, LeftOut):
        return found
    reason = _unpaddable(found) or _beginning(found.source) or _ends_at_limit(found, behind=False)
    if reason:
        return found.without(reason)
    padding = f"{_padding(found)}\n\n"
    return found.shifted(f"{padding}{found.source}", Shift(shifting.by(len(padding))))


def behind(answered: Answered) -> Asked:
    """A blank line and words behind the source: all places are where they were."""
    found = decided(answered)
    if isinstance(found, LeftOut):
        return found
    reason = _unpaddable(found) or _end(found.source) or _ends_at_limit(found, behind=True)
    if reason:
        return found.without(reason)
    return found.shifted(f"{found.source}\n\n{_padding(found)}", Shift(shifting.by(0)))


def _unpaddable(found: Decided) -> str | None:
    """Why nothing follows from a padding on either side, if nothing does."""
    if found.has_markers:
        return "its policy has layout markers, which might go on into a padding (Q-MARKERS)"
    if not found.places_fit:
        return "a claim states a place that the source has not"
    if found.check == "quote" and any(map(_blank_end, _claimed(found))):
        return "a claim begins or ends with what may be white space"
    return None if _padding(found) else "its claims hold every letter of a padding"


def _blank_end(text: str) -> bool:
    decoded = html.unescape(text)
    return any(unicodedata.category(point)[0] in "ZC" for point in decoded[:1] + decoded[-1:])


def _beginning(source: str) -> str | None:
    if not _visible(source[:1]) or _REFERENCE.match(source):
        return "its source does not begin with a visible code point of ASCII for itself"
    return None


def _end(source: str) -> str | None:
    if not _visible(source[-1:]) or re.search(f"{_REFERENCE.pattern}$", source):
        return "its source does not end with a visible code point of ASCII for itself"
    return "its source ends with a hyphen (Q-LINE-KEPT)" if source[-1] == "-" else None


def _visible(point: str) -> bool:
    return "!" <= point <= "~"


def _ends_at_limit(found: Decided, *, behind: bool) -> str | None:
    """A word that ends with the source at the limit of Q-CLAUSE counts, with a padding it does not.

    How long the view is (Q-EDGE) is found from below and from above.
    """
    for text in found.beside(behind=behind) if found.check == "quote" else ():
        least = sum(point.isascii() for point in _REFERENCE.sub("&", text))
        if least <= _CLAUSE <= len(text):
            return "its source ends where Q-CLAUSE stops looking"
    return None


def _padding(found: Decided) -> str | None:
    """Words of two letters that no claim and no unit of the packet holds, in whatever form."""
    schema = found.packet.get("schema") or {}
    texts = (*_claimed(found), *_texts(schema.get("units")))
    held = set("".join(map(_folded, texts)))
    pair = next(combinations((letter for letter in _RARE if letter not in held), 2), None)
    if pair is None:
        return None
    one, other = pair
    return f"{one}{other}{one}{other}{one} {other}{one}{one}{other}{other}"


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKD", html.unescape(text)).casefold()


def _claimed(found: Decided) -> Iterator[str]:
    """Every string of the claims that may be looked for in the source."""
    for claim in found.claims:
        yield from _texts({**claim, "id": None})


def _texts(value: Json) -> Iterator[str]:
    """Every string in a value, but not the names of members."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from _texts(item)
