"""Slips in receipts, refusals and lines, with the hint for each."""

from harness.broken import slips
from harness.broken.known import canonical, digest, line
from harness.broken.slips import (
    CODES,
    DANCE,
    DUPLICATE,
    EDITED,
    EMPTY,
    LETTERS,
    MIXED,
    SOURCE,
    Row,
    compact,
    instead,
    members,
)
from harness.broken.wrong import receipt

RECEIPTS = [
    Row(
        "codes",
        CODES,
        slips.decisions(lambda d: {**d, "codes": d["codes"][::-1]}),
        "`codes` stand in another order",
        "O-ORDER",
    ),
    Row(
        "decisions",
        MIXED,
        slips.answer(lambda a: receipt(a, a.answer["receipt"]["decisions"][::-1])),
        "that of the claims",
        "R-MEMBERS",
    ),
    Row(
        "nulls left out",
        MIXED,
        slips.decisions(lambda d: slips.without(d, None)),
        "null are left out",
        "R-MEMBERS",
    ),
    Row(
        "empties left out",
        MIXED,
        slips.decisions(lambda d: slips.without(d, None, [])),
        "null or empty are left out",
        "R-MEMBERS",
    ),
    Row(
        "one left out",
        MIXED,
        slips.decisions(lambda d: {k: v for k, v in d.items() if k != "omitted"}),
        "lacks `omitted`",
        "R-MEMBERS",
    ),
    Row(
        "one added",
        MIXED,
        slips.decisions(lambda d: {**d, "score": 1}),
        "not defined: 'score'",
        "R-MEMBERS",
    ),
    Row(
        "texts for numbers",
        MIXED,
        slips.decisions(lambda d: slips.each(slips.as_text, d)),
        "integers are written as strings",
        "R-MEMBERS",
    ),
    Row(
        "by id",
        MIXED,
        slips.sealed_with(lambda _, r: {"decisions": {d["id"]: d for d in r["decisions"]}}),
        "`decisions` is an object",
        "R-MEMBERS",
    ),
    Row(
        "time",
        SOURCE,
        slips.sealed_with(lambda *_: {"time": "now"}),
        "receipt has a member that is not defined",
        "R-MEMBERS",
    ),
    Row(
        "spelled",
        MIXED,
        slips.sealed_with(
            lambda _, r: {
                "decisions": [
                    {**d, "outcome": d["outcome"].replace("_", "-").title()} for d in r["decisions"]
                ]
            }
        ),
        "spelled",
        "O-OUTCOME",
    ),
    Row(
        "zeros",
        SOURCE,
        slips.sealed_with(lambda *_: {"summary": {"admitted": 1}}),
        "only `summary` differs",
        "R-SUMMARY",
    ),
]

