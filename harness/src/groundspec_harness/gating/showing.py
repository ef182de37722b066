"""A verdict for people: lines for a terminal, and Markdown of bounded size for a pull request."""

from collections.abc import Iterable, Iterator

from groundspec_harness.gating.kinds import KINDS, Change
from groundspec_harness.gating.verdict import Verdict, sentence
from groundspec_harness.gating.waivers import EXPLAINED
from groundspec_harness.plain import plain

SHOWN = 20  # changes of one kind that a table shows
MARKDOWN_LIMIT = 60_000  # characters; a comment on a pull request may have 65,536


def lines(verdict: Verdict, limit: int = SHOWN) -> Iterator[str]:
    """The verdict as lines."""
    yield f"{verdict.base.name} -> {verdict.head.name}"
    for kind, changes in _by_kind(verdict):
        yield ""
        yield f"{changes[0].change_class.label}: {KINDS[kind].meaning} [{kind}]"
        yield from (f"  {_change(change)}" for change in changes[:limit])
        if len(changes) > limit:
            yield f"  ... and {len(changes) - limit} more (--max-changes {len(changes)})"
    yield from _findings(verdict)
    yield from _waivers(verdict)
    yield from _replay(verdict)
    yield ""
    yield ", ".join(f"{name} {count}" for name, count in verdict.counts().items())
    yield sentence(verdict)


def _by_kind(verdict: Verdict) -> list[tuple[str, list[Change]]]:
    groups: dict[str, list[Change]] = {}
    for change in verdict.changes:
        groups.setdefault(change.kind, []).append(change)
    return list(groups.items())


def _change(change: Change) -> str:
    seen = " (replayed)" if change.replayed else ""
    detail = f": {plain(change.detail)}" if change.detail else ""
    return f"{change.file}:{change.line}: {change.subject}{detail}{seen}"


def _findings(verdict: Verdict) -> Iterator[str]:
    if verdict.findings:
        yield from ("", "demanded and not there")
    for finding in verdict.findings:
        waived = " (waived)" if finding.id in verdict.waived else ""
        yield f"  {finding.file}:{finding.line}: {plain(finding.message)} [{finding.id}]{waived}"


def _waivers(verdict: Verdict) -> Iterator[str]:
    if verdict.waivers:
        yield from ("", "waivers")
    for waiver in verdict.waivers:
        head = f"{waiver.state}: {waiver.entry.id}, until {waiver.entry.expires.isoformat()}"
        yield f"  {head}: {EXPLAINED[waiver.state]}"


def _replay(verdict: Verdict) -> Iterator[str]:
    if verdict.replay is None:
        return
    found = verdict.replay.outcome
    known = len(verdict.replay.known)
    listed = f"{known} failing as listed, " if known else ""
    yield ""
    yield (
        f"replayed: {len(found.results)} old vectors, {listed}{len(verdict.replay.changed)} "
        f"answered otherwise, {len(verdict.replay.faulty)} not judged because of a fault, "
        f"{len(found.not_run)} not run"
    )
    for result in verdict.replay.faulty[:SHOWN]:
        if result.fault:
            yield f"  {result.vector.id}: {result.fault.kind}: {plain(result.fault.detail)}"
    if found.end_of_input:
        yield f"  at the end of input: {plain(found.end_of_input.detail)}"


def markdown(verdict: Verdict) -> str:
    """The verdict as Markdown, cut between two rows where it would be too long."""
    head = "\n".join(_head(verdict))
    left = MARKDOWN_LIMIT - len(head)
    kept: list[str] = []
    rows = list(_rows(verdict))
    for row in rows:
        left -= len(row) + 1
        if left < 200:
            kept += ["", f"... and {len(rows) - len(kept)} more lines: `--format json` has all."]
            break
        kept.append(row)
    return "\n".join([head, *kept, ""])


def _head(verdict: Verdict) -> Iterator[str]:
    mark = "passes" if verdict.status == 0 else f"exit status {verdict.status}"
    yield f"## Specification gate: {mark}"
    yield ""
    sides = f"{_code(verdict.base.name)} to {_code(verdict.head.name)}"
    yield f"{sides}: **{_cell(sentence(verdict))}**"
    yield ""
    yield "| class | changes |"
    yield "|---|---|"
    yield from (f"| {name} | {count} |" for name, count in verdict.counts().items())


def _rows(verdict: Verdict) -> Iterator[str]:
    if verdict.findings:
        yield from ("", "### Demanded and not there", "")
        yield from ("| finding | where | what | |", "|---|---|---|---|")
    for finding in verdict.findings:
        waived = "waived" if finding.id in verdict.waived else ""
        where = f"{_code(finding.file)}, line {finding.line}"
        yield f"| {_code(finding.id)} | {where} | {_cell(finding.message)} | {waived} |"
    if verdict.wrong:
        yield from ("", "### Waivers in error", "")
    for waiver in verdict.wrong:
        yield f"- {_code(waiver.entry.id)}: {waiver.state}, {EXPLAINED[waiver.state]}"
    if verdict.replay:
        yield from ("", _cell(" ".join(line for line in _replay(verdict) if line)))
    yield from _table(verdict.changes)


def _table(changes: Iterable[Change]) -> Iterator[str]:
    found = list(changes)
    if found:
        yield from ("", "### Changes", "", "| class | kind | what | detail |", "|---|---|---|---|")
    for change in found:
        detail = f"{change.detail}{' (replayed)' if change.replayed else ''}"
        what = _code(change.subject)
        yield f"| {change.change_class.label} | {change.kind} | {what} | {_cell(detail)} |"


def _code(text: str) -> str:
    """A text as code in a cell of a table."""
    return f"`{plain(text).replace('`', chr(39)).replace('|', chr(92) + '|')}`"


def _cell(text: str) -> str:
    """A text in a cell of a table, with nothing in it that Markdown or HTML would read."""
    shown = plain(text)
    for mark in "\\`*_[]<>|#@":
        shown = shown.replace(mark, f"\\{mark}" if mark != "<" else "&lt;")
    return shown
