"""Policies that are named or lie in a file of their own."""

import os
from collections.abc import Mapping
from typing import Any, NamedTuple

from groundspec import resources
from groundspec.core.canonical import digest_value
from groundspec.errors import Refusal, Unusable

CHECK = "quote"


class Policy(NamedTuple):
    """A complete policy. One from a file has no name."""

    name: str | None
    document: Mapping[str, Any]

    @property
    def sha256(self) -> str:
        """As a receipt has it."""
        return digest_value("policy", self.document)


def is_file(given: str, check: str = CHECK) -> bool:
    """Whether a policy is given as a file: its name ends in .json or holds a slash.

    But `quote/strict` is a name.
    """
    if given.endswith(".json"):
        return True
    return "/" in short(given, check) or os.sep in short(given, check)


def short(given: str, check: str = CHECK) -> str:
    """The name of a policy without that of its check."""
    return given.removeprefix(f"{check}/")


def names(check: str = CHECK) -> tuple[str, ...]:
    """The policies that have a name."""
    return resources.policy_names(check)


def load(given: str, check: str = CHECK) -> Policy:
    """A policy by its name, or from a file. Raises Unusable."""
    if not is_file(given, check):
        name, known = short(given, check), names(check)
        if name not in known:
            raise Unusable(f"there is no policy {given}", f"The policies are {', '.join(known)}.")
        return Policy(name, resources.policy(check, name))
    return Policy(None, _read(given, check))


def _read(file: str, check: str) -> Mapping[str, Any]:
    from groundspec.apps.policy_document import completed, read_object

    shown = file if file.isprintable() else ascii(file)
    try:
        with open(file, "rb") as opened:
            return completed(read_object(opened.read(), check), check).value
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise Unusable(f"{shown}: {why}", "Name a policy or a file that holds one.") from None
    except Refusal as refusal:
        place = f":{refusal.line}:{refusal.column}" if refusal.line else ""
        where = f" (at {refusal.pointer})" if refusal.pointer else ""
        said = f"{shown}{place}: {refusal.message[:-1]}{where}"
        raise Unusable(said, refusal.hint) from None
