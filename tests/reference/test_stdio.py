"""The protocol (SPEC.md 9): one answer for each line, whatever the line."""

import base64
import io
import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import groundspec
from groundspec import resources, stdio
from groundspec.core.codes import registry
from groundspec.core.shape import shape_error
from groundspec.engine import default
from independent import canonical as independent
from reference.packets import raw

PROGRAM = [sys.executable, "-m", "groundspec", "stdio"]
LIMIT = 67_108_864
TOO_LARGE = b'{"error":"TOO_LARGE","id":null}'
PACKET = raw("The fee").decode()
RECEIPT = groundspec.decide_bytes(PACKET).decode()


def answers(lines: bytes, *, ablation: bool = False) -> list[bytes]:
    out = io.BytesIO()
    stdio.serve(io.BytesIO(lines), out, ablation=ablation)
    assert out.getvalue().endswith(b"\n") or not out.getvalue()
    return out.getvalue().split(b"\n")[:-1]


def ask(request: Any, *, ablation: bool = False) -> Any:
    line = request if isinstance(request, bytes) else json.dumps(request).encode("ascii")
    (answer,) = answers(line + b"\n", ablation=ablation)
    value = json.loads(answer)
    assert answer == independent.canonical(value)
    assert shape_error("protocol", value) is None
    return value


