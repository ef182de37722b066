"""Known wrong implementations are named by all that they answer, for miniatures that are wrong so.

Each miniature is wrong at every vector where such an implementation would be, and right elsewhere.
"""

import base64
import json
import unicodedata
from collections.abc import Callable
from functools import cache

import pytest

from groundspec_harness.hints import hint
from groundspec_harness.runner import Result
from groundspec_harness.variants import named
from groundspec_harness.variants.model import Named
from groundspec_harness.vectors import Vector
from harness.broken import slips
from harness.broken.known import Answer, Ask, Json, canonical, digest, line, sha256
from harness.broken.miniature import KNOWN, results, right
from harness.broken.slips import Slip
from harness.broken.wrong import receipt, sealed

FOLDERS = (
    "core/canonical/",
    "core/json/dup",
    *("core/json/first-code", "core/json/grammar-before", "core/json/surrogate-before"),
    "core/digest/",
    "receipt/",
    "quote/exact/",
    "quote/place/",
)


@cache
def vectors() -> tuple[Vector, ...]:
    return tuple(v for v in KNOWN.corpus.vectors if v.id.startswith(FOLDERS))


def names(slip: Slip, chosen: Callable[[Vector], bool] = lambda _: True) -> list[Named]:
    return named(outcomes(slip, chosen), KNOWN.registry)


def outcomes(slip: Slip, chosen: Callable[[Vector], bool] = lambda _: True) -> tuple[Result, ...]:
    return results(filter(chosen, vectors()), slip)


def failures(slip: Slip) -> int:
    return sum(result.diverges for result in outcomes(slip))


def packet(ask: Ask) -> Answer:
    """The packet's value, however the vector gives it."""
    vector = ask.vector
    text = vector.get("packet_text") or base64.b64decode(vector.get("packet_base64", ""))
    found: Answer = vector["packet"] if "packet" in vector else json.loads(text)
    return found


def source(ask: Ask) -> str:
    return str(packet(ask)["source"]["text"])


def counted(change: Callable[[int, int, bytes], tuple[int, int]]) -> Slip:
    """Every span in every receipt counted otherwise, `verify` included."""

    def walk(value: Json, source: bytes) -> Json:
        if isinstance(value, list):
            return [walk(item, source) for item in value]
        if not isinstance(value, dict):
            return value
        made = {name: walk(item, source) for name, item in value.items()}
        if "start" in value:
            made["start"], made["end"] = change(value["start"], value["end"], source)
        return made

    def slip(ask: Ask) -> bytes:
        held = ask.answer.get("verified") is True
        given = json.loads(ask.vector["receipt_text"]) if held else ask.answer.get("receipt")
        if given is None:
            return ask.right
        decisions = walk(given["decisions"], source(ask).encode())
        if decisions == given["decisions"]:
            return ask.right
        if held:
            return line({"id": ask.answer["id"], "verified": False, "code": "DECISIONS_DIFFER"})
        return line({**ask.answer, **sealed({**given, "decisions": decisions})})

    return slip


def digested(
    change: Callable[[str], str],
    of_source: Callable[[str], str] = str,
    total: Callable[[str, str], str] = digest,
) -> Slip:
    """Canonical texts changed wherever one is digested or given."""

    def made(kind: str, value: Json) -> str:
        return total(kind, change(canonical(value)))

    def remade(ask: Ask) -> Answer:
        value, given = ask.answer["receipt"], packet(ask)
        rows = [
            {**row, "claim_sha256": made("claim", claim)}
            for row, claim in zip(value["decisions"], given["claims"], strict=True)
        ]
        policy = given["policy"]
        inputs = {
            **value["inputs"],
            "packet_sha256": made("packet", given),
            "source_sha256": sha256(of_source(source(ask))),
            **({} if isinstance(policy, str) else {"policy_sha256": made("policy", policy)}),
        }
        body = {k: v for k, v in value.items() if k != "receipt_sha256"}
        body |= {"inputs": inputs, "decisions": rows}
        return {"receipt": {**body, "receipt_sha256": made("receipt", body)}}

    def slip(ask: Ask) -> bytes:
        if "kind" in ask.vector and "canonical" in ask.answer:
            text = change(ask.answer["canonical"])
            return line(
                {**ask.answer, "canonical": text, "sha256": total(ask.vector["kind"], text)}
            )
        if "receipt" in ask.answer:
            return line({**ask.answer, **remade(ask)})
        readable = ask.answer.get("code") != "RECEIPT_UNREADABLE"
        if "verified" in ask.answer and readable and "receipt_text" in ask.vector:
            held = json.loads(ask.vector["receipt_text"])
            body = {k: v for k, v in held.items() if k != "receipt_sha256"}
            if made("receipt", body) != held.get("receipt_sha256"):
                return line(
                    {"id": ask.answer["id"], "verified": False, "code": "RECEIPT_DIGEST_DIFFERS"}
                )
        return ask.right

    return slip


