"""A command of several verbs: the second argument names one, whose module reads what follows."""

from argparse import Namespace
from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from typing import NamedTuple

from groundspec.cli.arguments import Parser, near


class Verb(NamedTuple):
    """The module that has its `parser` and its `run`, and what it does in a sentence."""

    module: str
    says: str


class Verbs:
    """Reads the arguments of a command: `read` gives the verb's `run` and its options."""

    def __init__(
        self, prog: str, description: str, verbs: Mapping[str, Verb], examples: Iterable[str]
    ) -> None:
        self._prog, self._description = prog, description
        self._verbs, self._examples = verbs, examples

    def read(self, arguments: Sequence[str]) -> Namespace:
        """What to run, and with which options; whatever is wrong ends the program."""
        given = arguments[1:] if arguments[:1] == ["--"] else arguments
        if not given or given[0] not in self._verbs:
            self._without_verb(given)
        module = import_module(self._verbs[given[0]].module)
        return Namespace(verb=module.run, options=vars(module.parser().read(given[1:])))

    def _without_verb(self, arguments: Sequence[str]) -> None:
        width = 1 + max(map(len, self._verbs))
        listed = "\n  ".join(f"{name:<{width}}{verb.says}" for name, verb in self._verbs.items())
        description = self._description.format(verbs=listed)
        parser = Parser(self._prog, description, self._examples)
        parser.usage = f"{self._prog} [-h] VERB ..."
        every = f"The verbs are {', '.join(self._verbs)}; --help says what they do."
        if not arguments:
            parser.fail("name a verb", every)
        name = arguments[0]
        if name in ("-h", "--help"):
            parser.parse_known_args(arguments[:1])  # ends there
        if name.startswith("-"):
            parser.fail_at_option(name)
        parser.fail(f"there is no verb {name}", near(name, self._verbs) or every)
