"""Digests of the right thing in another form, or of another thing (D-TEXT, D-VALUE).

What a digest was really made over is found by making those that well-known mistakes give.
"""

import base64
import hashlib
import json
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from groundspec_harness.expectation import texts
from groundspec_harness.hints.pair import Pair, both
from groundspec_harness.jsontext import (
    ENVELOPE,
    Json,
    canonical,
    read_strict,
    text_digest,
    value_digest,
)

_SCHEME = "sha256:"
_OWN = "receipt_sha256"


def form(pair: Pair) -> str | None:
    """The right digest, written otherwise."""
    for path, ours, theirs in both(pair.expected, pair.actual):
        if not (isinstance(ours, str) and ours.startswith(_SCHEME) and isinstance(theirs, str)):
            continue
        bare = ours.removeprefix(_SCHEME)
        coded = base64.b64encode(bytes.fromhex(bare)).decode()
        if ours == theirs:
            continue
        if theirs == bare:
            return f"`{path[-1]}` lacks `sha256:` before the digits (D-TEXT, D-VALUE)"
        if theirs.lower() in (ours, bare):
            return f"the digits of `{path[-1]}` are upper case; they are lower case (D-TEXT)"
        if theirs.removeprefix(_SCHEME).removeprefix("sha256-").rstrip("=") == coded.rstrip("="):
            return f"`{path[-1]}` is Base64; write hexadecimal digits (D-TEXT, D-VALUE)"
    return None


@dataclass(frozen=True)
class _Subject:
    """A value or a text that an answer has a digest of."""

    kind: str
    value: Json
    right: str
    found: Json
    as_written: str | None = None


def of_something_else(pair: Pair) -> str | None:
    """The first digest whose difference a well-known mistake explains."""
    for subject in _subjects(pair):
        if subject.right == subject.found:
            continue
        if subject.kind == "source":
            candidates = _of_text(str(subject.value))
        else:
            candidates = _of_value(subject.kind, subject.value, subject.as_written)
        said = next((said for said, digest in candidates if digest == subject.found), None)
        if said:
            return said
    return None


def _subjects(pair: Pair) -> Iterator[_Subject]:
    ours, theirs = pair.member("sha256")
    if isinstance(ours, str) and isinstance(pair.expected.get("canonical"), str):
        data = pair.vector.data
        value = read_strict(str(pair.expected["canonical"]).encode())
        yield _Subject(str(data.get("kind")), value, ours, theirs, data.get("value_text"))
    if pair.receipts is None or not isinstance(packet := pair.vector.packet, dict):
        return
    claims = packet.get("claims") or ()
    for place, right, found in pair.decisions():
        of = "claim_sha256"
        yield _Subject("claim", claims[place], right[of], found.get(of))
    ours, theirs = (receipt.get("inputs") or {} for receipt in pair.receipts)
    written = pair.vector.packet_text
    rows = (("packet", packet, written), ("source", texts(packet).source, None))
    for kind, value, as_written in (*rows, ("policy", packet.get("policy"), None)):
        of = f"{kind}_sha256"
        yield _Subject(kind, value, ours[of], theirs.get(of), as_written)
    own = pair.receipts[1]
    body = {name: value for name, value in own.items() if name != _OWN}
    yield _Subject("receipt", body, value_digest("receipt", body), own.get(_OWN))


def _of_value(kind: str, value: Json, as_written: str | None) -> Iterator[tuple[str, str]]:
    """Mistakes with the digest of a value, and what each makes."""
    whole = canonical(value)
    prefix = f"groundspec/{ENVELOPE}:{kind}\0".encode()
    named = f"its prefix `groundspec/{ENVELOPE}:{kind}` and NUL"
    if kind == "policy" and isinstance(value, str):
        said = "the policy's name is digested; the document that it names is meant (R-INPUTS)"
        yield said, text_digest(value.encode())
        yield said, text_digest(whole)
        yield said, text_digest(prefix + whole)
    yield f"a {kind} is digested without {named} (D-VALUE)", text_digest(whole)
    for lead, how in _prefixes(kind):
        yield f"a {kind} is digested with {how} in place of {named} (D-VALUE)", _sum(lead, whole)
    for other in ("claim", "packet", "policy", "receipt", "pack", "schema", "source", "text"):
        if other != kind:
            said = f"a {kind} is digested as kind `{other}`; its prefix is {named[11:]} (D-VALUE)"
            yield said, _sum(f"groundspec/{ENVELOPE}:{other}\0".encode(), whole)
    if as_written is not None:
        text = as_written.encode("utf-8", "surrogatepass")
        said = f"the {kind}'s text is digested as written; its canonical form is meant "
        said += "(R-INPUTS)" if kind == "packet" else "(D-VALUE)"
        yield said, text_digest(text)
        yield said, _sum(prefix, text)
    for how, part in _parts(kind, value):
        said = f"a {kind} is digested {how}; the whole {kind} is (D-VALUE)"
        yield said, _sum(prefix, canonical(part))
        yield said, text_digest(canonical(part))
        if isinstance(part, str):
            yield said, text_digest(part.encode())
    for how, data in _forms(value, whole):
        said = f"a {kind} is digested {how}; its canonical bytes and nothing else are (D-VALUE)"
        yield said, _sum(prefix, data)
        yield f"{said}, with {named}", text_digest(data)


