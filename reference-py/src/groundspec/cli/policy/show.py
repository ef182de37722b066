"""`groundspec policy show`: the document of a named policy, to begin one's own with."""

from groundspec.apps.policies import CHECK, names
from groundspec.apps.policy_document import completed
from groundspec.cli.arguments import Parser, near
from groundspec.cli.policy.document import write_document
from groundspec.errors import Unusable
from groundspec.resources import policy


def parser() -> Parser:
    """The arguments of `run`."""
    parser = Parser(
        "groundspec policy show",
        "Print the document of a named policy of the check `quote`, to begin your own with.\n\n"
        "exit status:\n  0 done; 2 there is no such policy, or output could not be written",
        (
            "groundspec policy show default -o my-policy.json",
            "groundspec policy check my-policy.json",
        ),
    )
    parser.add_argument("name", metavar="NAME", help=f"One of {', '.join(names())}.")
    parser.add_argument("-o", "--output", metavar="FILE", help="Write there, whole or not at all.")
    return parser


def run(name: str, output: str | None) -> int:
    """Print or write a named policy."""
    short = name.removeprefix(f"{CHECK}/")
    if short not in names():
        hint = near(short, names()) or f"The policies are {', '.join(names())}."
        raise Unusable(f"there is no policy {name[:60]!r}", hint)
    write_document(completed(policy(CHECK, short), CHECK), output)
    return 0
