"""Commands about reports that are made and failures that are known; completion for shells."""

from pathlib import Path
from typing import Any

import click

from groundspec_harness.cli.limiting import jobs_option
from groundspec_harness.cli.options import (
    COMMAND,
    PROGRAM,
    failed_option,
    format_option,
    max_diffs_option,
    option,
    output_option,
    per_case_option,
    report_format_option,
    root_option,
    schema_option,
    selection_option,
    timeout_option,
    today_option,
)

_FILE = click.Path(dir_okay=False, path_type=Path)


@click.command(short_help="Show a saved report in any form.")
@report_format_option
@output_option
@max_diffs_option
@failed_option
@root_option
@schema_option("report")
@click.argument("report", type=_FILE, metavar="FILE")
def report(**options: Any) -> int:
    """Show the report in FILE, which `run --format json` made, in any form. Nothing is run.

    \b
    For example:  groundspec-harness report report.json --format html -o report.html

    \b
    Exit status:  0  it is shown, whatever it says
                  2  FILE is no report, or was cut off or edited (see `verify-report`)
    """
    from groundspec_harness.commands.report import show_report

    return show_report(**options)


@click.command("verify-report", short_help="Check that a saved report is whole and consistent.")
@format_option
@output_option
@root_option
@schema_option("verify-report")
@click.argument("report", type=_FILE, metavar="FILE")
def verify_report(**options: Any) -> int:
    """Check the report in FILE, which `--format json` made. Nothing is run.

    Of any report: its form, and the digest and the count of its footer. Of one of `run` also all
    that follows from its results: counts, status, sentence. Where the vectors at hand are those
    that were run, the results are held against them.

    \b
    For example:  groundspec-harness verify-report report.json

    \b
    Exit status:  0  the report verifies
                  1  it does not: it was cut off or edited
                  2  FILE cannot be read or is no report
    """
    from groundspec_harness.commands.verify_report import verify_report as work

    return work(**options)


@click.command("known-failures", context_settings=PROGRAM, short_help="List what fails today.")
@option("--write", type=_FILE, metavar="FILE", help="List there all that fails now.")
@option("--prune", type=_FILE, metavar="FILE", help="Take out of that list what passes now.")
@selection_option
@timeout_option
@per_case_option
@jobs_option
@today_option
@root_option
@schema_option("known-failures")
@click.argument("command", **COMMAND)
def known_failures(**options: Any) -> int:
    """Run the vectors against COMMAND and bring a list of known failures up to date.

    `run --known-failures FILE` reads the list. A listed vector that fails as listed, at the same
    level or by the same fault and with the same fingerprint, does not count; one that fails
    otherwise does, and one that passes is an error. An entry may have an `issue` (a link), a
    `reason`, and `expires`: the last day (YYYY-MM-DD) on which it counts. What you add stays as
    long as the vector fails. Entries of vectors that were not run stay as they are; those of
    retired vectors are taken out, and those that stay though they are expired are named.

    \b
    For example:  groundspec-harness known-failures --write known.json -- node my-port.mjs
                  groundspec-harness run --known-failures known.json -- node my-port.mjs

    \b
    Exit status:  0  FILE is up to date, whatever fails
                  2  COMMAND cannot be started or described, or FILE is unusable
    """
    from groundspec_harness.commands.known_failures import update

    return update(**options)


@click.command(short_help="Print the completion script of a shell.")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the script that lets SHELL complete commands, options, vectors, rules and codes.

    \b
    bash:  eval "$(groundspec-harness completion bash)"     in ~/.bashrc
    zsh:   eval "$(groundspec-harness completion zsh)"      in ~/.zshrc
    fish:  groundspec-harness completion fish | source      in ~/.config/fish/config.fish
    """
    from groundspec_harness.cli.completing import script

    click.echo(script(shell), nl=False)
