"""The determinism walk: the code that decides is clean, and the walk finds each kind of lapse."""

import pytest

from determinism_walk import walk, walk_package


def test_the_code_that_decides_is_clean() -> None:
    assert [f"{lapse.file}:{lapse.line}: {lapse.message}" for lapse in walk_package()] == []


@pytest.mark.parametrize(
    "source",
    [
        "'a'.isalnum()",
        "x = str.isdigit",
        "'a'.isspace()",
        "'A'.lower()",
        "'A'.casefold()",
        "'a b'.split()",
        "'a b'.split(None, 1)",
        "'a b'.split(sep=None)",
        "'a '.strip()",
        "'a '.rstrip(None)",
        "'a'.splitlines()",
        "'a'.title()",
        "x = str.title",
        "import re\nre.compile('a', re.IGNORECASE)",
        "import re\nre.compile('a', re.I | re.DOTALL)",
        "import re\nre.compile(r'\\w+')",
        "import re\nre.compile(rb'a\\d')",
        "import re\nre.compile('(?i)a')",
        "float('1')",
        "x = 0.5",
        "x = 1 / 2",
        "from decimal import getcontext",
        "import decimal\ndecimal.getcontext()",
        "import unicodedata",
        "import time",
        "from random import choice",
        "hash('a')",
        "for x in {1, 2}: pass",
        "[x for x in set('ab')]",
        "names = frozenset('ab')\nfor name in names: pass",
        "def f(names: frozenset[str]) -> list[str]:\n    return list(names)",
        "names: set[str] = make()\nprint(*names)",
        "','.join({'a', 'b'})",
        "for x in {1} | other: pass",
    ],
)
def test_a_lapse_is_found(source: str) -> None:
    assert walk(source)


@pytest.mark.parametrize(
    "source",
    [
        "'a b'.split(' ')",
        "'a '.strip('\\n')",
        "'a,b'.partition(',')",
        "import re\nre.compile(r'[0-9]+\\\\d')",
        "import re\nre.compile('[a-z]', re.DOTALL)",
        "sorted({1, 2})",
        "len(set('ab'))",
        "x in {1, 2}",
        "names = frozenset('ab')\nprint('a' in names)",
        "x = 3 // 2",
        "x = row.title",
        "from hashlib import sha256",
    ],
)
def test_what_is_no_lapse_passes(source: str) -> None:
    assert walk(source) == []
