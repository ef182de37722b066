"""`-k`: which vectors are meant. Several expressions are alternatives.

An expression is a class, a rule id, a code, a vector's id or the folder it lies in; `*` and `?`
stand for anything in an id, a rule or a code.
"""

import difflib
from collections.abc import Callable, Iterable, Mapping, Sequence
from fnmatch import fnmatchcase

from groundspec_harness.errors import HarnessError
from groundspec_harness.vectors import Corpus, Vector

Unpinned = Callable[[], Mapping[str, str]]


def select(
    corpus: Corpus, expressions: Sequence[str], unpinned: Unpinned = dict
) -> tuple[Vector, ...]:
    """The vectors that any expression means, all where there is none.

    `unpinned` gives the names that exist and that no vector has, with what is to be said of them.
    """
    if not expressions:
        return corpus.vectors
    chosen: set[str] = set()
    for expression in expressions:
        found = {vector.id for vector in corpus.vectors if matches(vector, expression)}
        if not found:
            raise HarnessError(_nothing(corpus, expression, unpinned()))
        chosen |= found
    return tuple(vector for vector in corpus.vectors if vector.id in chosen)


def matches(vector: Vector, expression: str) -> bool:
    """Whether an expression means a vector."""
    return (
        vector.conformance_class == expression
        or fnmatchcase(vector.id, expression)
        or ("/" in expression and vector.id.startswith(f"{expression.rstrip('/')}/"))
        or any(fnmatchcase(name, expression) for name in (*vector.rules, *vector.codes))
    )


def one(corpus: Corpus, name: str) -> Vector:
    """The vector of an id."""
    if name not in corpus.by_id:
        raise HarnessError(f"there is no vector {name!r}{near(name, corpus.by_id)}")
    return corpus.by_id[name]


def near(word: str, words: Iterable[str]) -> str:
    """`; did you mean ...?` with the words that resemble a word, or that hold it."""
    known = sorted(set(words))
    found = difflib.get_close_matches(word, known, n=3, cutoff=0.6)
    if not found:
        bare = word.strip("*?/").lower()
        found = [name for name in known if bare and bare in name.lower()][:3]
    return f"; did you mean {', '.join(found)}?" if found else ""


def _nothing(corpus: Corpus, expression: str, unpinned: Mapping[str, str]) -> str:
    if expression in unpinned:
        return f"-k {expression!r} selects no vector: {unpinned[expression]}"
    words: set[str] = set()
    for vector in corpus.vectors:
        words |= {vector.id, vector.conformance_class, "/".join(vector.topic)}
        words |= {*vector.rules, *vector.codes}
    return (
        f"-k {expression!r} selects no vector by id, folder, rule, code or class"
        f"{near(expression, words)}"
    )
