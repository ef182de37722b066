"""Whether the evidence of a gold fact holds its value at all; if not, the gold is to be looked at.

Sign, scale and unit may stand elsewhere, so the digits of one figure are enough. A number in words
is believed.
"""

import re
from typing import Final

from groundspec.apps.measure.values import STRING, number
from groundspec.fact.values import collapse, parse
from groundspec.text.numbers import figures
from groundspec.vocab.pack import pack

_WORD: Final = re.compile("[a-z]+")


def holds(text: str, start: int, end: int, value: str | int, kind: str) -> bool:
    """Whether a stretch of a text may state a value of a field of that type."""
    stretch = text[start:end]
    if kind == STRING:
        return collapse(str(value)).casefold() in collapse(stretch).casefold()
    found = parse(number(value) or "")
    if found is None or found.number.coefficient == 0:  # nothing at all can be told in many ways
        return True
    for figure in figures(text, start, end):
        if figure.number is None or figure.number.coefficient == found.number.coefficient:
            return True
    words = _WORD.findall(stretch.casefold())
    return any(word in pack()["number_words"] or word in pack()["number_scales"] for word in words)
