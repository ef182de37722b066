"""SPEC.md and the normative data beside it: found once, read when first asked for, then kept.

An installed package carries them in `_spec/`; a checkout has them two folders above `src/`, an
unpacked source distribution one. What is returned is shared: nobody may change it. Every command
reads from here, and pathlib would cost more than it saves.
"""

import json
import os
from collections.abc import Mapping
from functools import cache
from typing import Any

from groundspec.errors import Unusable

UNICODE = "17.0.0"


@cache
def root() -> str:
    """The folder that holds SPEC.md and schemas/."""
    package = os.path.dirname(os.path.abspath(__file__))
    project = os.path.dirname(os.path.dirname(package))
    candidates = (os.path.join(package, "_spec"), project, os.path.dirname(project))
    for folder in candidates:
        if os.path.isfile(os.path.join(folder, "schemas", "codes.json")):
            return folder
    looked = ", ".join(candidates)
    raise Unusable(
        f"SPEC.md and schemas/ are in none of {looked}",
        "Install the package again, or run it from a whole checkout.",
    )


@cache
def spec_text() -> str:
    """SPEC.md, whole."""
    return _read("SPEC.md").decode("utf-8")


@cache
def json_file(path: str) -> dict[str, Any]:
    """The object in a file below schemas/."""
    value: dict[str, Any] = json.loads(_read(f"schemas/{path}"))
    return value


def unicode_table(name: str) -> dict[str, Any]:
    """A table of schemas/unicode/17.0.0 (T-CLASSES)."""
    return json_file(f"unicode/{UNICODE}/{name}.json")


def range_table(name: str) -> list[list[int]]:
    """The rows of a Unicode range table: inclusive ranges of code points."""
    ranges: list[list[int]] = unicode_table(name)["ranges"]
    return ranges


def table(name: str) -> dict[str, Any]:
    """A table of schemas/tables."""
    return json_file(f"tables/{name}.json")


def schema(name: str) -> dict[str, Any]:
    """The schema in schemas/NAME.schema.json, such as `quote.packet`."""
    return json_file(f"{name}.schema.json")


def schema_path(name: str) -> str:
    """Where the file of that schema lies, for people."""
    return os.path.join(root(), "schemas", f"{name}.schema.json")


def codes() -> dict[str, Any]:
    """The code registry, codes.json, as it is written."""
    return json_file("codes.json")


def policy_digests(check: str) -> Mapping[str, str]:
    """The named policies of a check (`quote`, without its version) and their digests."""
    policies: dict[str, dict[str, str]] = json_file("policies/digests.json")["policies"]
    return policies.get(check, {})


def policy_names(check: str) -> tuple[str, ...]:
    """The names that E-POLICY-NAME knows for a check, in the order of the document."""
    return tuple(policy_digests(check))


def policy(check: str, name: str) -> dict[str, Any]:
    """A named policy document, whole. The name must be one of `policy_names`."""
    return json_file(f"policies/{check}/{name}.json")


def _read(path: str) -> bytes:
    name = os.path.join(root(), *path.split("/"))
    try:
        with open(name, "rb") as file:
            return file.read()
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise Unusable(f"{name}: {reason}", "Install the package again.") from error
