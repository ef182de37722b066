"""The run of `groundspec quote show`: what is shown, and the report."""

import json
import os
import sys
from collections.abc import Iterator
from typing import Any

from groundspec.apps.quote_shown import Shower
from groundspec.apps.sources import SourceKey
from groundspec.apps.visible import visible
from groundspec.cli import report
from groundspec.cli.output import complain, write_output
from groundspec.cli.quote.claims_shown import (
    Given,
    Item,
    chosen,
    of_receipt,
    of_records,
    of_source,
)
from groundspec.cli.quote.pictures import Pictures
from groundspec.cli.quote.show import NOT_ADMITTED
from groundspec.core.canonical import digest_text, digest_value
from groundspec.errors import Unusable
from groundspec.quote.decide import CHECK

_NO_CLAIMS = "Give SOURCE and claims, --claims FILE, or --receipt RECEIPT PACKET."
_ROOM = 5_000_000  # code points of sources that are kept ready


def show(
    source: str | None,
    claims: list[str],
    file: str | None,
    receipt: str | None,
    root: str | None,
    id: str | None,
    only: str | None,
    policy: str | None,
    color: str,
    form: str,
) -> int:
    """Show the claims."""
    given = _given(source, claims, file, receipt, root, policy)
    if id is not None:
        if file is None and receipt is None:
            raise Unusable(
                "--id names a claim of a file or of a packet",
                "Give --claims FILE, or --receipt RECEIPT PACKET.",
            )
        given = chosen(given, id)
    _Report(given, only, form, colour=_is_coloured(color)).write()
    return 0


def _given(
    source: str | None,
    claims: list[str],
    file: str | None,
    receipt: str | None,
    root: str | None,
    policy: str | None,
) -> Given:
    """What the command line says is shown. Raises Unusable."""
    ways = [bool(claims), file is not None, receipt is not None]
    if sum(ways) != 1:
        wrong = "there are no claims" if not any(ways) else "there are claims in two ways"
        raise Unusable(wrong, _NO_CLAIMS)
    if root is not None and (file is None or source is not None):
        raise Unusable(
            "--root is where the source_path of records starts",
            "Give --claims FILE without SOURCE.",
        )
    if receipt is not None:
        if policy is not None:
            raise Unusable("--policy and --receipt exclude each other", "A packet has its policy.")
        if source is None:
            raise Unusable("there is no packet", "Name the packet of the receipt.")
        return of_receipt(receipt, source)
    if source is not None:
        return of_source(source, claims, file, policy or "default")
    return of_records(file or "", root, policy or "default")


def _is_coloured(color: str) -> bool:
    if color != "auto":
        return color == "always"
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    try:
        return sys.stdout.isatty()
    except (AttributeError, ValueError):
        return False


class _Showers:
    """Sources that are ready to be shown, the oldest of them given up first."""

    def __init__(self, given: Given) -> None:
        self._given = given
        self._kept: dict[SourceKey, Shower] = {}

    def of(self, item: Item) -> Shower:
        """What shows a claim. Raises Unusable."""
        found = self._kept.pop(item.source, None)
        if found is None:
            found = Shower(self._given.text(item), self._given.policy)
        self._kept[item.source] = found
        while len(self._kept) > 1 and self._held() > _ROOM:
            del self._kept[next(iter(self._kept))]
        return found

    def _held(self) -> int:
        return sum(len(shower.source.text) for shower in self._kept.values())


class _Report:
    """Shows claims, as a text or as JSON."""

    def __init__(self, given: Given, only: str | None, form: str, *, colour: bool) -> None:
        self._given = given
        self._only = only
        self._form = form
        self._colour = colour

    def write(self) -> None:
        """Write it to standard output. Raises Unusable."""
        if self._form == report.JSON:
            written = json.dumps(self._value(), indent=2)
            write_output(written.encode("ascii") + b"\n")
            return
        number = 0
        for number, (item, shower, row) in enumerate(self._shown(), 1):
            picture = Pictures(item.name, shower.lines, colour=self._colour).picture(row)
            lines = [""] * (number > 1) + [*picture]
            write_output("\n".join(lines).encode("utf-8") + b"\n")
        if not number:
            complain(f"none of {len(self._given.items)} claims: --only {self._only}")

    def _shown(self) -> Iterator[tuple[Item, Shower, dict[str, Any]]]:
        showers = _Showers(self._given)
        for item in self._given.items:
            shower = showers.of(item)
            row = shower.shown(item.claim)
            outcome = row["decision"]["outcome"]
            wanted = outcome != "admitted" if self._only == NOT_ADMITTED else outcome == self._only
            if wanted or self._only is None:
                yield item, shower, row

    def _value(self) -> dict[str, Any]:
        """An object of quote-show.schema.json."""
        places: dict[SourceKey, int] = {}
        sources: list[dict[str, Any]] = []
        claims: list[dict[str, Any]] = []
        for item, shower, row in self._shown():
            if item.source not in places:
                places[item.source] = len(sources)
                sources.append(_source(item, shower))
            claims.append({**row, "source": places[item.source]})
        return {
            "report": "groundspec/quote-show",
            "version": 2,
            "check": CHECK.name,
            "policy": {
                "name": self._given.policy_name,
                "policy_sha256": digest_value("policy", self._given.policy),
            },
            "sources": sources,
            "claims": claims,
        }


def _source(item: Item, shower: Shower) -> dict[str, Any]:
    text = shower.source.text
    return {
        "name": visible(item.name),
        "source_sha256": digest_text(text),
        "bytes": shower.source.byte_offset(len(text)),
        "lines": shower.lines.count,
    }
