"""The run of `groundspec quote check`: its input, its standard error and its exit status."""

import gc
import os
import stat
from contextlib import ExitStack
from typing import Any

from groundspec.apps import policies
from groundspec.apps.jsonlines import batches
from groundspec.apps.manifest import Counted, manifest
from groundspec.apps.quote_records import Answer, Options, Records
from groundspec.apps.sources import Sources
from groundspec.apps.tally import Tally, percent, read_rate
from groundspec.cli.input import shown
from groundspec.cli.output import complain, reason, write_error
from groundspec.cli.progress import Progress
from groundspec.cli.quote.check import Arguments
from groundspec.cli.quote.inputs import end_cleanly, opened, policy_of
from groundspec.cli.quote.outputs import Outputs, status_of
from groundspec.errors import Unusable

_MEGABYTE = 1_000_000
_MOST_SAID = 20
_LONGEST_ID = 40
_SHORTLY = 0.02
FEWER, STOPPED, SOME_FAILED = 1, 2, 3


def check(arguments: Arguments) -> int:
    """Check every record, and say how many were admitted."""
    try:
        return _check(arguments)
    except Unusable as error:  # one line, as for a record
        hint = error.hint[:1].lower() + error.hint[1:].removesuffix(".")
        raise Unusable(f"{error.message} ({hint})" if hint else error.message) from None


def _check(arguments: Arguments) -> int:
    gc.freeze()  # what is given up later is collected where that happens
    rate = None if arguments.fail_under is None else read_rate(arguments.fail_under)
    with ExitStack() as stack:
        run = _Run(arguments, stack)
        if not run.decide_all():
            return STOPPED
        run.finish()
    tally = run.tally
    if not arguments.quiet:
        write_error(_summary(tally))
        write_error(_refused(tally))
    reached = rate is None or rate.is_reached(tally.admitted, tally.records)
    if rate is not None and not reached:
        share = f"{tally.admitted} of {tally.records} admitted ({_share(tally)})"
        complain(f"{shown(arguments.claims)}: {share}, below --fail-under {rate.written}")
    if tally.errors:
        return SOME_FAILED
    return 0 if reached else FEWER


class _Run:
    """One run: from open files to files in their places."""

    def __init__(self, arguments: Arguments, stack: ExitStack) -> None:
        self._arguments = arguments
        self._name = shown(arguments.claims)
        self._policy = policy_of(arguments.policy)
        read = [arguments.claims]
        read += [arguments.policy] if policies.is_file(arguments.policy) else []
        self._outputs = Outputs(arguments.output, arguments.manifest, read)
        self._file = opened(arguments.claims)
        stack.enter_context(self._file)
        self._outputs.refuse_input(self._file)
        status = status_of(self._file)
        regular = status is None or stat.S_ISREG(status.st_mode)
        self._size = status.st_size if status is not None and regular else 0
        self._waits = os.name == "posix" and not regular
        self._given = Counted(digested=arguments.manifest is not None)
        self._progress = Progress(self._line, quiet=arguments.quiet)
        self._decided = 0
        self.tally = Tally(self._policy.document, sources=arguments.manifest is not None)
        self._records = Records(
            Sources(
                self._policy.document,
                root=arguments.root,
                room=arguments.cache_mb * _MEGABYTE,
                unit=arguments.offset_unit,
                protected=self._outputs.refuse_source,
            ),
            Options(arguments.key, arguments.replace_existing, arguments.at_offsets),
            self._step,
        )
        end_cleanly()
        self._outputs.open(stack)
        stack.callback(self._progress.erase)

    def decide_all(self) -> bool:
        """Decide and write the records; whether it came to the end of them. Raises Unusable."""
        go_on = self._arguments.keep_going
        try:
            for lines in batches(self._file, self._given.update, self._has_more):
                for answer in self._records.answers(lines, go_on=go_on):
                    if answer.error is not None and not self._failed(answer):
                        return False
                    self.tally.add(answer)
                    self._outputs.write(answer.line)
                self._outputs.flush()
        except OSError as error:
            raise Unusable(f"{self._name}: {reason(error)}") from None
        if not self.tally.records:
            raise Unusable(
                f"{self._name}: there are no records", "An empty file is most likely a mistake."
            )
        return True

    def finish(self) -> None:
        """Put what was written in its place. Raises Unusable."""
        self._progress.erase()
        if self.tally.errors > _MOST_SAID:
            complain(f"{self._name}: and {self.tally.errors - _MOST_SAID} more records failed")
        self._outputs.commit(None if self._arguments.manifest is None else self._manifest())

    def _manifest(self) -> dict[str, Any]:
        options = self._arguments
        said = {
            "key": options.key,
            "replace_existing": options.replace_existing,
            "at_offsets": options.at_offsets,
            "offset_unit": options.offset_unit,
            "keep_going": options.keep_going,
        }
        return manifest(self._policy, said, self.tally, self._given, self._outputs.went_by)

    def _has_more(self) -> bool:
        """Whether a pipe has something to read, or will have shortly."""
        if not self._waits:
            return False
        import select

        return bool(select.select([self._file], [], [], _SHORTLY)[0])

    def _failed(self, answer: Answer) -> bool:
        """Report a record that failed; whether the run goes on."""
        if self.tally.errors < _MOST_SAID:
            self._progress.erase()
            self._outputs.flush()
            complain(f"{self._name}:{answer.number}: {answer.error}")
        return self._arguments.keep_going

    def _step(self) -> None:
        self._decided += 1
        self._progress.step()

    def _line(self, seconds: float) -> str:
        """The progress so far."""
        parts = [f"{self._decided} records"]
        if self._size:
            parts.append(percent(self._given.count, self._size))
        else:
            parts.append(f"{self._given.count // _MEGABYTE} MB")
        parts.append(f"{int(self._decided / seconds)}/s")
        if self.tally.records:
            parts.append(f"{_share(self.tally)} admitted")
        return "  ".join(parts)


# --- Summary --------------------------------------------------------------------------------------


def _share(tally: Tally) -> str:
    return percent(tally.admitted, tally.records)


def _refused(tally: Tally) -> str:
    """The first records that were not admitted."""
    from groundspec.apps.visible import visible

    lines = []
    for record in tally.refused:
        line = f"line {record.number}"
        id_ = "" if record.id == line else f" ({visible(record.id[:_LONGEST_ID])})"
        lines.append(f"{line}{id_}: {record.outcome} {', '.join(record.codes)}\n")
    rest = tally.records - tally.errors - tally.admitted - len(lines)
    if rest:
        lines.append(f"and {rest} more\n")
    return "".join(lines)


def _summary(tally: Tally) -> str:
    """The table of a run."""
    rows = [*tally.outcomes.items()]
    if tally.errors:
        rows.append(("failed", tally.errors))
    rows += [(f"tier {name}", count) for name, count in tally.tiers.items()]
    lines = [("", "records", "share")]
    lines += [(name, str(count), percent(count, tally.records)) for name, count in rows]
    lines.append(("all", str(tally.records), percent(tally.records, tally.records)))
    widths = [max(len(line[column]) for line in lines) for column in range(3)]
    return "".join(
        f"{name:<{widths[0]}}  {count:>{widths[1]}}  {share:>{widths[2]}}\n"
        for name, count, share in lines
    )
