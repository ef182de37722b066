"""The Python reference implementation of groundspec.

`decide` makes a receipt of a packet, `verify` derives it again. What they need is imported when
they are first called, so that importing the package costs next to nothing.
"""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from groundspec.errors import GroundspecError, Refusal, Unsupported, Unusable

if TYPE_CHECKING:
    from groundspec.core.receipt import Verification
    from groundspec.text.source import Text

__version__ = "0.1.0"

__all__ = [
    "GroundspecError",
    "Refusal",
    "Text",
    "Unsupported",
    "Unusable",
    "Verification",
    "check_quotes",
    "decide",
    "decide_bytes",
    "digest",
    "verify",
]

_LATER = {"Text": "groundspec.text.source", "Verification": "groundspec.core.receipt"}


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
) -> "Verification":
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
    quotes: Iterable[str | tuple[str, tuple[int, int]]],
    policy: str | Mapping[str, Any] = "default",
) -> dict[str, Any]:
    """The receipt that says which quotations stand in a source, as claims q1, q2 and so on.

    A quotation is its text, or its text and the place, in bytes of the source's UTF-8 form, at
    which alone it may stand. Raises Refusal.
    """
    return decide(
        {
            "groundspec": "0.1",
            "check": "quote/0.1",
            "source": {"text": source, "id": None, "url": None},
            "policy": policy,
            "claims": [_claim(number, quote) for number, quote in enumerate(quotes, 1)],
        }
    )


def _claim(number: int, quote: str | tuple[str, tuple[int, int]]) -> dict[str, Any]:
    text, place = (quote, None) if isinstance(quote, str) else quote
    at = None if place is None else {"start": place[0], "end": place[1]}
    return {"id": f"q{number}", "text": text, "at": at}


def __getattr__(name: str) -> Any:
    if name in _LATER:
        from importlib import import_module

        return getattr(import_module(_LATER[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
