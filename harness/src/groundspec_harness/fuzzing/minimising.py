"""A failing packet made as small as its JSON can be, by trying again without this and that.

Hypothesis shrinks what was drawn; this pass shrinks what came of it: members and items left out,
the policy by its name, stretches of text left out of the source and of every text that holds them,
offsets moved along. Each step is kept only if the packet still fails in the same way.
"""

from collections.abc import Callable, Iterator

from groundspec_harness.fuzzing.packets import Packet, plain, spelled
from groundspec_harness.fuzzing.vocabulary import Vocabulary, copied
from groundspec_harness.jsontext import Json, JsonObject

Fails = Callable[[Packet], bool]
Path = tuple[str | int, ...]

_KEPT = ("groundspec", "check", "id", "do")  # members whose text is not shortened


def minimised(packet: Packet, fails: Fails, tries: int, known: Vocabulary) -> Packet:
    """The smallest packet that these steps lead to; the same one where its text is all there is.

    At most `tries` packets are asked.
    """
    value = packet.value
    if value is None or not (packet.is_plain or fails(plain(value))):
        return _shorter_text(packet, fails, tries)
    left = tries
    improved = True
    while improved and left > 0:
        improved = False
        for smaller in _steps(value, known):
            if _weight(smaller) >= _weight(value):
                continue
            left -= 1
            if left < 0:
                break
            if fails(plain(smaller)):
                value, improved = smaller, True
                break
    return plain(value)


def _weight(value: JsonObject) -> tuple[int, int, str]:
    text = plain(value).text
    odd = sum(point not in _SIMPLE for point in text)
    return len(text), odd, text


_SIMPLE = frozenset("a1 .")


def _steps(value: JsonObject, known: Vocabulary) -> Iterator[JsonObject]:
    yield from _other_policies(value, known)
    yield from _without_parts(value)
    yield from _without_text(value)
    yield from _plainer_text(value)


def _other_policies(value: JsonObject, known: Vocabulary) -> Iterator[JsonObject]:
    policy = value.get("policy")
    check = str(value.get("check")).partition("/")[0]
    names = known.policies.get(check, {})
    if isinstance(policy, dict):
        for name in ("default", *names):
            yield {**value, "policy": name}
        for document in names.values():
            for member, held in document.items():
                if policy.get(member) != held:
                    yield {**value, "policy": {**policy, member: copied(held)}}


def _without_parts(value: JsonObject) -> Iterator[JsonObject]:
    """Without an item or a member, whole ones first; null where a text or an object stands."""
    for path, held in sorted(_places(value), key=lambda place: len(place[0])):
        if isinstance(held, list):
            for size in _sizes(len(held)):
                for start in range(0, len(held), size):
                    yield _with(value, path, held[:start] + held[start + size :])
        elif isinstance(held, dict):
            for name in held:
                yield _with(value, path, {n: v for n, v in held.items() if n != name})
        elif held is not None and path and path[-1] not in ("text", "value"):
            yield _with(value, path, None)


def _without_text(value: JsonObject) -> Iterator[JsonObject]:
    """Without a stretch of the source, there and in what quotes it; then of any one text."""
    source = value.get("source")
    text = source.get("text") if isinstance(source, dict) else None
    if isinstance(text, str):
        for start, end in _stretches(len(text)):
            yield _cut(value, text, start, end, everywhere=True)
            yield _cut(value, text, start, end, everywhere=False)
    for path, held in _places(value):
        if isinstance(held, str) and path[-1] not in _KEPT and path != ("source", "text"):
            for start, end in _stretches(len(held)):
                yield _with(value, path, held[:start] + held[end:])


def _cut(value: JsonObject, text: str, start: int, end: int, *, everywhere: bool) -> JsonObject:
    """The packet without a stretch of its source, offsets moved; `everywhere`: quotes too."""
    gone = text[start:end]
    before, width = (
        len(text[:start].encode("utf-8", "replace")),
        len(gone.encode("utf-8", "replace")),
    )
    changed: JsonObject = copied(value)
    for path, held in list(_places(value)):
        if path == ("source", "text"):
            changed = _with(changed, path, text[:start] + text[end:])
        elif path[-1:] == ("text",) and isinstance(held, str) and everywhere and gone in held:
            changed = _with(changed, path, held.replace(gone, "", 1))
        elif path[-1:] in (("start",), ("end",)) and type(held) is int and held > before:
            changed = _with(changed, path, max(before, held - width))
    return changed


def _plainer_text(value: JsonObject) -> Iterator[JsonObject]:
    """Another letter or digit made `a` or `1`, wherever it stands."""
    for path, held in _places(value):
        if path == ("source", "text") and isinstance(held, str):
            for point in sorted(set(held)):
                if point.isascii() and point.isalnum() and point not in _SIMPLE:
                    yield _replaced(value, point, "1" if point.isdigit() else "a")


def _replaced(value: JsonObject, old: str, new: str) -> JsonObject:
    changed: JsonObject = value
    for path, held in list(_places(value)):
        if path[-1:] == ("text",) and isinstance(held, str):
            changed = _with(changed, path, held.replace(old, new))
    return changed


def _shorter_text(packet: Packet, fails: Fails, tries: int) -> Packet:
    """A text that is not written plainly, made shorter letter by letter."""
    left = tries
    improved = True
    while improved and left > 0:
        improved = False
        for start, end in _stretches(len(packet.text)):
            smaller = spelled(packet.text[:start] + packet.text[end:])
            left -= 1
            if left < 0:
                break
            if fails(smaller):
                packet, improved = smaller, True
                break
    return packet


def _sizes(length: int) -> Iterator[int]:
    while length > 0:
        yield length
        length //= 2


def _stretches(length: int) -> Iterator[tuple[int, int]]:
    """Halves, quarters and so on down to single letters."""
    for size in _sizes(length):
        for start in range(0, length, size):
            yield start, min(start + size, length)


def _places(value: Json, path: Path = ()) -> Iterator[tuple[Path, Json]]:
    """Every value in a value with the path to it."""
    yield path, value
    held = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    for name, inner in held:
        yield from _places(inner, (*path, name))


def _with(value: Json, path: Path, new: Json) -> Json:
    """A copy of a value with another one at a path."""
    if not path:
        return new
    name, *rest = path
    if isinstance(value, dict):
        return {n: _with(v, tuple(rest), new) if n == name else v for n, v in value.items()}
    return [_with(v, tuple(rest), new) if n == name else v for n, v in enumerate(value)]
