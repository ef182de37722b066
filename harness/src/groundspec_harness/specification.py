"""Everything a command may need of the specification, each part read when first asked for."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import click

from groundspec_harness import codes, judge, resources, selection, spec, tracing, vectors
from groundspec_harness.conversation import Conversation
from groundspec_harness.runner import Runner
from groundspec_harness.schemas import Schemas

_PASSED_OVER = (
    "the vectors in use are those of the installed package; "
    "the current folder has others (--root . for those)"
)


@dataclass(frozen=True)
class Specification:
    """SPEC.md, schemas/ and conformance/ of one place."""

    resources: resources.Resources

    @cached_property
    def registry(self) -> codes.Registry:
        return codes.load(self.resources)

    @cached_property
    def spec(self) -> spec.Spec:
        return spec.load(self.resources)

    @cached_property
    def corpus(self) -> vectors.Corpus:
        return vectors.load(self.resources, self.registry)

    @cached_property
    def schemas(self) -> Schemas:
        return Schemas(self.resources)

    @cached_property
    def judge(self) -> judge.Judge:
        return judge.load(self.resources)

    def select(self, expressions: Sequence[str]) -> tuple[vectors.Vector, ...]:
        """The vectors that expressions mean (`-k`)."""

        def unpinned() -> dict[str, str]:
            return tracing.unpinned(self.spec, self.registry, self.corpus)

        return selection.select(self.corpus, expressions, unpinned)

    def runner(self, conversation: Conversation, max_timeouts: int = 0) -> Runner:
        return Runner(conversation, self.registry, self.schemas, self.judge, max_timeouts)


def at(root: Path | None) -> Specification:
    """The specification at `root`, or the one that belongs to this package."""
    found = resources.find(root)
    if root is None and resources.passed_over(found):
        click.echo(f"groundspec-harness: {_PASSED_OVER}", err=True)
    return Specification(found)
