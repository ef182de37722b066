"""How a JSON text is written that is not canonical (J-CANONICAL), and what else was done to it.

The text found is mended token by token; what had to be mended is the hint. What cannot be mended so
is compared with the values that well-known mistakes make of the right one.
"""

import json
import re
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import suppress
from decimal import Decimal
from functools import partial
from typing import Literal

from groundspec_harness.hints.pair import Pair
from groundspec_harness.jsontext import Json, canonical

Form = Literal["NFC", "NFD", "NFKC", "NFKD"]

_RULE = "J-CANONICAL"
_TOKEN = re.compile(
    r'"(?:[^"\\]|\\.)*"|[ \t\r\n]+|-?[0-9]+(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?'
    r"|true|false|null|[][{}:,]",
    re.DOTALL,
)
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|.)", re.DOTALL)
_INTEGER = re.compile(r"0|-?[1-9][0-9]*")
_FORMS: tuple[Form, ...] = ("NFC", "NFD", "NFKC", "NFKD")
_SAFE = 10**17


def canonical_member(pair: Pair) -> str | None:
    """The member `canonical` of an answer to `digest`."""
    ours, theirs = pair.member("canonical")
    if not isinstance(ours, str) or not isinstance(theirs, str):
        return None
    given = pair.vector.data.get("value_text")
    return hint(ours, theirs, given if isinstance(given, str) else None)


def hint(right: str, found: str, given: str | None = None, rule: str = _RULE) -> str | None:
    """What was done to a canonical text; `given` is the text that the value was read from."""
    if found == right:
        return None
    said = _as_text(right, found, rule)
    with suppress(ValueError):  # an escape that JSON does not have
        said = said or _as_tokens(right, found, given, rule)
    return said


def _as_text(right: str, found: str, rule: str) -> str | None:
    if found.rstrip("\r\n") == right:
        return f"a line end stands behind the canonical text; nothing does ({rule})"
    if found == f"\ufeff{right}":
        return f"a byte order mark stands before the canonical text; nothing does ({rule})"
    for form in _FORMS:
        if unicodedata.normalize(form, right) == found:
            return f"{form} is applied to the text; text is never normalised ({rule})"
    for encoding, name in (("latin-1", "Latin-1"), ("cp1252", "Windows-1252")):
        if right.encode().decode(encoding, "replace") == found:
            return f"bytes of UTF-8 are read as {name} (J-UTF8)"
    for lost in ("?", "\ufffd"):
        if "".join(mark if mark.isascii() else lost for mark in right) == found:
            return f"what is not ASCII has become {lost!a}; write UTF-8 ({rule})"
    return None


def _as_tokens(right: str, found: str, given: str | None, rule: str) -> str | None:
    tokens = _TOKEN.findall(found)
    if "".join(tokens) != found:
        return None
    notes: list[str] = []
    mended = "".join(_mended(token, notes) for token in tokens)
    if mended != right:
        departure = _order(right, mended, given) or _value(right, mended)
        if departure is None:
            return None
        notes.append(departure)
    return f"{'; '.join(dict.fromkeys(notes))} ({rule})" if notes else None


def _mended(token: str, notes: list[str]) -> str:
    """A token as the canonical form has it."""
    if token.isspace():
        notes.append("white space stands between members or items; there is none")
        return ""
    if token[0] == '"':
        mended = canonical(json.loads(token, strict=False)).decode()
        if mended != token:
            notes.append(_escaped(token, mended))
        return mended
    if token[0] in "-0123456789" and not _INTEGER.fullmatch(token):
        number = Decimal(token)
        if abs(number) < _SAFE and number == number.to_integral_value():
            notes.append(f"an integer is printed as {token}; print it as {int(number)}")
            return str(int(number))
    return token


def _escaped(token: str, mended: str) -> str:
    """The first escape, or code point without one, that the canonical form writes otherwise."""
    kept = set(_ESCAPE.findall(mended))
    for body in _ESCAPE.findall(token):
        if body in kept:
            continue
        if body == "/":
            return "`/` is written as `\\/`; it stands for itself"
        if body[0] != "u":
            continue
        if body.lower() in kept:
            return f"`\\{body}` is written in lower case, `\\{body.lower()}`"
        mark = chr(int(body[1:], 16))
        if mark < " " or mark in '"\\':
            return f"`\\{body}` is written `{canonical(mark).decode()[1:-1]}`"
        what = "code points beyond ASCII are" if mark > "~" else f"`{mark}` is"
        return f"{what} written as escapes such as `\\{body}`; they stand for themselves in UTF-8"
    return "a control code point stands without its escape"


def _order(right: str, found: str, given: str | None) -> str | None:
    """The order of members, where it is all that differs."""
    if canonical(json.loads(found)).decode() != right:
        return None
    orders = _orders(found)
    if all(names == sorted(names) for names in orders):
        how = "members seem to sort by code point, or by bytes of UTF-8"
    elif all(names == sorted(names, key=str.casefold) for names in orders):
        how = "members seem to sort without regard to case"
    elif orders == _orders(given or "{}"):
        how = "members stand as they were given"
    else:
        how = "members stand in another order"
    return f"{how}: names sort by UTF-16 code units"


def _orders(text: str) -> list[list[str]]:
    found: list[list[str]] = []

    def object_(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
        found.append([name for name, _ in pairs])
        return dict(pairs)

    with suppress(ValueError):  # the text that was given need not be one value
        json.loads(text, object_pairs_hook=object_)
    return found


def _value(right: str, found: str) -> str | None:
    """A well-known mistake that makes the value found of the right one."""
    ours, theirs = json.loads(right), json.loads(found)
    return next(
        (said for said, made in changes(ours) if canonical(made) == canonical(theirs)), None
    )


def changes(value: Json) -> Iterator[tuple[str, Json]]:
    """What well-known mistakes make of a value, each with its name."""
    yield "members that are null are left out", _without(value, lambda item: item is None)
    empty: tuple[Json, ...] = (None, "", [], {})
    yield "members that are null or empty are left out", _without(value, lambda i: i in empty)
    yield "integers are written as strings", _leaves(value, _digits)
    for form in _FORMS:
        normal = partial(_normal, form)
        yield f"{form} is applied to the text, which is never normalised", _leaves(value, normal)


def _digits(leaf: Json) -> Json:
    return str(leaf) if type(leaf) is int else leaf


def _normal(form: Form, leaf: Json) -> Json:
    return unicodedata.normalize(form, leaf) if isinstance(leaf, str) else leaf


def _without(value: Json, dropped: Callable[[Json], bool]) -> Json:
    if isinstance(value, dict):
        return {n: _without(item, dropped) for n, item in value.items() if not dropped(item)}
    return [_without(item, dropped) for item in value] if isinstance(value, list) else value


def _leaves(value: Json, change: Callable[[Json], Json]) -> Json:
    if isinstance(value, dict):
        return {name: _leaves(item, change) for name, item in value.items()}
    return [_leaves(item, change) for item in value] if isinstance(value, list) else change(value)
