"""Mutation score of the vectors: `python -m mutants.scoring.score --seed 1 --budget 300`."""

from __future__ import annotations

import argparse
import gc
import os
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from mutants.scoring import declared, judge, kept, pool, report, sample, sites
from mutants.scoring.judge import Vector, Verdict

PACKAGES = ("quote", "fact", "text", "vocab")
KEPT = "kept"
Mutant = sites.Mutant | kept.Kept


@dataclass(frozen=True)
class Ground:
    """All that the mutants are made from and judged with."""

    sources: dict[str, str]  # by module below the package
    generated: list[sites.Mutant]
    kept: list[kept.Kept]
    vectors: list[Vector]
    callers: dict[str, list[int]]
    declared: declared.Declared

    def sampled(self, seed: int, modules: Sequence[str], equivalent: bool) -> list[Mutant]:
        """The mutants to try, in their order: not those that are declared, or only those."""
        strata: dict[str, list[Mutant]] = {}
        for mutant in self.generated:
            outside = self.declared.is_outside(mutant)
            if self.declared.is_equivalent(mutant) is equivalent and not outside:
                strata.setdefault(mutant.module, []).append(mutant)
        if modules:
            strata = {name: row for name, row in strata.items() if name.startswith(tuple(modules))}
        elif not equivalent:
            strata[KEPT] = list(self.kept)
        return sample.stratified({name: row for name, row in strata.items() if row}, seed)

    def judged(self, mutant: Mutant) -> Verdict:
        """What becomes of a mutant; for a process of its own."""
        if isinstance(mutant, kept.Kept):
            order = sorted(self.vectors, key=lambda each: not each.id.startswith(mutant.folders))
            return judge.judged(kept.maker(mutant), order)
        source = self.sources[mutant.module]
        path = judge.SOURCES / f"{mutant.module.replace('.', '/')}.py"
        order = sample.nearest_first(self.vectors, mutant.rules, self._near(mutant))

        def make() -> None:
            code = sites.mutated(source, mutant, path)
            judge.put_in_place(f"groundspec.{mutant.module}", code)

        return judge.judged(make, order)

    def _near(self, mutant: sites.Mutant) -> Iterator[int]:
        """The vectors that call the function of a mutant, or any of its module."""
        whole = mutant.function == "<module>"
        name = f"{mutant.module}:{'' if whole else mutant.function}"
        for called, places in self.callers.items():
            if called == name or (whole and called.startswith(name)):
                yield from places


def ground() -> Ground:
    """Read sources, vectors and declarations; see that all vectors agree without a mutant."""
    paths = [path for name in PACKAGES for path in sorted((judge.SOURCES / name).rglob("*.py"))]
    sources = {_name(path): path.read_text("utf-8") for path in paths}
    generated = [each for name, text in sources.items() for each in sites.mutants(name, text)]
    vectors = judge.vectors()
    known = declared.load()
    rows = pool.in_process(kept.rows)
    bare = Verdict(**pool.in_process(lambda: vars(judge.judged(lambda: None, vectors))))
    if bare.kind != "survived":
        raise declared.DeclarationError(f"without a mutant, {bare.vector} does not agree")
    callers = pool.in_process(lambda: judge.callers(vectors))
    declared.check(known, generated, callers)
    of_tests = [kept.Kept(module, name, n, tuple(folders)) for module, name, n, folders in rows]
    return Ground(sources, generated, of_tests, vectors, callers, known)


def _name(path: Path) -> str:
    return ".".join(path.relative_to(judge.SOURCES).with_suffix("").parts)


def tried(
    grounds: Ground, mutants: Sequence[Mutant], budget: float, jobs: int
) -> Iterator[tuple[Mutant, Verdict]]:
    """Judge mutants until the time is up; those that are under way are still finished."""
    end = time.monotonic() + budget
    due = (mutant for mutant in mutants if time.monotonic() < end)
    gc.freeze()
    for mutant, ended in pool.in_processes(lambda each: vars(grounds.judged(each)), due, jobs):
        if ended.signal == signal.SIGVTALRM:
            yield mutant, Verdict("hung")
        elif ended.answer is None:
            yield mutant, Verdict("crashed")
        else:
            yield mutant, Verdict(**ended.answer)


def main(arguments: Sequence[str] | None = None) -> int:
    options = _options().parse_args(arguments)
    if not hasattr(os, "fork"):
        sys.exit("mutants: this needs a system with fork; run it on Linux or macOS")
    try:
        grounds = ground()
    except declared.DeclarationError as error:
        print(f"mutants: {error}", file=sys.stderr)
        return 2
    mutants = grounds.sampled(options.seed, options.module, options.declared)[: options.most]
    found = []
    for result in tried(grounds, mutants, options.budget, options.jobs):
        found.append(result)
        if len(found) % 100 == 0:
            print(f"mutants: {len(found)} of {len(mutants)}", file=sys.stderr)
    if options.declared:
        print("\n".join(report.declarations(found, len(mutants))))
        return 1 if any(verdict.killed for _, verdict in found) else 0
    counted = report.count(found, len(mutants), grounds.declared, options.seed)
    print(report.as_json(counted) if options.format == "json" else report.page(counted))
    return 0 if counted.passes(options.least) else 1


def _options() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="mutants",
        description="Change the rule modules of the reference in one place at a time and see that "
        "some vector notices. Mutants are drawn by --seed, of every module a like share, until "
        "--budget is used up.",
        epilog="Exit status: 0 at least --least percent are noticed, 1 fewer are, 2 something is "
        "unusable, such as a declaration in tests/mutants/equivalent.json that matches nothing.",
    )
    add = parser.add_argument
    add("--seed", type=int, default=1, help="of the sample [1]")
    add("--budget", type=float, default=300, metavar="SECONDS", help="for all mutants [300]")
    add("--most", type=int, default=None, metavar="N", help="try no more than so many")
    add("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="at a time [all cores]")
    add("--module", action="append", default=[], metavar="NAME",
        help="only generated mutants of modules whose name so begins, such as fact.scales; "
        "repeatable")  # fmt: skip
    add("--declared", action="store_true",
        help="try those that are declared equivalent: no vector may notice one")  # fmt: skip
    add("--least", type=float, default=90, metavar="PERCENT", help="that must be killed [90]")
    add("--format", choices=["table", "json"], default="table",
        help="the schema of json is tests/mutants/score.schema.json [table]")  # fmt: skip
    return parser


if __name__ == "__main__":
    sys.exit(main())
