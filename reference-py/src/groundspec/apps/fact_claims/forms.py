"""The forms of model output: where each has the field, the value and the evidence of a claim."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final, NamedTuple

from groundspec.apps.fact_claims.changes import (
    DOCUMENT_LEFT_OUT,
    ITEM_LEFT_OUT,
    Changes,
    ClaimsFault,
    Given,
    Members,
    Path,
)
from groundspec.apps.fact_claims.rows import Items, Places, Row, evidence_of, leave_out
from groundspec.apps.fact_claims.shapes import FLAT, GROUNDGATE, LANGEXTRACT, QUOTES
from groundspec.apps.offsets import CODE_POINTS, Offsets
from groundspec.text.source import Text

_ROLES: Final = ("sign", "scale", "unit")


class Reading(NamedTuple):
    """What the rows of an input are read with."""

    places: Places
    document: str | None
    changes: Changes


def rows(form: str, value: Any, lines: bool, reading: Reading) -> Iterator[Row]:
    """What a value of a form proposes, row by row; `lines` says that it was JSON Lines."""
    if form == LANGEXTRACT:
        yield from _of_documents(value, reading)
        return
    whole = value if lines and isinstance(value, list) else [value]
    for index, one in enumerate(whole):
        path: Path = (index,) if lines else ()
        if form == FLAT:
            yield from _of_flat(one, path, reading)
        else:
            yield from _of_list(form, one, path, reading)


# --- groundgate, list -----------------------------------------------------------------------------


def _of_list(form: str, value: Any, path: Path, reading: Reading) -> Iterator[Row]:
    read = _candidate if form == GROUNDGATE else _listed
    if isinstance(value, list):
        for index, item in enumerate(value):
            yield read(item, (*path, index), reading)
    elif isinstance(value, dict) and "field" not in value:
        members = Members(path, value)
        name = _array_in(form, value, path)
        given, absent = members.take(name), members.take("not_found")
        leave_out(members, reading.changes)
        if given is not None:
            yield from _of_list(form, given.value, given.path, reading)
        if absent is not None:
            yield from _not_found(absent, reading)
    else:
        yield read(value, path, reading)


def _array_in(form: str, value: dict[str, Any], path: Path) -> str:
    """The member of an object that holds the array of facts."""
    if form == GROUNDGATE:
        found = [name for name in ("candidates",) if isinstance(value.get(name), list)]
        hint = "give an array of candidates, or an object with the member candidates"
    else:
        arrays = (name for name, member in value.items() if isinstance(member, list))
        found = [name for name in arrays if name != "not_found"]
        hint = "give an array of objects that each have a field and a value"
    if not found and isinstance(value.get("not_found"), list):
        return ""
    if len(found) != 1:
        many = "several arrays" if found else "neither a field nor an array"
        raise ClaimsFault(f"this object has {many} in it", hint, path)
    return found[0]


def _not_found(given: Given, reading: Reading) -> Iterator[Row]:
    """The fields of which a model says that it did not find them."""
    if not isinstance(given.value, list):
        raise ClaimsFault("not_found is no array", "give an array of field names", given.path)
    for index, item in enumerate(given.value):
        path = (*given.path, index)
        if isinstance(item, str):
            row = _row(item, Given(path, item), Members(path, {}), reading, list)
        else:
            members = _object(item, path)
            row = _row(_field(members), Given(path, item), members, reading, list)
            members.take("value")
        yield row._replace(is_absent=True)


def _candidate(value: Any, path: Path, reading: Reading) -> Row:
    """A candidate of groundgate."""
    members = _object(value, path)
    evidence = partial(_own_evidence, members, reading)
    return _row(_field(members), _value(members), members, reading, evidence)


def _listed(value: Any, path: Path, reading: Reading) -> Row:
    """An item of a list: a candidate whose evidence is a quotation beside it, or offsets."""
    members = _object(value, path)
    evidence = partial(_quoted, members, reading)
    return _row(_field(members), _value(members), members, reading, evidence)


def _own_evidence(members: Members, reading: Reading) -> Items:
    return evidence_of(members.take("evidence"), reading.places, reading.changes)


def _quoted(members: Members, reading: Reading) -> Items:
    """Evidence of its own, or else the first quotation that is there, with its offsets."""
    own = members.take("evidence")
    if own is not None:
        return evidence_of(own, reading.places, reading.changes)
    quote = next((found for name in QUOTES if (found := members.take(name)) is not None), None)
    item = reading.places.put(members.take("start"), members.take("end"), members.path)
    if quote is not None and (not isinstance(quote.value, str) or not quote.value):
        reading.changes.add(ITEM_LEFT_OUT, quote.path, quote.value)
    elif quote is not None:
        item["text"] = quote.value
    return [item] if item else []


# --- flat -----------------------------------------------------------------------------------------


def _of_flat(value: Any, path: Path, reading: Reading) -> Iterator[Row]:
    """An object from field to value; a field with an array has several."""
    if isinstance(value, list):
        for index, item in enumerate(value):
            yield from _of_flat(item, (*path, index), reading)
        return
    if not isinstance(value, dict):
        hint = "give an object from field to value"
        raise ClaimsFault(f"{_kind(value)} is no object", hint, path)
    for name, member in value.items():
        at: Path = (*path, name)
        if isinstance(member, list) and member:
            for index, item in enumerate(member):
                yield _flat(name, item, (*at, index), reading)
        else:
            yield _flat(name, member or None if member == [] else member, at, reading)


def _flat(field: str, value: Any, path: Path, reading: Reading) -> Row:
    if not isinstance(value, dict):
        return _row(field, Given(path, value), Members(path, {}), reading, list)
    members = Members(path, value)
    evidence = partial(_quoted, members, reading)
    return _row(field, _value(members), members, reading, evidence)


# --- langextract ----------------------------------------------------------------------------------


def _of_documents(value: Any, reading: Reading) -> Iterator[Row]:
    """Annotated documents, all of one text: that of the document given, or else their own."""
    every = value if isinstance(value, list) else [value]
    paths: list[Path] = [(index,) for index in range(len(every))] if every is value else [()]
    found = [_object(*one) for one in zip(every, paths, strict=True)]
    text, kept = reading.document, 0
    for members in found:
        own = members.take("text")
        if own is not None and not isinstance(own.value, str):
            raise ClaimsFault("text is no string", "give the document as it was saved", own.path)
        if own is not None and text is not None and own.value != text:
            if reading.document is None:
                hint = "a packet has one source: name it with --document"
                raise ClaimsFault("this document has another text", hint, own.path)
            changes = reading.changes
            changes.add(DOCUMENT_LEFT_OUT, members.path, _name(members))
            continue
        if text is None and own is not None:
            text = own.value
        places = Places(None if text is None else Offsets(Text(text), CODE_POINTS), reading.changes)
        kept += 1
        yield from _of_document(members, reading._replace(places=places, document=text))
    if found and not kept:
        hint = "name the document that was annotated, as it was then"
        raise ClaimsFault("no annotated document has the text of --document", hint)


def _name(members: Members) -> Any:
    given = members.take("document_id")
    return None if given is None else given.value


def _of_document(members: Members, reading: Reading) -> Iterator[Row]:
    if "extractions" not in members:
        hint = "give annotated documents as LangExtract saves them"
        raise ClaimsFault("there is no member extractions", hint, members.path)
    given = members.take("extractions")
    leave_out(members, reading.changes)
    if given is None:
        return
    if not isinstance(given.value, list):
        raise ClaimsFault(
            "extractions is no array", "give the document as it was saved", given.path
        )
    for index, item in enumerate(given.value):
        yield _extraction(item, (*given.path, index), reading)


def _extraction(value: Any, path: Path, reading: Reading) -> Row:
    outer = _object(value, path)
    field = _field(outer, "extraction_class")
    given = outer.take("attributes")
    inner = Members((*path, "attributes"), {} if given is None else _plain_object(given))
    said = _value(inner) if "value" in inner else outer.take("extraction_text")
    evidence = partial(_aligned, outer, inner, reading)
    return Row(path, field, said, inner, (outer, inner), evidence, reading.places)


def _aligned(outer: Members, inner: Members, reading: Reading) -> Items:
    """The value's item: where it was aligned, and its words; and those of the parts."""
    words, interval = outer.take("extraction_text"), outer.take("char_interval")
    item: dict[str, Any] = {}
    if interval is not None:
        ends = Members(interval.path, _plain_object(interval))
        start, end = ends.take("start_pos"), ends.take("end_pos")
        if (start or end) is not None and reading.document is None:
            hint = "name the document that was annotated with --document"
            raise ClaimsFault("offsets of code points need their text", hint, interval.path)
        item = reading.places.put(start, end, interval.path)
        leave_out(ends, reading.changes)
    if words is not None and isinstance(words.value, str) and words.value:
        item["text"] = words.value
    items = [item] if item else []
    for role in _ROLES:
        given = inner.take(f"{role}_text")
        if given is not None and isinstance(given.value, str) and given.value:
            items.append({"role": role, "text": given.value})
        elif given is not None:
            reading.changes.add(ITEM_LEFT_OUT, given.path, given.value)
    return items


