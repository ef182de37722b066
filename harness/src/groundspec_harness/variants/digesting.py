"""Variants that write canonical texts or make digests otherwise (J-CANONICAL, D-TEXT, D-VALUE)."""

import json
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass

from groundspec_harness.expectation import texts
from groundspec_harness.hints import given
from groundspec_harness.jsontext import (
    ENVELOPE,
    Json,
    JsonError,
    JsonObject,
    canonical,
    read_strict,
    text_digest,
)
from groundspec_harness.judge import same
from groundspec_harness.requests import Case
from groundspec_harness.variants.model import MAYBE, Prediction, Variant, answers, verdict

_OWN = "receipt_sha256"


def _prefix(kind: str) -> bytes:
    return f"groundspec/{ENVELOPE}:{kind}\0".encode()


def _text(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


@dataclass(frozen=True)
class Manner:
    """How an implementation writes values and digests them; by default, rightly."""

    write: Callable[[Json], bytes] = canonical
    prefix: Callable[[str], bytes] = _prefix
    text: Callable[[str], bytes] = _text

    def digest(self, kind: str, value: Json) -> str:
        return text_digest(self.prefix(kind) + self.write(value))


def by_code_point(value: Json) -> bytes:
    """Members sorted by code point: Python's own order of strings."""
    made = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return made.encode("utf-8", "surrogatepass")


def escaped(value: Json) -> bytes:
    text = canonical(value).decode("utf-8")
    return "".join(m if m.isascii() else json.dumps(m)[1:-1] for m in text).encode("ascii")


def composed(value: Json) -> bytes:
    return unicodedata.normalize("NFC", canonical(value).decode("utf-8")).encode("utf-8")


def variants() -> list[Variant]:
    rows = [
        ("canonical/code-point-order", "J-CANONICAL", "sorts members by code point",
         Manner(write=by_code_point)),
        ("canonical/escaped", "J-CANONICAL", "escapes what is not ASCII", Manner(write=escaped)),
        ("canonical/nfc", "J-CANONICAL", "normalises text to NFC before it is digested",
         Manner(write=composed, text=lambda text: _text(unicodedata.normalize("NFC", text)))),
        ("digest/no-prefix", "D-VALUE", "digests values without a prefix",
         Manner(prefix=lambda _: b"")),
        ("digest/no-nul", "D-VALUE", "digests values without the NUL behind the prefix",
         Manner(prefix=lambda kind: _prefix(kind)[:-1])),
        ("digest/line-feed", "D-VALUE", "digests values with a LF behind",
         Manner(write=lambda value: canonical(value) + b"\n")),
        ("digest/source-prefix", "D-TEXT", "digests the source with a prefix",
         Manner(text=lambda text: _prefix("source") + _text(text))),
        ("digest/source-nfc", "D-TEXT", "digests the source in NFC",
         Manner(text=lambda text: _text(unicodedata.normalize("NFC", text)))),
        ("digest/source-line-ends", "D-TEXT", "digests the source with CR LF made LF",
         Manner(text=lambda text: _text(text.replace("\r\n", "\n")))),
        ("digest/source-line-feed", "D-TEXT", "digests the source with a LF behind",
         Manner(text=lambda text: _text(f"{text}\n"))),
    ]  # fmt: skip
    return [
        Variant("canonical/as-given", "J-CANONICAL", "does not sort members", _as_given),
        *(Variant(name, rule, does, _Predictor(manner)) for name, rule, does, manner in rows),
    ]


def _as_given(asked: Case) -> Prediction:
    """Members as the text has them; in what order a receipt's would stand cannot be told."""
    answer = asked.answer or {}
    text = given.text(asked.vector)
    if "canonical" not in answer or asked.vector.kind != "digest" or text is None:
        return MAYBE if {"receipt", "verified", "canonical"} & set(answer) else None
    written = _in_order(read_strict(text.encode("utf-8")))
    digest = text_digest(_prefix(asked.vector.data["kind"]) + written)
    return answers({**answer, "canonical": written.decode("utf-8"), "sha256": digest}, asked)


def _in_order(value: Json) -> bytes:
    if isinstance(value, dict):
        members = (canonical(name) + b":" + _in_order(item) for name, item in value.items())
        return b"{" + b",".join(members) + b"}"
    if isinstance(value, list):
        return b"[" + b",".join(map(_in_order, value)) + b"]"
    return canonical(value)


@dataclass(frozen=True)
class _Predictor:
    """What an implementation of some manner answers."""

    manner: Manner

    def __call__(self, asked: Case) -> Prediction:
        answer = asked.answer or {}
        if "canonical" in answer:
            return self._digest(asked, answer) if asked.vector.kind == "digest" else MAYBE
        if isinstance(answer.get("receipt"), dict):
            return self._receipt(asked, answer["receipt"])
        return self._verdict(asked) if "verified" in answer else None

    def _digest(self, asked: Case, answer: JsonObject) -> Prediction:
        value = read_strict(str(answer["canonical"]).encode("utf-8"))
        written = self.manner.write(value)
        text = written.decode("utf-8").removesuffix("\n")  # the text itself is right but for it
        digest = self.manner.digest(asked.vector.data["kind"], value)
        return answers({**answer, "canonical": text, "sha256": digest}, asked)

    def _receipt(self, asked: Case, receipt: JsonObject) -> Prediction:
        packet, manner = asked.vector.packet, self.manner
        source, policy = texts(packet).source, packet["policy"]
        if source is None:
            return MAYBE
        inputs = {
            "packet_sha256": manner.digest("packet", packet),
            "source_sha256": text_digest(manner.text(source)),
        }
        if isinstance(policy, dict):
            inputs["policy_sha256"] = manner.digest("policy", policy)
        decisions = [
            {**decision, "claim_sha256": manner.digest("claim", claim)}
            for decision, claim in zip(receipt["decisions"], packet["claims"], strict=True)
        ]
        body = {name: value for name, value in receipt.items() if name != _OWN}
        body |= {"inputs": {**receipt["inputs"], **inputs}, "decisions": decisions}
        sealed = {**body, _OWN: manner.digest("receipt", body)}
        predicted = {"id": asked.id, "receipt": sealed}
        if isinstance(policy, dict) or same(predicted, asked.answer):
            return answers(predicted, asked)
        return lambda actual: same(_but_policy(predicted), _but_policy(actual))

    def _verdict(self, asked: Case) -> Prediction:
        """A receipt of the vectors is held against digests of this manner (V-DIGEST)."""
        text = asked.vector.data.get("receipt_text")
        try:
            receipt = read_strict(str(text).encode("utf-8", "surrogatepass"))
        except JsonError:
            return None if text is not None else MAYBE
        if not isinstance(receipt, dict):
            return None
        body = {name: value for name, value in receipt.items() if name != _OWN}
        if receipt.get(_OWN) != self.manner.digest("receipt", body):
            return verdict("RECEIPT_DIGEST_DIFFERS", asked)
        return MAYBE


def _but_policy(answer: JsonObject) -> Json:
    """An answer without the digest of a policy that the packet names, and what follows from it."""
    receipt = answer.get("receipt")
    if not isinstance(receipt, dict) or not isinstance(receipt.get("inputs"), dict):
        return None
    inputs = {name: item for name, item in receipt["inputs"].items() if name != "policy_sha256"}
    return {**receipt, "inputs": inputs, _OWN: None}
