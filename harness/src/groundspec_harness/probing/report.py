"""The report of a probe as one JSON object: `schemas/harness-probe.schema.json`."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from groundspec_harness import __version__
from groundspec_harness.jsontext import JsonObject
from groundspec_harness.probing.outcome import Change, Failure, Outcome, Probed
from groundspec_harness.report import sealed, sendable
from groundspec_harness.vectors import Corpus


@dataclass(frozen=True)
class Setting:
    """What a probe was started with, but for its budget: a report holds no time."""

    command: tuple[str, ...]
    timeout: float
    per_case: bool
    selection: tuple[str, ...]
    seed: int


def sentence(outcome: Outcome) -> str:
    """What came out, in one sentence."""
    base = outcome.baseline
    changed = [each.variation.name for each in outcome.probed if each.changes]
    faults = sum(len(each.failures) for each in outcome.probed) + len(base.failures)
    parts = [
        f"{base.answered} vectors in {len(outcome.probed)} variations: "
        + (f"answers change with {', '.join(changed)}" if changed else "nothing changed")
    ]
    if faults:
        parts.append("1 fault" if faults == 1 else f"{faults} faults")
    if outcome.sampled_out:
        parts.append(f"{outcome.sampled_out} vectors left out by the budget")
    parts.append(f"{base.right} of {base.judged} first answers are right")
    return "; ".join(parts)


def build(outcome: Outcome, setting: Setting, corpus: Corpus) -> JsonObject:
    """The whole report."""
    base = outcome.baseline
    body: JsonObject = {
        "report": "groundspec-harness/probe",
        "version": 1,
        "harness": __version__,
        "corpus": {"sha256": corpus.sha256, "vectors": len(corpus.vectors)},
        "command": [sendable(word) for word in setting.command],
        "mode": "per-case" if setting.per_case else "persistent",
        "timeout_ms": round(setting.timeout * 1000),
        "selection": [sendable(expression) for expression in setting.selection],
        "seed": setting.seed,
        "implementation": outcome.implementation,
        "vectors": {
            "probed": base.vectors,
            "sampled_out": outcome.sampled_out,
            "not_run": outcome.not_run,
        },
        "baseline": {
            "answered": base.answered,
            "judged": base.judged,
            "right": base.right,
            "faults": _faults(base.failures),
        },
        "variations": [_variation(each) for each in outcome.probed],
        "status": outcome.status,
        "summary": sentence(outcome),
    }
    return sealed(body, len(outcome.probed))


def _variation(probed: Probed) -> JsonObject:
    variation = probed.variation
    return {
        "name": variation.name,
        "group": variation.group,
        "varied": variation.varied,
        "follows": variation.follows,
        "asked": probed.asked,
        "changes": [_change(each) for each in probed.changes],
        "faults": _faults(probed.failures),
        "left_out": [
            {"reason": reason, "vectors": vectors} for reason, vectors in probed.reasons.items()
        ],
        "files": [sendable(name) for name in probed.files],
    }


def _change(found: Change) -> JsonObject:
    return {
        "vector": found.vector,
        "member": asdict(found.member) if found.member else None,
        "first_byte": asdict(found.first_byte),
        "hint": found.hint,
    }


def _faults(failures: Sequence[Failure]) -> list[JsonObject]:
    return [{"vector": each.vector, **asdict(each.fault)} for each in failures]