# --- Parts of rows --------------------------------------------------------------------------------


def _row(
    field: str,
    value: Given | None,
    members: Members,
    reading: Reading,
    evidence: Callable[[], Items],
) -> Row:
    return Row(members.path, field, value, members, (members,), evidence, reading.places)


def _field(members: Members, name: str = "field") -> str:
    given = members.take(name)
    if given is None:
        hint = "say which field each fact is of"
        raise ClaimsFault(f"the member {name} is missing", hint, members.path)
    if not isinstance(given.value, str):
        raise ClaimsFault(f"{name} is no string", "give the field's name", given.path)
    return given.value


def _value(members: Members) -> Given | None:
    if "value" not in members:
        return None
    return members.take("value") or Given((*members.path, "value"), None)


def _object(value: Any, path: Path) -> Members:
    if not isinstance(value, dict):
        hint = "give an object; --from says which form it has"
        raise ClaimsFault(f"{_kind(value)} stands where an object is due", hint, path)
    return Members(path, value)


def _plain_object(given: Given) -> dict[str, Any]:
    if not isinstance(given.value, dict):
        raise ClaimsFault(f"{given.path[-1]} is no object", "give an object or null", given.path)
    return given.value


def _kind(value: Any) -> str:
    kinds = {str: "a string", list: "an array", bool: "true or false", dict: "an object"}
    return "null" if value is None else kinds.get(type(value), "a number")
