"""The registry `schemas/codes.json`: codes in their order, classes and what they imply."""

from collections.abc import Container, Iterable
from dataclasses import dataclass
from functools import cached_property

from groundspec_harness.errors import HarnessError
from groundspec_harness.jsontext import JsonObject
from groundspec_harness.resources import Resources

DECISION = frozenset({"reject", "flag", "info"})


@dataclass(frozen=True)
class Code:
    """One row of the registry."""

    name: str
    kind: str  # refusal, reject, flag, info, verification or protocol
    rule: str
    title: str
    unvectored: str | None


@dataclass(frozen=True)
class Registry:
    """The registry, read once."""

    envelope: str
    checks: tuple[str, ...]
    specified: tuple[str, ...]  # the checks that this specification decides
    kinds: tuple[str, ...]
    implies: dict[str, tuple[str, ...]]
    codes: tuple[Code, ...]

    @cached_property
    def by_name(self) -> dict[str, Code]:
        return {code.name: code for code in self.codes}

    @cached_property
    def order(self) -> dict[str, int]:
        return {code.name: place for place, code in enumerate(self.codes)}

    @cached_property
    def folders(self) -> tuple[str, ...]:
        """The folders of conformance/ that hold vectors."""
        return ("core", "packet", "receipt", *(check.partition("/")[0] for check in self.checks))

    def check_of(self, name: str) -> str | None:
        """The check that decides the packets of a class; None for a class without one."""
        of = name.partition("-")[0]
        return next((check for check in self.checks if check.partition("/")[0] == of), None)

    @cached_property
    def offered(self) -> tuple[str, ...]:
        """The classes that can be claimed: their checks are specified, so there are vectors."""
        return tuple(n for n in self.implies if self.check_of(n) in (None, *self.specified))

    def lacking(self, classes: Iterable[str], checks: Container[str]) -> dict[str, str]:
        """The claimed classes whose check is not among those listed, and that check (C-CLASSES)."""
        rows = ((name, self.check_of(name)) for name in classes)
        wanted = {name: check for name, check in rows if check in self.specified}
        return {name: str(check) for name, check in wanted.items() if check not in checks}

    def closure(self, classes: Iterable[str]) -> set[str]:
        """The classes and all that they imply (C-CLASSES)."""
        found: set[str] = set()
        waiting = list(classes)
        while waiting:
            name = waiting.pop()
            if name not in found:
                found.add(name)
                waiting.extend(self.implies.get(name, ()))
        return found

    def control(self) -> str:
        """The rule of the first reject code: without it, vectors must notice (`ablate`)."""
        return next((code.rule for code in self.codes if code.kind == "reject"), "")


def load(resources: Resources) -> Registry:
    """Read `codes.json`."""
    path = resources.schemas / "codes.json"
    try:
        return _registry(resources.load(path))
    except (KeyError, TypeError, AttributeError) as error:
        raise HarnessError(f"{resources.name(path)}: not a code registry ({error!r})") from None


def _registry(value: JsonObject) -> Registry:
    """The registry as far as it is needed; whether it is one by its schema is lint's affair."""
    return Registry(
        envelope=str(value["groundspec"]),
        checks=tuple(str(row["check"]) for row in value["checks"]),
        specified=tuple(str(row["check"]) for row in value["checks"] if row["specified"]),
        kinds=tuple(str(kind) for kind in value["kinds"]),
        implies={str(r["class"]): tuple(str(c) for c in r["implies"]) for r in value["classes"]},
        codes=tuple(
            Code(
                name=str(row["code"]),
                kind=str(row["class"]),
                rule=str(row["rule"]),
                title=str(row["title"]),
                unvectored=str(row["unvectored"]) if "unvectored" in row else None,
            )
            for row in value["codes"]
        ),
    )
