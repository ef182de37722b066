"""policy check and policy migrate: what is said, exit status, nothing left half done."""

import json
import stat
from pathlib import Path
from typing import Any

import pytest

from groundspec import resources
from groundspec.cli import run
from groundspec.core.canonical import digest_value
from groundspec.core.codes import registry
from groundspec.core.shape import shape_error
from reference.packets import raw
from reference.program import Ran, needs_posix

POLICY: dict[str, Any] = {
    "check": "quote/0.1",
    "tiers": ["exact", {"tier": "pages", "sound": True, "steps": ["markers"]}, "case"],
    "accept_through": "pages",
    "allow_unsound": False,
    "near": ["skeleton"],
    "boundaries": True,
    "ellipsis": "stitch",
    "min_fragment_words": 2,
    "markers": [[{"literal": "[p. "}, "digits", {"literal": "]"}]],
    "waive": ["STITCHED"],
}
EARLIER: dict[str, Any] = {
    "tiers": ["exact", "canonical", "whitespace", "typography", "case"],
    "accept_through": "case",
    "allow_unsound": False,
    "boundaries": True,
    "waive": ["TIER_NOT_ACCEPTED"],
}
NAMED_EARLIER = {
    "default": (
        {**EARLIER, "waive": []},
        "sha256:cb000828d785a6e2130ac22ca1ce99464ea18c22d041ca66d7c169fcba3b4bd3",
    ),
    "exact": (
        {"tiers": ["exact"], "accept_through": "exact", "allow_unsound": False}
        | {"boundaries": False, "waive": []},
        "sha256:900a992b3a5b1aeb5358f6538040e98a56002587629bd03c50d757089b188349",
    ),
    "strict": (
        {**EARLIER, "accept_through": "canonical", "waive": []},
        "sha256:ac9c61078cebb339eddc8217e7c35dcc144a07fbc93620505a1ad5bd212bb6d3",
    ),
}
"""The named policies of the earlier shape, with the digests that receipts under them have."""


def written(value: Any) -> bytes:
    return value if isinstance(value, bytes) else json.dumps(value).encode("ascii")


def without(value: dict[str, Any], member: str) -> dict[str, Any]:
    return {name: value[name] for name in value if name != member}


# --- The command ----------------------------------------------------------------------------------


@pytest.mark.parametrize("option", ["-h", "--help"])
def test_the_help_of_the_command_lists_the_verbs(option: str) -> None:
    ran = Ran("policy", option)
    assert (ran.status, ran.errors) == (0, "")
    out = ran.out.decode()
    assert out.startswith("usage: groundspec policy [-h] VERB ...\n")
    assert all(f"\n  {verb} " in out for verb in ("check", "migrate", "import"))
    assert "exit status:" in out
    assert "groundspec policy" in out.partition("\nexamples:\n")[2]


@pytest.mark.parametrize("verb", ["check", "migrate", "import"])
def test_the_help_of_a_verb_ends_with_examples(verb: str) -> None:
    ran = Ran("policy", verb, "--help")
    out = ran.out.decode()
    assert (ran.status, ran.errors) == (0, "")
    assert out.startswith(f"usage: groundspec policy {verb} [-h]")
    assert f"groundspec policy {verb}" in out.partition("\nexamples:\n")[2]
    assert "or output could not be written" in " ".join(out.split())


def test_the_help_of_migrate_says_which_receipts_verify() -> None:
    out = " ".join(Ran("policy", "migrate", "--help").out.decode().split())
    assert "receipts made under it verify only with the release that made them" in out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            (),
            "groundspec policy: name a verb\n  hint: The verbs are show, check, migrate, import; ",
        ),
        (("--",), "groundspec policy: name a verb\n"),
        (("chek",), "groundspec policy: there is no verb chek\n  hint: Did you mean check?\n"),
        (
            ("dance",),
            "groundspec policy: there is no verb dance\n  hint: The verbs are show, check, ",
        ),
        (("--loud",), "groundspec policy: there is no option --loud\n"),
        (("check",), "groundspec policy check: the following arguments are required: FILE\n"),
        (("check", "a", "b"), "groundspec policy check: there is one argument too many, b\n"),
        (("check", "a", "--check", "facts"), "groundspec policy check: argument --check: invalid"),
        (("migrate", "a", "--waive"), "groundspec policy migrate: there is no option --waive\n"),
        (("import",), "groundspec policy import: the following arguments are required: FILE\n"),
        (("import", "a", "--format", "x"), "groundspec policy import: argument --format: invalid"),
    ],
)
def test_usage(arguments: tuple[str, ...], said: str) -> None:
    errors = Ran("policy", *arguments).refused()
    assert errors.startswith(said)
    assert "\nusage: groundspec policy" in errors


