"""explain, help, usage, pipes and signals."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import groundspec
from groundspec import resources
from groundspec.core.codes import registry
from reference.packets import raw
from reference.program import PACKET, PROGRAM, RECEIPT, Ran, needs_posix

# --- explain --------------------------------------------------------------------------------------


def test_every_code_rule_and_policy_is_explained() -> None:
    from groundspec.cli.explain import _lines, explained
    from groundspec.cli.spec import paragraphs

    for subject in (*registry().codes, *paragraphs(), "quote/default", "quote/exact"):
        assert "\n".join(_lines(explained(subject)))
    assert {code.rule for code in registry().codes.values()} <= set(paragraphs())


def test_explain_a_code_gives_its_rule() -> None:
    out = Ran("explain", "NOT_AT_PLACE").out.decode()
    assert "NOT_AT_PLACE (reject; check quote)" in out
    assert "Q-PLACE (rule), SPEC.md 8.4 Search" in out
    assert "only the place it states is examined" in out
    assert Ran("explain", "Q-PLACE").out.decode().endswith("Codes: NOT_AT_PLACE\n")


def test_explain_a_tier_gives_its_row_and_the_rules_of_its_steps() -> None:
    for row in resources.table("quote-tiers")["tiers"]:
        out = Ran("explain", row["tier"]).out.decode()
        kind = "sound" if row["sound"] else "unsound"
        assert f"{row['tier']} ({kind}): {row['states'][:40]}" in out
        assert f"steps: {', '.join(row['steps'][:6]) or 'none, the text as given'}" in out
        value = json.loads(Ran("explain", row["tier"], "--format", "json").out)
        assert {name: value[name] for name in row} == row
        assert set(value["rules"]) == set(row["steps"])
        assert all(f"{step} ({does['rule']}): " in out for step, does in value["rules"].items())


def test_explain_a_step_and_an_outcome_gives_the_rule() -> None:
    assert Ran("explain", "nfc").out.startswith(b"Q-NFC (rule), SPEC.md 8.2 ")
    for outcome in ("admitted", "needs_verification", "rejected"):
        assert Ran("explain", outcome).out == Ran("explain", "O-OUTCOME").out != b""


def test_explain_takes_a_policy_by_its_short_name() -> None:
    for name in ("strict", "permissive"):
        assert Ran("explain", name).out == Ran("explain", f"quote/{name}").out != b""
    assert Ran("explain", "default").out.startswith(Ran("explain", "quote/default").out)
    assert Ran("explain", "exact").out.startswith(b"A tier ")


def test_explain_as_json() -> None:
    value: Any = json.loads(Ran("explain", "UNLOCATED", "--format", "json").out)
    assert value["rule"]["rule"] == "Q-ABSENT"


@pytest.mark.parametrize(
    ("wrong", "near"),
    [
        ("UNLOCATD", "UNLOCATED"),
        ("q-place", "Q-PLACE"),
        ("quote/defualt", "quote/default"),
        ("defualt", "quote/default"),
        ("strct", "Did you mean quote/strict"),
        ("Typography", "typography"),
        ("ignorable", "ignorables"),
        ("needs verification", "needs_verification"),
    ],
)
def test_explain_knows_what_was_meant(wrong: str, near: str) -> None:
    assert near in Ran("explain", wrong).refused()


# --- The program ----------------------------------------------------------------------------------


COMMANDS = ("decide", "verify", "explain", "policy", "stdio")


def test_version_and_help() -> None:
    assert Ran("--version").out.decode() == f"groundspec {groundspec.__version__}\n"
    for option in ("-h", "--help"):
        ran = Ran(option)
        assert (ran.status, ran.errors) == (0, "")
        assert all(f"\n  {command} " in ran.out.decode() for command in COMMANDS)
        assert "2 refused, unusable, or output could not be written" in ran.out.decode()


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_a_command_ends_with_examples(command: str) -> None:
    ran = Ran(command, "--help")
    out = ran.out.decode()
    assert (ran.status, ran.errors) == (0, "")
    assert out.startswith(f"usage: groundspec {command} [-h]")
    assert f"groundspec {command}" in out.partition("\nexamples:\n")[2]
    assert "exit status:" in out
    assert "or output could not be written" in " ".join(out.split())


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("dance",), "groundspec: there is no command dance\n  hint: The commands are decide, "),
        (("dance", "--help"), "groundspec: there is no command dance\n  hint: The commands are "),
        (("--loud", "-h"), "groundspec: there is no option --loud\n"),
        (("decdie", "-"), "groundspec: there is no command decdie\n  hint: Did you mean decide?\n"),
        (("a\nb\x1b",), "groundspec: there is no command a\\nb\\x1b\n"),
        (
            ("--versoin",),
            "groundspec: there is no option --versoin\n  hint: Did you mean --version?",
        ),
        (("--loud", "decide", "-"), "groundspec: there is no option --loud\n"),
        ((), "groundspec: name a command\n  hint: The commands are decide, "),
        (("--",), "groundspec: name a command\n"),
        (("decide",), "groundspec decide: the following arguments are required: PACKET\n"),
        (("decide", "a", "b"), "groundspec decide: there is one argument too many, b\n"),
        (("decide", "-", "-o"), "groundspec decide: argument -o/--output: expected one argument\n"),
        (("decide", "--loud", "-"), "groundspec decide: there is no option --loud\n"),
        (("decide", "--prety", "-"), "groundspec decide: there is no option --prety\n  hint: Did "),
        (("decide", "--pret", "-"), "groundspec decide: there is no option --pret\n"),
        (
            ("decide", "--format", "xml", "-"),
            "groundspec decide: argument --format: invalid choice",
        ),
        (("verify", "a"), "groundspec verify: the following arguments are required: PACKET\n"),
        (("stdio", "-"), "groundspec stdio: there is one argument too many, -\n"),
    ],
)
def test_wrong_usage(arguments: tuple[str, ...], said: str) -> None:
    errors = Ran(*arguments).refused()
    command = f" {arguments[0]}" if arguments and arguments[0] in COMMANDS else ""
    assert errors.startswith(said)
    assert errors.split("\n")[-2].startswith(f"usage: groundspec{command} [-h]")
    assert errors.count("\n") == (3 if "hint:" in errors else 2)


def test_two_hyphens_end_the_options(tmp_path: Path) -> None:
    (tmp_path / "-p.json").write_bytes(PACKET)
    for arguments in (("decide", "--", "-p.json"), ("--", "decide", "--", "-p.json")):
        assert Ran(*arguments, cwd=tmp_path).out == RECEIPT + b"\n"


def test_deciding_imports_nothing_that_it_does_not_need(packet_file: Path) -> None:
    script = f"""if True:
        import sys
        from groundspec.cli import run
        assert run(["decide", {str(packet_file)!r}]) == 0
        unneeded = {{"click", "dataclasses", "difflib", "inspect", "rich", "shutil", "subprocess"}}
        sys.exit(", ".join(sorted(unneeded & set(sys.modules))) or 0)
    """
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, b"")


@needs_posix
def test_broken_pipes_are_quiet(tmp_path: Path) -> None:
    many = tmp_path / "many.json"
    many.write_bytes(raw(*["The fee"] * 3000))
    for arguments in (["decide", str(many)], ["explain", "quote/default"], ["--help"]):
        process = subprocess.Popen(
            [*PROGRAM, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        process.stderr.close()
        assert process.wait(timeout=30) == 2


@needs_posix
def test_closed_standard_streams(packet_file: Path, receipt_file: Path) -> None:
    shell = f'"{sys.executable}" -m groundspec'
    for command in (
        f'{shell} decide "{packet_file}" >&-',
        f'{shell} verify "{receipt_file}" "{packet_file}" >&-',
        f"{shell} decide - <&-",
        f"{shell} stdio <&-",
        f"{shell} stdio >&-",
    ):
        ran = subprocess.run(command, shell=True, capture_output=True, check=False, timeout=30)
        assert ran.returncode == 2, command
        assert b"is closed" in ran.stderr or b"needs both" in ran.stderr, command
        assert b"Traceback" not in ran.stderr
    quiet = subprocess.run(
        f"{shell} decide - 2>&-", shell=True, input=b"[", check=False, timeout=30
    )
    assert quiet.returncode == 2


@needs_posix
def test_an_interrupt_ends_it_without_a_word() -> None:
    process = subprocess.Popen(
        [*PROGRAM, "decide", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    time.sleep(1.5)
    process.send_signal(signal.SIGINT)
    out, errors = process.communicate(timeout=30)
    assert (process.returncode, out.strip(), errors.strip()) == (130, b"", b"")
