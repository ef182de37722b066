"""The words and code points that packets are made of, read from the tables, packs and policies."""

import json
from dataclasses import dataclass
from functools import cached_property

from groundspec_harness.jsontext import Json, JsonObject
from groundspec_harness.specification import Specification


@dataclass(frozen=True)
class Vocabulary:
    """What a specification's own data lists."""

    known: Specification

    def _load(self, *parts: str) -> JsonObject:
        resources = self.known.resources
        return resources.load(resources.schemas.joinpath(*parts))

    @cached_property
    def pack(self) -> JsonObject:
        return self._load("packs", "en.json")

    @cached_property
    def sets(self) -> dict[str, tuple[str, ...]]:
        """The sets of code points that the rules of edges and of figures name."""
        tables = [self._load("tables", f"{name}.json") for name in ("numbers", "boundaries")]
        return {
            name: tuple(map(chr, points))
            for table in tables
            for name, points in table["sets"].items()
        }

    @cached_property
    def words_of_meaning(self) -> dict[str, tuple[str, ...]]:
        words = self._load("tables", "meaning.json")["words"]
        return {name: tuple(listed) for name, listed in words.items()}

    @cached_property
    def boundary_words(self) -> dict[str, tuple[str, ...]]:
        words = self._load("tables", "boundaries.json")["words"]
        return {name: tuple(listed) for name, listed in words.items()}

    @cached_property
    def fractions(self) -> tuple[str, ...]:
        return tuple(self._load("tables", "numbers.json")["fractions"])

    @cached_property
    def typography(self) -> tuple[tuple[str, str], ...]:
        """Each typographic form with what it is folded to."""
        steps = self._load("tables", "typography.json")["steps"]
        return tuple(
            (chr(point), "".join(map(chr, folded)))
            for rows in steps.values()
            for point, folded in rows
        )

    @cached_property
    def words_beside(self) -> tuple[str, ...]:
        """The words that rules of edges and of meaning look for."""
        listed = (*self.words_of_meaning.values(), *self.boundary_words.values())
        return tuple(word for words in listed for word in words)

    @cached_property
    def points(self) -> tuple[str, ...]:
        """Every code point that a set or a step of typography names."""
        listed = {point for points in self.sets.values() for point in points}
        return (*sorted(listed), *(form for form, _ in self.typography))

    @cached_property
    def openings(self) -> tuple[str, ...]:
        return (
            "$",
            "\u20ac",
            "\u20ac\u00a0",
            "US$",
            "<",
            "\u2265 ",
            "~",
            *self.sets["bracket-open"],
        )

    @cached_property
    def joints(self) -> tuple[str, ...]:
        """What stands between the digits of one figure."""
        names = ("decimal-separator", "group-separator", "group-space", "time-separator")
        return (*(point for name in names for point in self.sets[name]), "/", "-", "e-", " 1/")

    @cached_property
    def endings(self) -> tuple[str, ...]:
        """What stands behind the digits of one figure."""
        fixed = (" %", "%)", ")", "mg", " kg", "\u00b2", " \u20ac", "+", "K", "\u00b0C", "-")
        return (*fixed, *self.sets["figure-suffix"], *self.sets["superscript"], *self.fractions)

    @cached_property
    def tiers(self) -> tuple[JsonObject, ...]:
        return tuple(self._load("tables", "quote-tiers.json")["tiers"])

    @cached_property
    def steps(self) -> tuple[str, ...]:
        return tuple(row["step"] for row in self._load("tables", "quote-tiers.json")["steps"])

    @cached_property
    def policies(self) -> dict[str, dict[str, JsonObject]]:
        """The named policies of each check, with their documents."""
        resources = self.known.resources
        found: dict[str, dict[str, JsonObject]] = {"quote": {}, "fact": {}}
        for path in sorted((resources.schemas / "policies").glob("*/*.json")):
            found.setdefault(path.parent.name, {})[path.stem] = resources.load(path)
        return found

    def flags(self, check: str) -> tuple[str, ...]:
        """The flag codes whose rule is one of the check's."""
        letter = check[0].upper()
        codes = self.known.registry.codes
        return tuple(c.name for c in codes if c.kind == "flag" and c.rule.startswith(f"{letter}-"))

    def listed(self, name: str) -> tuple[str, ...]:
        """A list of the pack, or the keys of a map."""
        return tuple(self.pack[name])

    @cached_property
    def units(self) -> dict[str, JsonObject]:
        return dict(self.pack["units"])

    def comparing(self, place: str) -> tuple[str, ...]:
        """The phrases of pack map `before` or `after`."""
        return tuple(phrase for phrases in self.pack[place].values() for phrase in phrases)


def copied(value: Json) -> Json:
    """A JSON value that can be changed without changing another."""
    return json.loads(json.dumps(value))
