"""The harness's own work for a vector takes at most a millisecond of CPU time."""

import time
from pathlib import Path

from groundspec_harness.conversation import Conversation
from groundspec_harness.specification import at
from harness import tiny

VECTORS = 300
LIMIT = 0.001  # seconds for a vector


def test_a_vector_costs_at_most_a_millisecond(tmp_path: Path) -> None:
    """Loading, asking and judging, against a program that answers from a file."""
    (tmp_path / "spec").mkdir()
    known = tiny.make(tmp_path / "spec")
    for number in range(VECTORS):
        source = f"{number}: the northern depot. " * 20
        tiny.add(known, tiny.decision(f"quote/many/n{number}", source, f"{number}; southern"))
    command = tiny.oracle(tmp_path, tiny.exchanges(at(known.resources.root)))
    fresh = at(known.resources.root)
    before = time.process_time()
    with Conversation(command, 60) as conversation:
        outcome = fresh.runner(conversation).run(fresh.corpus.vectors)
    spent = time.process_time() - before
    assert outcome.status == 0
    assert len(outcome.results) > VECTORS
    print(f"{1000 * spent / len(outcome.results):.3f} ms a vector")
    assert spent / len(outcome.results) <= LIMIT