# --- check ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["exact", "quote/permissive"])
def test_show_prints_a_document_that_check_knows(tmp_path: Path, name: str) -> None:
    assert Ran("policy", "show", name, "-o", "mine.json", cwd=tmp_path).status == 0
    given = json.loads((tmp_path / "mine.json").read_bytes())
    assert given == resources.policy("quote", name.rpartition("/")[2])
    assert Ran("policy", "check", "mine.json", cwd=tmp_path).status == 0


def test_show_knows_names_alone() -> None:
    ran = Ran("policy", "show", "defualt")
    assert (ran.status, ran.out) == (2, b"")
    assert "there is no policy 'defualt'\n  hint: Did you mean default?\n" in ran.errors


@pytest.mark.parametrize("check", [(), ("--check", "quote")])
def test_check_prints_the_digest(tmp_path: Path, check: tuple[str, ...]) -> None:
    (tmp_path / "p.json").write_bytes(written(POLICY))
    ran = Ran("policy", "check", "p.json", *check, cwd=tmp_path)
    said = f"p.json: a complete policy of quote/0.1, {digest_value('policy', POLICY)}\n"
    assert (ran.status, ran.out.decode(), ran.errors) == (0, said, "")
    ran = Ran("policy", "check", "-", *check, stdin=written(POLICY))
    assert ran.out.decode() == said.replace("p.json", "standard input")


@pytest.mark.parametrize("name", resources.policy_names("quote"))
def test_check_knows_the_named_policies_by_their_digests(name: str) -> None:
    ran = Ran("policy", "check", "-", stdin=written(resources.policy("quote", name)))
    assert ran.out.decode().endswith(f", {resources.policy_digests('quote')[name]}\n")


def test_check_prints_the_digest_that_a_receipt_has() -> None:
    receipt = json.loads(Ran("decide", "-", stdin=raw("The fee", policy=POLICY)).out)
    out = Ran("policy", "check", "-", stdin=written(POLICY)).out.decode()
    assert out.endswith(f", {receipt['inputs']['policy_sha256']}\n")


BAD: list[tuple[Any, str]] = [
    (b'{"check":1,\n "check":2}', ":2:2: DUPLICATE_MEMBER: The member 'check' is there twice. ("),
    (b'{"a": NaN}', ":1:7: JSON_INVALID: "),
    (b'{"a": 1.5}', ":1:7: NUMBER_FORM: "),
    (b"\xef\xbb\xbf{}", ":1:1: BYTE_ORDER_MARK: "),
    (b"\xff", ":1:1: NOT_UTF8: "),
    (b"", ":1:1: JSON_INVALID: The text ends where a value is due.\n"),
    (b'{"a": "\\ud800"}', ":1:8: LONE_SURROGATE: "),
    (b"[" * 65 + b"]" * 65, ":1:65: NESTING_TOO_DEEP: "),
    ([], ": PACKET_INVALID: A policy is an object.\n  hint: `groundspec explain quote/default"),
    ("default", ": PACKET_INVALID: A policy is an object.\n"),
    ({}, ": PACKET_INVALID: The member 'check' is missing.\n  hint: A policy has the members "),
    (without(POLICY, "near"), ": PACKET_INVALID: The member 'near' is missing.\n  hint: A policy"),
    ({**POLICY, "note": 1}, ": PACKET_INVALID: The schema names no member 'note'.\n  hint: "),
    ({**POLICY, "check": "fact/0.2"}, ": PACKET_INVALID: The value must be 'quote/0.1'. (at /ch"),
    ({**POLICY, "check": 3}, ": PACKET_INVALID: The value must be 'quote/0.1'. (at /check)\n"),
    (
        {**POLICY, "boundaries": "y"},
        ": PACKET_INVALID: The value must be of type boolean. (at /b"
        f"oundaries)\n  hint: {resources.schema_path('quote.policy')} says what may stand there.\n",
    ),
    (
        {"schema": "gtrex/policy/2"},
        ": PACKET_INVALID: The member 'check' is missing.\n"
        "  hint: This is a policy file of gtrex; `groundspec policy import` makes a policy of",
    ),
    ({**POLICY, "tiers": []}, ": PACKET_INVALID: The array must have at least 1 items. (at /tie"),
    ({**POLICY, "ellipsis": "drop"}, ": PACKET_INVALID: The value must be one of literal, stitc"),
    ({**POLICY, "tiers": ["case", "exact"]}, ": POLICY_INVALID: "),
    ({**POLICY, "accept_through": "typography"}, ": POLICY_INVALID: "),
    ({**POLICY, "markers": [["digits"]]}, ": POLICY_INVALID: A marker begins with a literal. (at"),
    ({**POLICY, "waive": ["STITCHED", "CUTS_WORD"]}, ": POLICY_INVALID: "),
    (EARLIER, ": PACKET_INVALID: The member 'check' is missing.\n  hint: It has the shape of quo"),
    (json.loads(raw("a")), ": PACKET_INVALID: "),
]


