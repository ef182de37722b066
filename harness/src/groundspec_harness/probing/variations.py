"""All that is varied, as data: what is changed, and what must follow.

The first ones change what a packet does not hold, so no byte may follow it. The others change the
packet in a way of which SPEC.md says what follows.
"""

import difflib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from groundspec_harness.errors import HarnessError
from groundspec_harness.probing import claims, line_ends, padding, questions, wording
from groundspec_harness.probing.questions import Questions, each
from groundspec_harness.probing.surroundings import USUAL, Surroundings
from groundspec_harness.probing.wording import Style, in_style

Group = Literal["surroundings", "ways", "words"]


@dataclass(frozen=True)
class Variation:
    """One thing that is varied."""

    name: str
    group: Group
    varied: str
    follows: str
    questions: Questions = questions.same
    surroundings: Surroundings = USUAL
    per_case: bool = False


SAME = "the same bytes"
SAME_BUT_ID = "the same bytes, but for the id"


def _around(name: str, varied: str, surroundings: Surroundings) -> Variation:
    return Variation(name, "surroundings", varied, SAME, surroundings=surroundings)


def _environment(name: str, varied: str, *java: str, **environment: str) -> Variation:
    options = {"JAVA_TOOL_OPTIONS": " ".join(java)} if java else {}
    return _around(name, varied, Surroundings(environment, options))


def _locale(name: str, locale: str, *java: str, **more: str) -> Variation:
    varied = f"LANG, LC_ALL and LANGUAGE are {locale}"
    names = dict.fromkeys(("LANG", "LC_ALL", "LANGUAGE"), locale)
    return _environment(name, varied, *java, **names, **more)


def _hash_seed(number: int) -> Variation:
    seed, keys = str(number), str(number % 3)
    environment = {"PYTHONHASHSEED": seed, "PERL_HASH_SEED": seed, "PERL_PERTURB_KEYS": keys}
    return _environment(f"hash-seed-{number}", f"hash seeds are {number}", **environment)


def _id(name: str, varied: str, value: str) -> Variation:
    return Variation(name, "ways", varied, SAME_BUT_ID, questions.under(value))


_ONE_THREAD = (
    "DOTNET_PROCESSOR_COUNT", "GOMAXPROCS", "OMP_NUM_THREADS", "PYTHON_CPU_COUNT",
    "RAYON_NUM_THREADS", "UV_THREADPOOL_SIZE",
)  # fmt: skip

_SURROUNDINGS = (
    _around("again", "nothing: a second process", USUAL),
    _environment(
        "tz-east", "the time zone is 14 hours east", "-Duser.timezone=Pacific/Kiritimati",
        TZ="Pacific/Kiritimati",
    ),
    _environment(
        "tz-west", "the time zone is 9:30 hours west", "-Duser.timezone=Pacific/Marquesas",
        TZ="Pacific/Marquesas",
    ),
    _locale("locale-c", "C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0"),
    _locale("locale-turkish", "tr_TR.UTF-8", "-Duser.language=tr", "-Duser.country=TR"),
    _locale("locale-german", "de_DE.UTF-8", "-Duser.language=de", "-Duser.country=DE"),
    *map(_hash_seed, (0, 1, 4294967295)),
    _around("umask", "the mask of new files is 077", Surroundings(umask=0o077)),
    _around("folder-empty", "the working directory is empty", Surroundings(folder="empty")),
    _around(
        "folder-read-only", "the working directory is empty and read-only (not so for root)",
        Surroundings(folder="read-only"),
    ),
    _around("home-empty", "HOME is an empty folder", Surroundings(empty_home=True)),
    _around(
        "one-cpu", "one processor where it can be set, and one thread where it can be asked for",
        Surroundings(
            dict.fromkeys(_ONE_THREAD, "1"),
            {"JAVA_TOOL_OPTIONS": "-XX:ActiveProcessorCount=1"},
            one_cpu=True,
        ),
    ),
)  # fmt: skip

_WAYS = (
    Variation("reversed", "ways", "the last request comes first", SAME, questions.in_reverse),
    Variation("shuffled", "ways", "requests come in an order from the seed", SAME,
              questions.shuffled),
    Variation("twice", "ways", "each request comes twice in a row", SAME, questions.twice),
    _id("id-long", "the id has 4000 characters", "0123456789" * 400),
    _id("id-non-ascii", "the id is not ASCII", "d\u00e9p\u00f4t \U0001f4a7 \u6c34 e\u0301 \uff21"),
    _id("id-controls", "the id has what JSON escapes", 'a"b\\c/\u0000\n\u001f\u007f\u2028'),
    _id("id-blank", "the id is a space", " "),
    _id("id-empty", "the id is empty", ""),
    Variation("per-case", "ways", "each request has a process of its own", SAME, per_case=True),
)  # fmt: skip

_WORDS = (
    Variation("member-order", "words", "members of objects stand last first", SAME,
              each(in_style(Style(backwards=True)))),
    Variation("white-space", "words", "white space stands around every token", SAME,
              each(in_style(Style(blank=" \t\r\n")))),
    Variation("escaped", "words", "strings are written in escapes alone", SAME,
              each(in_style(Style(string=wording.all_escaped)))),
    Variation("unescaped", "words", "strings are written with no escape they do not need", SAME,
              each(in_style(Style(string=wording.as_themselves)))),
    Variation("base64", "words", "texts are handed over as Base64", SAME,
              each(wording.in_base64)),
    Variation(
        "claims-reversed", "words", "the last claim comes first",
        "decisions in that order, and ids in `rivals`; the digest of the packet; else the same",
        each(claims.in_reverse),
    ),
    Variation(
        "padding-before", "words", "the source has words and a blank line before it",
        "places in the source are further by these bytes; the digests that hold them; "
        "else the same",
        each(padding.before),
    ),
    Variation(
        "padding-behind", "words", "the source has a blank line and words behind it",
        "the digests of source and packet; else the same",
        each(padding.behind),
    ),
    Variation(
        "crlf", "words", "LF is CRLF in the source and the quotations (check quote)",
        "places take in the CRs; the digests of what has them; else the same",
        each(line_ends.crlf),
    ),
)  # fmt: skip

VARIATIONS = (*_SURROUNDINGS, *_WAYS, *_WORDS)
BY_NAME = {variation.name: variation for variation in VARIATIONS}


def chosen(names: Sequence[str]) -> tuple[Variation, ...]:
    """The variations of these names or groups, all where there is none."""
    known = {*BY_NAME, *(variation.group for variation in VARIATIONS)}
    for name in names:
        if name not in known:
            near = difflib.get_close_matches(name, sorted(known), n=3)
            hint = f"; did you mean {', '.join(near)}?" if near else f": {', '.join(BY_NAME)}"
            raise HarnessError(f"there is no variation {name!r}{hint}")
    if not names:
        return VARIATIONS
    return tuple(each for each in VARIATIONS if {each.name, each.group} & set(names))
