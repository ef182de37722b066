"""Slips in canonical texts, offsets and digests, with the hint for each."""

import json

from harness.broken import slips
from harness.broken.known import canonical, digest, sha256
from harness.broken.slips import (
    ASTRAL,
    COMPOSED,
    CONTROLS,
    CRLF,
    EMPTY,
    LETTERS,
    MARKUP,
    NESTED,
    NUMBERS,
    OFFSETS,
    PROTO,
    SOURCE,
    WRITTEN,
    Row,
    compact,
    summed,
    values,
)


def doubled(span: tuple[int, int]) -> tuple[int, int]:
    return 2 * span[0], 2 * span[1]


WRITING = [
    Row(
        "escapes",
        LETTERS,
        slips.text(lambda t: slips.escaped(t, "[^ -~]")),
        "beyond ASCII",
        "J-CANONICAL",
    ),
    Row(
        "slash",
        "core/canonical/signs-of-markup",
        slips.text(lambda t: t.replace("/", "\\/")),
        "`/` is written",
        "J-CANONICAL",
    ),
    Row(
        "markup",
        MARKUP,
        slips.text(lambda t: slips.escaped(t, "[<>&]")),
        "`<` is written as escapes",
        "J-CANONICAL",
    ),
    Row(
        "upper case",
        CONTROLS,
        slips.text(lambda t: t.replace("\\u001f", "\\u001F")),
        "lower case",
        "J-CANONICAL",
    ),
    Row(
        "long escape",
        CONTROLS,
        slips.text(lambda t: t.replace("\\b", "\\u0008")),
        "is written `\\b`",
        "J-CANONICAL",
    ),
    Row(
        "bare control",
        CONTROLS,
        slips.text(lambda t: t.replace("\\u0007", "\x07")),
        "without its escape",
        "J-CANONICAL",
    ),
    Row("NFC", LETTERS, slips.text(slips.nfc), "NFC is applied", "J-CANONICAL"),
    Row(
        "1.0",
        NUMBERS,
        slips.value(lambda v: compact(slips.each(lambda n: float(n) if type(n) is int else n, v))),
        "printed as 0.0",
        "J-CANONICAL",
    ),
    Row(
        "1e1",
        NUMBERS,
        slips.text(lambda t: t.replace(",10]", ",1e1]")),
        "printed as 1e1; print it as 10",
        "J-CANONICAL",
    ),
    Row(
        "strings",
        NUMBERS,
        slips.value(lambda v: canonical(slips.each(slips.as_text, v))),
        "integers are written as strings",
        "J-CANONICAL",
    ),
    Row(
        "spaces",
        NESTED,
        slips.value(lambda v: json.dumps(v, sort_keys=True)),
        "white space",
        "J-CANONICAL",
    ),
    Row(
        "spaces and escapes",
        LETTERS,
        slips.value(json.dumps),
        "white space stands between members or items; there is none; code points beyond",
        "J-CANONICAL",
    ),
    Row(
        "nulls",
        NESTED,
        slips.value(lambda v: canonical(slips.without(v, None))),
        "null are left out",
        "J-CANONICAL",
    ),
    Row(
        "empties",
        PROTO,
        slips.value(lambda v: canonical(slips.without(v, None, [], {}))),
        "null or empty",
        "J-CANONICAL",
    ),
    Row(
        "code points",
        ASTRAL,
        slips.value(lambda v: canonical(v, order="utf-8")),
        "by code point",
        "J-CANONICAL",
    ),
    Row(
        "as given",
        PROTO,
        lambda ask: slips.text(lambda _: compact(json.loads(ask.vector["value_text"])))(ask),
        "as they were given",
        "J-CANONICAL",
    ),
    Row(
        "no case",
        "core/canonical/member-order-capitals-first",
        slips.value(lambda v: compact(dict(sorted(v.items(), key=lambda p: p[0].lower())))),
        "without regard to case",
        "J-CANONICAL",
    ),
    Row(
        "reversed",
        PROTO,
        slips.value(lambda v: compact(dict(sorted(v.items(), reverse=True)))),
        "in another order",
        "J-CANONICAL",
    ),
    Row(
        "line end", EMPTY, slips.text(lambda t: f"{t}\n"), "a line end stands behind", "J-CANONICAL"
    ),
    Row("mark", EMPTY, slips.text(lambda t: f"\ufeff{t}"), "byte order mark", "J-CANONICAL"),
    Row(
        "Latin-1",
        LETTERS,
        slips.text(lambda t: t.encode().decode("latin-1")),
        "read as Latin-1",
        "J-UTF8",
    ),
    Row(
        "lost",
        LETTERS,
        slips.text(lambda t: t.encode("ascii", "replace").decode()),
        "become '?'",
        "J-CANONICAL",
    ),
]

COUNTS = [
    Row("points", OFFSETS, slips.spans(slips.points), "count code points;", "T-OFFSET"),
    Row("units", OFFSETS, slips.spans(slips.units), "count UTF-16 code units;", "T-OFFSET"),
    Row(
        "bytes of UTF-16",
        OFFSETS,
        slips.spans(lambda a, b, data: doubled(slips.units(a, b, data))),
        "count bytes of UTF-16;",
        "T-OFFSET",
    ),
    Row(
        "from 1",
        CRLF,
        slips.spans(lambda a, b, _: (a + 1, b + 1)),
        "begin at 1;",
        "T-OFFSET",
    ),
    Row(
        "inclusive", OFFSETS, slips.spans(lambda a, b, _: (a, b - 1)), "include `end`;", "T-OFFSET"
    ),
    Row(
        "length",
        OFFSETS,
        slips.spans(lambda a, b, _: (a, b - a)),
        "have a length in `end`;",
        "T-OFFSET",
    ),
    Row(
        "lines of an editor",
        CRLF,
        slips.spans(lambda a, b, _: (a + 1, b)),
        "seem to begin at 1 and include `end`;",
        "T-OFFSET",
    ),
]