REFUSALS = [
    Row(
        "last wins",
        DUPLICATE,
        lambda a: line({"id": a.answer["id"], "canonical": "{}", "sha256": digest("claim", "{}")}),
        "keeps one of two members",
        "J-MEMBER",
    ),
    Row(
        "by value",
        "core/json/minus-zero",
        instead(canonical="[0]", sha256=digest("claim", "[0]")),
        "as it was written",
        "J-NUMBER-FORM",
    ),
    Row(
        "mark skipped",
        "core/json/byte-order-mark",
        instead(canonical="{}", sha256=digest("claim", "{}")),
        "byte order mark is skipped",
        "J-BOM",
    ),
    Row(
        "shape",
        "packet/shape/unknown-member",
        instead(receipt={}),
        "shape is not checked",
        "E-SHAPE",
    ),
    Row(
        "other white space",
        "core/json/white-space-no-break",
        instead(canonical="{}", sha256=digest("claim", "{}")),
        "is no white space of JSON",
        "J-GRAMMAR",
    ),
    Row(
        "lenient grammar",
        "core/json/number-leading-zero",
        instead(canonical="{}", sha256=digest("claim", "{}")),
        "accepts what RFC 8259 does not",
        "J-GRAMMAR",
    ),
    Row(
        "narrow integers",
        "core/json/integer-largest",
        instead(refusal="NUMBER_RANGE"),
        "9007199254740991 are in range",
        "J-NUMBER-RANGE",
    ),
    *(
        Row(f"{code} for nothing", EMPTY, instead(refusal=code), says, rule)
        for code, says, rule in (
            ("NESTING_TOO_DEEP", "64 levels are allowed", "J-DEPTH"),
            ("DUPLICATE_MEMBER", "names are the same if their code points are", "J-MEMBER"),
            ("LONE_SURROGATE", "two escapes that are a pair", "J-SURROGATE"),
            ("NUMBER_FORM", "are integers as they must be", "J-NUMBER-FORM"),
            ("PACKET_INVALID", "where nothing is wrong: the shape is right", "E-SHAPE"),
        )
    ),
    Row(
        "depth behind grammar",
        "core/json/depth-65-unclosed",
        instead(refusal="JSON_INVALID"),
        "depth is found lexically, before the grammar",
        "J-DEPTH",
    ),
    Row(
        "number of no grammar",
        "core/json/number-minus-leading-zero",
        instead(refusal="NUMBER_FORM"),
        "such as -01 or +1, is JSON_INVALID",
        "J-GRAMMAR",
    ),
    Row(
        "number of the grammar",
        "core/json/minus-zero",
        instead(refusal="JSON_INVALID"),
        "is no fault of grammar but NUMBER_FORM",
        "J-NUMBER-FORM",
    ),
    Row(
        "units of UTF-16 in a shape",
        "packet/meaning/duplicate-claim-id",
        instead(refusal="PACKET_INVALID"),
        "lengths count code points",
        "E-SHAPE",
    ),
    Row("refused", EMPTY, instead(refusal="JSON_INVALID"), "where nothing is wrong", "E-PHASE"),
    Row(
        "unsupported", SOURCE, instead(unsupported="quote/0.1"), "its class is claimed", "P-DECIDE"
    ),
    Row(
        "other refusal",
        DUPLICATE,
        instead(refusal="LONE_SURROGATE"),
        "first in codes.json",
        "E-PHASE",
    ),
    Row(
        "other verdict",
        EDITED,
        members(code="RECEIPT_DIFFERS"),
        "in the order of section 7",
        "V-ORDER",
    ),
    Row(
        "a receipt that holds",
        "receipt/verify/holds",
        lambda a: line({"id": a.answer["id"], "verified": False, "code": "INPUTS_DIFFER"}),
        "it is compared with the one that `decide` gives",
        "V-ORDER",
    ),
    Row(
        "lenient Base64",
        "core/protocol/base64-unpadded",
        instead(refusal="JSON_INVALID"),
        "decode them, encode that again, and compare",
        "P-MALFORMED",
    ),
    Row(
        "kind not listed",
        "core/protocol/kind-not-listed",
        instead(canonical="[]", sha256=digest("source", "[]")),
        "the kind 'source' is not listed",
        "P-MALFORMED",
    ),
    Row(
        "white space in a request",
        "core/protocol/form-feed-within",
        members(error="UNKNOWN_REQUEST"),
        "is no white space of JSON",
        "J-GRAMMAR",
    ),
    Row(
        "lenient requests",
        "core/protocol/verify-without-receipt",
        instead(verified=True),
        "as if it were well formed",
        "P-MALFORMED",
    ),
    Row(
        "other error",
        DANCE,
        members(error="MALFORMED_REQUEST"),
        "malformed before unknown",
        "P-UNKNOWN",
    ),
]

QUOTES = [
    Row(
        "no overlap",
        "quote/multiple/overlapping",
        slips.decisions(lambda d: {**d, "codes": [], "occurrences": 1, "spans": d["spans"][:1]}),
        "occurrences may overlap",
        "Q-OCCURRENCE",
    ),
    Row(
        "every span",
        "quote/multiple/seventeen",
        slips.decisions(lambda d: {**d, "spans": [*d["spans"], {"start": 64, "end": 67}]}),
        "the first 16 are written",
        "Q-MEMBERS",
    ),
    Row(
        "every occurrence",
        "quote/limit/capped-under-exact",
        slips.decisions(lambda d: {**d, "occurrences": 1001}),
        "OCCURRENCES_CAPPED is given",
        "Q-CAPPED",
    ),
    Row(
        "a place inside a code point",
        "quote/claim/start-inside-a-code-point",
        slips.decisions(lambda d: {**d, "codes": ["NOT_AT_PLACE"]}),
        "`at` does not lie on boundaries of code points",
        "Q-CLAIM",
    ),
    Row(
        "a place that ends before it begins",
        "quote/claim/start-after-end",
        slips.decisions(lambda d: {**d, "codes": ["NOT_AT_PLACE"]}),
        "`at` does not begin before it ends",
        "Q-CLAIM",
    ),
    Row(
        "a place behind the end",
        "quote/claim/end-beyond-the-source",
        slips.decisions(lambda d: {**d, "codes": ["NOT_AT_PLACE"]}),
        "`at` ends behind the source",
        "Q-CLAIM",
    ),
]

