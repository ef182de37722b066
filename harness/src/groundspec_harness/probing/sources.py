"""A source with more text around it, or with other line ends: what was found is found there still.

A relation is asked only where SPEC.md lets it be stated; each reason to leave a vector out is a
sentence of the report. A padding is a line of words that stand nowhere, a blank line away.
"""

import html
import re
import unicodedata
from collections.abc import Iterator
from itertools import combinations

from groundspec_harness.jsontext import Json, JsonObject
from groundspec_harness.probing import shifting
from groundspec_harness.probing.following import Decided, decided
from groundspec_harness.probing.questions import Answered, Asked, LeftOut
from groundspec_harness.probing.shifting import Shift

_RARE = "qzxjkvwybg"  # letters that a padding may be made of
_VISIBLE = "a visible code point of ASCII"
_HYPHEN = "-"
_LONGEST_BLANK = 24  # code points of white space with a line feed in it
_OTHER_BREAKS = re.compile("[\r\x0b\x0c\x85\u2028\u2029]")


def padded_before(answered: Answered) -> Asked:
    """Words and a blank line before the source: all places are further by their bytes."""
    found = decided(answered)
    if isinstance(found, LeftOut):
        return found
    reason = _unpaddable(found) or _first(found.source)
    padding = _padding(found)
    if reason or padding is None:
        return found.without(reason or "its claims hold every letter of a padding")
    before = f"{padding}\n\n"
    shift = Shift(shifting.by(len(before)))
    claims = [shift.claim(claim) for claim in found.claims]
    return _changed(found, before + found.source, claims, shift)


def padded_behind(answered: Answered) -> Asked:
    """A blank line and words behind the source: all stays as it is."""
    found = decided(answered)
    if isinstance(found, LeftOut):
        return found
    reason = _unpaddable(found) or _last(found.source)
    padding = _padding(found)
    if reason or padding is None:
        return found.without(reason or "its claims hold every letter of a padding")
    return _changed(found, f"{found.source}\n\n{padding}", found.claims, Shift(shifting.by(0)))


def with_crlf(answered: Answered) -> Asked:
    """CRLF for each LF of the source and of the quotations: all places take in the CRs."""
    found = decided(answered)
    if isinstance(found, LeftOut):
        return found
    reason = _keeps_line_ends(found)
    if reason:
        return found.without(reason)
    texts = [claim["text"] for claim in found.claims]
    shift = Shift(
        shifting.widened(found.source, "\n"),
        tuple(shifting.widened(text, "\n") for text in texts),
    )
    claims = [
        {**shift.claim(claim), "text": _crlf(text)}
        for claim, text in zip(found.claims, texts, strict=True)
    ]
    return _changed(found, _crlf(found.source), claims, shift)


def _changed(found: Decided, source: str, claims: list[JsonObject], shift: Shift) -> Asked:
    packet = {
        **found.packet,
        "source": {**found.packet["source"], "text": source},
        "claims": claims,
    }
    decisions = [shift.decision(each, place) for place, each in enumerate(found.decisions)]
    return found.question(packet, decisions)


def _unpaddable(found: Decided) -> str | None:
    """Why nothing follows from a padding on either side, if nothing does."""
    if _markers(found):
        return "its policy has layout markers, which might go on into a padding (Q-MARKERS)"
    if not all(_fits(claim, found.source) for claim in found.claims):
        return "a claim states a place that the source has not"
    if found.check == "quote" and any(map(_blank_ends, _claimed(found))):
        return "a claim begins or ends with what may be white space"
    return None


def _markers(found: Decided) -> Json:
    policy = found.packet["policy"]
    return policy.get("markers") if isinstance(policy, dict) else None


def _fits(claim: JsonObject, source: str) -> bool:
    return all(shifting.is_span(span, source) for span in shifting.spans(claim))


def _blank_ends(text: str) -> bool:
    decoded = html.unescape(text)
    return any(unicodedata.category(point)[0] in "ZC" for point in decoded[:1] + decoded[-1:])


def _first(source: str) -> str | None:
    return None if _visible(source[:1]) else f"its source does not begin with {_VISIBLE}"


def _last(source: str) -> str | None:
    if not _visible(source[-1:]):
        return f"its source does not end with {_VISIBLE}"
    return "its source ends with a hyphen (Q-LINE-KEPT)" if source[-1] == _HYPHEN else None


def _visible(point: str) -> bool:
    return "!" <= point <= "~"


def _padding(found: Decided) -> str | None:
    """Words of two letters that no claim and no unit of the packet holds, in whatever form."""
    schema = found.packet.get("schema") or {}
    texts = (*_claimed(found), *_texts(schema.get("units")))
    held = set("".join(_folded(text) for text in texts))
    free = [letter for letter in _RARE if letter not in held]
    pair = next(combinations(free, 2), None)
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


def _crlf(text: str) -> str:
    return text.replace("\n", "\r\n")


def _keeps_line_ends(found: Decided) -> str | None:
    """Why nothing follows from other line ends, if nothing does."""
    if found.check != "quote":
        return "SPEC.md counts U+000A, and code points, in rules of the check fact"
    texts = [str(claim.get("text", "")) for claim in found.claims]
    if not all(isinstance(claim.get("text"), str) for claim in found.claims):
        return "a claim is invalid"
    if "\n" not in found.source:
        return "its source has no LF"
    if any(_OTHER_BREAKS.search(text) for text in (found.source, *texts)):
        return "it has other line ends too"
    if _markers(found):
        return "its policy has layout markers, which may name a line end (Q-MARKERS)"
    if not all(_fits(claim, found.source) for claim in found.claims):
        return "a claim states a place that the source has not"
    if re.search(rf"\s{{{_LONGEST_BLANK},}}", found.source):
        return "it has long runs of white space, whose length counts"
    if any(_touches(mark, found.source) for each in found.decisions for mark in each["marks"]):
        return "a mark begins or ends with a line end, of which it is one code point (Q-EDGE)"
    return None


def _touches(mark: JsonObject, source: str) -> bool:
    data = source.encode("utf-8")
    return b"\n" in (data[mark["start"] : mark["start"] + 1], data[mark["end"] - 1 : mark["end"]])