def reordered(text: str) -> str:
    return canonical(json.loads(text), order="utf-8")


def never(code: str) -> Slip:
    def slip(ask: Ask) -> bytes:
        if ask.answer.get("refusal") == code:
            return line({"id": ask.answer["id"], "refusal": "JSON_INVALID"})
        if "receipt" not in ask.answer:
            return ask.right
        rows = ask.answer["receipt"]["decisions"]
        dropped = [{**row, "codes": [c for c in row["codes"] if c != code]} for row in rows]
        return line({**ask.answer, **receipt(ask, dropped)})

    return slip


def unsorted(ask: Ask) -> bytes:
    """Members as the text has them."""
    if "canonical" not in ask.answer or "value_text" not in ask.vector:
        return ask.right
    return slips.text(lambda _: slips.compact(json.loads(ask.vector["value_text"])))(ask)


FIRST_DEFECTS = {
    "core/json/first-code-in-registry-order": "LONE_SURROGATE",
    "core/json/grammar-before-duplicate": "DUPLICATE_MEMBER",
    "core/json/surrogate-before-number": "NUMBER_FORM",
}


def hasty(ask: Ask) -> bytes:
    """The defect that stands first in the text."""
    code = FIRST_DEFECTS.get(ask.name)
    return line({"id": ask.answer["id"], "refusal": code}) if code else ask.right


def admitted(ask: Ask) -> bytes:
    if "receipt" not in ask.answer:
        return ask.right
    rows = [{**row, "outcome": "admitted"} for row in ask.answer["receipt"]["decisions"]]
    return line({**ask.answer, **receipt(ask, rows)})


def gullible(ask: Ask) -> bytes:
    return (
        line({"id": ask.answer["id"], "verified": True}) if "verified" in ask.answer else ask.right
    )


TABLE: list[tuple[Slip, str, str]] = [
    (counted(slips.points), "offsets/code-points", "counts offsets in code points (T-OFFSET)"),
    (counted(slips.units), "offsets/utf-16", "counts offsets in UTF-16 code units (T-OFFSET)"),
    (counted(lambda a, b, _: (a + 1, b + 1)), "offsets/from-one", "counts offsets from 1"),
    (counted(lambda a, b, _: (a, b - 1)), "offsets/end-included", "includes the end"),
    (digested(reordered), "canonical/code-point-order", "sorts members by code point"),
    (
        digested(slips.nfc, of_source=lambda text: unicodedata.normalize("NFC", text)),
        "canonical/nfc",
        "normalises text to NFC",
    ),
    (digested(str, of_source=slips.nfc), "digest/source-nfc", "digests the source in NFC"),
    (digested(str, total=lambda _, text: sha256(text)), "digest/no-prefix", "without a prefix"),
    (unsorted, "canonical/as-given", "does not sort members (J-CANONICAL)"),
    (hasty, "reading/first-defect", "stops at the first defect of a text (E-PHASE)"),
    (never("MULTIPLE_OCCURRENCES"), "never/MULTIPLE_OCCURRENCES", "(Q-MULTIPLE)"),
    (never("DUPLICATE_MEMBER"), "never/DUPLICATE_MEMBER", "gives `DUPLICATE_MEMBER` (J-MEMBER)"),
    (admitted, "admits-everything", "admits every claim (O-OUTCOME)"),
    (gullible, "verifies-everything", "finds that every receipt holds (V-ORDER)"),
]


