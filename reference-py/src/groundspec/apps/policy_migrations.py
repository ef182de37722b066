"""Earlier shapes of policies, and how each becomes the next: a row for a shape.

A version that changes the shape adds a row. Rows are applied until none knows the document, so
each has to know only the shape that followed its own.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from groundspec.core.codes import refusal, registry


class Migrated(NamedTuple):
    """A document in the next shape, what is new in it, and what means something else there."""

    value: dict[str, Any]
    added: str
    warnings: list[str]


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
    return Migrated(new, _UNNAMED_ADDED, _unnamed_warnings(judged, waive_new))


_UNNAMED_ADDED = (
    "new are check quote/0.1, near [], ellipsis literal, min_fragment_words 3 and markers []: no "
    "near-miss is looked for, and no claim is split at an ellipsis, as before"
)


def _unnamed_warnings(judged: bool, waive_new: bool) -> list[str]:
    """What the same members mean now; nothing where boundaries are not judged."""
    if not judged:
        return []
    codes = registry().codes.values()
    edges = [row.code for row in codes if row.rule.startswith("Q-EDGE-")]
    more = ", ".join(code for code in edges if code not in _CLASSES)
    flags = " and ".join(_NEW_FLAGS)
    waived = (
        "they are waived"
        if waive_new
        else "claims that were admitted may need verification; --waive-new waives them"
    )
    return [
        f"boundaries has more classes (section 8.3): claims that were admitted may be rejected "
        f"with {more}, or with an earlier class whose condition is wider; a few that were rejected "
        "are excused",
        f"the flags {flags} (section 8.5) are new: {waived}",
    ]


ROWS = (Row("quote/0.1 before the member check", _knows_unnamed, _from_unnamed),)
