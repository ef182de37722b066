"""Edges that are plain, of which no class is asked: no class would refuse them."""

from random import Random

from groundspec.quote.boundaries.judge import EDGE_CLASSES
from groundspec.quote.boundaries.view import is_plain

_BESIDE = 'aBmy  \n.,;:!?"\u201c\u201d\u201e\xab\xbb'
_FIGURES = "17.,$\u20ac%\u00b0^\u00b2\u2082\u00bd\u2044\u00d7<>=+\u2212"
_AROUND = f"{_BESIDE}{_FIGURES}x()[]-\u2013\u2014/'\u2019_\xa0#\xad"
_CONTEXTS = 40_000


def test_no_class_refuses_a_plain_edge() -> None:
    random = Random(1)
    asked: set[tuple[str, str]] = set()
    for _ in range(_CONTEXTS):
        left = "".join(random.choices(_AROUND, k=random.randrange(6))) + random.choice(_BESIDE)
        right = random.choice(_BESIDE) + "".join(random.choices(_AROUND, k=random.randrange(6)))
        view, edge = left + right, len(left)
        if is_plain(view, edge):
            asked.add((view[edge - 1], view[edge]))
            held = [row.rule for row in EDGE_CLASSES if row.test(view, edge)]
            assert held == [], (view, edge)
    assert {("a", " "), (" ", "a"), (".", " "), ("\u201d", " "), (" ", "\u201c")} <= asked


def test_a_plain_edge_is_between_what_no_class_asks_for() -> None:
    for view in ("5. 7", "x.5", "- a", "1 a", "a1", "a\u2014b", "a\u2019 b", ". 5"):
        assert not any(is_plain(view, edge) for edge in range(1, len(view))), view
