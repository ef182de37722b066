"""The forms of a report, each rendered from its JSON and from nothing else.

A format is a module with a function `render` that gives the whole text. All sort the results by
`totals.verdict`, so that their counts agree, and end so that a text that was cut off can be told.
"""

from importlib import import_module

from groundspec_harness.jsontext import JsonObject

RENDERED = ("junit", "markdown", "tap", "github", "html")
FORMATS = ("table", "json", *RENDERED)


def render(report: JsonObject, form: str) -> str:
    """A report in one of the rendered formats."""
    module = import_module(f"groundspec_harness.formats.{form}")
    text: str = module.render(report)
    return text
