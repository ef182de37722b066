"""JUnit XML: a suite for each topic, a test case for each row.

A divergence and a stale entry are failures, a fault is an error; known failures and vectors that
were not run are skipped, told apart by the attribute `type`. All text is printable ASCII, so no
character stands there that XML forbids.
"""

import xml.etree.ElementTree as ET

from groundspec_harness.formats.rows import Row, closing, counted, rows
from groundspec_harness.jsontext import JsonObject
from groundspec_harness.plain import plain

_ELEMENTS = {
    "failed": "failure",
    "stale": "failure",
    "fault": "error",
    "known": "skipped",
    "skipped": "skipped",
}


def render(report: JsonObject) -> str:
    made = report["implementation"]
    found = rows(report)
    name = plain(f"groundspec-harness: {made['name']} {made['version']}")
    root = ET.Element("testsuites", {"name": name, **_totals(found)})
    groups: dict[str, list[Row]] = {}
    for row in found:
        groups.setdefault(row.group, []).append(row)
    suites = [_suite(name, group) for name, group in sorted(groups.items())]
    if suites:
        _properties(suites[0], report)
    root.extend(suites)
    root.append(ET.Comment(f" {closing(report)} "))
    ET.indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ET.tostring(root, encoding="unicode")}\n'


def _totals(found: list[Row]) -> dict[str, str]:
    elements = [_ELEMENTS.get(row.kind) for row in found]
    counts = {"failures": "failure", "errors": "error", "skipped": "skipped"}
    return {
        "tests": str(len(found)),
        **{name: str(elements.count(element)) for name, element in counts.items()},
    }


def _suite(name: str, group: list[Row]) -> ET.Element:
    suite = ET.Element("testsuite", {"name": name, **_totals(group)})
    suite.extend(_case(row) for row in group)
    return suite


def _case(row: Row) -> ET.Element:
    case = ET.Element("testcase", {"classname": row.group.replace("/", "."), "name": row.id})
    element = _ELEMENTS.get(row.kind)
    if element:
        child = ET.SubElement(case, element, {"message": row.says, "type": row.kind})
        child.text = "\n".join(row.lines) or None
    return case


def _properties(suite: ET.Element, report: JsonObject) -> None:
    """What binds the report, in the first suite: the outermost element can have none."""
    properties = ET.Element("properties")
    for name, value in (
        ("summary", plain(report["summary"])),
        ("counts", counted(report)),
        ("corpus", report["corpus"]["sha256"]),
        ("report", report["footer"]["sha256"]),
    ):
        ET.SubElement(properties, "property", {"name": name, "value": value})
    suite.insert(0, properties)
