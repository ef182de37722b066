"""What becomes of a document and of offsets before they stand in a packet of the check fact."""

from collections.abc import Mapping
from typing import Any

from groundspec.apps.offsets import BYTES, Offsets
from groundspec.text.normalise import is_settled, nfc_changes
from groundspec.text.source import Text


def nfc(text: str) -> str:
    """A text in Normalization Form C (T-NFC)."""
    if text.isascii():
        return text
    alphabet = "".join(sorted(set(text)))
    if is_settled(alphabet):
        return text
    parts, at = [], 0
    for start, end, composed in nfc_changes(text, alphabet):
        parts += [text[at:start], composed]
        at = end
    return "".join([*parts, text[at:]])


def in_bytes(claim: Mapping[str, Any], offsets: Offsets) -> dict[str, Any]:
    """A claim whose offsets count bytes; one that is no place stays none."""
    made = dict(claim)
    evidence = made.get("evidence")
    if isinstance(evidence, Mapping):
        made["evidence"] = _moved(evidence, offsets)
    elif isinstance(evidence, list):
        made["evidence"] = [_moved(item, offsets) for item in evidence]
    if "search_region" in made:
        made["search_region"] = _moved(made["search_region"], offsets)
    return made


def _moved(item: Any, offsets: Offsets) -> Any:
    if not isinstance(item, Mapping):
        return item
    moved = {
        name: offsets.in_bytes(item[name])
        for name in ("start", "end")
        if type(item.get(name)) is int
    }
    return {**item, **moved}


def offsets_of(text: str, unit: str) -> Offsets | None:
    """What turns offsets of a unit into bytes; None where they count bytes already."""
    return None if unit == BYTES else Offsets(Text(text), unit)
