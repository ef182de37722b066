"""Earlier shapes of policies, and how each becomes the next: a row for a shape.

A version that changes the shape adds a row. Rows are applied until none knows the document, so
each has to know only the shape that followed its own.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from groundspec.core.codes import refusal, registry


class Migrated(NamedTuple):
    """A document in the next shape, and what means something else in it, in sentences."""

    value: dict[str, Any]
    notes: tuple[str, ...]


class Row(NamedTuple):
    """An earlier shape: its name, how it is known, and what it becomes.

    `convert` is told whether to waive the flags that are new; it raises Refusal where the document
    is none of its shape.
    """

    shape: str
    knows: Callable[[Mapping[str, Any]], bool]
    convert: Callable[[Mapping[str, Any], bool], Migrated]


def row_of(value: Mapping[str, Any]) -> Row | None:
    """The row of a document of an earlier shape."""
    return next((row for row in ROWS if row.knows(value)), None)


# --- quote/0.1 before the member `check` ----------------------------------------------------------

_MEMBERS = frozenset(("tiers", "accept_through", "allow_unsound", "boundaries", "waive"))
_TIERS = ("exact", "canonical", "whitespace", "typography", "case")
_CLASSES = (
    "CUTS_WORD",
    "CUTS_MARK",
    "CUTS_HYPHENATED_TERM",
    "CUTS_SIGN",
    "CUTS_DECIMAL",
    "CUTS_GROUPED_NUMBER",
    "CUTS_TIME",
)
_NEW_FLAGS = ("NEGATION_LEFT_OFF", "HEDGE_LEFT_OFF")  # STITCHED needs `ellipsis` to be `stitch`


def _knows_unnamed(value: Mapping[str, Any]) -> bool:
    return value.keys() == _MEMBERS


def _from_unnamed(value: Mapping[str, Any], waive_new: bool) -> Migrated:
    """Members that are new get values under which they do nothing."""
    tiers = value["tiers"] if isinstance(value["tiers"], list) else []
    for place, tier in enumerate(tiers):
        if tier not in _TIERS:
            message = "The earlier shape has no such tier."
            hint = f"Its tiers are {', '.join(_TIERS)}."
            raise refusal("PACKET_INVALID", message, hint=hint, pointer=f"/tiers/{place}")
    waive = value["waive"]
    judged = value["boundaries"] is True
    if judged and waive_new and isinstance(waive, list):
        waive = [*waive, *(code for code in _NEW_FLAGS if code not in waive)]
    new = {
        "check": "quote/0.1",
        "tiers": value["tiers"],
        "accept_through": value["accept_through"],
        "allow_unsound": value["allow_unsound"],
        "near": [],
        "boundaries": value["boundaries"],
        "ellipsis": "literal",
        "min_fragment_words": 3,
        "markers": [],
        "waive": waive,
    }
    return Migrated(new, tuple(_unnamed_notes(judged, waive_new)))


def _unnamed_notes(judged: bool, waive_new: bool) -> list[str]:
    notes = [
        "new members: check quote/0.1, near [], ellipsis literal, min_fragment_words 3, markers []; "
        "so no near-miss is looked for and no claim is split at an ellipsis, as before"
    ]
    if not judged:
        return [*notes, "boundaries are not judged, so the outcomes stay as they were"]
    codes = registry().codes.values()
    more = [row.code for row in codes if row.rule.startswith("Q-EDGE-") and row.code not in _CLASSES]
    flags = " and ".join(_NEW_FLAGS)
    return [
        *notes,
        "boundaries means more: what was admitted may be rejected with "
        f"{', '.join(more)}, or with an earlier class whose condition is wider, and a few "
        "quotations that were rejected are excused (section 8.3)",
        f"the flags {flags} (section 8.5) are new; they are waived"
        if waive_new
        else f"the flags {flags} (section 8.5) are new: claims that were admitted may need "
        "verification; --waive-new waives them",
    ]


ROWS = (Row("quote/0.1 before the member check", _knows_unnamed, _from_unnamed),)
