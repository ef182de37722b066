"""Documents of policies in files: read as `apps.policy_document` says, written whole."""

import json
from typing import Any

from groundspec.apps.policy_document import Document, read_object
from groundspec.cli.input import read_input
from groundspec.cli.output import STANDARD_OUTPUT, write_file, write_output


def read_value(file: str, check: str | None = None) -> dict[str, Any]:
    """The object in a file, read strictly (3.1), perhaps for a check. Raises Refusal, Unusable."""
    return read_object(read_input(file), check)


def write_document(document: Document, output: str | None) -> None:
    """Write a policy for reading, to a file (whole or not at all) or to standard output."""
    data = json.dumps(document.value, indent=2, ensure_ascii=False).encode("utf-8") + b"\n"
    if output is None or output == STANDARD_OUTPUT:
        write_output(data)
    else:
        write_file(output, data)
