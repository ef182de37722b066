"""Documents of policies: read strictly, and judged like the policy of a packet.

What is wrong is a refusal with the code that a packet with this policy would get. Its pointer
leads into the document.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from groundspec import resources
from groundspec.apps import policy_migrations
from groundspec.core import jsonread
from groundspec.core.canonical import digest_value
from groundspec.core.codes import refusal, registry
from groundspec.core.shape import shape_error
from groundspec.engine import default
from groundspec.errors import Refusal


class Document(NamedTuple):
    """A complete, consistent policy: its check (name and version), its value and its digest."""

    check: str
    value: dict[str, Any]
    sha256: str


def check_names() -> tuple[str, ...]:
    """The checks that are decided here, without their versions."""
    return tuple(check.partition("/")[0] for check in default().checks)


def read_object(data: bytes, check: str | None = None) -> dict[str, Any]:
    """The object in a document, read strictly (3.1), perhaps for a check. Raises Refusal."""
    value = jsonread.read(data)
    if not isinstance(value, dict):
        raise refusal("PACKET_INVALID", "A policy is an object.", hint=_example(check), pointer="")
    return value


def _example(check: str | None) -> str:
    first, *others = check_names() if check is None else (check,)
    more = "".join(f", {other}/default those of the check {other}" for other in others)
    return f"`groundspec explain {first}/default --format json` shows the members of one{more}."


_OF_GTREX = ("gtrex/policy/", "groundcheck/policy/")


def completed(value: dict[str, Any], name: str | None = None) -> Document:
    """The policy, if it is one of a check, or of the check named. Raises Refusal."""
    check = _check_of(value, name)
    name = check.partition("/")[0]
    error = shape_error(f"{name}.policy", value)
    if error is not None:
        hint = _shape_hint(name, value, error.pointer)
        raise refusal("PACKET_INVALID", error.message, hint=hint, pointer=error.pointer)
    try:
        complete(name, value)
    except Refusal as found:
        pointer = (found.pointer or "").removeprefix("/policy")
        hint = _meant(pointer, value, name) + found.hint
        raise refusal(found.code, found.message, hint=hint, pointer=pointer) from None
    return Document(check, value, digest_value("policy", value))


def complete(check: str, given: str | Mapping[str, Any]) -> Mapping[str, Any]:
    """The complete policy of a check, by its name or of valid shape. Raises Refusal."""
    from groundspec.fact.policy import complete as of_fact
    from groundspec.quote.policy import complete as of_quote

    of_check = {"quote": of_quote, "fact": of_fact}
    return of_check[check](given)


def _meant(pointer: str, value: Mapping[str, Any], name: str) -> str:
    """Of a code that cannot be waived, what it is, or else the flag that is spelled nearly so."""
    member, _, index = pointer.removeprefix("/").partition("/")
    if member != "waive":
        return ""
    wrong: str = value[member][int(index)]
    row = registry().codes.get(wrong)
    if row is not None and row.check in (name, None):
        return f"{wrong} is of the class {row.cls}; flags alone can be waived. "
    flags = [
        row.code
        for row in registry().codes.values()
        if row.cls == "flag" and row.check in (name, None)
    ]
    from difflib import get_close_matches

    found = get_close_matches(wrong.upper().replace("-", "_"), flags, n=1, cutoff=0.6)
    return f"Did you mean {found[0]}? " if found else ""


def _check_of(value: Mapping[str, Any], name: str | None) -> str:
    """The check that a policy is judged as: the one named, its own, or one that it looks like."""
    checks = tuple(default().checks)
    if name is not None:
        return next(check for check in checks if check.partition("/")[0] == name)
    own = value.get("check")

    def likeness(check: str) -> tuple[bool, int, bool]:
        short = check.partition("/")[0]
        members = resources.schema(f"{short}.policy")["properties"]
        return check == own, len(members.keys() & value.keys()), str(own).startswith(f"{short}/")

    return max(checks, key=likeness)


def _shape_hint(name: str, value: Mapping[str, Any], pointer: str) -> str:
    earlier = policy_migrations.row_of(value)
    if earlier is not None:
        return f"It has the shape of {earlier.shape}; `groundspec policy migrate` converts it."
    if "claims" in value:
        return "This looks like a packet; a policy written out is its member policy."
    if "manifest" in value:
        return "This looks like the manifest of a run; its policy is its member policy.document."
    if str(value.get("schema")).startswith(_OF_GTREX):
        return "This is a policy file of gtrex; `groundspec policy import` makes a policy of it."
    rest = resources.schema_path(f"{name}.policy")
    if pointer:
        return f"{rest} says what may stand there."
    members = ", ".join(resources.schema(f"{name}.policy")["properties"])
    return f"A policy has the members {members}; {rest} says the rest."