FILES = [
    (command, value, said)
    for command, rows in (
        ("policy check", BAD),
        ("policy migrate", BAD[::5]),
        ("explain", BAD[::5]),
    )
    for value, said in rows
]


@pytest.mark.parametrize(("command", "value", "said"), FILES)
def test_what_is_no_policy_is_refused_with_file_and_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str, value: Any, said: str
) -> None:
    (tmp_path / "p.json").write_bytes(written(value))
    assert run([*command.split(), str(tmp_path / "p.json")]) == 2
    out, errors = capsys.readouterr()
    assert out == ""
    assert errors.startswith(f"{tmp_path / 'p.json'}{said}")
    assert "\n  hint: " in errors


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"tiers": ["exact", "nope"]}, "/tiers/1"),
        ({"tiers": ["exact", {"tier": "x", "sound": True, "steps": ["skeleton"]}]}, "/tiers/1/sou"),
        ({"accept_through": "case-less"}, "/accept_through"),
        ({"markers": [["digits"]]}, "/markers/0/0"),
        ({"waive": ["STITCHED", "CUTS_WORD"]}, "/waive/1"),
    ],
)
def test_a_contradiction_has_its_place_in_the_document(
    change: dict[str, Any], pointer: str
) -> None:
    errors = Ran("policy", "check", "-", stdin=written({**POLICY, **change})).refused()
    assert f" (at {pointer}" in errors.split("\n")[0]


FACT = resources.policy("fact", "default")


@pytest.mark.parametrize(
    ("policy", "hint"),
    [
        ({**FACT, "waive": ["SIGN_WROD"]}, "Did you mean SIGN_WORD? Flags are NON_VERB"),
        ({**FACT, "waive": ["scale-word"]}, "Did you mean SCALE_WORD? Flags are NON_VE"),
        (
            {**FACT, "waive": ["NO_EVIDENCE"]},
            "NO_EVIDENCE is of the class reject; flags alone can ",
        ),
        ({**FACT, "waive": ["HEDGE_LEFT_OFF"]}, "Flags are NON_VERBATIM_EVIDENCE, "),
        ({**POLICY, "waive": ["HEDGE_LEFT_OF"]}, "Did you mean HEDGE_LEFT_OFF? Flags are "),
        (without(FACT, "check"), "A policy has the members check, min_confidence, "),
        ({"check": "fact/0.2"}, "A policy has the members check, min_confidence, "),
        ({"unit_window": 8, "waive": []}, "A policy has the members check, min_confidence, "),
    ],
)
def test_hints_are_those_of_the_check_that_is_meant(policy: dict[str, Any], hint: str) -> None:
    errors = Ran("policy", "check", "-", stdin=written(policy)).refused()
    assert f"\n  hint: {hint}" in errors


def test_hints_name_a_policy_of_the_check_that_is_asked_for() -> None:
    said = "\n  hint: `groundspec explain {}/default --format json` shows the members of one"
    errors = Ran("policy", "check", "-", stdin=b"[]").refused()
    assert f"{said.format('quote')}, fact/default those of the check fact.\n" in errors
    for check in ("quote", "fact"):
        errors = Ran("policy", "check", "-", "--check", check, stdin=b"[]").refused()
        assert errors.endswith(f"{said.format(check)}.\n")


def test_check_knows_a_packet_and_an_earlier_shape() -> None:
    said = Ran("policy", "check", "-", stdin=raw("a")).refused()
    assert "This looks like a packet; a policy written out is its member policy." in said
    said = Ran("policy", "check", "-", stdin=written(EARLIER)).refused()
    assert "before the member check; `groundspec policy migrate` converts it." in said