@pytest.mark.parametrize(("slip", "name", "says"), TABLE, ids=[name for _, name, _ in TABLE])
def test_a_known_variant_is_named(slip: Slip, name: str, says: str) -> None:
    first, *others = names(slip)
    assert first.name == name
    assert first.explains == failures(slip) > 1
    assert first.sentence.startswith("these failures are those of an implementation that ")
    assert says in first.sentence
    assert all(other.explains < first.explains for other in others if other.name != name)


def test_one_fault_of_two_is_named_with_its_share() -> None:
    both = never("MULTIPLE_OCCURRENCES")

    def slip(ask: Ask) -> bytes:
        return both(ask) if "receipt" in ask.answer else gullible(ask)

    found = {each.name: each for each in names(slip)}
    assert {"never/MULTIPLE_OCCURRENCES", "verifies-everything"} <= set(found)
    first, second = found["never/MULTIPLE_OCCURRENCES"], found["verifies-everything"]
    assert first.explains + second.explains == failures(slip)
    assert f"{first.explains} of the {failures(slip)} failures are those" in first.sentence


def test_a_variant_is_not_named_where_a_vector_that_it_would_fail_passes() -> None:
    wrong = counted(slips.points)
    spared = "quote/exact/offsets-are-bytes"

    def slip(ask: Ask) -> bytes:
        return ask.right if ask.name == spared else wrong(ask)

    assert "offsets/code-points" not in {each.name for each in names(slip)}


def test_failures_of_one_rule_name_it() -> None:
    def slip(ask: Ask) -> bytes:
        if "receipt" not in ask.answer or "Q-PLACE" not in ask.vector["rules"]:
            return ask.right
        rows = [{**row, "occurrences": 77} for row in ask.answer["receipt"]["decisions"]]
        return line({**ask.answer, **receipt(ask, rows)})

    (found,) = names(slip)
    assert found.name == "rule/Q-PLACE"
    total = sum("Q-PLACE" in vector.rules for vector in vectors())
    assert found.explains == failures(slip) == total > 1
    assert f"one rule, Q-PLACE: {total} of its {total} fail, and no other" in found.sentence


def test_a_verification_that_ends_earlier_names_no_code() -> None:
    """With a wrong digest in every receipt, `verify` stops there and hides the later codes."""
    wrong = digested(str, of_source=lambda text: f"{text} ")

    def slip(ask: Ask) -> bytes:
        later = ask.answer.get("code") in ("DECISIONS_DIFFER", "SUMMARY_DIFFERS", "RECEIPT_DIFFERS")
        code = {"id": ask.answer["id"], "verified": False, "code": "INPUTS_DIFFER"}
        return line(code) if later else wrong(ask)

    assert failures(slip) > 10
    assert [each.name for each in names(slip) if each.name.startswith("never/")] == []


def test_what_no_variant_explains_is_named_by_the_hint_that_most_have() -> None:
    found = outcomes(digested(str, total=lambda kind, text: sha256(f"{kind}:{text}")))
    failing = [result for result in found if result.diverges]
    hints = {result.vector.id: hint(result) for result in failing}
    (first, *_) = named(found, KNOWN.registry, hints)
    shared = sum(text == hints[failing[0].vector.id] for text in hints.values())
    assert (first.name, first.explains) == ("hint/D-VALUE", shared)
    assert first.sentence.endswith(f"failures have one likely cause: {hints[failing[0].vector.id]}")
    assert len(failing) < 2 * shared


def test_a_right_implementation_is_none_of_them() -> None:
    assert names(right) == []


def test_a_single_failure_names_nobody() -> None:
    assert names(never("DUPLICATE_MEMBER"), lambda v: v.id == "core/json/duplicate-by-escape") == []
