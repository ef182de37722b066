"""`report`: a saved report in another form."""

from pathlib import Path

from groundspec_harness.commands.showing import show
from groundspec_harness.rechecking import usable
from groundspec_harness.specification import at


def show_report(
    report: Path, form: str, output: Path | None, max_diffs: int, failed: bool, root: Path | None
) -> int:
    """Show a report; 0 whatever it says, if it is whole."""
    saved = usable(report, at(root))
    show(saved, form, output, max_diffs=max_diffs, failed=failed, root=root)
    return 0