@pytest.mark.parametrize("verb", ["check", "migrate", "import"])
@pytest.mark.parametrize("name", ["missing.json", ".", ""])
def test_a_file_that_cannot_be_read(tmp_path: Path, verb: str, name: str) -> None:
    errors = Ran("policy", verb, name, cwd=tmp_path).refused()
    assert errors.startswith("groundspec: ")
    assert "\n  hint: Name a file that can be read.\n" in errors


@needs_posix
def test_a_name_that_no_terminal_shows(tmp_path: Path) -> None:
    name = "a\nb\x1b[31m"
    (tmp_path / name).write_bytes(written(POLICY))
    out = Ran("policy", "check", name, cwd=tmp_path).out.decode()
    assert out.startswith("'a\\nb\\x1b[31m': a complete policy")


# --- migrate --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMED_EARLIER)
def test_the_digest_before_is_that_of_earlier_receipts(name: str) -> None:
    value, digest = NAMED_EARLIER[name]
    ran = Ran("policy", "migrate", "-", stdin=written(value))
    assert ran.status == 0
    assert f"\n  before: {digest}\n" in ran.errors
    assert f"\n  after:  {digest_value('policy', json.loads(ran.out))}\n" in ran.errors


def test_new_members_keep_earlier_decisions(tmp_path: Path) -> None:
    (tmp_path / "old.json").write_bytes(written(EARLIER))
    ran = Ran("policy", "migrate", "old.json", cwd=tmp_path)
    new = json.loads(ran.out)
    assert new == {
        **EARLIER,
        "check": "quote/0.1",
        "near": [],
        "ellipsis": "literal",
        "min_fragment_words": 3,
        "markers": [],
    }
    assert [*new] == [*resources.policy("quote", "default")]
    assert shape_error("quote.policy", new) is None
    assert ran.errors.startswith("old.json: migrated to quote/0.1\n")
    assert "old.json: new are check quote/0.1, near [], ellipsis literal, " in ran.errors
    assert Ran("policy", "check", "-", stdin=ran.out).status == 0
    assert (tmp_path / "old.json").read_bytes() == written(EARLIER)


def test_what_means_something_else_is_a_warning() -> None:
    errors = Ran("policy", "migrate", "-", stdin=written(EARLIER)).errors
    edges, flags, receipts = [line for line in errors.split("\n") if ": warning: " in line]
    earlier = ("WORD", "MARK", "HYPHENATED_TERM", "SIGN", "DECIMAL", "GROUPED_NUMBER", "TIME")
    for code in registry().codes:
        if code.startswith("CUTS_"):
            assert (f" {code}," in edges) == (code.removeprefix("CUTS_") not in earlier)
    assert "NEGATION_LEFT_OFF and HEDGE_LEFT_OFF" in flags
    assert flags.endswith("--waive-new waives them")
    assert "receipts made under the old document verify only with the release" in receipts


def test_new_flags_are_waived_where_that_is_asked_for() -> None:
    given = {**EARLIER, "waive": ["HEDGE_LEFT_OFF"]}
    ran = Ran("policy", "migrate", "--waive-new", "-", stdin=written(given))
    assert json.loads(ran.out)["waive"] == ["HEDGE_LEFT_OFF", "NEGATION_LEFT_OFF"]
    assert "are new: they are waived\n" in ran.errors


def test_without_boundaries_nothing_means_something_else() -> None:
    given = {**EARLIER, "boundaries": False}
    ran = Ran("policy", "migrate", "--waive-new", "-", stdin=written(given))
    assert json.loads(ran.out)["waive"] == EARLIER["waive"]
    assert ran.errors.count(": warning: ") == 1


