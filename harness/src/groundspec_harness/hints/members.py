"""Receipts whose decisions are right but for their form: order, members, kinds of values."""

from groundspec_harness.hints.pair import Pair
from groundspec_harness.hints.writing import changes
from groundspec_harness.jsontext import Json
from groundspec_harness.judge import same

_LISTS = ("codes", "waived", "marks")
_NULLS = "what does not apply is null, 0 or an empty array and is written"


def order(pair: Pair) -> str | None:
    """Codes, marks or decisions in another order (O-ORDER, R-MEMBERS)."""
    for _, ours, theirs in pair.decisions():
        for name in _LISTS:
            if _rearranged(ours.get(name), theirs.get(name)):
                return f"`{name}` stand in another order; theirs is that of codes.json (O-ORDER)"
    lists = [receipt.get("decisions") for receipt in pair.receipts or ()]
    if lists and _rearranged(*lists):
        return "decisions stand in another order; theirs is that of the claims (R-MEMBERS)"
    return None


def _rearranged(ours: Json, theirs: Json) -> bool:
    if not isinstance(ours, list) or not isinstance(theirs, list) or same(ours, theirs):
        return False
    return same(sorted(ours, key=repr), sorted(theirs, key=repr))


def shape(pair: Pair) -> str | None:
    """Members left out or added, values of another type (R-MEMBERS, R-SUMMARY, O-OUTCOME)."""
    if pair.receipts is None:
        return None
    ours, theirs = ({n: v for n, v in r.items() if n != "receipt_sha256"} for r in pair.receipts)
    if isinstance(theirs.get("decisions"), dict):
        return "`decisions` is an object; it is an array with a decision for each claim (R-MEMBERS)"
    for said, made in changes(ours["decisions"]):
        if same(made, theirs.get("decisions")) and not same(made, ours["decisions"]):
            return f"{said}; {_NULLS}, and integers are integers (R-MEMBERS)"
    return _outcomes(pair) or _names(pair, ours, theirs) or _summary(ours, theirs)


def _outcomes(pair: Pair) -> str | None:
    for _, ours, theirs in pair.decisions():
        right, found = ours.get("outcome"), theirs.get("outcome")
        spelled = str(found).lower().replace("-", "_").replace(" ", "_")
        if found != right and spelled == right:
            return f"an outcome is spelled {found!a}; it is `{right}` (O-OUTCOME)"
    return None


def _names(pair: Pair, ours: dict[str, Json], theirs: dict[str, Json]) -> str | None:
    rows = [("receipt", ours, theirs)]
    rows += [(f"decision {place}", one, other) for place, one, other in pair.decisions()]
    for what, one, other in rows:
        lacking = [name for name in one if name not in other]
        if lacking:
            return f"the {what} lacks `{'`, `'.join(lacking)}`; {_NULLS} (R-MEMBERS)"
        added = sorted(name for name in other if name not in one)
        if added:
            return f"the {what} has a member that is not defined: {added[0]!a} (R-MEMBERS)"
    return None


def _summary(ours: dict[str, Json], theirs: dict[str, Json]) -> str | None:
    differ = {name for name in ours if not same(ours[name], theirs[name])}
    if differ != {"summary"}:
        return None
    return "only `summary` differs: it counts the decisions by outcome, zeros too (R-SUMMARY)"
