"""Planted faults: does `fuzz` find each, how soon, and how small does it make the packet?

    python tests/harness/planted.py [NAME ...]
    python tests/harness/planted.py --sample N SEED

Each fault is the reference with one mistake (`mutant.py`), held against the reference itself. A
fault counts as found if the CPU time of all processes, the shrinking and the start of the programs
included, is at most `LIMIT` seconds. Every vector emitted is then linted as part of a copy of the
specification. The table has a line for each fault; the exit status is 1 if any was not found, is
longer than `LINES`, or is refused by `lint`. `--sample` takes mistakes of the library by chance and
none of `FAULTS`, with which the generator was tried while it was made.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from groundspec_harness.fuzzing.printing import printed
from groundspec_harness.lint import run as lint
from groundspec_harness.lint.material import Material
from groundspec_harness.specification import at

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parents[1]
sys.path.insert(0, str(HERE.parent))
LIMIT = 60.0
PATIENCE = 900  # seconds on a clock, on a machine that has other things to do
LINES = 12
FAULTS = {
    "offsets-count-code-points": "an offset unit",
    "offsets-count-utf16-units": "an offset unit",
    "codes-in-alphabetical-order": "an order of codes",
    "names-sort-by-code-point": "an order of members",
    "digests-have-no-prefix": "a digest prefix",
    "the-policy-digest-is-that-of-its-name": "what a digest covers",
    "waived-codes-are-dropped": "a list cut short",
    "ids-may-repeat": "a refusal forgotten",
    "spans-listed-15": "a list cut off one early",
    "spans-listed-17": "a list cut off one late",
    "candidates-do-not-overlap": "overlapping candidates",
    "regions-may-be-split": "a boundary inside a region",
    "the-loosest-tier-is-named": "an order of tiers",
    "no-nfc-behind-the-folds": "a fold forgotten",
    "case-at-line-hyphen-kept": "a fold too many",
    "deleted-code-points-belong-to-the-span": "a span one code point long",
    "only-the-start-is-judged": "an edge not judged",
    "only-the-end-is-judged": "an edge not judged",
    "classes-in-another-order": "an order of classes",
    "possessive-in-capitals-is-none": "an excuse in one case only",
    "no-sign-at-the-start": "a sign",
    "brackets-without-a-digit": "brackets",
    "four-digits-before-a-group": "a boundary of groups",
    "digits-of-a-group-2": "a boundary of groups",
    "one-word-more": "a count of words",
    "fragments-may-not-touch": "a comparison of spans",
    "near-lists-no-spans": "an empty list",
    "words-of-a-negation-3-2": "a count of words",
    "commas-are-no-breaks": "a clause break",
    "opposites-are-strict": "a comparator",
    "minus-does-not-make-negative": "a sign",
    "brackets-are-always-negative": "a sign",
    "scale_words-without-lakh": "a scale word",
    "scale-suffix-behind-any-figure": "a scale",
    "value-at-the-maximum": "a bound itself",
    "minimum-at-the-maximum": "a bound itself",
    "values-without-trailing-noughts-alone": "a canonical decimal",
    "fraction-bd-is-another": "a fraction",
    "exponent-is-never-negative": "a power of ten",
    "groups-of-two-or-three": "a boundary of groups",
    "ranges-have-no-low-end": "a range",
    "shortest-form": "a unit form",
    "prefix-form-before-suffix-form": "which unit counts",
    "window-one-less": "a window one short",
    "plus-behind-a-space": "a qualifier",
    "spans-in-code-points": "an offset unit",
    "moved-though-its-span-states-it": "evidence moved",
    "columns-by-place-alone": "a column",
    "headings-above-any-line": "a heading",
    "coverage-in-packet-order": "an order of fields",
    "coverage-by-rejected-claims": "coverage",
    "confidence-at-the-least": "a bound itself",
    "quotient-of-five-places": "a rounding",
    "integers-rounded-down": "a rounding",
}


@dataclass(frozen=True)
class Trial:
    """What became of one fault."""

    fault: str
    seconds: float
    report: dict[str, Any] | None

    @property
    def finding(self) -> dict[str, Any] | None:
        return self.report and self.report["finding"]

    @property
    def lines(self) -> int:
        """The lines of the packet as `fuzz` prints it."""
        vector = self.finding["vector"] if self.finding else {}
        return len(printed(vector["packet"])) if "packet" in vector else 1


def trial(fault: str, *options: str) -> Trial:
    """Hold the reference against itself with a fault."""
    mutant = f"{sys.executable} {HERE / 'mutant.py'} {fault}"
    command = [sys.executable, "-m", "groundspec_harness", "fuzz", "--format", "json"]
    reference = f"{sys.executable} -m groundspec stdio"
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    ended = subprocess.run(
        [*command, "--seconds", str(PATIENCE), *options, reference, mutant],
        capture_output=True,
        text=True,
        check=False,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    if ended.returncode not in (0, 1) or not ended.stdout:
        sys.exit(f"{fault}: {ended.stderr}")
    return Trial(fault, seconds, json.loads(ended.stdout))


def refused(vectors: list[dict[str, Any]], *, alone: bool) -> dict[str, list[str]]:
    """What `lint` has against emitted vectors, `alone` or beside those of the repository."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        left_out = shutil.ignore_patterns("17*") if alone else None  # the tables of Unicode
        shutil.copytree(REPOSITORY / "schemas", root / "schemas", ignore=left_out)
        if alone:
            (root / "conformance").mkdir()
        else:
            shutil.copytree(REPOSITORY / "conformance", root / "conformance")
        shutil.copy(REPOSITORY / "SPEC.md", root)
        formatter = Material(at(root)).formatter
        for vector in vectors:
            path = root / "conformance" / f"{vector['id']}.json"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(formatter.text(vector))
        problems = [problem for _, problem in lint(Material(at(root)))]
    found: dict[str, list[str]] = {}
    for problem in problems:
        emitted = "/fuzz/" in problem.file and "equal to" not in problem.message
        alike = "/fuzz/" in problem.file and "/fuzz/" not in problem.message
        if emitted or alike:
            name = problem.file.removeprefix("conformance/").removesuffix(".json")
            found.setdefault(name, []).append(f"{problem.pointer} {problem.message}")
    return found


