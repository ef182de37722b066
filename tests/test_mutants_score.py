"""The scorer of mutants: what it makes of a source, how it judges, counts and draws."""

from __future__ import annotations

import json
import os
import signal
import time
from functools import partial
from pathlib import Path

import jsonschema_rs
import pytest

from mutants.scoring import declared, judge, pool, report, sample, sites
from mutants.scoring.judge import Verdict

SOURCE = '''"""Rules of a module: X-ALL."""

import re

MARKS = frozenset("+-")
RULES = ("X-ONE", "X-TWO")
_WORD = re.compile("a|[bc]?")


def near(text: str, at: int, document: object) -> bool:
    """X-ONE."""
    if not document.on("X-ONE"):
        return at > 5
    return text[at : at + 1] in MARKS and len(text.strip()) < max(at, 2)
'''


def made(source: str = SOURCE) -> dict[str, sites.Mutant]:
    return {mutant.key: mutant for mutant in sites.mutants("m", source)}


def operators(mutants: dict[str, sites.Mutant]) -> set[tuple[str, str]]:
    return {(mutant.operator, mutant.after) for mutant in mutants.values()}


def test_every_operator_is_applied_where_it_says() -> None:
    found = operators(made())
    test = "return text[at:at + 1] in MARKS and len(text.strip()) < max(at, 2)"
    for operator, old, new in (
        ("comparison", " in ", " not in "),
        ("junction", " and ", " or "),
        ("operand", " and len(text.strip()) < max(at, 2)", ""),
        ("boundary", "<", "<="),
        ("call", "text.strip()", "text"),
        ("swap", "max", "min"),
        ("integer", "+ 1", "+ 2"),
        ("slice", "text[at:", "text[at + 1:"),
        ("return", test.removeprefix("return "), "True"),
    ):
        after = test.replace(old, new)
        assert any(name == operator and _alike(shown, after) for name, shown in found), operator
    assert ("member", "MARKS = frozenset('-')") in found
    assert ("alternative", "_WORD = re.compile('[bc]?')") in found
    assert ("class", "_WORD = re.compile('a|[c]?')") in found
    assert ("repetition", "_WORD = re.compile('a|[bc]')") in found


def test_an_escape_is_one_member_of_a_class() -> None:
    found = operators(made('import re\n_SIGNS = re.compile(r"[-\\u2212\\x2b\\d]")\n'))
    shorter = {"\\\\u2212\\\\x2b\\\\d", "-\\\\x2b\\\\d", "-\\\\u2212\\\\d", "-\\\\u2212\\\\x2b"}
    assert found == {("class", f"_SIGNS = re.compile('[{rest}]')") for rest in shorter}


def _alike(shown: str, whole: str) -> bool:
    return shown.removeprefix("...").removesuffix("...") in whole


def test_what_only_ablation_reaches_is_left_to_it() -> None:
    assert not [key for key in made() if "RULES" in key or "> 5" in key]


def test_keys_do_not_move_with_lines_and_name_rules() -> None:
    below = SOURCE.replace("import re\n", "import re\n\n# a comment\nOTHER = None\n")
    assert made().keys() == made(below).keys()
    assert {mutant.rules for mutant in made().values()} == {("X-ALL",), ("X-ONE",)}


def test_a_mutant_is_what_its_key_says() -> None:
    mutant = next(each for each in made().values() if each.operator == "swap")
    space: dict[str, object] = {}
    exec(sites.mutated(SOURCE, mutant, Path("m.py")), space)
    assert "min" in space["near"].__code__.co_names  # type: ignore[attr-defined]


def test_a_mutant_is_judged_by_the_vectors() -> None:
    """A wrong sign, a module that cannot be imported, and no mutant at all, against few vectors."""
    vectors = [each for each in judge.vectors() if each.topic.startswith("fact/sign")][:25]
    module = judge.SOURCES / "fact/amounts.py"
    source = module.read_text("utf-8")
    wrong = [
        each
        for each in sites.mutants("fact.amounts", source)
        if "F-SIGN-MINUS" in each.rules and each.operator == "comparison"
    ]
    assert wrong

    def verdict(text: str | None) -> dict[str, str]:
        code = (
            sites.mutated(source, wrong[0], module) if text is None else compile(text, "", "exec")
        )
        put = partial(judge.put_in_place, "groundspec.fact.amounts", code)
        return vars(judge.judged(put, vectors))

    texts = [source, f"{source}\n1 / 0", None]
    kinds = {text: ended.answer["kind"] for text, ended in pool.in_processes(verdict, texts, 2)}
    assert kinds[source] == "survived"
    assert kinds[texts[1]] == "stillborn"
    assert kinds[None] in ("changed", "crashed")


