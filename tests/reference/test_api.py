"""The Python interface: what `check_quotes` takes, and what the package says of itself."""

import doctest
import pydoc
from typing import Any

import pytest

import groundspec
from groundspec import Text, check_quotes, resources

SOURCE = "caf\u00e9 fee"


def test_a_quotation_is_a_text_or_a_text_and_its_place() -> None:
    span = Text(SOURCE).span(5, 8)
    assert span == {"start": 6, "end": 9}
    receipt = check_quotes(
        SOURCE, (quote for quote in ("fee", ("fee", (6, 9)), ("fee", span), ("fee", None)))
    )
    assert [decision["id"] for decision in receipt["decisions"]] == ["q1", "q2", "q3", "q4"]
    assert receipt["summary"]["admitted"] == 4
    packet = {
        "groundspec": "0.1",
        "check": "quote/0.1",
        "source": {"text": SOURCE, "id": None, "url": None},
        "policy": "default",
        "claims": [
            {"id": f"q{number}", "text": "fee", "at": at}
            for number, at in enumerate((None, span, span, None), 1)
        ],
    }
    assert groundspec.verify(receipt, packet)


@pytest.mark.parametrize("text", ["fee", "caf\u00e9", "\u00e9" * 600])
def test_a_span_lies_within_the_text(text: str) -> None:
    source, end = Text(text), len(text)
    assert source.span(0, end) == {"start": 0, "end": len(text.encode())}
    assert source.span(end, end)["start"] == len(text.encode())
    for start, stop in ((0, end + 1), (end + 900, end + 901), (-1, 2), (2, 1), (1, -1)):
        with pytest.raises(ValueError, match=f"no span from {start} to {stop}: the text has {end}"):
            source.span(start, stop)


def test_a_policy_is_a_name_or_a_mapping() -> None:
    policy = resources.policy("quote", "strict")
    named, written = (check_quotes(SOURCE, ["Fee"], given) for given in ("strict", policy))
    assert named["decisions"] == written["decisions"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((b"x", ["x"]), "source is a string, not bytes"),
        ((None, ["x"]), "source is a string, not NoneType"),
        (("x", "a string"), "quotes is a list of quotations, not one string"),
        (("x", b"x"), "quotes is a list of quotations, not bytes"),
        (("x", {"q1": "x"}), "quotes is a list of quotations, not dict"),
        (("x", 1), "quotes is a list of quotations, not int"),
        (("x", [1]), "quotes[0] is neither a string nor a string and its place"),
        (("x", ["x", b"x"]), "quotes[1] is neither a string nor a string and its place"),
        (("x", [("water",)]), "quotes[0] is neither a string nor a string and its place"),
        (("x", ("x", 3)), "quotes[1] is neither a string nor a string and its place"),
        (("x", [(b"x", (0, 1))]), "quotes[0] is neither a string nor a string and its place"),
        (("x", [("x", 3)]), "the place in quotes[0] is not (start, end), two integers"),
        (("x", [("x", "at")]), "the place in quotes[0] is not (start, end), two integers"),
        (("x", ["x", ("x", (0,))]), "the place in quotes[1] is not (start, end), two integers"),
        (("x", [("x", (0, True))]), "the place in quotes[0] is not (start, end), two integers"),
        (("x", ["x"], None), "policy is a name or a mapping, not NoneType"),
        (("x", ["x"], ["exact"]), "policy is a name or a mapping, not list"),
    ],
)
def test_what_is_no_quotation_is_named(arguments: tuple[Any, ...], said: str) -> None:
    with pytest.raises(TypeError) as caught:
        check_quotes(*arguments)
    assert str(caught.value) == said


def test_the_example_in_the_docstring_holds() -> None:
    assert doctest.testmod(groundspec).attempted == 3
    assert doctest.testmod(groundspec).failed == 0


def test_help_begins_with_the_example_and_shows_no_machinery() -> None:
    shown = pydoc.plain(pydoc.render_doc(groundspec))
    assert shown.index("groundspec.check_quotes(") < shown.index("CLASSES")
    assert "__getattr__" not in shown
    assert "Text(source).span(start, end)" in pydoc.plain(pydoc.render_doc(Text))
    assert groundspec.__all__[0] == "check_quotes"
    assert all(hasattr(groundspec, name) for name in groundspec.__all__)
