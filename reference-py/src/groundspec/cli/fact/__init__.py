"""`groundspec fact`: facts that models propose, and what a packet has of them."""

from collections.abc import Callable, Mapping
from typing import Any

from groundspec.cli.verbs import Verb, Verbs

_VERBS = {
    "claims": Verb("groundspec.cli.fact.claims", "Turn model output into claims and absences."),
}

_DESCRIPTION = """\
Work with facts that models propose.

verbs:
  {verbs}
  (`groundspec fact VERB --help` says more)

exit status:
  0 done; 2 unusable, or output could not be written; 130 interrupted"""

_EXAMPLES = ("groundspec fact claims raw.json --from list --schema schema.json -o claims.json",)


def parser() -> Verbs:
    """The arguments of `run`."""
    return Verbs("groundspec fact", _DESCRIPTION, _VERBS, _EXAMPLES)


def run(verb: Callable[..., int], options: Mapping[str, Any]) -> int:
    """Run a verb."""
    return verb(**options)
