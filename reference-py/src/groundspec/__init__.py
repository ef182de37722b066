"""Decide what stands in a source, and leave a receipt that anyone can derive again.

>>> import groundspec
>>> receipt = groundspec.check_quotes("The fee is 2.5 percent.", ["the fee", "The fee is 2"])
>>> for decision in receipt["decisions"]:
...     print(decision["id"], decision["outcome"], decision["tier"], decision["codes"])
q1 admitted case []
q2 rejected None ['CUTS_DECIMAL']

`groundspec explain CUTS_DECIMAL` on the command line says what a code means. Packets of any check
are for `decide`, which raises `Refusal` or `Unsupported`; `verify` derives a receipt again. Their
own help, such as `help(groundspec.check_quotes)`, says more.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from groundspec.core.verification import Verification
from groundspec.errors import GroundspecError, Refusal, Unsupported, Unusable
from groundspec.text.source import Text

__version__ = "0.1.0"

__all__ = [  # noqa: RUF022 - what is needed first comes first
    "check_quotes",
    "check_facts",
    "decide",
    "decide_bytes",
    "verify",
    "Verification",
    "Text",
    "digest",
    "GroundspecError",
    "Refusal",
    "Unsupported",
    "Unusable",
]

# What the functions need is imported when they are called: to import the package costs next to
# nothing.

_Place = tuple[int, int] | Mapping[str, int] | None


def decide(packet: bytes | str | Mapping[str, Any]) -> dict[str, Any]:
    """The receipt of a packet: its JSON as bytes or text, or the value itself.

    Raises Refusal where the packet is refused, Unsupported where its check is not decided here.
    """
    from groundspec.engine import default

    return default().decide(packet).value


def decide_bytes(packet: bytes | str | Mapping[str, Any]) -> bytes:
    """The same receipt as canonical bytes (J-CANONICAL)."""
    from groundspec.engine import default

    return default().decide(packet).canonical


def verify(
    receipt: bytes | str | Mapping[str, Any], packet: bytes | str | Mapping[str, Any]
) -> Verification:
    """Whether the receipt is the one that the packet gives; the answer is true if it is.

    Its `code` says what differs first (section 7 of SPEC.md). Nothing is raised for what is wrong
    with either of the two.
    """
    from groundspec.engine import default

    return default().verify(receipt, packet)


def digest(kind: str, value: Any) -> str:
    """The digest of a JSON value as one of the kinds of codes.json (D-VALUE).

    The value is a Python one; give bytes for JSON text. Raises Refusal if it is no strict JSON,
    Unusable if there is no such kind.
    """
    from groundspec.core import canonical, jsonread

    read = jsonread.read if isinstance(value, bytes) else jsonread.from_python
    return canonical.digest_value(kind, read(value))


def check_quotes(
    source: str,
    quotes: Iterable[str | tuple[str, _Place]],
    policy: str | Mapping[str, Any] = "default",
) -> dict[str, Any]:
    """The receipt that says which quotations stand in a source, as claims q1, q2 and so on.

    A quotation is its text, or its text and the place at which alone it may stand: (start, end) in
    bytes of the source's UTF-8 form, or what `Text(source).span` gives. Raises Refusal, and
    TypeError for arguments of another type.
    """
    if not isinstance(source, str):
        raise TypeError(f"source is a string, not {type(source).__name__}")
    if isinstance(quotes, str):
        raise TypeError("quotes is a list of quotations, not one string")
    if isinstance(quotes, bytes | Mapping) or not isinstance(quotes, Iterable):
        raise TypeError(f"quotes is a list of quotations, not {type(quotes).__name__}")
    if not isinstance(policy, str | Mapping):
        raise TypeError(f"policy is a name or a mapping, not {type(policy).__name__}")
    return decide(
        {
            "groundspec": "0.1",
            "check": "quote/0.1",
            "source": {"text": source, "id": None, "url": None},
            "policy": policy,
            "claims": [_claim(index, quote) for index, quote in enumerate(quotes)],
        }
    )


def check_facts(
    source: str,
    schema: Mapping[str, Any],
    claims: Iterable[Mapping[str, Any]],
    policy: str | Mapping[str, Any] = "default",
    absences: Iterable[str | Mapping[str, Any]] = (),
) -> dict[str, Any]:
    """The receipt that says which facts a source states, as the fields of a schema ask for them.

    A claim is a mapping with field, value, unit and evidence; those without an id are f1, f2 and so
    on. Its evidence is the words of the source that state the value, or an item with text, or start
    and end in bytes of the source's UTF-8 form (what `Text(source).span` gives), or a list of
    items. Decimals are strings. Absences are fields that the source is said not to state. Raises
    Refusal, and TypeError for arguments of another type.
    """
    from groundspec.fact.arguments import from_arguments

    return decide(from_arguments(source, schema, claims, policy, absences))


def _claim(index: int, quote: Any) -> dict[str, Any]:
    """A quotation as a claim; raises TypeError if it is none."""
    text, place = quote if isinstance(quote, tuple | list) and len(quote) == 2 else (quote, None)
    if not isinstance(text, str):
        raise TypeError(f"quotes[{index}] is neither a string nor a string and its place")
    return {"id": f"q{index + 1}", "text": text, "at": None if place is None else _at(index, place)}


def _at(index: int, place: Any) -> dict[str, Any]:
    if isinstance(place, Mapping):
        return dict(place)
    if isinstance(place, tuple | list) and [type(offset) for offset in place] == [int, int]:
        return {"start": place[0], "end": place[1]}
    raise TypeError(f"the place in quotes[{index}] is not (start, end), two integers")