def _prefixes(kind: str) -> Iterator[tuple[bytes, str]]:
    head = f"groundspec/{ENVELOPE}:{kind}"
    for lead, how in (
        (head, "no NUL behind the prefix"),
        (f"{head}\n", "LF for NUL"),
        (f"{head}:", "a colon for NUL"),
        (f"{head}\\0", "a backslash and `0` for NUL"),
        (f"{head} ", "a space for NUL"),
        (f"groundspec:{kind}\0", "no version in the prefix"),
        (f"{kind}\0", "the kind alone"),
        (f"{kind}:", "the kind and a colon"),
    ):
        yield lead.encode(), how


def _parts(kind: str, value: Json) -> Iterator[tuple[str, Json]]:
    """Of a claim: one member alone, or all but one."""
    if kind != "claim" or not isinstance(value, dict):
        return
    for name, item in value.items():
        yield f"by its member `{name}` alone", item
        yield f"without its member `{name}`", {n: v for n, v in value.items() if n != name}


def _forms(value: Json, whole: bytes) -> Iterator[tuple[str, bytes]]:
    yield "with a LF behind", whole + b"\n"
    for ascii_only in (False, True):
        escaped = " and escapes beyond ASCII" if ascii_only else ""
        for spaced in (False, True):
            how = f"{'with white space' if spaced else 'without white space'}{escaped}"
            for ordered in (False, True):
                order = "names sorted by code point" if ordered else "members as they were given"
                text = json.dumps(
                    value,
                    ensure_ascii=ascii_only,
                    sort_keys=ordered,
                    separators=(", ", ": ") if spaced else (",", ":"),
                )
                yield f"{how}, {order}", text.encode("utf-8", "surrogatepass")
    for name in ("NFC", "NFD"):
        yield f"in {name}", unicodedata.normalize(name, whole.decode()).encode()


def _of_text(text: str) -> Iterator[tuple[str, str]]:
    """Mistakes with the digest of the source, and what each makes."""
    bare = "its UTF-8 bytes and nothing else are (D-TEXT)"
    data = text.encode()
    for kind in ("source", "text", "packet", "claim"):
        said = f"the source is digested with a prefix, as if it were a value; {bare}"
        yield said, _sum(f"groundspec/{ENVELOPE}:{kind}\0".encode(), data)
        yield said, value_digest(kind, text)
    yield f"the source is digested as a JSON string; {bare}", text_digest(canonical(text))
    unix = text.replace("\r\n", "\n")
    for how, other in (
        ("with a LF behind", f"{text}\n"),
        ("without its last line end", text.rstrip("\r\n")),
        ("without white space at its ends", text.strip()),
        ("with CR LF made LF", unix),
        ("with CR LF and CR made LF", unix.replace("\r", "\n")),
        ("with LF made CR LF", unix.replace("\n", "\r\n")),
        ("without its U+FEFF", text.removeprefix("\ufeff")),
        *((f"in {name}", unicodedata.normalize(name, text)) for name in ("NFC", "NFD", "NFKC")),
    ):
        yield f"the source is digested {how}; {bare}", text_digest(other.encode())
    for encoding, name in (
        ("utf-16-le", "UTF-16"),
        ("utf-16-be", "UTF-16"),
        ("latin-1", "Latin-1"),
    ):
        yield (
            f"the source is digested in {name}; {bare}",
            text_digest(text.encode(encoding, "replace")),
        )


def _sum(prefix: bytes, data: bytes) -> str:
    return f"{_SCHEME}{hashlib.sha256(prefix + data).hexdigest()}"


def of_itself(pair: Pair) -> str | None:
    """Everything right but the receipt's own digest (R-DIGEST)."""
    if pair.receipts is None:
        return None
    ours, theirs = pair.receipts
    differ = {name for name in {*ours, *theirs} if ours.get(name) != theirs.get(name)}
    if differ != {_OWN}:
        return None
    return f"only {_OWN} differs: it covers the receipt without that member (R-DIGEST)"