LINES = [
    Row("BOM", EMPTY, slips.printed(lambda b: b"\xef\xbb\xbf" + b), "byte order mark", "P-ANSWER"),
    Row("CRLF", EMPTY, slips.printed(lambda b: b[:-1] + b"\r\n"), "CR LF", "P-LINES"),
    Row(
        "UTF-16LE",
        EMPTY,
        slips.printed(lambda b: b.decode().encode("utf-16-le")),
        "UTF-16",
        "P-ANSWER",
    ),
    Row(
        "UTF-16BE",
        EMPTY,
        slips.printed(lambda b: b.decode().encode("utf-16-be")),
        "UTF-16",
        "P-ANSWER",
    ),
    Row(
        "UTF-16 with mark",
        EMPTY,
        slips.printed(lambda b: b.decode().encode("utf-16")),
        "UTF-16",
        "P-ANSWER",
    ),
    Row(
        "Latin-1 out",
        "core/canonical/no-normalisation",
        slips.printed(lambda b: b.decode().encode("latin-1", "replace")),
        "not UTF-8",
        "P-ANSWER",
    ),
    Row(
        "log line",
        EMPTY,
        slips.printed(lambda b: b"loaded 3 tables\n" + b),
        "log lines go to standard error",
        "P-LINES",
    ),
    Row(
        "log in brackets",
        EMPTY,
        slips.printed(lambda b: b"[info] ready\n" + b),
        "log lines go to standard error",
        "P-LINES",
    ),
    Row("twice", EMPTY, slips.printed(lambda b: b + b), "one line answers one request", "P-LINES"),
    Row(
        "two on a line",
        EMPTY,
        slips.printed(lambda b: b[:-1] + b),
        "two answers stand on one line",
        "P-LINES",
    ),
    Row(
        "more behind",
        EMPTY,
        slips.printed(lambda b: b[:-1] + b" ok\n"),
        "something stands behind",
        "P-ANSWER",
    ),
    Row("empty", EMPTY, slips.printed(lambda _: b"\n"), "an empty line", "P-LINES"),
    Row("no LF", EMPTY, slips.printed(lambda b: b[:-1]), "ends with LF", "P-LINES"),
    Row("pretty", EMPTY, slips.dumped(indent=2, sort_keys=True), "several lines", "P-LINES"),
    Row("of Python", EMPTY, lambda a: f"{a.answer!r}\n".encode(), "shows a map", "P-ANSWER"),
    Row("array", EMPTY, lambda a: compact([a.answer]).encode() + b"\n", "not an array", "P-ANSWER"),
    Row("spaced", EMPTY, slips.dumped(sort_keys=True), "white space", "P-ANSWER"),
    Row(
        "escaped",
        LETTERS,
        slips.dumped(sort_keys=True, separators=(",", ":")),
        "beyond ASCII",
        "P-ANSWER",
    ),
    Row(
        "as made",
        EMPTY,
        lambda a: compact(dict(sorted(a.answer.items(), reverse=True))).encode() + b"\n",
        "in another order",
        "P-ANSWER",
    ),
    Row(
        "floated",
        SOURCE,
        lambda a: (
            compact(
                slips.each(lambda n: float(n) if type(n) is int else n, a.answer), sort_keys=True
            ).encode()
            + b"\n"
        ),
        "printed as 1.0",
        "P-ANSWER",
    ),
    Row(
        "id a number",
        EMPTY,
        slips.answer(lambda a: {"id": int(a.answer["id"])}),
        "it is a string",
        "P-ANSWER",
    ),
    Row(
        "id of a request without",
        "core/protocol/id-a-number",
        slips.answer(lambda _: {"id": 12}),
        "that is no string is not given back",
        "P-MALFORMED",
    ),
    Row(
        "no id",
        EMPTY,
        lambda a: line({k: v for k, v in a.answer.items() if k != "id"}),
        "it is lacking",
        "P-ANSWER",
    ),
    Row("id before", EMPTY, members(id="1"), "earlier request", "P-LINES"),
    Row("other id", EMPTY, members(id="x"), "as given", "P-ANSWER"),
    Row(
        "under result",
        SOURCE,
        lambda a: line({"id": a.answer["id"], "result": a.answer["receipt"]}),
        "stands under `result`; it is `receipt`",
        "P-DECIDE",
    ),
    Row(
        "inside result",
        EMPTY,
        lambda a: line(
            {"id": a.answer["id"], "result": {k: v for k, v in a.answer.items() if k != "id"}}
        ),
        "stands under `result`; it is `canonical`, `sha256`",
        "P-ANSWER",
    ),
    Row(
        "receipt as text",
        SOURCE,
        slips.answer(lambda a: {"receipt": canonical(a.answer["receipt"])}),
        "JSON text in a string",
        "P-DECIDE",
    ),
    Row(
        "receipt spread",
        SOURCE,
        lambda a: line({"id": a.answer["id"], **a.answer["receipt"]}),
        "stand beside `id`",
        "P-DECIDE",
    ),
]

TABLE = [*RECEIPTS, *REFUSALS, *QUOTES, *LINES]
