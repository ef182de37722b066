"""Mistakes in tiers and their steps, in layout markers, and in what a policy may be."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from functools import partial

from groundspec.quote import markers, steps, tiers
from groundspec.text import classes, normalise
from groundspec.text.node import Node
from mutants.making import Change, Mutants, Patch

MUTANTS = Mutants("quote/canonical", "quote/whitespace", "quote/typography", "quote/compat")
LINES = "quote/line-end"
MARKERS = "quote/markers"
POLICY = "packet/meaning"
Row = list[str]


def with_steps(change: Callable[[str, Row], Row]) -> Change:
    """Let each tier of the table have other steps."""

    def changed(patch: Patch) -> None:
        known = tiers.rows()
        other = {
            name: dict(row) | {"steps": change(name, [*row["steps"]])}
            for name, row in known.items()
        }
        patch.setattr(tiers, "rows", lambda: other)

    return changed


def where_long(change: Callable[[Row], Row]) -> Change:
    """Let the tiers that compose before their folds and behind them have other steps."""
    return with_steps(lambda _, row: change(row) if row.count("nfc") > 1 else row)


def added(row: Row, name: str, behind: str) -> Row:
    """Put a step directly behind another."""
    place = row.index(behind) + 1
    return [*row[:place], name, *row[place:]]


def moved(row: Row, name: str, behind: str) -> Row:
    """Move a step, where there is one, directly behind another."""
    return added([step for step in row if step != name], name, behind) if name in row else row


def without(row: Row, place: int) -> Row:
    return row[:place] + row[place + 1 :]


def last_nfc(row: Row) -> int:
    return len(row) - 1 - row[::-1].index("nfc")


MUTANTS.add(
    "no-nfc-behind-the-folds",
    where_long(lambda row: without(row, last_nfc(row))),
    "quote/canonical",
)
MUTANTS.add(
    "no-nfc-before-the-folds",
    where_long(lambda row: without(row, row.index("nfc"))),
    "quote/canonical",
)
for step, behind, folder in (
    ("entities", "nfc", "quote/entities"),
    ("whitespace", "nfc", "quote/whitespace"),
    ("case", "nfc", "quote/case"),
    ("markers", "entities", MARKERS),
):  # fmt: skip
    MUTANTS.add(
        f"{step}-directly-behind-{behind}",
        where_long(partial(moved, name=step, behind=behind)),
        folder,
    )


def also(*where: str, step: str, first: bool = True) -> Change:
    """Let some tiers have one more step."""

    def change(name: str, row: Row) -> Row:
        return ([step, *row] if first else [*row, step]) if name in where else row

    return with_steps(change)


def but(*where: str, step: str) -> Change:
    """Let some tiers lack a step."""
    return with_steps(lambda name, row: [one for one in row if one != step or name not in where])


MUTANTS.add("markers-at-exact-too", also("exact", step="markers"), MARKERS)
MUTANTS.add("markers-at-canonical-too", also("canonical", step="markers"), MARKERS)
MUTANTS.add("markers-only-from-typography-on", but("whitespace", step="markers"), MARKERS)
MUTANTS.add("no-markers-at-the-line-ends", but("line-hyphen-kept", step="markers"), MARKERS)
MUTANTS.add("no-markers-at-case", but("case", step="markers"), MARKERS)
MUTANTS.add("no-case-in-the-skeleton", but("skeleton", step="case"), "quote/skeleton")
MUTANTS.add("no-references-in-the-skeleton", but("skeleton", step="entities"), "quote/skeleton")
MUTANTS.add("white-space-in-the-skeleton", also("skeleton", step="whitespace"), "quote/skeleton")
for tier in ("line-hyphen-kept", "line-hyphen-dropped"):
    MUTANTS.add(f"case-at-{tier}", also(tier, step="case", first=False), LINES)


def one_more(where: str, step: str, behind: str) -> Change:
    """Let one tier have a step behind another."""
    return with_steps(lambda name, row: added(row, step, behind) if name == where else row)


for tier in ("line-hyphen-kept", "line-hyphen-dropped"):
    MUTANTS.add(f"{tier}-at-case-too", one_more("case", tier, "entities"), LINES)
MUTANTS.add(
    "both-at-line-hyphen-dropped",
    one_more("line-hyphen-dropped", "line-hyphen-kept", "line-hyphen-dropped"),
    LINES,
)


@MUTANTS.by_hand
def nothing_is_attached(patch: Patch) -> None:
    patch.setattr(normalise, "ATTACHED", defaultdict(bool))


@MUTANTS.by_hand
def unassigned_code_points_are_normalised(patch: Patch) -> None:
    members = classes.members
    everything: defaultdict[str, bool] = defaultdict(lambda: True)
    patch.setattr(
        normalise, "members", lambda name: everything if name == "assigned" else members(name)
    )


@MUTANTS.by_hand
def regions_may_be_split(patch: Patch) -> None:
    whole = Node.span

    def span(self: Node, start: int, end: int) -> tuple[int, int] | None:
        found = whole(self, start, end)
        return found or whole(self, max(0, start - 1), end)

    patch.setattr(Node, "span", span)


@MUTANTS.by_hand
def deleted_code_points_belong_to_the_span(patch: Patch) -> None:
    whole = Node.span

    def span(self: Node, start: int, end: int) -> tuple[int, int] | None:
        found = whole(self, start, end)
        if found and self.edits:
            return found[0], max(found[1], *self.edits.ends_in_input(end), 0)
        return found

    patch.setattr(Node, "span", span)


# Line ends.
MUTANTS.around("white-space-at-a-line-end", steps, "LONGEST_RUN", 64, LINES)
for name, path, old, new in (
    ("line-end-without-a-line-break", "steps._broken", "breaks.isdisjoint(run)", "False"),
    ("soft-hyphen-kept-at-a-line-end", "steps._kept", '"" if hyphen == _SOFT else hyphen',
     "hyphen"),
    ("line-break-kept-with-its-hyphen", "steps._kept", "else hyphen", 'else hyphen + " "'),
    ("hyphen-lost-where-it-is-kept", "steps._kept", '"" if hyphen == _SOFT else hyphen', '""'),
    ("no-mark-before-a-line-end", "steps._broken", 'in "LMD"', 'in "LD"'),
    ("no-digit-before-a-line-end", "steps._broken", 'in "LMD"', 'in "LM"'),
    ("no-digit-behind-a-line-end", "steps._broken", 'in "LD"', 'in "L"'),
    ("anything-behind-a-line-end", "steps._broken", ' and CLASS_OF[after] in "LD"', ""),
    ("digit-dropped-before-a-line-end", "steps._dropped", 'in "LM"', 'in "LMD"'),
    ("digit-dropped-behind-a-line-end", "steps._dropped", '== "L"', 'in "LD"'),
    ("mark-not-dropped-before-a-line-end", "steps._dropped", 'in "LM"', 'in "L"'),
    ("capital-dropped-behind-a-line-end", "steps._dropped", " and not apart", ""),
    ("capital-never-dropped", "steps._dropped", " and not is_capital(before)", ""),
    ("soft-hyphen-not-dropped-at-a-line-end", "steps._dropped", 'if CLASS_OF[before] in "LM"',
     'if text[match.start()] != _SOFT and CLASS_OF[before] in "LM"'),
    ("only-capitals-of-ascii", "steps._dropped", "= is_capital(after)",
     "= after.isascii() and is_capital(after)"),
    ("folding-alone-makes-a-capital", "steps._dropped", "= is_capital(after)",
     "= ord(after) in dict(unicode_table('case-folding')['map'])"),
):  # fmt: skip
    MUTANTS.edit(name, path, old, new, LINES)


# Markers.
MUTANTS.constant("digits-19-of-a-marker", markers, "_DIGITS", "[0-9]{1,19}+(?![0-9])", MARKERS)
MUTANTS.constant("digits-21-of-a-marker", markers, "_DIGITS", "[0-9]{1,21}+(?![0-9])", MARKERS)
MUTANTS.constant("marker-takes-a-part-of-a-run", markers, "_DIGITS", "[0-9]{1,20}+", MARKERS)
MUTANTS.constant("marker-retries-its-digits", markers, "_DIGITS", "[0-9]{1,20}", MARKERS)
MUTANTS.constant("marker-of-no-digits", markers, "_DIGITS", "[0-9]{0,20}+(?![0-9])", MARKERS)
MUTANTS.constant("marker-of-any-digits", markers, "_DIGITS", r"\d{1,20}+(?!\d)", MARKERS)
MUTANTS.around("marker-until", markers, "_UNTIL", 64, MARKERS)
for name, path, old, new in (
    ("marker-retries-until", "markers._pattern", "(?>{_skipped()}", "(?:{_skipped()}"),
    ("marker-until-crosses-lines", "markers._skipped", "[^{breaks}]", "(?s:.)"),
    ("marker-until-stops-at-line-feeds-alone", "markers._skipped", "[^{breaks}]", "[^\\n]"),
    ("marker-until-the-farthest-place", "markers._skipped", "}}?", "}}"),
    ("marker-until-needs-something", "markers._skipped", "{{0,", "{{1,"),
    ("marker-rewritten-to-nothing", "markers.marker_step", '" "', '""'),
    ("last-marker-first", "markers.marker_step", "in markers)", "in reversed(markers))"),
    ("longest-marker-first", "markers.marker_step", "in markers)",
     "in sorted(markers, key=len)[::-1])"),
    ("only-the-first-marker", "markers.marker_step", "in markers)", "in markers[:1])"),
):  # fmt: skip
    MUTANTS.edit(name, path, old, new, MARKERS)


# Policies.
for name, path, old, new in (
    ("own-tier-with-a-known-name", "policy._tier_faults", 'item["tier"] in rows()', "False"),
    ("own-tier-falsely-sound", "policy._tier_faults", 'item["sound"] and', "False and"),
    ("near-may-name-a-tier-again", "policy._name_faults", '("tiers", "near")', '("tiers",)'),
    ("unsound-before-sound", "policy._order_faults", "sound != sorted(sound, reverse=True)",
     "False"),
    ("tiers-in-any-order", "policy._order_faults", "named != in_order", "False"),
    ("accept-through-any-name", "policy._acceptance_faults", "through not in by_name", "False"),
    ("accept-an-unsound-tier", "policy._acceptance_faults", 'not given["allow_unsound"]', "False"),
    ("marker-begins-with-digits", "policy._marker_faults", "isinstance(parts[0], str)", "False"),
    ("until-without-a-literal", "policy._marker_faults", 'part == "until" and', "False and"),
    ("digits-behind-digits", "policy._marker_faults", 'part == following == "digits"', "False"),
    ("waive-any-code", "policy._is_flag", 'cls == "flag"', "True"),
):  # fmt: skip
    MUTANTS.edit(name, path, old, new, POLICY)
