"""The run of `groundspec quote sensitivity`: its inputs, its report and its exit status."""

import gc
import json
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from typing import Any, NamedTuple

from groundspec.apps import policies
from groundspec.apps.jsonlines import batches
from groundspec.apps.policies import Policy
from groundspec.apps.quote_records import Options, Records
from groundspec.apps.quote_sensitivity import KEY, MEASURES, Panel
from groundspec.apps.sources import Sources
from groundspec.apps.visible import visible
from groundspec.cli.input import shown
from groundspec.cli.output import complain, reason
from groundspec.cli.progress import Progress
from groundspec.cli.quote.inputs import end_cleanly, opened, policy_of
from groundspec.cli.quote.outputs import Outputs
from groundspec.cli.quote.sensitivity import JSON, POLICIES
from groundspec.core.codes import order
from groundspec.errors import Unusable

_MEGABYTE = 1_000_000
_MOST_SAID = 20
STOPPED, SOME_FAILED = 2, 3
_SAYS = {
    "admitted": "admitted",
    "needs_verification": "needs_verification",
    "rejected": "rejected",
    "contiguous": "admitted, contiguous",
    "exact": "found at exact",
}


class Arguments(NamedTuple):
    """What the command line says."""

    claims: str
    output: str | None
    form: str
    policies: list[str] | None
    keep_all: bool
    root: str | None
    at_offsets: bool
    offset_unit: str
    keep_going: bool
    cache_mb: int
    quiet: bool


def compare(arguments: Arguments) -> int:
    """Decide every record under each policy, and report."""
    gc.freeze()  # what is given up later is collected where that happens
    chosen = _chosen(arguments.policies or [POLICIES])
    with ExitStack() as stack:
        run = _Run(arguments, chosen, stack)
        if not run.decide_all():
            return STOPPED
        run.finish()
    return SOME_FAILED if run.panel.failed else 0


def _chosen(given: Sequence[str]) -> dict[str, Policy]:
    """The policies by the names they are given by."""
    found: dict[str, Policy] = {}
    for name in (name for names in given for name in names.split(",")):
        if not name:
            raise Unusable("--policies has an empty name in it", f"Write {POLICIES}, for example.")
        policy = policy_of(name)
        if name in found or policy.name in [one.name for one in found.values() if one.name]:
            raise Unusable(f"the policy {name} is given twice", "Leave one out.")
        found[name] = policy
    return found


class _Run:
    """One run: from an open file to a report in its place."""

    def __init__(self, arguments: Arguments, chosen: dict[str, Policy], stack: ExitStack) -> None:
        self._arguments = arguments
        self._name = shown(arguments.claims)
        read = [arguments.claims, *filter(policies.is_file, chosen)]
        self._outputs = Outputs(arguments.output, None, read)
        self._file = opened(arguments.claims)
        stack.enter_context(self._file)
        self._outputs.refuse_input(self._file)
        self._progress = Progress(self._line, quiet=arguments.quiet)
        self.panel = Panel(chosen, keep_all=arguments.keep_all)
        options = Options(KEY, True, arguments.at_offsets)
        room = arguments.cache_mb * _MEGABYTE // len(chosen)
        self._records = [
            Records(self._sources(policy, room), options, self._progress.step)
            for policy in chosen.values()
        ]
        end_cleanly()
        self._outputs.open(stack)
        stack.callback(self._progress.erase)

    def _sources(self, policy: Policy, room: int) -> Sources:
        return Sources(
            policy.document,
            root=self._arguments.root,
            room=room,
            unit=self._arguments.offset_unit,
            protected=self._outputs.refuse_source,
        )

    def decide_all(self) -> bool:
        """Decide and count the records; whether it came to the end of them. Raises Unusable."""
        go_on = self._arguments.keep_going
        try:
            for lines in batches(self._file, _ignore, _nothing):
                columns = [each.answers([*lines], go_on=go_on) for each in self._records]
                lines.clear()
                for answers in zip(*columns, strict=True):
                    fault = self.panel.add(answers)
                    if fault is not None and not self._goes_on(answers[0].number, str(fault)):
                        return False
        except OSError as error:
            raise Unusable(f"{self._name}: {reason(error)}") from None
        if not self.panel.read:
            raise Unusable(f"{self._name}: there are no records", "There is nothing to compare.")
        return True

    def finish(self) -> None:
        """Write the report. Raises Unusable."""
        self._progress.erase()
        if self.panel.failed > _MOST_SAID:
            complain(f"{self._name}: and {self.panel.failed - _MOST_SAID} more records failed")
        value = self.panel.value()
        if self._arguments.form == JSON:
            written = json.dumps(value, indent=2) + "\n"
        else:
            written = "\n".join(_table(value)) + "\n"
        self._outputs.write(written.encode("utf-8"))
        self._outputs.flush()
        self._outputs.commit(None)

    def _goes_on(self, number: int, fault: str) -> bool:
        """Report a record that failed; whether the run goes on."""
        if self.panel.failed <= _MOST_SAID:
            self._progress.erase()
            complain(f"{self._name}:{number}: {fault}")
        return self._arguments.keep_going

    def _line(self, seconds: float) -> str:
        return f"{self.panel.read} records  {int(self.panel.read / seconds)}/s"


