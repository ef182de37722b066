"""Mistakes in what every check shares: offsets, codes, digests, the canonical form, ids."""

from __future__ import annotations

import json
from typing import Any

from groundspec.core import canonical, packet, receipt, rules
from groundspec.text.source import Text
from mutants.making import Mutants, Patch

MUTANTS = Mutants("core", "receipt", "packet")


@MUTANTS.by_hand
def offsets_count_code_points(patch: Patch) -> None:
    patch.setattr(Text, "byte_offset", lambda _, offset: offset)


@MUTANTS.by_hand
def offsets_count_utf16_units(patch: Patch) -> None:
    patch.setattr(
        Text, "byte_offset", lambda self, at: len(self.text[:at].encode("utf-16-le")) // 2
    )


@MUTANTS.by_hand
def waived_codes_are_dropped(patch: Patch) -> None:
    members = rules.Judgement.members

    def dropped(self: rules.Judgement) -> dict[str, Any]:
        whole = members(self)
        return whole | {"codes": [code for code in whole["codes"] if code not in self.waived]}

    patch.setattr(rules.Judgement, "members", dropped)


@MUTANTS.by_hand
def codes_in_alphabetical_order(patch: Patch) -> None:
    patch.setattr(rules, "sort_codes", lambda codes: sorted(set(codes)))


@MUTANTS.by_hand
def names_sort_by_code_point(patch: Patch) -> None:
    def written(value: Any) -> bytes:
        text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        return text.encode()

    patch.setattr(canonical, "canonical_bytes", written)


@MUTANTS.by_hand
def digests_have_no_prefix(patch: Patch) -> None:
    patch.setattr(
        canonical, "digest_bytes", lambda _kind, data: canonical.digest_text(data.decode())
    )


@MUTANTS.by_hand
def the_policy_digest_is_that_of_its_name(patch: Patch) -> None:
    inputs = receipt._inputs

    def named(given: packet.Packet) -> dict[str, str]:
        digest = canonical.digest_value("policy", given.value["policy"])
        return inputs(given) | {"policy_sha256": digest}

    patch.setattr(receipt, "_inputs", named)


@MUTANTS.by_hand
def ids_may_repeat(patch: Patch) -> None:
    patch.setattr(packet, "_distinct_ids", lambda _claims: None)
