"""The vector that a finding becomes: all filled in but the judgement which answer is right.

`expect` and the receipt are those of the first answer that is a sound receipt by schema, digests
and sums; the note says whose it is, and what the other one says. A person reads the rules, puts
`expect` right, and writes the title.
"""

from groundspec_harness.fuzzing.asking import Finding
from groundspec_harness.fuzzing.packets import Packet
from groundspec_harness.jsontext import Json, JsonObject, text_digest
from groundspec_harness.receipts import defects
from groundspec_harness.specification import Specification

_OF_SHAPE = ("ENVELOPE_INVALID", "UNKNOWN_VERSION", "UNKNOWN_CHECK", "PACKET_INVALID")
_OF_PACKETS = "packet"
_RULES = {
    "outcome": "O-OUTCOME", "codes": "O-ORDER", "waived": "O-WAIVE", "marks": "O-MARKS",
    "spans": "Q-SEARCH", "occurrences": "Q-SEARCH",
    "tier": "Q-TIER", "near": "Q-NEAR", "elsewhere": "Q-PLACE", "fragments": "Q-STITCH",
    "omitted": "Q-STITCH", "evidence": "F-CHOICE",
    "value": "F-VALUE", "reading": "F-READING", "parts": "F-PARTS", "missing": "F-MISSING",
    "units": "F-UNITS", "rivals": "F-CONFLICT",
    "coverage": "F-COVERAGE", "absences": "F-ABSENCE", "summary": "R-SUMMARY",
    "receipt_sha256": "R-DIGEST", "claim_sha256": "R-INPUTS",
    "packet_sha256": "R-INPUTS", "policy_sha256": "R-INPUTS", "source_sha256": "R-INPUTS",
    "schema_sha256": "R-INPUTS", "bytes": "J-CANONICAL",
    "refusal": "E-PHASE", "receipt": "E-PHASE", "verify": "V-WHOLE",
    "forged": "V-DIGEST",
}  # fmt: skip


def vector(packet: Packet, finding: Finding, known: Specification) -> JsonObject:
    """A vector as `lint` asks for, for a packet with a finding."""
    answer, whose = _chosen(packet, finding, known)
    refusal = answer.get("refusal") if answer else None
    folder = _folder(packet, refusal)
    name = text_digest(packet.text.encode("utf-8", "surrogatepass")).removeprefix("sha256:")[:8]
    body: JsonObject = {
        "id": f"{folder}/fuzz/{name}",
        "title": f"Found by fuzzing ({finding.kind}): say here in one sentence what it shows.",
        "rules": _rules(finding, known),
        "class": _class(packet, folder),
        "origin": "fuzz",
        "note": _note(finding, whose),
    }
    held = {"packet": packet.value} if packet.is_plain else {"packet_text": packet.text}
    if refusal is not None:
        return {**body, **held, "refusal": refusal}
    receipt = answer.get("receipt") if answer else None
    if receipt is None:
        return {**body, **held, "expect": {"decisions": []}}
    return {**body, **held, "expect": _expect(packet, receipt), "receipt": receipt}


def _chosen(
    packet: Packet, finding: Finding, known: Specification
) -> tuple[JsonObject | None, str]:
    """The first answer that a vector can hold, and the letter of the command that gave it."""
    for letter, answer in zip("AB", finding.answers, strict=False):
        if answer is None:
            continue
        code = known.registry.by_name.get(str(answer.get("refusal")))
        if code is not None and code.kind == "refusal":
            return answer, letter
        receipt = answer.get("receipt")
        if isinstance(receipt, dict) and _sound(packet, receipt, known):
            return answer, letter
    return None, ""


def _sound(packet: Packet, receipt: JsonObject, known: Specification) -> bool:
    if packet.value is None:
        return False
    return not any(defects(packet.value, receipt, known.resources, known.schemas))


def _folder(packet: Packet, refusal: str | None) -> str:
    return _OF_PACKETS if refusal in _OF_SHAPE or packet.value is None else packet.check


def _class(packet: Packet, folder: str) -> str:
    exact = isinstance(packet.value, dict) and packet.value.get("policy") == "exact"
    return "quote-exact" if folder == "quote" and exact else folder


def _note(finding: Finding, whose: str) -> str:
    """What a person has to know and do."""
    if whose:
        taken = (
            f"What is expected is the answer of command {whose}, which need not be the right one."
        )
    else:
        taken = "No answer could be taken for what is expected: write it from SPEC.md."
    return f"Found by fuzzing. {finding.detail}. {taken}"


def _rules(finding: Finding, known: Specification) -> list[str]:
    """The rules of the codes in which the answers differ, else of all their codes; then a guess."""
    sets = [set(_codes(answer)) for answer in finding.answers if answer]
    every = set[str]().union(*sets)
    shared = set.intersection(*sets) if len(sets) > 1 else set[str]()
    registry = known.registry
    ordered = sorted(every, key=lambda code: (code in shared, registry.order.get(code, 0)))
    rules = [registry.by_name[code].rule for code in ordered if code in registry.by_name]
    guess = _RULES.get(finding.member, "R-MEMBERS")
    rules = [*rules, guess] if every != shared else [guess, *rules]
    return [rule for rule in dict.fromkeys(rules) if rule in known.spec.by_id] or [
        known.registry.control()
    ]


def _codes(answer: JsonObject) -> list[str]:
    if isinstance(answer.get("refusal"), str):
        return [answer["refusal"]]
    receipt = answer.get("receipt")
    decisions = receipt.get("decisions") if isinstance(receipt, dict) else None
    rows = (
        [row for row in decisions if isinstance(row, dict)] if isinstance(decisions, list) else []
    )
    return [str(code) for row in rows for code in row.get("codes") or ()]


def _expect(packet: Packet, receipt: JsonObject) -> JsonObject:
    """What a person would have written of a receipt: the outcome, the codes, and where."""
    text = (packet.value or {})["source"]["text"].encode("utf-8")
    return {"decisions": [_decision(decision, text) for decision in receipt["decisions"]]}


def _decision(decision: JsonObject, text: bytes) -> JsonObject:
    said: JsonObject = {"outcome": decision["outcome"], "codes": decision["codes"]}
    for member in ("tier", "value", "missing"):
        if decision.get(member):
            said[member] = decision[member]
    if decision.get("spans"):
        said["spans"] = [_place(span, text) for span in decision["spans"]]
    if decision.get("evidence"):
        said["evidence"] = _place(decision["evidence"], text)
    return said


def _place(span: JsonObject, text: bytes) -> Json:
    """A span as a stretch and the number of its occurrence, overlapping ones counted."""
    start, end = span["start"], span["end"]
    stretch = text[start:end]
    count = sum(text.startswith(stretch, at) for at in range(start + 1))
    return [stretch.decode("utf-8"), count]
