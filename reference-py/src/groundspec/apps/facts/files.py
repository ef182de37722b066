"""Files of claims: a JSON array, an object with claims and absences, or JSON Lines."""

from typing import Any, Final, NamedTuple

from groundspec.apps.fact_claims.shapes import shape_of
from groundspec.core import jsonread
from groundspec.core.pointer import pointer_to
from groundspec.errors import Refusal

_KNOWN: Final = ("claims", "absences", "changes")
_OF_PACKET: Final = ("groundspec", "source", "policy")
FORMS: Final = (
    'Give [{"field", "value", "unit", "evidence"}, ...], an object with claims and absences, or a '
    "claim on each line."
)


def converting(form: str) -> str:
    """What makes claims of model output."""
    return (
        f"`groundspec fact claims RAW --from {form} --schema SCHEMA -o CLAIMS` makes claims of it"
    )


class FormError(Exception):
    """The JSON is none of these: where (JSON Pointer) and what, and what to do about it."""

    def __init__(self, pointer: str, message: str, hint: str = FORMS) -> None:
        super().__init__(message)
        self.pointer = pointer
        self.message = message
        self.hint = hint


class Claims(NamedTuple):
    """What a file holds: claims and absences, where they are, and on which lines.

    `at` leads to the claims; `lines` has the line of each claim of JSON Lines.
    """

    claims: list[dict[str, Any]]
    absences: list[Any]
    at: str
    lines: list[int] | None

    def pointer(self, rest: str) -> tuple[int | None, str]:
        """The line of a claim if it has one, and the pointer from there; `rest` begins /N."""
        if self.lines is None:
            return None, self.at + rest
        number, slash, inner = rest.removeprefix("/").partition("/")
        return self.lines[int(number)], slash + inner


def read_claims(data: bytes) -> Claims:
    """The claims in a file. Raises Refusal with line and column, and FormError."""
    try:
        value = jsonread.read(data)
    except Refusal:
        lines = [(at, line) for at, line in enumerate(data.split(b"\n"), 1) if line.strip(b" \t\r")]
        if not _is_lines(lines):
            raise
        return _of_lines(lines)
    _refuse_raw(value, None)
    if isinstance(value, list):
        return Claims(_objects(value, ""), [], "", None)
    if isinstance(value, dict) and "claims" in value:
        return _of_object(value)
    if isinstance(value, dict) and "field" in value:
        number = next(at for at, line in enumerate(data.split(b"\n"), 1) if line.strip(b" \t\r"))
        return Claims([value], [], "", [number])
    raise FormError("", "there are no claims in it")


def _refuse_raw(value: Any, lines: list[int] | None) -> None:
    """Raise FormError for model output that no claims were made of yet."""
    if isinstance(value, dict) and ("claims" in value or any(name in value for name in _OF_PACKET)):
        return
    found = shape_of(value, lines is not None)
    if found is None:
        return
    form = found.forms[0]
    is_raw = len(found.forms) == 1
    if is_raw or (isinstance(value, dict) and "field" not in value):
        line = "" if lines is None else f", on line {lines[int(found.path[0])]}"
        path = found.path if lines is None else found.path[1:]
        said = f"this is model output, not claims: {found.by}{line}"
        raise FormError(pointer_to(path), said, f"{converting(form)}.")


def _is_lines(lines: list[tuple[int, bytes]]) -> bool:
    """Whether a text that is no JSON is meant as JSON Lines: its first line alone is an object."""
    if len(lines) < 2:
        return False
    try:
        return isinstance(jsonread.read(lines[0][1]), dict)
    except Refusal as refusal:
        return refusal.code != "JSON_INVALID" and lines[0][1].rstrip(b" \t\r").endswith(b"}")


def _of_lines(lines: list[tuple[int, bytes]]) -> Claims:
    claims: list[dict[str, Any]] = []
    for number, line in lines:
        try:
            value = jsonread.read(line)
        except Refusal as refusal:
            refusal.line = number
            raise
        if not isinstance(value, dict):
            raise FormError("", f"line {number} is no object", "A claim is an object.")
        claims.append(value)
    _refuse_raw(claims, [number for number, _ in lines])
    return Claims(claims, [], "", [number for number, _ in lines])


def _of_object(value: dict[str, Any]) -> Claims:
    if any(name in value for name in _OF_PACKET):
        hint = "`groundspec decide` decides it; CLAIMS holds claims and absences alone."
        raise FormError("", "this looks like a packet", hint)
    unknown = next((name for name in value if name not in _KNOWN), None)
    if unknown is not None:
        raise FormError("", f"there is a member {ascii(unknown)[:60]} beside claims")
    absences = value.get("absences")
    for name, array in (("claims", value["claims"]), ("absences", absences or [])):
        if not isinstance(array, list):
            raise FormError(f"/{name}", f"{name} is no array")
    return Claims(_objects(value["claims"], "/claims"), absences or [], "/claims", None)


def _objects(claims: list[Any], at: str) -> list[dict[str, Any]]:
    for place, claim in enumerate(claims):
        if not isinstance(claim, dict):
            raise FormError(f"{at}/{place}", "a claim is an object")
    return claims
