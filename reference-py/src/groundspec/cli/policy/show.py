"""`groundspec policy show`: the document of a named policy, to begin one's own with."""

from groundspec.apps.policy_document import check_names, completed
from groundspec.cli.arguments import Parser, near
from groundspec.cli.policy.document import write_document
from groundspec.errors import Unusable
from groundspec.resources import policy, policy_names


def parser() -> Parser:
    """The arguments of `run`."""
    parser = Parser(
        "groundspec policy show",
        "Print the document of a named policy, to begin your own with. A name that several checks\n"
        f"have means the policy of the first of {', '.join(check_names())}; CHECK/NAME says "
        "which.\n\n"
        "exit status:\n  0 done; 2 there is no such policy, or output could not be written",
        (
            "groundspec policy show default -o my-policy.json",
            "groundspec policy show fact/default -o my-policy.json",
            "groundspec policy check my-policy.json",
        ),
    )
    parser.add_argument("name", metavar="NAME", help=f"One of {', '.join(_known())}.")
    parser.add_argument("-o", "--output", metavar="FILE", help="Write there, whole or not at all.")
    return parser


def run(name: str, output: str | None) -> int:
    """Print or write a named policy."""
    known = _known()
    whole = next((one for one in known if name in (one, one.partition("/")[2])), None)
    if whole is None:
        every = f"The policies are {', '.join(known)}."
        short = dict.fromkeys(one.partition("/")[2] for one in known)
        meant = near(name, short) or near(name, known)
        raise Unusable(f"there is no policy {name[:60]!r}", meant or every)
    check, _, short_name = whole.partition("/")
    write_document(completed(policy(check, short_name), check), output)
    return 0


def _known() -> list[str]:
    """The policies that have a name, as CHECK/NAME."""
    return [f"{check}/{name}" for check in check_names() for name in policy_names(check)]