def main(names: list[str]) -> int:
    """Try the faults, lint what was emitted, print a table."""
    trials = []
    for fault in names:
        trials.append(trial(fault))
        each = trials[-1]
        state = "found" if each.finding else "not found"
        print(f"{fault}: {state}, {each.seconds:.1f} s", file=sys.stderr, flush=True)
    complaints = refused([each.finding["vector"] for each in trials if each.finding], alone=False)
    print("| fault | what it is | packets | CPU s | lines | lint |")
    print("|---|---|---|---|---|---|")
    good = 0
    for each in trials:
        kind = FAULTS.get(each.fault, "")
        asked = each.report["asked"] if each.report else 0
        if each.finding is None:
            print(f"| {each.fault} | {kind} | {asked} | {each.seconds:.1f} | not found | |")
            continue
        against = complaints.get(each.finding["vector"]["id"], [])
        good += each.seconds <= LIMIT and each.lines <= LINES and not against
        verdict = "; ".join(against) or "accepted"
        print(
            f"| {each.fault} | {kind} | {asked} | {each.seconds:.1f} | {each.lines} | {verdict} |"
        )
    print(f"{good} of {len(trials)} found within {LIMIT:g} s, in at most {LINES} lines, and linted")
    return 0 if good == len(trials) else 1


def chosen(arguments: list[str]) -> list[str]:
    """The faults that are asked for."""
    parser = argparse.ArgumentParser(description="See whether fuzz finds planted faults.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="[those listed here]")
    parser.add_argument("--sample", nargs=2, type=int, metavar=("N", "SEED"), help="others instead")
    options = parser.parse_args(arguments)
    if options.sample:
        from harness.mutant import library

        number, seed = options.sample
        others = sorted(library().keys() - FAULTS.keys())
        return random.Random(seed).sample(others, number)
    return options.names or list(FAULTS)


if __name__ == "__main__":
    sys.exit(main(chosen(sys.argv[1:])))
