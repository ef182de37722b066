"""Sources of facts: sentences and tables that state amounts, and the strings of a few names."""

from dataclasses import dataclass

from groundspec_harness.fuzzing.amounts import Amount, Forms, amount
from groundspec_harness.fuzzing.drawing import Hand

_LEADS = (
    "Revenue was ", "The fee is ", "Net loss of ", "It rose to ", "Growth from $4,000 to ",
    "Take ", "", "Section ", "We paid ",
    "Sales fell by ", "The p-value was ", "Total: ", "Groups A and B received ", "In 2019, ",
    "Costs (", "Deductible - ", "No. ", "<td>",
    "Change was ", "the greater of ", "=", "Box of 10, ", "approved in May ", "not ",
    "by a total of ", "Interest would be ", "n = ",
)  # fmt: skip
_TAILS = (
    ".", ".", " in 2019.", " for 2025 and $24,500 for 2026.", ", respectively.", " of sales; ",
    " per share.", ")", ") today.", "\n",
    " (see note 3).", " below zero.", " tablets", "</td>", " or more.", " to 10.", "*",
    ", plus 5%.", "\u00b9 the", " U.S. ", " and 3 inches.", " 5 mg",
)  # fmt: skip
_HEADINGS = (
    "(in thousands)", "In millions of dollars", "(In thousands, except per share data)", "$m",
    "\u20ac 000", "($'000)", "in '000", "Dollars in billions",
    "Sales (in EUR)", "Amounts in USD", "Item\t2019\t2018", "Item  2019  2018",
    "| Item | kg | lb |", "Item\tUnits\tSales ($m)", "(unaudited)",
    "Shares in thousands", "Outlay, crores", "Values, CHF", "in Canadian dollars", "",
    "Notes follow.", "Item\tThousands", "Parcel      kg", "$",
    "%", "(millions)", "n (%)",
)  # fmt: skip
_LABELS = (
    "Net income", "Sales", "Diluted EPS", "Net loss", "(Loss) from operations", "Sales (1)",
    "Shares issued", "", "Per unit", "2019", "Rate %", "| Total ", "Result",
    "up to", "Cash, in thousands",
)  # fmt: skip
_GAPS = ("\t", "  ", " | ", " ", "    ", "\t\t", "  $ ", ": ")
STRINGS = (
    "accelerated filer",
    "Non-accelerated filer",
    "None",
    "N/A",
    "chair",
    "Smith & Co",
    "C++",
    "2019",
    "Acme\nCorp",
    "5%",
    "co-chair",
    "v1.2",
)
_STRING_PLACES = (
    "The {} agreed. ",
    "not {}; ",
    "{}, ",
    "never {} ",
    "\u201c{}\u201d is ",
    "{}'s ",
    "-{}",
    "{}.",
)


@dataclass(frozen=True)
class Statement:
    """A stretch of text and what it states: an amount, or a string, or nothing."""

    text: str
    amount: Amount | None = None
    string: str | None = None


def statements(hand: Hand, forms: Forms) -> list[Statement]:
    """The parts of a source, in order."""
    parts = hand.some(lambda one: _part(one, forms), most=3, least=1)
    return [statement for part in parts for statement in part]


def _part(hand: Hand, forms: Forms) -> list[Statement]:
    kind = hand.below(8)
    if kind < 4:
        return _sentence(hand, forms)
    return _table(hand, forms) if kind < 7 else _string(hand)


def _sentence(hand: Hand, forms: Forms) -> list[Statement]:
    clause = f"{hand.of(forms.known.listed('clause_words'))} " if hand.once_in(12) else ""
    lead, stated, tail = hand.of(_LEADS), amount(hand, forms), hand.of(_TAILS)
    more = hand.of(("", " ", "\n", " And "))
    return [Statement(f"{clause}{lead}{stated.text}{tail}{more}", stated)]


def _table(hand: Hand, forms: Forms) -> list[Statement]:
    above = hand.some(lambda one: one.of(_HEADINGS), most=2)
    gap = hand.of(_GAPS)
    found = [Statement("".join(f"{line}\n" for line in above))]
    for _ in range(hand.of((1, 1, 2))):
        found.append(Statement(hand.of(_LABELS)))
        cells = hand.some(lambda one: amount(one, forms), most=2, least=1)
        found += [Statement(f"{gap}{cell.text}", cell) for cell in cells]
        found.append(Statement(hand.of(("\n", " |\n", "\n\n", "\t-\n"))))
    return found


def _string(hand: Hand) -> list[Statement]:
    string = hand.of(STRINGS)
    again = f"{string} " if hand.once_in(4) else ""
    return [Statement(hand.of(_STRING_PLACES).format(string) + again, string=string)]