def _ignore(data: bytes) -> None:
    del data


def _nothing() -> bool:
    return False


# --- Table ----------------------------------------------------------------------------------------


def _table(value: dict[str, Any]) -> Iterator[str]:
    """The report for people."""
    records, columns = value["records"], value["policies"]
    failed = f", {records['failed']} failed" if records["failed"] else ""
    yield f"{records['decided']} records decided{failed}"
    if records["distinct_pairs"] != records["decided"]:
        pairs = f"{records['distinct_pairs']} distinct pairs of source and claim"
        yield f"{pairs}: the intervals take records for independent, and are too narrow"
    yield ""
    yield from _aligned(_shares(value))
    names = [visible(column["policy"]) for column in columns]
    for title in ("tiers", "codes"):
        found = [name for column in columns for name in column[title]]
        rows = sorted(dict.fromkeys(found), key=order if title == "codes" else "none".__eq__)
        if rows:
            blank = "-" if title == "tiers" else "0"  # a tier that a policy does not have
            counts = [[str(column[title].get(name, blank)) for column in columns] for name in rows]
            lines = [[visible(name), *row] for name, row in zip(rows, counts, strict=True)]
            yield ""
            yield from _aligned([[title.removesuffix("s"), *names], *lines])
    yield ""
    yield from _changed(value["changed"])


def _shares(value: dict[str, Any]) -> Iterator[list[str]]:
    yield ["", "policy", "records", "share", "95% interval"]
    for measure in MEASURES:
        says = _SAYS[measure]
        for column in value["policies"]:
            share = column["shares"][measure]
            cells = [says, visible(column["policy"]), str(share["records"])]
            if share["percent"] is not None:
                cells += [f"{share['percent']}%", f"{share['low']}% to {share['high']}%"]
            yield cells
            says = ""
        spread = value["spread"][measure]
        if spread["points"] is not None and len(value["policies"]) > 1:
            ends = f"{visible(spread['lowest'])} to {visible(spread['highest'])}"
            apart = ends if spread["points"] != "0.00" else "all alike"
            yield ["", "spread", "", f"{spread['points']} points", apart]


def _aligned(rows: Iterator[list[str]] | list[list[str]]) -> Iterator[str]:
    """Rows as columns: the first two to the left, the others to the right."""
    rows = [*rows]
    widths = [max(len(row[at]) for row in rows if at < len(row)) for at in range(len(rows[0]))]
    left = 2 if rows[0][0] == "" else 1
    for row in rows:
        cells = zip(row, widths, range(len(row)), strict=False)
        yield "  ".join(
            f"{cell:<{width}}" if at < left else f"{cell:>{width}}" for cell, width, at in cells
        ).rstrip()


def _changed(changed: dict[str, Any]) -> Iterator[str]:
    if not changed["count"]:
        yield "every record has the same outcome under all policies"
        return
    yield f"{changed['count']} records have not the same outcome under all policies"
    for record in changed["records"]:
        same: dict[str, list[str]] = {}
        for verdict in record["verdicts"]:
            why = ", ".join(verdict["codes"]) or f"tier {visible(verdict['tier'])}"
            said = f"{verdict['outcome']} ({why})"
            same.setdefault(said, []).append(visible(verdict["policy"]))
        said = "; ".join(f"{', '.join(names)}: {said}" for said, names in same.items())
        yield f"  line {record['line']}  {said}"
    rest = changed["count"] - len(changed["records"])
    if rest:
        yield f"  and {rest} more (--all lists them)"
