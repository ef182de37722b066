"""The manifest of a run: what was decided with what, and the digests to check it by."""

import hashlib
from typing import Any

from groundspec import __version__
from groundspec.apps.policies import Policy
from groundspec.apps.tally import Tally
from groundspec.core.codes import registry
from groundspec.quote.decide import CHECK
from groundspec.resources import UNICODE


class Counted:
    """A stream of bytes that went by: how many there were and, if asked for, their digest."""

    def __init__(self, *, digested: bool) -> None:
        self._digest = hashlib.sha256() if digested else None
        self.count = 0

    def update(self, data: bytes) -> None:
        """Count some more."""
        if self._digest is not None:
            self._digest.update(data)
        self.count += len(data)

    def members(self) -> dict[str, Any]:
        """As the manifest has it."""
        assert self._digest is not None
        return {"sha256": f"sha256:{self._digest.hexdigest()}", "bytes": self.count}


def manifest(
    policy: Policy, options: dict[str, Any], tally: Tally, given: Counted, written: Counted
) -> dict[str, Any]:
    """The value of the manifest (schemas/quote-manifest.schema.json). It holds no time."""
    return {
        "manifest": "groundspec/quote-manifest",
        "version": 1,
        "tool": {"name": "groundspec", "version": __version__},
        "groundspec": registry().groundspec,
        "check": CHECK.name,
        "unicode": UNICODE,
        "policy": {
            "name": policy.name,
            "policy_sha256": policy.sha256,
            "document": dict(policy.document),
        },
        "options": options,
        "counts": {
            "records": tally.records,
            "errors": tally.errors,
            "outcomes": tally.outcomes,
            "tiers": tally.tiers,
            "codes": tally.codes,
        },
        "admitted": f"{tally.admitted}/{tally.records}",
        "input": given.members(),
        "output": written.members(),
        "sources": tally.sources,
    }
