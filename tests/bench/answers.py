"""Answers of both programs in one form, a verdict and its tier or code, counted."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any


def of_decisions(decisions: Iterable[Mapping[str, Any]]) -> Counter[str]:
    """Count decisions: found at which tier, or rejected with which code."""
    return Counter(
        f"found {decision['tier']}" if decision["tier"] else f"rejected {decision['codes'][0]}"
        for decision in decisions
    )


def of_receipt(receipt: Mapping[str, Any]) -> Counter[str]:
    """Count the decisions of a receipt."""
    return of_decisions(receipt["decisions"])


def of_outcomes(decisions: Iterable[Mapping[str, Any]]) -> Counter[str]:
    """Count decisions of facts, of either program: admitted, for review, or rejected."""
    return Counter(decision["outcome"] for decision in decisions)


def of_certificates(certificates: Iterable[Mapping[str, Any]]) -> Counter[str]:
    """Count the certificates of the peer, each as its ``as_dict`` gives it."""
    return Counter(f"{one['verdict']} {one['tier'] or '-'}" for one in certificates)


def in_receipt(path: Path) -> Counter[str]:
    """Count what is in a receipt's file."""
    return of_receipt(json.loads(path.read_bytes()))


def in_results(path: Path) -> Counter[str]:
    """Count what is in the lines that our command line wrote."""
    lines = path.read_text("utf-8").splitlines()
    return of_decisions(json.loads(line)["groundspec"] for line in lines)


def in_records(path: Path) -> Counter[str]:
    """Count what is in the lines that the peer's command line wrote."""
    lines = path.read_text("utf-8").splitlines()
    return of_certificates(json.loads(line)["gtrex"] for line in lines)
