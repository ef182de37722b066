"""`groundspec fact`: facts that models propose, checked against the document they are from."""

from collections.abc import Callable, Mapping
from typing import Any

from groundspec.cli.verbs import Verb, Verbs

_VERBS = {
    "claims": Verb("groundspec.cli.fact.claims", "Turn model output into claims and absences."),
    "check": Verb("groundspec.cli.fact.check", "Check claims against a document."),
    "explain": Verb("groundspec.cli.fact.explain", "Explain one decision of a receipt."),
}

_DESCRIPTION = """\
Work with facts that models propose.

verbs:
  {verbs}
  (`groundspec fact VERB --help` says more)

exit status:
  0 done; 1 of a row, claims could make no claim; 2 unusable, or output could not be written;
  3, 4 or 5 what check --fail-on names; 130 interrupted"""

_EXAMPLES = (
    "groundspec fact claims raw.json --from list --schema schema.json -o claims.json",
    "groundspec fact check report.txt schema.json claims.json -o receipt.json --packet packet.json",
    "groundspec fact explain receipt.json packet.json --id f1",
)


def parser() -> Verbs:
    """The arguments of `run`."""
    return Verbs("groundspec fact", _DESCRIPTION, _VERBS, _EXAMPLES)


def run(verb: Callable[..., int], options: Mapping[str, Any]) -> int:
    """Run a verb."""
    return verb(**options)
