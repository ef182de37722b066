"""`groundspec quote`: checks quotations record by record, shows them, compares policies."""

from collections.abc import Callable, Mapping
from typing import Any

from groundspec.cli.verbs import Verb, Verbs

_VERBS = {
    "check": Verb("groundspec.cli.quote.check", "Check the quotations of a JSON Lines file."),
    "show": Verb("groundspec.cli.quote.show", "Show where quotations stand in a source, and how."),
    "sensitivity": Verb(
        "groundspec.cli.quote.sensitivity", "Compare what policies make of the same records."
    ),
}

_DESCRIPTION = """\
Check quotations against their sources.

verbs:
  {verbs}
  (`groundspec quote VERB --help` says more)

exit status:
  0 done; 1 fewer are admitted than asked for; 2 unusable, or output could not be written;
  3 some records failed; 130 interrupted"""

_EXAMPLES = (
    "groundspec quote check claims.jsonl -o checked.jsonl",
    "groundspec quote show report.txt 'a limited number of suppliers'",
    "groundspec quote sensitivity claims.jsonl",
)


def parser() -> Verbs:
    """The arguments of `run`."""
    return Verbs("groundspec quote", _DESCRIPTION, _VERBS, _EXAMPLES)


def run(verb: Callable[..., int], options: Mapping[str, Any]) -> int:
    """Run a verb."""
    return verb(**options)
