"""Accepted where a refusal is expected, refused where none is, or refused with another code."""

from groundspec_harness.hints import given
from groundspec_harness.hints.pair import Pair
from groundspec_harness.hints.requests import OTHER_SPACE
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
_EAGER = {
    "NESTING_TOO_DEEP": "64 levels are allowed, and brackets in strings are none (J-DEPTH)",
    "DUPLICATE_MEMBER": "names are the same if their code points are, in one object (J-MEMBER)",
    "LONE_SURROGATE": "two escapes that are a pair are one code point (J-SURROGATE)",
    "NUMBER_FORM": "0 and -?[1-9][0-9]* are integers as they must be (J-NUMBER-FORM)",
    "NUMBER_RANGE": "integers from -9007199254740991 to 9007199254740991 are in range, whatever "
    "the type that is wanted for them (J-NUMBER-RANGE)",
    "PACKET_INVALID": "the shape is right; lengths count code points (E-SHAPE)",
}
_MEANING = ("DUPLICATE_CLAIM_ID", "UNKNOWN_POLICY", "POLICY_INVALID")
_NUMBER = ("NUMBER_FORM", "NUMBER_RANGE")


def other_kind(pair: Pair) -> str | None:
    """An answer of another kind than the expected one."""
    right, found = pair.member("refusal")
    if right is not None and found is None:
        space = right == "JSON_INVALID" and given.other_space(given.text(pair.vector) or "")
        return OTHER_SPACE if space else _READING.get(right)
    if found is not None and right is None:
        if "error" in pair.expected:
            return (
                "a request that is malformed or unknown gets `error`, not a refusal (P-MALFORMED)"
            )
        why = _EAGER.get(
            found, "a refusal is for the conditions of sections 3 and 4 alone (E-PHASE)"
        )
        return f"refused with {quoted(found)} where nothing is wrong: {why}"
    if pair.expected.get("verified") is True and isinstance(pair.actual.get("code"), str):
        return (
            f"a receipt that holds gets {quoted(pair.actual['code'])}: it is compared with the "
            "one that `decide` gives, so mend that first (V-ORDER)"
        )
    if "unsupported" in pair.actual and "receipt" in pair.expected:
        check = quoted(pair.actual["unsupported"])
        return f"{check} is answered as unsupported, though its class is claimed (P-DECIDE)"
    return None


def other_code(pair: Pair) -> str | None:
    """A refusal, error or verification with another code."""
    right, found = pair.member("refusal")
    if isinstance(right, str) and isinstance(found, str) and right != found:
        return _other_refusal(pair, right, found)
    right, found = pair.member("code")
    if isinstance(right, str) and isinstance(found, str) and right != found:
        return (
            "another code is named; it is that of the first condition that fails, "
            "in the order of section 7 (V-ORDER)"
        )
    right, found = pair.member("error")
    if isinstance(right, str) and isinstance(found, str) and right != found:
        return (
            "another code is named; it is that of malformed before unknown, "
            "whatever else a request has (P-MALFORMED, P-UNKNOWN)"
        )
    if "error" in pair.expected and pair.expected.get("id") != pair.actual.get("id"):
        return "`id` is that of the request if it is a strict JSON object, else null (P-MALFORMED)"
    return None


def _other_refusal(pair: Pair, right: str, found: str) -> str:
    if right == "NESTING_TOO_DEEP":
        return (
            "depth is found lexically, before the grammar: brackets that nothing closes count, "
            "and so do those of text that is not JSON (J-DEPTH)"
        )
    if right == "JSON_INVALID" and found in _NUMBER and "E-PHASE" not in pair.vector.rules:
        return (
            f"a number that RFC 8259 does not know, such as -01 or +1, is JSON_INVALID; {found} is "
            "for those that it knows (J-GRAMMAR)"
        )
    if right == "NUMBER_FORM" and found == "JSON_INVALID":
        return (
            "a number that RFC 8259 knows, such as 1.0, -0 or 1e3, is no fault of grammar but "
            "NUMBER_FORM (J-NUMBER-FORM)"
        )
    if found == "PACKET_INVALID" and right in _MEANING:
        return f"PACKET_INVALID is named where {_EAGER[found]}"
    return (
        "another code is named: of all defects of the first phase that has any, it is the one "
        "that stands first in codes.json (E-PHASE)"
    )
