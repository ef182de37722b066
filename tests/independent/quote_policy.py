"""Q-POLICY: what a policy says, and whether it contradicts itself."""

from independent.quote_steps import STEP_SOUND, TIERS, Marker, Tier
from independent.quote_tables import Json, table


def tier_of(item: str | Json) -> Tier:
    """Q-POLICY, 1: an item of `tiers` or `near`."""
    if isinstance(item, str):
        return TIERS[item]
    return Tier(item["tier"], item["sound"], tuple(item["steps"]))


def tiers_of(policy: Json, member: str = "tiers") -> list[Tier]:
    """The tiers that a policy names under a member, in its order."""
    return [tier_of(item) for item in policy[member]]


def markers_of(policy: Json) -> tuple[Marker, ...]:
    """The markers of a policy, each part as its kind and its text."""
    return tuple(
        tuple(("literal", p["literal"]) if isinstance(p, dict) else (p, "") for p in marker)
        for marker in policy["markers"]
    )


def item_valid(item: str | Json) -> bool:
    """Q-POLICY, 1, but for names given twice."""
    if isinstance(item, str):
        return item in TIERS
    known = item["tier"] not in TIERS and all(step in STEP_SOUND for step in item["steps"])
    return known and (not item["sound"] or all(STEP_SOUND[step] for step in item["steps"]))


def marker_valid(marker: Marker) -> bool:
    """Q-POLICY, 4."""
    kinds = [kind for kind, _ in marker]
    followed = list(zip(kinds, [*kinds[1:], None], strict=True))
    untils = all(behind == "literal" for kind, behind in followed if kind == "until")
    return kinds[0] == "literal" and untils and ("digits", "digits") not in followed


def policy_valid(policy: Json) -> bool:
    """Q-POLICY: the conditions on a policy that validates against its schema."""
    if not all(map(item_valid, [*policy["tiers"], *policy["near"]])):
        return False
    tiers = tiers_of(policy)
    names = [tier.name for tier in [*tiers, *tiers_of(policy, "near")]]
    of_the_table = [tier.name for tier in tiers if tier.name in TIERS]
    accepted = [tier for tier in tiers if tier.name == policy["accept_through"]]
    flags = [
        entry["code"]
        for entry in table("codes.json")["codes"]
        if entry["class"] == "flag" and entry["check"] in ("quote", None)
    ]
    return (
        len(set(names)) == len(names)  # 1
        and of_the_table == [name for name in TIERS if name in of_the_table]  # 2
        and [t.sound for t in tiers] == sorted((t.sound for t in tiers), reverse=True)  # 2
        and len(accepted) == 1  # 3
        and (accepted[0].sound or policy["allow_unsound"])  # 3
        and all(map(marker_valid, markers_of(policy)))  # 4
        and all(code in flags for code in policy["waive"])  # 5
    )


def complete_policy(packet: Json) -> Json:
    """E-POLICY-NAME, Q-POLICY: a named policy stands for its document, whole."""
    policy = packet["policy"]
    if isinstance(policy, str):
        assert policy in table("policies/digests.json")["policies"]["quote"]
        policy = table(f"policies/quote/{policy}.json")
    assert policy_valid(policy)
    return dict(policy)