def encoded(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


def test_describe() -> None:
    answer = ask({"do": "describe", "id": "d"})
    described = answer["implementation"]
    assert answer["id"] == "d"
    assert described["name"] == "groundspec"
    assert described["version"] == groundspec.__version__
    assert (described["language"], described["protocol"]) == ("python", 1)
    assert described["checks"] == ["quote/0.1", "fact/0.1"]
    assert described["classes"] == ["core", "packet", "quote-exact", "quote", "fact"]
    assert described["rules"] == list(default().rules())


def test_decide() -> None:
    by_text = ask({"do": "decide", "id": "1", "packet": PACKET})
    assert by_text == {"id": "1", "receipt": json.loads(RECEIPT)}
    assert ask({"do": "decide", "id": "1", "packet_base64": encoded(PACKET.encode())}) == by_text


@pytest.mark.parametrize(
    ("packet", "answer"),
    [
        ({"packet": ""}, {"refusal": "JSON_INVALID"}),
        ({"packet": "\ufeff{}"}, {"refusal": "BYTE_ORDER_MARK"}),
        ({"packet": '{"a":1,"a":1}'}, {"refusal": "DUPLICATE_MEMBER"}),
        ({"packet_base64": ""}, {"refusal": "JSON_INVALID"}),
        ({"packet_base64": encoded(b"5b\xff")}, {"refusal": "NOT_UTF8"}),
        ({"packet": '{"groundspec":"0.1","check":"answer/0.1"}'}, {"unsupported": "answer/0.1"}),
        ({"packet": "[" * 100_000}, {"refusal": "NESTING_TOO_DEEP"}),
    ],
)
def test_decide_without_a_receipt(packet: dict[str, str], answer: dict[str, str]) -> None:
    assert ask({"do": "decide", "id": "x", **packet}) == {"id": "x", **answer}


def test_verify() -> None:
    request = {"do": "verify", "id": "v", "packet": PACKET, "receipt": RECEIPT}
    assert ask(request) == {"id": "v", "verified": True}
    mixed = {"do": "verify", "id": "v", "packet": PACKET, "receipt_base64": encoded(b"\xff")}
    assert ask(mixed) == {"id": "v", "verified": False, "code": "RECEIPT_UNREADABLE"}
    assert ask({**request, "packet": "{}"})["code"] == "PACKET_REFUSED"


def test_digest() -> None:
    value = {"\uff21": [1, True], "\U0001f4a7": "\u00e9"}
    answer = ask({"do": "digest", "id": "g", "kind": "pack", "value": json.dumps(value)})
    assert answer == {
        "id": "g",
        "canonical": independent.canonical(value).decode(),
        "sha256": independent.value_digest("pack", value),
    }
    assert (
        ask({"do": "digest", "id": "g", "kind": "claim", "value_base64": "e30="})["canonical"]
        == "{}"
    )
    assert ask({"do": "digest", "id": "g", "kind": "claim", "value": "1.0"}) == {
        "id": "g",
        "refusal": "NUMBER_FORM",
    }


MALFORMED: list[tuple[bytes | dict[str, Any], str | None]] = [
    (b"", None),
    (b"[]", None),
    (b"{}", None),
    (b"nonsense", None),
    (b"\xff", None),
    (b"\xef\xbb\xbf" + b'{"do":"describe","id":"1"}', None),
    (b'{"do":"describe","id":"1","id":"1"}', None),
    (b'{"do":"describe","id":"1","x":1.0}', None),
    (b'{"do":"describe","id":"1"} {}', None),
    ({"do": "describe"}, None),
    ({"do": "describe", "id": 1}, None),
    ({"do": "describe", "id": None}, None),
    ({"id": "1"}, "1"),
    ({"do": 1, "id": "1"}, "1"),
    ({"do": "describe", "id": "1", "packet": ""}, "1"),
    ({"do": "decide", "id": "1"}, "1"),
    ({"do": "decide", "id": "1", "packet": {}}, "1"),
    ({"do": "decide", "id": "1", "packet": None}, "1"),
    ({"do": "decide", "id": "1", "packet": "", "packet_base64": ""}, "1"),
    ({"do": "decide", "id": "1", "packet": "", "kind": "claim"}, "1"),
    ({"do": "decide", "id": "1", "packet": "", "without": []}, "1"),
    ({"do": "decide", "id": "1", "packet_base64": "e30"}, "1"),
    ({"do": "decide", "id": "1", "packet_base64": "e31="}, "1"),
    ({"do": "decide", "id": "1", "packet_base64": "e3 0="}, "1"),
    ({"do": "decide", "id": "1", "packet_base64": "e30=\n"}, "1"),
    ({"do": "decide", "id": "1", "packet_base64": "e30=="}, "1"),
    ({"do": "decide", "id": "1", "packet_base64": "e30=e30="}, "1"),
    ({"do": "decide", "id": "1", "packet_base64": "e3-_"}, "1"),
    ({"do": "decide", "id": "1", "packet_base64": "\u00e9"}, "1"),
    ({"do": "decide", "id": "1", "packet_base64": "===="}, "1"),
    ({"do": "verify", "id": "1", "packet": ""}, "1"),
    ({"do": "verify", "id": "1", "packet": "", "receipt": "", "receipt_base64": ""}, "1"),
    ({"do": "digest", "id": "1", "value": "{}"}, "1"),
    ({"do": "digest", "id": "1", "kind": "clam", "value": "{}"}, "1"),
    ({"do": "digest", "id": "1", "kind": ["claim"], "value": "{}"}, "1"),
    ({"do": "digest", "id": "\U0001f4a7", "kind": "claim"}, "\U0001f4a7"),
]


@pytest.mark.parametrize(("request_line", "request_id"), MALFORMED)
def test_malformed(request_line: bytes | dict[str, Any], request_id: str | None) -> None:
    assert ask(request_line) == {"error": "MALFORMED_REQUEST", "id": request_id}


def test_unknown_whatever_else_it_has() -> None:
    for more in ({}, {"packet": 1}, {"without": 0}):
        request = {"do": "dance", "id": "1", **more}
        assert ask(request) == {"error": "UNKNOWN_REQUEST", "id": "1"}
    assert ask({"do": "", "id": ""}) == {"error": "UNKNOWN_REQUEST", "id": ""}
    assert ask({"do": "decide ", "id": "1"})["error"] == "UNKNOWN_REQUEST"


def test_ablation_only_where_it_was_started_for_it() -> None:
    request = {
        "do": "decide",
        "id": "a",
        "packet": raw("he fee").decode(),
        "without": ["Q-EDGE-WORD"],
    }
    assert ask(request)["error"] == "MALFORMED_REQUEST"
    answer = ask(request, ablation=True)
    (decision,) = answer["ablated"]["decisions"]
    assert answer["ablated"]["without"] == ["Q-EDGE-WORD"]
    assert (decision["outcome"], "claim_sha256" in decision) == ("admitted", False)
    assert set(answer) == {"ablated", "id"}


@pytest.mark.parametrize(
    "without", [None, {}, "Q-CLAIM", [1], [None], ["J-BOM"], ["q-claim"], ["Q-CLAIM"] * 2]
)
def test_ablation_of_what_is_no_rule_is_malformed(without: Any) -> None:
    request = {"do": "decide", "id": "a", "packet": PACKET, "without": without}
    assert ask(request, ablation=True) == {"error": "MALFORMED_REQUEST", "id": "a"}


def test_ablation_with_a_refused_packet() -> None:
    request = {"do": "decide", "id": "a", "packet": "{}", "without": []}
    assert ask(request, ablation=True) == {"id": "a", "refusal": "ENVELOPE_INVALID"}
    assert set(ask({**request, "packet": PACKET}, ablation=True)) == {"ablated", "id"}


def test_every_rule_can_be_left_out() -> None:
    for rule in default().rules():
        request = {"do": "decide", "id": "a", "packet": PACKET, "without": [rule]}
        assert ask(request, ablation=True)["ablated"]["without"] == [rule]


def test_the_rules_are_those_that_the_specification_marks() -> None:
    opening = "** (rule). "
    lines = resources.spec_text().split("\n")
    marked = [line.partition(opening)[0].removeprefix("**") for line in lines if opening in line]
    assert sorted(default().rules()) == sorted(marked)


def test_lines_are_answered_in_order_and_the_last_needs_no_line_feed() -> None:
    lines = b'{"do":"a","id":"1"}\n\n{"do":"b","id":"2"}\r\n{"do":"c","id":"3"}'
    assert [json.loads(answer)["id"] for answer in answers(lines)] == ["1", None, "2", "3"]
    assert answers(b"") == []


class Endless(io.RawIOBase):
    """A long line of x, then the rest, without ever holding the line."""

    def __init__(self, length: int, rest: bytes) -> None:
        self.left = length
        self.rest = io.BytesIO(rest)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        count = min(self.left, len(buffer))
        if not count:
            return self.rest.readinto(buffer)
        buffer[:count] = b"x" * count
        self.left -= count
        return count


def test_a_line_of_the_limit_is_read_and_one_byte_more_is_not() -> None:
    start, end = b'{"do":"dance","id":"1"', b"}"
    at_limit = start + b" " * (LIMIT - len(start) - len(end)) + end
    over = start + b" " * (LIMIT + 1 - len(start) - len(end)) + end
    after = b'{"do":"dance","id":"2"}'
    first, second, third = answers(at_limit + b"\n" + over + b"\n" + after)
    assert json.loads(first) == {"error": "UNKNOWN_REQUEST", "id": "1"}
    assert second == TOO_LARGE
    assert json.loads(third)["id"] == "2"


@pytest.mark.parametrize("rest", [b"", b"\n", b"\n\n"])
def test_a_far_too_long_line_is_passed_over(rest: bytes) -> None:
    out = io.BytesIO()
    stdio.serve(io.BufferedReader(Endless(3 * LIMIT, rest)), out)
    more = rest.count(b"\n") - 1 if rest else 0
    malformed = b'{"error":"MALFORMED_REQUEST","id":null}\n'
    assert out.getvalue() == TOO_LARGE + b"\n" + malformed * more


@given(st.lists(st.binary(max_size=40), max_size=5))
@settings(deadline=None)
def test_any_input_gets_one_answer_for_each_line(lines: list[bytes]) -> None:
    data = b"\n".join(lines) + b"\n"
    assert len(answers(data)) == data.count(b"\n")


REQUESTS = st.fixed_dictionaries(
    {},
    optional={
        "do": st.sampled_from(["decide", "verify", "digest", "describe", "dance"]),
        "id": st.sampled_from(["1", 1, "\u00e9"]),
        "packet": st.sampled_from([PACKET, "", 1, "{}"]),
        "packet_base64": st.sampled_from(["", "e30=", "!", None]),
        "receipt": st.sampled_from([RECEIPT, "", []]),
        "kind": st.sampled_from(["claim", "x", 0]),
        "value": st.sampled_from(["1", "1.5", {}]),
        "without": st.sampled_from([[], ["Q-CLAIM"], ["X"], 0]),
    },
)


@given(REQUESTS, st.booleans())
@settings(deadline=None, max_examples=300)
def test_any_request_gets_an_answer_of_a_known_form(
    request: dict[str, Any], ablation: bool
) -> None:
    answer = ask(request, ablation=ablation)
    forms = [
        *({"id", "implementation"}, {"id", "receipt"}, {"id", "refusal"}, {"id", "ablated"}),
        *({"id", "verified"}, {"id", "verified", "code"}, {"id", "canonical", "sha256"}),
        {"id", "error"},
    ]
    assert set(answer) in forms
    assert answer["id"] == (request.get("id") if isinstance(request.get("id"), str) else None)
    if "error" in answer:
        assert registry().codes[answer["error"]].cls == "protocol"


# --- As a process ---------------------------------------------------------------------------------


@pytest.fixture
def process() -> Iterator["subprocess.Popen[bytes]"]:
    with subprocess.Popen(
        PROGRAM, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as running:
        yield running
        running.kill()


def test_each_answer_is_flushed_and_the_end_of_input_ends_it(
    process: "subprocess.Popen[bytes]",
) -> None:
    assert process.stdin is not None
    assert process.stdout is not None
    for number in range(3):
        process.stdin.write(b'{"do":"dance","id":"%d"}\n' % number)
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["id"] == str(number)
    rest, errors = process.communicate(timeout=20)
    assert (rest, errors, process.returncode) == (b"", b"", 0)


def test_a_reader_that_went_away_is_no_reason_to_complain(
    process: "subprocess.Popen[bytes]",
) -> None:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdout.close()
    process.stdin.write(b'{"do":"describe","id":"1"}\n' * 2)
    process.stdin.close()
    assert process.stderr is not None
    assert process.stderr.read() == b""
    assert process.wait(timeout=20) == 2
