"""Claims of the check `quote`: stretches of the source, changed in one way."""

import unicodedata
from collections.abc import Callable

from groundspec_harness.fuzzing.drawing import Hand
from groundspec_harness.fuzzing.prose import YOUNG, Source
from groundspec_harness.fuzzing.vocabulary import Vocabulary
from groundspec_harness.jsontext import Json, JsonObject

Change = Callable[[str], str]

_SPANS_PAST = (1, 2, 3, 4, 9)
_ELLIPSES = (" ... ", " \u2026 ", "\u2026", " [. . .] ", " (\u2026) ", "....")
_ODD_NAMES = ("note", "\uff21", "\U0001f4a7", "\u20ac", "a\u0301", "\u0001", "\u2028")
_ODD_VALUES: tuple[Json, ...] = (
    None,
    0,
    "",
    "\u0001\u001f\u007f",
    '\u2028/"\\',
    -1,
    9007199254740991,
    [],
    {"\U0001f4a7": 1, "\uff21": 2},
)


def changes(known: Vocabulary) -> tuple[Change, ...]:
    """Ways to write a stretch otherwise; most keep what it says."""
    folds = dict(known.typography)
    forms = {folded: form for form, folded in reversed(known.typography)}
    return (
        str,
        str,
        str.upper,
        str.lower,
        str.casefold,
        str.swapcase,
        lambda text: " ".join(text.split()),
        lambda text: text.replace(" ", "\u00a0"),
        lambda text: text.replace(" ", " \n"),
        lambda text: f" {text}\n",
        lambda text: unicodedata.normalize("NFC", text),
        lambda text: unicodedata.normalize("NFD", text),
        lambda text: unicodedata.normalize("NFKC", text),
        _composed,
        lambda text: "".join(folds.get(point, point) for point in text),
        lambda text: "".join(forms.get(point, point) for point in text),
        lambda text: text.replace("\u200b", "").replace("\u00ad", ""),
        "\u200b".join,
        lambda text: text.replace("-\n", ""),
        lambda text: text.replace("-\n", "-").replace("\u00ad\n", ""),
        lambda text: text.replace("&amp;", "&").replace("&minus;", "\u2212").replace("&lt;", "<"),
        lambda text: text.replace("&", "&amp;"),
        lambda text: text.replace("[p. 12]", " ").replace("[p. 3] [p. 4]", " "),
        lambda text: "".join(point for point in text if point.isalnum()),
        lambda text: f"... {text}",
        lambda text: f"{text} [\u2026]",
        lambda text: text.replace(" ", " ... ", 1),
        lambda text: f"{text[:1]}z{text[2:]}",
        lambda text: text[:-1] + "z",
    )


def _composed(text: str) -> str:
    """The NFC of what Python's own tables may be too old for."""
    for young, form in YOUNG:
        text = text.replace(young, form)
    return text


def claims(hand: Hand, source: Source, ways: tuple[Change, ...]) -> list[JsonObject]:
    """A few claims of one source, and sometimes every one that begins or ends at a place."""
    made = hand.some(lambda one: _claim(one, source, ways), most=8, least=hand.of((1, 2, 4, 0)))
    if hand.once_in(2):
        made += _swept(source, hand.below(len(source.cuts)), hand.of(ways))
    return [{"id": f"q{number}", **claim} for number, claim in enumerate(made, 1)]


def _swept(source: Source, place: int, way: Change) -> list[JsonObject]:
    """The stretches from a cut to those around it, all changed in one way.

    They cost two draws where each claim of its own costs ten: most of the time of a search goes
    into drawing.
    """
    cut, text = source.cuts[place], source.text
    around = source.cuts[max(place - _REACH, 0) : place + _REACH]
    pairs = [(min(cut, other), max(cut, other)) for other in around if other != cut]
    return [{"text": way(text[start:end]), "at": None} for start, end in pairs]


_REACH = 10


def _claim(hand: Hand, source: Source, ways: tuple[Change, ...]) -> JsonObject:
    start, end = _stretch(hand, source)
    text = hand.of(ways)(source.text[start:end])
    if hand.once_in(6):
        text = hand.of((text[1:], text[:-1]))
    if hand.once_in(6):
        first, second = _stretch(hand, source)
        if hand.once_in(3):  # the stretch that follows at once
            first, second = end, min(end + second - first, len(source.text))
        text = f"{text}{hand.of(_ELLIPSES)}{source.text[first:second]}"
    claim: JsonObject = {"text": text, "at": None}
    if hand.once_in(6):
        claim["at"] = _place(source.text, start, end, hand.of((0, 0, 0, 1, -1, 3)))
    return _spoiled(hand, claim) if hand.once_in(16) else claim


def _stretch(hand: Hand, source: Source) -> tuple[int, int]:
    """Most often from the edge of a piece to another; sometimes a letter to the side."""
    last = len(source.cuts) - 1
    first = hand.below(last)
    second = min(last, first + 1 + hand.below(9))
    start = source.cuts[first] + hand.of((0, 0, 0, 0, 1, 2, -1))
    end = source.cuts[second] + hand.of((0, 0, 0, 0, -1, 1, -2))
    start = min(max(start, 0), len(source.text))
    return start, max(start, min(end, len(source.text)))


def _place(text: str, start: int, end: int, aside: int) -> JsonObject:
    """A span in bytes, moved to the side."""
    ahead = max(len(text[:start].encode()) + aside, 0)
    return {"start": ahead, "end": ahead + len(text[start:end].encode())}


def _spoiled(hand: Hand, claim: JsonObject) -> JsonObject:
    """A claim that is rejected as invalid, or stands at a place that cannot be."""
    way = hand.of(("member", "place", "missing", "type"))
    if way == "member":
        return {**claim, hand.of(_ODD_NAMES): hand.of(_ODD_VALUES), hand.of(_ODD_NAMES): 1}
    if way == "place":
        past = hand.of(_SPANS_PAST)
        return {**claim, "at": {"start": past, "end": hand.of((0, past, past + 1, 400))}}
    member = hand.of(("at", "text"))
    if way == "missing":
        return {name: value for name, value in claim.items() if name != member}
    return {**claim, member: hand.of(_ODD_VALUES)}
