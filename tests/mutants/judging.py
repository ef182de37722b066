"""The vectors as the judges of mutants: which of them disagree with the reference as it is now."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

import groundspec
from groundspec.core import canonical
from groundspec_harness.expectation import contradictions
from mutants.making import Mutant, forget

CONFORMANCE = Path(__file__).resolve().parents[2] / "conformance"


class Judges:
    """The vectors of some folders, the short ones first."""

    def __init__(self, *folders: str) -> None:
        self._folders = folders

    @cached_property
    def _vectors(self) -> list[dict[str, Any]]:
        paths = [path for name in self._folders for path in (CONFORMANCE / name).rglob("*.json")]
        return [json.loads(data) for data in sorted((path.read_bytes() for path in paths), key=len)]

    def disagreeing(self, *first: str) -> Iterator[str]:
        """Yield the ids of the vectors that disagree, those below some folders first."""
        rows = sorted(self._vectors, key=lambda vector: not vector["id"].startswith(first))
        return (vector["id"] for vector in rows if _disagrees(vector))

    def notice(self, mutant: Mutant, *first: str) -> bool:
        """Say whether a vector disagrees once a mutant is made."""
        with pytest.MonkeyPatch.context() as patch:
            mutant.change(patch)
            forget()
            try:
                return next(self.disagreeing(*(first or mutant.folders)), None) is not None
            finally:
                patch.undo()
                forget()


def _disagrees(vector: dict[str, Any]) -> bool:
    if "canonical" in vector and "value_text" in vector:
        value = json.loads(vector["value_text"])
        digest = canonical.digest_value(vector["kind"], value)
        written = canonical.canonical_bytes(value).decode()
        return (written, digest) != (vector["canonical"], vector["sha256"])
    given = vector.get("packet") or vector.get("packet_text")
    if not given or not vector.keys() & {"receipt", "refusal", "expect"}:
        return False
    try:
        receipt = groundspec.decide(given)
    except groundspec.Refusal as refusal:
        return refusal.code != vector.get("refusal")
    except ValueError:
        return True  # a span that no text has
    except (LookupError, TypeError):
        if "refusal" not in vector:
            raise  # a mutant that merely fails shows nothing
        return True
    if "refusal" in vector:
        return True
    if "receipt" in vector:
        return bool(receipt != vector["receipt"])
    return next(contradictions(vector["expect"], given, receipt), None) is not None