def test_what_is_current_stays_as_it_is(tmp_path: Path) -> None:
    digest = digest_value("policy", POLICY)
    (tmp_path / "p.json").write_bytes(written(POLICY))
    ran = Ran("policy", "migrate", "p.json", cwd=tmp_path)
    assert (ran.status, ran.errors) == (0, f"p.json: already current, {digest}\n")
    assert json.loads(ran.out) == POLICY
    again = Ran("policy", "migrate", "-", stdin=Ran("policy", "migrate", "-", stdin=ran.out).out)
    assert (again.out, "already current" in again.errors) == (ran.out, True)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"tiers": ["exact", "skeleton"]}, "PACKET_INVALID: The earlier shape has no such tier. ("),
        ({"tiers": [{"tier": "a"}]}, "PACKET_INVALID: The earlier shape has no such tier. (at /t"),
        ({"tiers": "exact"}, "PACKET_INVALID: The value must be of type array. (at /tiers)"),
        ({"tiers": ["case", "exact"]}, "POLICY_INVALID: "),
        ({"accept_through": "typo"}, "POLICY_INVALID: "),
        ({"boundaries": 1}, "PACKET_INVALID: The value must be of type boolean. (at /boundaries)"),
        ({"waive": "STITCHED"}, "PACKET_INVALID: The value must be of type array. (at /waive)"),
        ({"waive": ["CUTS_WORD"]}, "POLICY_INVALID: "),
    ],
)
@pytest.mark.parametrize("options", [(), ("--waive-new",)])
def test_a_wrong_document_of_the_earlier_shape(
    tmp_path: Path, change: dict[str, Any], said: str, options: tuple[str, ...]
) -> None:
    file = tmp_path / "old.json"
    file.write_bytes(written({**EARLIER, **change}))
    errors = Ran("policy", "migrate", str(file), "-o", str(file), *options).refused()
    assert errors.startswith(f"{file}: {said}")
    assert file.read_bytes() == written({**EARLIER, **change})


def test_migrate_writes_a_file_whole_and_in_place_if_told_to(tmp_path: Path) -> None:
    old, new = tmp_path / "old.json", tmp_path / "new.json"
    old.write_bytes(written(EARLIER))
    ran = Ran("policy", "migrate", str(old), "-o", str(new))
    assert (ran.status, ran.out, old.read_bytes()) == (0, b"", written(EARLIER))
    printed = Ran("policy", "migrate", str(old)).out
    assert new.read_bytes() == printed
    assert Ran("policy", "migrate", str(old), "-o", str(old)).status == 0
    assert old.read_bytes() == printed
    assert sorted(file.name for file in tmp_path.iterdir()) == ["new.json", "old.json"]


@needs_posix
def test_a_file_keeps_its_mode(tmp_path: Path) -> None:
    file = tmp_path / "p.json"
    file.write_bytes(written(EARLIER))
    file.chmod(0o640)
    Ran("policy", "migrate", str(file), "-o", str(file))
    assert stat.S_IMODE(file.stat().st_mode) == 0o640


@pytest.mark.parametrize("target", [".", "no/such/folder/out.json"])
def test_an_output_that_cannot_be_written(tmp_path: Path, target: str) -> None:
    errors = Ran(
        "policy", "migrate", "-", "-o", target, stdin=written(EARLIER), cwd=tmp_path
    ).refused()
    assert errors.startswith("groundspec: ")
    assert "migrated" not in errors
    assert list(tmp_path.iterdir()) == []


def test_rows_lead_on_until_none_knows_the_document(monkeypatch: pytest.MonkeyPatch) -> None:
    from groundspec.apps import policy_migrations as migrations
    from groundspec.cli.policy import migrate

    before = migrations.Row(
        "older still",
        lambda value: value.keys() == {"oldest"},
        lambda value, _: migrations.Migrated(value["oldest"], "first", ["one"]),
    )
    monkeypatch.setattr(migrations, "ROWS", (before, *migrations.ROWS))
    monkeypatch.setattr(migrate, "read_value", lambda _: {"oldest": EARLIER})
    wrote: list[Any] = []
    said: list[str] = []
    monkeypatch.setattr(migrate, "write_document", lambda document, _: wrote.append(document))
    monkeypatch.setattr(migrate, "complain", said.append)
    assert migrate.run("f", None, False) == 0
    assert wrote[0].value["near"] == []
    assert said[1].endswith(digest_value("policy", {"oldest": EARLIER}))
    assert said[3] == "f: first"
    assert said[5] == "f: warning: one"


# --- What decide says -----------------------------------------------------------------------------


@pytest.mark.parametrize("command", [("decide", "-"), ("decide", "-", "--format", "json")])
def test_decide_names_the_verb_that_converts_an_earlier_policy(command: tuple[str, ...]) -> None:
    errors = Ran(*command, stdin=raw("a", policy=EARLIER)).refused()
    assert "PACKET_INVALID" in errors
    assert "`groundspec policy migrate` converts it." in errors


@pytest.mark.parametrize("policy", [{}, 5, {**POLICY, "tiers": 1}, {"check": "quote/0.1"}])
def test_decide_does_not_where_the_policy_is_none_of_that_shape(policy: Any) -> None:
    errors = Ran("decide", "-", stdin=raw("a", policy=policy)).refused()
    assert "PACKET_INVALID" in errors
    assert "migrate" not in errors
