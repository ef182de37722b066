"""Accepted where a refusal is expected, refused where none is, or refused with another code."""

from groundspec_harness.hints.pair import Pair
from groundspec_harness.jsontext import quoted

_READING = {
    "NOT_UTF8": "bytes that are not UTF-8 are accepted or replaced; read bytes, strictly (J-UTF8)",
    "BYTE_ORDER_MARK": "a byte order mark is skipped; it is refused (J-BOM)",
    "NESTING_TOO_DEEP": "nesting of more than 64 is accepted (J-DEPTH)",
    "JSON_INVALID": "the JSON reader accepts what RFC 8259 does not (J-GRAMMAR)",
    "DUPLICATE_MEMBER": "the JSON reader keeps one of two members of a name; "
    "compare names when their escapes are resolved (J-MEMBER)",
    "LONE_SURROGATE": "a surrogate that is not half of a pair is accepted or replaced "
    "(J-SURROGATE)",
    "NUMBER_FORM": "a number is judged by its value; look at it as it was written (J-NUMBER-FORM)",
    "NUMBER_RANGE": "an integer beyond 2^53-1 is accepted or rounded (J-NUMBER-RANGE)",
    "PACKET_INVALID": "the packet's shape is not checked against its schema (E-SHAPE)",
    "DUPLICATE_CLAIM_ID": "two claims of one id are accepted (E-CLAIM-ID)",
    "UNKNOWN_POLICY": "a policy's name that is not listed is accepted (E-POLICY-NAME)",
    "UNKNOWN_CHECK": "a check that is not listed is accepted or called unsupported (E-CHECK)",
    "UNKNOWN_VERSION": "another envelope version is accepted (E-VERSION)",
    "ENVELOPE_INVALID": "a packet without the members of the envelope is accepted (E-OBJECT)",
}


def other_kind(pair: Pair) -> str | None:
    """An answer of another kind than the expected one."""
    right, found = pair.member("refusal")
    if right is not None and found is None:
        return _READING.get(right)
    if found is not None and right is None:
        if "error" in pair.expected:
            return (
                "a request that is malformed or unknown gets `error`, not a refusal (P-MALFORMED)"
            )
        return (
            f"refused with {quoted(found)} where nothing is wrong: "
            "a refusal is for the conditions of sections 3 and 4 alone (E-PHASE)"
        )
    if pair.expected.get("error") == "MALFORMED_REQUEST" and "error" not in pair.actual:
        return (
            "a request that is malformed is answered as if it were well formed: it is one line of "
            "strict JSON with exactly the members of its `do` (P-MALFORMED)"
        )
    if "unsupported" in pair.actual and "receipt" in pair.expected:
        check = quoted(pair.actual["unsupported"])
        return f"{check} is answered as unsupported, though its class is claimed (P-DECIDE)"
    return None


def other_code(pair: Pair) -> str | None:
    """A refusal, error or verification with another code."""
    for member, said in (
        (
            "refusal",
            "of all defects of the first phase that has one, the first in codes.json (E-PHASE)",
        ),
        ("code", "the first condition that fails, in the order of section 7 (V-ORDER)"),
        ("error", "malformed before unknown, whatever else a request has (P-MALFORMED, P-UNKNOWN)"),
    ):
        right, found = pair.member(member)
        if isinstance(right, str) and isinstance(found, str) and right != found:
            return f"another code is named; it is that of {said}"
    if "error" in pair.expected and pair.expected.get("id") != pair.actual.get("id"):
        return "`id` is that of the request if it is a strict JSON object, else null (P-MALFORMED)"
    return None
