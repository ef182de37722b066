"""What most of a run's failures share where no known variant explains them: a hint, or a rule."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from groundspec_harness.runner import Result
from groundspec_harness.variants.model import LEAST, Named

_RULE = re.compile(r"\b[A-Z]-[A-Z][A-Z0-9-]*\b")
Hints = Mapping[str, str | None]


def hinted(failing: Sequence[Result], hints: Hints) -> Named | None:
    """The hint that more than half of the failures have."""
    counts = Counter(filter(None, (hints.get(result.vector.id) for result in failing)))
    if not counts:
        return None
    text, count = counts.most_common(1)[0]
    rules = _RULE.findall(text)
    if count < LEAST or 2 * count <= len(failing) or not rules:
        return None
    which = "these" if count == len(failing) else f"{count} of the {len(failing)}"
    return Named(
        f"hint/{rules[-1]}", rules[-1], count, f"{which} failures have one likely cause: {text}"
    )


def pinned(failing: Sequence[Result], passing: Sequence[Result]) -> Named | None:
    """A rule that every failing vector pins, and hardly another that passes."""
    counts = Counter(rule for result in failing for rule in result.vector.rules)
    right = Counter(rule for result in passing for rule in result.vector.rules)
    shared = [rule for rule, count in counts.items() if count == len(failing)]
    if not shared:
        return None
    rule = min(shared, key=lambda name: (right[name], name))
    total = len(failing) + right[rule]
    said = (
        f"all failures are at vectors of one rule, {rule}: "
        f"{len(failing)} of its {total} fail, and no other vector"
    )
    return Named(f"rule/{rule}", rule, len(failing), said)
