"""The run of `groundspec measure`: its inputs, its report and its exit status."""

import gc
import json
from contextlib import ExitStack
from typing import NamedTuple

import groundspec
from groundspec.apps.measure.gold import DOCUMENT, Gold, read_gold
from groundspec.apps.measure.measure import CHECK, Measured, measured
from groundspec.apps.measure.report import conflicts, value
from groundspec.apps.policies import Policy
from groundspec.cli.input import shown
from groundspec.cli.measure import ESCAPES, HTML, JSON, REVIEW
from groundspec.cli.output import complain
from groundspec.cli.progress import Progress
from groundspec.cli.quote.inputs import end_cleanly, policy_of
from groundspec.cli.quote.outputs import Outputs

ESCAPED = 1
_NAME = CHECK.partition("/")[0]


class Arguments(NamedTuple):
    """What the command line says."""

    gold: str
    output: str | None
    form: str
    policy: str
    by_quote: bool
    listed: str | None
    fail_on: str | None
    quiet: bool


def measure(arguments: Arguments) -> int:
    """Measure, and report."""
    gc.enable()
    policy = policy_of(arguments.policy, _NAME)
    gold = read_gold(arguments.gold)
    _warn(gold)
    with ExitStack() as stack:
        run = _Run(arguments, gold, stack)
        found = run.measure(policy)
        run.write(found)
    if found.escapes and arguments.fail_on == ESCAPES:
        count = len(found.escapes)
        values = "wrong value is" if count == 1 else "wrong values are"
        complain(f"{shown(arguments.gold)}: {count} {values} admitted, --fail-on {ESCAPES}")
        return ESCAPED
    return 0


def _warn(gold: Gold) -> None:
    """Say of which facts the evidence does not hold the value."""
    doubts = [doubt for document in gold.documents for doubt in document.doubts]
    for at, doubt in enumerate(doubts[:_MOST_DOUBTS], 1):
        last = at == min(len(doubts), _MOST_DOUBTS)
        complain(doubt, _DOUBT_HINT if last else "")
    if len(doubts) > _MOST_DOUBTS:
        complain(f"and {len(doubts) - _MOST_DOUBTS} more")


_MOST_DOUBTS = 20
_DOUBT_HINT = (
    f"Correct the value or the offsets, which count bytes of {DOCUMENT}; it is measured as it is."
)


class _Run:
    """One run: from gold that is read to a report in its place."""

    def __init__(self, arguments: Arguments, gold: Gold, stack: ExitStack) -> None:
        self._arguments = arguments
        self._gold = gold
        read = [*gold.files, arguments.policy] if arguments.policy.endswith(".json") else gold.files
        self._outputs = Outputs(arguments.output, None, [*read])
        self._done = 0
        runs = [run for document in gold.documents for run in document.runs]
        self._whole = sum(len(run.candidates) for run in runs)
        self._progress = Progress(self._line, quiet=arguments.quiet)
        end_cleanly()
        self._outputs.open(stack)
        stack.callback(self._progress.erase)

    def measure(self, policy: Policy) -> Measured:
        """Decide everything. Raises Unusable."""
        by_quote = self._arguments.by_quote
        return measured(self._gold, groundspec.decide, policy, by_quote=by_quote, step=self._step)

    def write(self, found: Measured) -> None:
        """Write the report. Raises Unusable."""
        self._progress.erase()
        made = value(found)
        form = self._arguments.form
        if form == JSON:
            written = json.dumps(made, indent=2) + "\n"
        elif form == HTML:
            from groundspec.cli.measure.page import page

            written = page(made, conflicts(found))
        else:
            from groundspec.cli.measure.tables import tables

            to_file = self._arguments.output is not None
            review = self._arguments.listed == REVIEW
            written = tables(made, conflicts(found), review=review, to_file=to_file)
        self._outputs.write(written.encode("utf-8"))
        self._outputs.flush()
        self._outputs.commit({})

    def _step(self) -> None:
        self._done += 1
        self._progress.step()

    def _line(self, seconds: float) -> str:
        return f"{self._done} of {self._whole} candidates  {int(self._done / seconds)}/s"