def test_what_hangs_or_dies_ends_alone() -> None:
    def work(item: str) -> str:
        if item == "hangs":
            signal.setitimer(signal.ITIMER_VIRTUAL, 0.1)
            while True:
                pass
        if item == "dies":
            os._exit(3)
        return item

    found = dict(pool.in_processes(work, ["a", "hangs", "dies", "b"], 2))
    assert found["hangs"].signal == signal.SIGVTALRM
    assert found["dies"] == (None, 0)
    assert found["a"].answer == "a"
    assert found["b"].answer == "b"


def test_whoever_stops_listening_leaves_no_process(tmp_path: Path) -> None:
    def work(seconds: float) -> bool:
        (tmp_path / str(seconds)).write_text(str(os.getpid()), "ascii")
        time.sleep(seconds)
        return True

    running = pool.in_processes(work, [60.0, 0.5], 2)
    assert next(running)[0] == 0.5
    running.close()
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "60.0").read_text("ascii")), 0)


def test_any_beginning_of_a_sample_is_a_sample_of_all() -> None:
    strata = {"large": list(range(80)), "small": list(range(100, 120))}
    drawn = sample.stratified(strata, 1)
    assert sorted(drawn) == sorted([*strata["large"], *strata["small"]])
    assert drawn == sample.stratified(strata, 1)
    assert drawn != sample.stratified(strata, 2)
    for length in (10, 25, 50):
        small = sum(number >= 100 for number in drawn[:length])
        assert abs(small - length / 5) <= 2


def test_counts_have_a_numerator_and_a_denominator() -> None:
    mutants = list(made().values())[:4]
    kinds = ("changed", "survived", "crashed", "stillborn")
    results = [(mutant, Verdict(kind)) for mutant, kind in zip(mutants, kinds, strict=True)]
    found = report.Count(1, 9, results, declared.Declared({"k": "why"}, {}))
    assert (found.generated().killed, found.generated().judged) == (2, 3)
    assert found.passes(66)
    assert not found.passes(67)
    value = json.loads(report.as_json(found))
    schema = json.loads(declared.FILE.with_name("score.schema.json").read_bytes())
    jsonschema_rs.validator_for(schema).validate(value)
    assert [row["mutant"] for row in value["survivors"]] == [mutants[1].key]
    assert value["kinds"] == {**dict.fromkeys(report.KINDS, 0), **dict.fromkeys(kinds, 1)}
    assert "1 declared equivalent" in report.page(found)


def test_a_declaration_that_matches_nothing_is_an_error(tmp_path: Path) -> None:
    mutants = list(made().values())
    known = declared.Declared({mutants[0].key: "why"}, {"m:near": "why"})
    declared.check(known, mutants, ["m:other"])
    with pytest.raises(declared.DeclarationError, match="do reach m:near"):
        declared.check(known, mutants, ["m:near"])
    with pytest.raises(declared.DeclarationError, match="match no mutant any more"):
        declared.check(known, mutants[1:], [])
    file = tmp_path / "equivalent.json"
    file.write_text('{"equivalent": [{"reason": " ", "mutants": ["k"]}], "outside": []}', "utf-8")
    with pytest.raises(declared.DeclarationError, match="needs its reason"):
        declared.load(file)
    with pytest.raises(declared.DeclarationError, match="cannot be read"):
        declared.load(tmp_path / "none.json")


def test_the_declarations_of_this_repository_match() -> None:
    known = declared.load()
    modules = {key.partition(":")[0] for key in (*known.equivalent, *known.outside)}
    paths = {name: judge.SOURCES / f"{name.replace('.', '/')}.py" for name in sorted(modules)}
    every = [m for name, path in paths.items() for m in sites.mutants(name, path.read_text())]
    declared.check(known, every, [])
