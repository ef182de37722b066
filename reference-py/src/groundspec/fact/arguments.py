"""Packets of the check fact from a document, a schema of fields and claims as users have them.

A claim may lack its `id`, and may give its evidence as one item or as the words alone.
"""

from collections.abc import Iterable, Mapping, Sequence
from numbers import Number
from typing import Any, Final

CHECK: Final = "fact/0.1"


def packet(
    source: str,
    schema: Mapping[str, Any],
    claims: Sequence[Mapping[str, Any]],
    policy: str | Mapping[str, Any],
    absences: Sequence[Any],
    *,
    id: str | None = None,
    url: str | None = None,
) -> dict[str, Any]:
    """A packet; its claims are `filled`."""
    return {
        "groundspec": "0.1",
        "check": CHECK,
        "source": {"text": source, "id": id, "url": url},
        "schema": schema,
        "policy": policy,
        "claims": [filled(claim, number) for number, claim in enumerate(claims, 1)],
        "absences": list(absences),
    }


def filled(claim: Mapping[str, Any], number: int) -> dict[str, Any]:
    """A claim with an id, `f` and its number where it has none, and its evidence as an array."""
    made = dict(claim)
    if made.get("id") is None:
        made = {"id": f"f{number}", **{name: made[name] for name in made if name != "id"}}
    evidence = made.get("evidence")
    if isinstance(evidence, str):
        made["evidence"] = [{"text": evidence}]
    elif isinstance(evidence, Mapping):
        made["evidence"] = [evidence]
    return made


# --- Python values --------------------------------------------------------------------------------


def from_arguments(
    source: Any, schema: Any, claims: Any, policy: Any, absences: Any
) -> dict[str, Any]:
    """A packet from the arguments of `check_facts`. Raises TypeError."""
    if not isinstance(source, str):
        raise TypeError(f"source is a string, not {_kind(source)}")
    if not isinstance(schema, Mapping):
        raise TypeError(f"schema is a mapping, not {_kind(schema)}")
    if not isinstance(policy, str | Mapping):
        raise TypeError(f"policy is a name or a mapping, not {_kind(policy)}")
    given = [_claim(at, claim) for at, claim in enumerate(_listed("claims", claims))]
    missing = [_absence(at, row) for at, row in enumerate(_listed("absences", absences))]
    return packet(source, schema, given, policy, missing)


def _listed(name: str, given: Any) -> Iterable[Any]:
    if isinstance(given, str | bytes | Mapping) or not isinstance(given, Iterable):
        what = "fields" if name == "absences" else "mappings"
        raise TypeError(f"{name} is a list of {what}, not {_kind(given)}")
    return given


def _claim(at: int, claim: Any) -> Mapping[str, Any]:
    where = f"claims[{at}]"
    if not isinstance(claim, Mapping):
        raise TypeError(f"{where} is a mapping, not {_kind(claim)}")
    _decimal(f"{where}: value", claim.get("value"), (str, int, type(None)))
    _decimal(f"{where}: confidence", claim.get("confidence"), (str, type(None)))
    evidence = claim.get("evidence")
    if evidence is None or isinstance(evidence, str | Mapping):
        return claim
    if not isinstance(evidence, list | tuple):
        raise TypeError(f"{where}: evidence is a quote, a mapping or a list, not {_kind(evidence)}")
    for place, item in enumerate(evidence):
        if not isinstance(item, Mapping):
            raise TypeError(f"{where}: evidence[{place}] is a mapping, not {_kind(item)}")
    return claim


def _decimal(what: str, value: Any, types: tuple[type, ...]) -> None:
    """Raise TypeError for a number that is not exact, or no number."""
    if isinstance(value, types) and not isinstance(value, bool):
        return
    decimal = isinstance(value, Number) and not isinstance(value, bool)
    hint = "; give decimals as strings" if decimal else ""
    allowed = "a string or an integer" if int in types else "a string"
    raise TypeError(f"{what} is {allowed}, not {_kind(value)}{hint}")


def _absence(at: int, given: Any) -> Any:
    if isinstance(given, str):
        return {"field": given}
    if not isinstance(given, Mapping):
        raise TypeError(f"absences[{at}] is a field's name or a mapping, not {_kind(given)}")
    return given


def _kind(value: Any) -> str:
    return type(value).__name__
