"""`groundspec policy`: shows, checks, migrates and imports the documents of policies."""

from collections.abc import Callable, Mapping
from typing import Any

from groundspec.cli.verbs import Verb, Verbs

_VERBS = {
    "show": Verb("groundspec.cli.policy.show", "Print a named policy, to begin your own with."),
    "check": Verb("groundspec.cli.policy.check", "Say whether a policy is complete."),
    "migrate": Verb("groundspec.cli.policy.migrate", "Bring a policy of an earlier shape to this."),
    "import": Verb("groundspec.cli.policy.importing", "Make a policy of a policy file of gtrex."),
}

_DESCRIPTION = """\
Print or check the document of a policy, or make one of a document of another shape.

verbs:
  {verbs}
  (`groundspec policy VERB --help` says more)

exit status:
  0 done; 2 refused, unusable, or output could not be written"""

_EXAMPLES = (
    "groundspec policy show default -o my-policy.json",
    "groundspec policy check my-policy.json",
    "groundspec policy migrate old.json -o my-policy.json",
    "groundspec policy import gtrex.json -o my-policy.json",
    "groundspec explain my-policy.json",
)


def parser() -> Verbs:
    """The arguments of `run`."""
    return Verbs("groundspec policy", _DESCRIPTION, _VERBS, _EXAMPLES)


def run(verb: Callable[..., int], options: Mapping[str, Any]) -> int:
    """Run a verb."""
    return verb(**options)