DIGESTS = [
    Row("no prefix", EMPTY, summed(""), "claim is digested without its prefix", "D-VALUE"),
    Row("no NUL", EMPTY, summed("groundspec/0.1:claim"), "no NUL behind the prefix", "D-VALUE"),
    Row(
        "NUL spelled",
        EMPTY,
        summed("groundspec/0.1:claim\\0"),
        "a backslash and `0` for NUL",
        "D-VALUE",
    ),
    Row("LF for NUL", EMPTY, summed("groundspec/0.1:claim\n"), "LF for NUL", "D-VALUE"),
    Row("no version", EMPTY, summed("groundspec:claim\0"), "no version", "D-VALUE"),
    Row("other kind", EMPTY, summed("groundspec/0.1:packet\0"), "as kind `packet`", "D-VALUE"),
    Row(
        "with LF",
        EMPTY,
        slips.answer(lambda a: {"sha256": digest("claim", a.answer["canonical"] + "\n")}),
        "with a LF behind",
        "D-VALUE",
    ),
    Row(
        "as written",
        NESTED,
        slips.answer(lambda a: {"sha256": digest("claim", a.vector["value_text"])}),
        "as written",
        "D-VALUE",
    ),
    Row(
        "escaped bytes",
        LETTERS,
        slips.answer(
            lambda a: {
                "sha256": digest(
                    "claim", canonical(json.loads(a.answer["canonical"]), ascii_only=True)
                )
            }
        ),
        "escapes beyond ASCII",
        "D-VALUE",
    ),
    Row(
        "no scheme",
        EMPTY,
        slips.answer(lambda a: {"sha256": a.answer["sha256"][7:]}),
        "lacks `sha256:`",
        "D-TEXT",
    ),
    Row(
        "capitals",
        EMPTY,
        slips.answer(lambda a: {"sha256": slips.cased(a.answer["sha256"])}),
        "upper case",
        "D-TEXT",
    ),
    Row(
        "Base64",
        EMPTY,
        slips.answer(lambda a: {"sha256": slips.coded(a.answer["sha256"])}),
        "Base64",
        "D-VALUE",
    ),
    Row(
        "claim bare",
        SOURCE,
        slips.claim_digest(values("")),
        "a claim is digested without",
        "D-VALUE",
    ),
    Row(
        "claim's text",
        SOURCE,
        slips.claim_digest(values("groundspec/0.1:receipt\0")),
        "as kind `receipt`",
        "D-VALUE",
    ),
    Row(
        "claim's own text",
        SOURCE,
        slips.claim_digest(
            lambda ask, place: digest(
                "claim", canonical(ask.vector["packet"]["claims"][place]["text"])
            )
        ),
        "a claim is digested by its member `text` alone",
        "D-VALUE",
    ),
    Row(
        "claim without its place",
        SOURCE,
        slips.claim_digest(
            lambda ask, place: digest(
                "claim", canonical(slips.without(ask.vector["packet"]["claims"][place], None))
            )
        ),
        "a claim is digested without its member `at`",
        "D-VALUE",
    ),
    Row(
        "packet as sent",
        WRITTEN,
        slips.inputs(
            lambda a: {
                "packet_sha256": sha256(
                    a.vector.get("packet_text") or json.dumps(a.vector["packet"])
                )
            }
        ),
        "the packet's text is digested as written",
        "R-INPUTS",
    ),
    Row(
        "packet bare",
        SOURCE,
        slips.inputs(lambda a: {"packet_sha256": sha256(canonical(a.vector["packet"]))}),
        "a packet is digested without",
        "D-VALUE",
    ),
    Row(
        "policy's name",
        SOURCE,
        slips.inputs(lambda _: {"policy_sha256": digest("policy", '"exact"')}),
        "the policy's name is digested",
        "R-INPUTS",
    ),
    Row(
        "source with prefix",
        SOURCE,
        slips.inputs(lambda a: {"source_sha256": digest("source", a.source)}),
        "with a prefix",
        "D-TEXT",
    ),
    Row("source as value", SOURCE, slips.source(canonical), "as a JSON string", "D-TEXT"),
    Row("source with LF", SOURCE, slips.source(lambda t: f"{t}\n"), "with a LF behind", "D-TEXT"),
    Row("source in NFC", COMPOSED, slips.source(slips.nfc), "in NFC", "D-TEXT"),
    Row(
        "source's CR LF",
        CRLF,
        slips.source(lambda t: t.replace("\r\n", "\n")),
        "with CR LF made LF",
        "D-TEXT",
    ),
    Row(
        "own, over itself",
        SOURCE,
        slips.own_digest(lambda r: digest("receipt", canonical(r))),
        "without that member",
        "R-DIGEST",
    ),
    Row(
        "own, bare",
        SOURCE,
        slips.own_digest(
            lambda r: sha256(canonical({k: v for k, v in r.items() if k != "receipt_sha256"}))
        ),
        "a receipt is digested without",
        "D-VALUE",
    ),
]

TABLE = [*WRITING, *COUNTS, *DIGESTS]
